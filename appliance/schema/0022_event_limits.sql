-- calendar: what bounds events. Texts of synced events are stored once, local calendars count what they hold, and each
-- calendar counts the writes that went through to its provider.

-- Location and description of synced events, shared by all occurrences that have the same. `digest` is of both.
CREATE TABLE event_texts (
  id          INTEGER PRIMARY KEY,
  calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
  digest      BLOB NOT NULL,
  location    TEXT,
  description TEXT,
  UNIQUE (calendar_id, digest)
) STRICT;

-- A synced event has its text in `event_texts`, and in `digest` what a sync compares instead of the whole row. Both are
-- null for a local event, and for a synced one that no sync has written since this step.
ALTER TABLE events ADD COLUMN text_id INTEGER REFERENCES event_texts (id);
ALTER TABLE events ADD COLUMN digest BLOB;
CREATE INDEX events_text ON events (text_id) WHERE text_id IS NOT NULL;

-- Texts that are longer than is accepted from now on; the copy made before this step has them whole.
UPDATE events SET location = substr(location, 1, 1000) WHERE length(location) > 1000;
UPDATE events SET description = substr(description, 1, 10000) WHERE length(description) > 10000;

-- What is known of a feed is forgotten, so that the next sync reads it whole and checks it.
UPDATE calendars SET feed = NULL WHERE kind = 'ics';

-- A sync compares this with what it read before it asked the provider.
ALTER TABLE calendars ADD COLUMN writes INTEGER NOT NULL DEFAULT 0;

-- What the events without a provider in a calendar come to: rows, those that last more than 40 days, series, and bytes
-- of text. Kept by triggers, so that every way of writing counts.
CREATE TABLE calendar_usage (
  calendar_id TEXT PRIMARY KEY REFERENCES calendars (id) ON DELETE CASCADE,
  events      INTEGER NOT NULL,
  long_events INTEGER NOT NULL,
  series      INTEGER NOT NULL,
  bytes       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO calendar_usage (calendar_id, events, long_events, series, bytes)
  SELECT calendar_id, count(*), total(long AND rrule IS NULL), count(rrule),
    total(octet_length(title) + coalesce(octet_length(location), 0) + coalesce(octet_length(description), 0)
      + coalesce(octet_length(rrule), 0) + coalesce(octet_length(reminders), 0))
  FROM events WHERE external_id IS NULL GROUP BY calendar_id;

CREATE TRIGGER events_count_insert AFTER INSERT ON events WHEN new.external_id IS NULL BEGIN
  INSERT INTO calendar_usage (calendar_id, events, long_events, series, bytes)
    VALUES (new.calendar_id, 1, new.long AND new.rrule IS NULL, new.rrule IS NOT NULL,
      octet_length(new.title) + coalesce(octet_length(new.location), 0) + coalesce(octet_length(new.description), 0)
      + coalesce(octet_length(new.rrule), 0) + coalesce(octet_length(new.reminders), 0))
    ON CONFLICT (calendar_id) DO UPDATE SET events = events + 1, long_events = long_events + excluded.long_events,
      series = series + excluded.series, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER events_count_delete AFTER DELETE ON events WHEN old.external_id IS NULL BEGIN
  UPDATE calendar_usage SET events = events - 1,
    long_events = long_events - (old.long AND old.rrule IS NULL),
    series = series - (old.rrule IS NOT NULL),
    bytes = bytes - octet_length(old.title) - coalesce(octet_length(old.location), 0)
      - coalesce(octet_length(old.description), 0) - coalesce(octet_length(old.rrule), 0)
      - coalesce(octet_length(old.reminders), 0)
  WHERE calendar_id = old.calendar_id;
END;

-- An event may move to another calendar, by an import.
CREATE TRIGGER events_count_update AFTER UPDATE ON events WHEN old.external_id IS NULL BEGIN
  UPDATE calendar_usage SET events = events - 1,
    long_events = long_events - (old.long AND old.rrule IS NULL),
    series = series - (old.rrule IS NOT NULL),
    bytes = bytes - octet_length(old.title) - coalesce(octet_length(old.location), 0)
      - coalesce(octet_length(old.description), 0) - coalesce(octet_length(old.rrule), 0)
      - coalesce(octet_length(old.reminders), 0)
  WHERE calendar_id = old.calendar_id;
  INSERT INTO calendar_usage (calendar_id, events, long_events, series, bytes)
    VALUES (new.calendar_id, 1, new.long AND new.rrule IS NULL, new.rrule IS NOT NULL,
      octet_length(new.title) + coalesce(octet_length(new.location), 0) + coalesce(octet_length(new.description), 0)
      + coalesce(octet_length(new.rrule), 0) + coalesce(octet_length(new.reminders), 0))
    ON CONFLICT (calendar_id) DO UPDATE SET events = events + 1, long_events = long_events + excluded.long_events,
      series = series + excluded.series, bytes = bytes + excluded.bytes;
END;
