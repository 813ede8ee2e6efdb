-- calendar: categories, accounts, provider_apps, consents, calendars, calendar_members, remote_objects, feed_parts, event_texts,
-- events, occurrences, occurrence_horizon, event_members, calendar_usage, annotations, annotation_members, published_feeds,
-- published_feed_calendars.

CREATE TABLE categories (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  emoji      TEXT,
  color      TEXT NOT NULL,
  keywords   TEXT NOT NULL,
  sort       REAL NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- Credentials at calendar providers: `config`, encrypted.
CREATE TABLE accounts (
  id         TEXT PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('google', 'microsoft', 'caldav')),
  name       TEXT NOT NULL,
  config     TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- The OAuth clients at Google and Microsoft. `secret` is encrypted (associated data: the kind).
CREATE TABLE provider_apps (
  kind      TEXT PRIMARY KEY CHECK (kind IN ('google', 'microsoft')),
  client_id TEXT NOT NULL,
  secret    TEXT NOT NULL,
  tenant    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- OAuth consents in progress, by the SHA-256 of their state. `verifier` is encrypted (associated data: the digest); `home` is
-- where the browser goes afterwards.
CREATE TABLE consents (
  digest       TEXT PRIMARY KEY,
  kind         TEXT NOT NULL CHECK (kind IN ('google', 'microsoft')),
  verifier     TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  home         TEXT NOT NULL,
  expires_at   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- `config` is encrypted (a feed's address). `kept_read_only` is the household's choice, which no sync changes. `declined` says
-- whether invitations that the owner declined are shown; `owner_email` is the owner where no account says it.
-- Of a sync: `feed` is its state, as JSON; before `not_before` the source accepts no request; `last_error_details` has the
-- code of `last_error` and the values of its text, and `losses` what could not be read (`message`, `code` and values), both
-- as JSON objects. `sync_begun_by` is the run of the server that began to read the calendar and has not ended, and
-- `interruptions` how often that was the end of a run. A sync compares `writes`, the count of writes that went through to the
-- provider, with what it read before it asked.
CREATE TABLE calendars (
  id                 TEXT PRIMARY KEY,
  kind               TEXT NOT NULL CHECK (kind IN ('local', 'ics', 'google', 'microsoft', 'caldav')),
  account_id         TEXT,
  remote_id          TEXT,
  name               TEXT NOT NULL,
  color              TEXT,
  category_id        TEXT REFERENCES categories (id) ON DELETE SET NULL,
  writable           INTEGER NOT NULL,
  kept_read_only     INTEGER NOT NULL DEFAULT 0,
  enabled            INTEGER NOT NULL DEFAULT 1,
  declined           TEXT NOT NULL DEFAULT 'hidden',
  owner_email        TEXT,
  config             TEXT,
  feed               TEXT,
  not_before         TEXT,
  last_synced_at     TEXT,
  last_error         TEXT,
  last_error_details TEXT,
  losses             TEXT,
  sync_begun_by      TEXT,
  interruptions      INTEGER NOT NULL DEFAULT 0,
  needs_reconnect    INTEGER NOT NULL DEFAULT 0,
  writes             INTEGER NOT NULL DEFAULT 0,
  created_at         TEXT NOT NULL
) STRICT;
CREATE INDEX calendars_account ON calendars (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX calendars_category ON calendars (category_id);

CREATE TABLE calendar_members (
  calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
  member_id   TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  position    INTEGER NOT NULL,
  PRIMARY KEY (calendar_id, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX calendar_members_member ON calendar_members (member_id);

-- The objects of a CalDAV collection, each with the ETag of the version that was read. Writes use this stored
-- address; objects are never looked up by UID.
CREATE TABLE remote_objects (
  calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
  href        TEXT NOT NULL,
  etag        TEXT NOT NULL,
  PRIMARY KEY (calendar_id, href)
) STRICT, WITHOUT ROWID;

-- What was last read of the parts of a feed, each of all events with one UID: a part whose text is as it was is not read again.
-- `digest` is of that text, `reading` the occurrences and losses, as `providers/ics/parts.py` packs them.
CREATE TABLE feed_parts (
  calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
  digest      BLOB NOT NULL,
  reading     BLOB NOT NULL,
  PRIMARY KEY (calendar_id, digest)
) STRICT;

-- Location and description of synced events, shared by all occurrences that have the same. `digest` is of both.
CREATE TABLE event_texts (
  id          INTEGER PRIMARY KEY,
  calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
  digest      BLOB NOT NULL,
  location    TEXT,
  description TEXT,
  UNIQUE (calendar_id, digest)
) STRICT;

-- Local events, one row a series, and the stored occurrences of synced ones.
-- `starts` and `ends` are instants, or dates with an exclusive end when `all_day`. `span_start` and `span_end` are the
-- same as instants (dates as UTC midnights), so that one index serves both; `long` marks the few that last more than
-- 40 days, so that a range need not look further back for the others.
-- A synced event has its text in `event_texts`, and in `digest` what a sync compares instead of the whole row; both are NULL
-- for a local event, and for one that was written here since the last sync.
-- Of a local series: after `series_end` nothing of it is shown, in whatever time zone ('9999' when its end is not known, and
-- without a rule); `exclusions` are the dates on which it has no occurrence though its rule gives one, a JSON list in order,
-- NULL when there are none.
-- A detached event stands for one date of a series, which excludes that date. `occurrence_start` is the start that the
-- series has on that date: an instant, or a date when the series is all day.
-- `changed_at` (NULL for never) and `sequence` are LAST-MODIFIED and SEQUENCE of a published feed.
CREATE TABLE events (
  id                  TEXT PRIMARY KEY,
  calendar_id         TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
  external_id         TEXT,
  series_id           TEXT,
  title               TEXT NOT NULL,
  starts              TEXT NOT NULL,
  ends                TEXT NOT NULL,
  all_day             INTEGER NOT NULL,
  location            TEXT,
  description         TEXT,
  text_id             INTEGER REFERENCES event_texts (id),
  digest              BLOB,
  rrule               TEXT,
  series_end          TEXT NOT NULL DEFAULT '9999',
  exclusions          TEXT,
  detached_from       TEXT REFERENCES events (id) ON DELETE CASCADE,
  occurrence_start    TEXT,
  category_id         TEXT REFERENCES categories (id) ON DELETE SET NULL,
  reminders           TEXT,
  travel_minutes      INTEGER,
  remind_before_leave INTEGER NOT NULL DEFAULT 0,
  countdown           INTEGER NOT NULL DEFAULT 0,
  declined            INTEGER NOT NULL DEFAULT 0,
  span_start          TEXT NOT NULL,
  span_end            TEXT NOT NULL,
  long                INTEGER NOT NULL DEFAULT 0,
  created_at          TEXT NOT NULL,
  changed_at          TEXT,
  sequence            INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX events_span ON events (span_start) WHERE rrule IS NULL AND long = 0;
CREATE INDEX events_long ON events (span_end) WHERE rrule IS NULL AND long = 1;
CREATE INDEX events_series ON events (series_end, span_start, calendar_id) WHERE rrule IS NOT NULL;
CREATE INDEX events_rules ON events (id) WHERE rrule IS NOT NULL;
CREATE INDEX events_detached ON events (detached_from) WHERE detached_from IS NOT NULL;
CREATE INDEX events_countdown ON events (span_start) WHERE countdown = 1;
CREATE UNIQUE INDEX events_external ON events (calendar_id, external_id);
CREATE INDEX events_category ON events (category_id) WHERE category_id IS NOT NULL;
-- The occurrence of a synced series that is nearest to a moment. Those with a place or a description are found by it and
-- the day, because ids of series are long and there may be tens of thousands of occurrences.
CREATE INDEX events_synced_series ON events (series_id, span_start) WHERE series_id IS NOT NULL AND text_id IS NULL;
CREATE INDEX events_text ON events (text_id, unixepoch(span_start) / 86400) WHERE text_id IS NOT NULL;

-- The occurrences of local series, for an event that does not repeat is one by itself, as are those of synced series.
-- `series` is the row number of the event: VACUUM keeps it, because the table has an index. `starts`, `ends` and `long` are as in
-- `events`.
CREATE TABLE occurrences (
  long   INTEGER NOT NULL,
  starts TEXT NOT NULL,
  series INTEGER NOT NULL,
  ends   TEXT NOT NULL,
  PRIMARY KEY (long, starts, series)
) STRICT, WITHOUT ROWID;
CREATE INDEX occurrences_series ON occurrences (series, starts, ends);

CREATE TRIGGER events_remove_occurrences AFTER DELETE ON events WHEN OLD.rrule IS NOT NULL
BEGIN
  DELETE FROM occurrences WHERE series = OLD.rowid;
END;

CREATE TRIGGER events_end_series AFTER UPDATE OF rrule ON events WHEN OLD.rrule IS NOT NULL AND NEW.rrule IS NULL
BEGIN
  DELETE FROM occurrences WHERE series = OLD.rowid;
END;

-- One row, or none before the first series: where occurrences begin and end that are written now, from when to when those of
-- all series are stored, and by which clocks.
CREATE TABLE occurrence_horizon (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  begins      TEXT NOT NULL,
  ends        TEXT NOT NULL,
  known_begin TEXT NOT NULL,
  known_end   TEXT NOT NULL,
  zone        TEXT NOT NULL,
  zone_data   TEXT NOT NULL
) STRICT;

CREATE TABLE event_members (
  event_id  TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  PRIMARY KEY (event_id, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_members_member ON event_members (member_id);

-- What the events without a provider in a calendar come to: rows, those that last more than 40 days, series, and bytes
-- of text. Kept by triggers, so that every way of writing counts.
CREATE TABLE calendar_usage (
  calendar_id TEXT PRIMARY KEY REFERENCES calendars (id) ON DELETE CASCADE,
  events      INTEGER NOT NULL,
  long_events INTEGER NOT NULL,
  series      INTEGER NOT NULL,
  bytes       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_count_insert AFTER INSERT ON events WHEN NEW.external_id IS NULL
BEGIN
  INSERT INTO calendar_usage (calendar_id, events, long_events, series, bytes)
    VALUES (NEW.calendar_id, 1, NEW.long AND NEW.rrule IS NULL, NEW.rrule IS NOT NULL, octet_length(concat(
      NEW.title, NEW.location, NEW.description, NEW.rrule, NEW.reminders, NEW.exclusions)))
    ON CONFLICT (calendar_id) DO UPDATE SET events = events + 1, long_events = long_events + excluded.long_events,
      series = series + excluded.series, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER events_count_delete AFTER DELETE ON events WHEN OLD.external_id IS NULL
BEGIN
  UPDATE calendar_usage SET events = events - 1, long_events = long_events - (OLD.long AND OLD.rrule IS NULL),
      series = series - (OLD.rrule IS NOT NULL), bytes = bytes - octet_length(concat(
      OLD.title, OLD.location, OLD.description, OLD.rrule, OLD.reminders, OLD.exclusions))
    WHERE calendar_id = OLD.calendar_id;
END;

-- As if the event was deleted and inserted: an import may move it to another calendar.
CREATE TRIGGER events_count_update AFTER UPDATE ON events WHEN OLD.external_id IS NULL
BEGIN
  UPDATE calendar_usage SET events = events - 1, long_events = long_events - (OLD.long AND OLD.rrule IS NULL),
      series = series - (OLD.rrule IS NOT NULL), bytes = bytes - octet_length(concat(
      OLD.title, OLD.location, OLD.description, OLD.rrule, OLD.reminders, OLD.exclusions))
    WHERE calendar_id = OLD.calendar_id;
  INSERT INTO calendar_usage (calendar_id, events, long_events, series, bytes)
    VALUES (NEW.calendar_id, 1, NEW.long AND NEW.rrule IS NULL, NEW.rrule IS NOT NULL, octet_length(concat(
      NEW.title, NEW.location, NEW.description, NEW.rrule, NEW.reminders, NEW.exclusions)))
    ON CONFLICT (calendar_id) DO UPDATE SET events = events + 1, long_events = long_events + excluded.long_events,
      series = series + excluded.series, bytes = bytes + excluded.bytes;
END;

-- The household's annotations of synced events. `key` is the provider's event id (scope occurrence) or series id
-- (scope series); no foreign key to events, so that an annotation survives a sync in which its event is missing. It is
-- deleted a while after `missing_since`. `countdown` 0 takes an occurrence out of the countdown of its series.
CREATE TABLE annotations (
  calendar_id         TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
  scope               TEXT NOT NULL CHECK (scope IN ('occurrence', 'series')),
  key                 TEXT NOT NULL,
  category_id         TEXT REFERENCES categories (id) ON DELETE SET NULL,
  travel_minutes      INTEGER,
  remind_before_leave INTEGER,
  countdown           INTEGER,
  missing_since       TEXT,
  PRIMARY KEY (calendar_id, scope, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX annotations_countdown ON annotations (scope) WHERE countdown = 1;

CREATE TABLE annotation_members (
  calendar_id TEXT NOT NULL,
  scope       TEXT NOT NULL,
  key         TEXT NOT NULL,
  member_id   TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  position    INTEGER NOT NULL,
  PRIMARY KEY (calendar_id, scope, key, member_id),
  FOREIGN KEY (calendar_id, scope, key) REFERENCES annotations (calendar_id, scope, key) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX annotation_members_member ON annotation_members (member_id);

-- Subscription addresses of this household's events. `digest` is the SHA-256 of the token in the address. With
-- `all_local` a feed has the calendars that are stored here, else those of published_feed_calendars.
CREATE TABLE published_feeds (
  id           TEXT PRIMARY KEY,
  name         TEXT NOT NULL,
  member_id    TEXT REFERENCES members (id) ON DELETE CASCADE,
  all_local    INTEGER NOT NULL,
  descriptions INTEGER NOT NULL,
  digest       TEXT NOT NULL UNIQUE,
  created_at   TEXT NOT NULL,
  last_used_at TEXT
) STRICT;
CREATE INDEX published_feeds_member ON published_feeds (member_id);

CREATE TABLE published_feed_calendars (
  feed_id     TEXT NOT NULL REFERENCES published_feeds (id) ON DELETE CASCADE,
  calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
  PRIMARY KEY (feed_id, calendar_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX published_feed_calendars_calendar ON published_feed_calendars (calendar_id);
