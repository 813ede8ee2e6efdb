-- calendar: categories, calendars, calendar_members, events, event_members, annotations, annotation_members.

CREATE TABLE categories (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  emoji      TEXT,
  color      TEXT NOT NULL,
  keywords   TEXT NOT NULL,
  sort       REAL NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- `config` is encrypted (a feed's address); `feed` holds the validators of a conditional request, as JSON.
CREATE TABLE calendars (
  id              TEXT PRIMARY KEY,
  kind            TEXT NOT NULL CHECK (kind IN ('local', 'ics', 'google', 'microsoft', 'caldav')),
  account_id      TEXT,
  remote_id       TEXT,
  name            TEXT NOT NULL,
  color           TEXT,
  category_id     TEXT REFERENCES categories (id) ON DELETE SET NULL,
  writable        INTEGER NOT NULL,
  enabled         INTEGER NOT NULL DEFAULT 1,
  config          TEXT,
  feed            TEXT,
  last_synced_at  TEXT,
  last_error      TEXT,
  needs_reconnect INTEGER NOT NULL DEFAULT 0,
  created_at      TEXT NOT NULL
) STRICT;
CREATE INDEX calendars_category ON calendars (category_id);

CREATE TABLE calendar_members (
  calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
  member_id   TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  position    INTEGER NOT NULL,
  PRIMARY KEY (calendar_id, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX calendar_members_member ON calendar_members (member_id);

-- Local events, one row a series, and the stored occurrences of synced ones.
-- `starts` and `ends` are instants, or dates with an exclusive end when `all_day`. `span_start` and `span_end` are the
-- same as instants (dates as UTC midnights), so that one index serves both; `long` marks the few that last more than
-- 40 days, so that a range need not look further back for the others.
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
  rrule               TEXT,
  category_id         TEXT REFERENCES categories (id) ON DELETE SET NULL,
  reminders           TEXT,
  travel_minutes      INTEGER,
  remind_before_leave INTEGER NOT NULL DEFAULT 0,
  span_start          TEXT NOT NULL,
  span_end            TEXT NOT NULL,
  long                INTEGER NOT NULL DEFAULT 0,
  created_at          TEXT NOT NULL
) STRICT;
CREATE INDEX events_span ON events (span_start) WHERE rrule IS NULL AND long = 0;
CREATE INDEX events_long ON events (span_end) WHERE rrule IS NULL AND long = 1;
CREATE INDEX events_series ON events (calendar_id) WHERE rrule IS NOT NULL;
CREATE UNIQUE INDEX events_external ON events (calendar_id, external_id);
CREATE INDEX events_category ON events (category_id) WHERE category_id IS NOT NULL;

CREATE TABLE event_members (
  event_id  TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  PRIMARY KEY (event_id, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_members_member ON event_members (member_id);

-- The household's annotations of synced events. `key` is the provider's event id (scope occurrence) or series id
-- (scope series); no foreign key to events, so that an annotation survives a sync in which its event is missing.
CREATE TABLE annotations (
  calendar_id         TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
  scope               TEXT NOT NULL CHECK (scope IN ('occurrence', 'series')),
  key                 TEXT NOT NULL,
  category_id         TEXT REFERENCES categories (id) ON DELETE SET NULL,
  travel_minutes      INTEGER,
  remind_before_leave INTEGER,
  PRIMARY KEY (calendar_id, scope, key)
) STRICT, WITHOUT ROWID;

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
