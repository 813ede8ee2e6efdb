-- calendar: accounts, remote_objects; calendars gain kept_read_only and not_before.

-- `config` is encrypted: the credentials.
CREATE TABLE accounts (
  id         TEXT PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('google', 'microsoft', 'caldav')),
  name       TEXT NOT NULL,
  config     TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- The objects of a CalDAV collection, each with the ETag of the version that was read. Writes use this stored
-- address; objects are never looked up by UID.
CREATE TABLE remote_objects (
  calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
  href        TEXT NOT NULL,
  etag        TEXT NOT NULL,
  PRIMARY KEY (calendar_id, href)
) STRICT, WITHOUT ROWID;

CREATE INDEX calendars_account ON calendars (account_id) WHERE account_id IS NOT NULL;

-- The household's choice of read-only, which no sync changes; and the time before which a source accepts no request.
ALTER TABLE calendars ADD COLUMN kept_read_only INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calendars ADD COLUMN not_before TEXT;
