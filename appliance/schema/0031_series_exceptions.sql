-- calendar: dates of a local series that are left out, and events that stand for one of them.

-- Of a local series: the dates (in the household's zone) on which it has no occurrence though its rule gives one, a JSON
-- list in order. Null when there is none.
ALTER TABLE events ADD COLUMN exclusions TEXT;

-- A detached event stands for one date of a series, which excludes that date. `occurrence_start` is the start that the
-- series has on that date: an instant, or a date when the series is all day. Both are null for every other event.
ALTER TABLE events ADD COLUMN detached_from TEXT REFERENCES events (id) ON DELETE CASCADE;
ALTER TABLE events ADD COLUMN occurrence_start TEXT;
CREATE INDEX events_detached ON events (detached_from) WHERE detached_from IS NOT NULL;

-- Exclusions take room in their calendar as other texts do.
DROP TRIGGER events_count_insert;
DROP TRIGGER events_count_delete;
DROP TRIGGER events_count_update;

CREATE TRIGGER events_count_insert AFTER INSERT ON events WHEN new.external_id IS NULL BEGIN
  INSERT INTO calendar_usage (calendar_id, events, long_events, series, bytes)
    VALUES (new.calendar_id, 1, new.long AND new.rrule IS NULL, new.rrule IS NOT NULL,
      octet_length(new.title) + coalesce(octet_length(new.location), 0) + coalesce(octet_length(new.description), 0)
      + coalesce(octet_length(new.rrule), 0) + coalesce(octet_length(new.reminders), 0)
      + coalesce(octet_length(new.exclusions), 0))
    ON CONFLICT (calendar_id) DO UPDATE SET events = events + 1, long_events = long_events + excluded.long_events,
      series = series + excluded.series, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER events_count_delete AFTER DELETE ON events WHEN old.external_id IS NULL BEGIN
  UPDATE calendar_usage SET events = events - 1,
    long_events = long_events - (old.long AND old.rrule IS NULL),
    series = series - (old.rrule IS NOT NULL),
    bytes = bytes - octet_length(old.title) - coalesce(octet_length(old.location), 0)
      - coalesce(octet_length(old.description), 0) - coalesce(octet_length(old.rrule), 0)
      - coalesce(octet_length(old.reminders), 0) - coalesce(octet_length(old.exclusions), 0)
  WHERE calendar_id = old.calendar_id;
END;

CREATE TRIGGER events_count_update AFTER UPDATE ON events WHEN old.external_id IS NULL BEGIN
  UPDATE calendar_usage SET events = events - 1,
    long_events = long_events - (old.long AND old.rrule IS NULL),
    series = series - (old.rrule IS NOT NULL),
    bytes = bytes - octet_length(old.title) - coalesce(octet_length(old.location), 0)
      - coalesce(octet_length(old.description), 0) - coalesce(octet_length(old.rrule), 0)
      - coalesce(octet_length(old.reminders), 0) - coalesce(octet_length(old.exclusions), 0)
  WHERE calendar_id = old.calendar_id;
  INSERT INTO calendar_usage (calendar_id, events, long_events, series, bytes)
    VALUES (new.calendar_id, 1, new.long AND new.rrule IS NULL, new.rrule IS NOT NULL,
      octet_length(new.title) + coalesce(octet_length(new.location), 0) + coalesce(octet_length(new.description), 0)
      + coalesce(octet_length(new.rrule), 0) + coalesce(octet_length(new.reminders), 0)
      + coalesce(octet_length(new.exclusions), 0))
    ON CONFLICT (calendar_id) DO UPDATE SET events = events + 1, long_events = long_events + excluded.long_events,
      series = series + excluded.series, bytes = bytes + excluded.bytes;
END;
