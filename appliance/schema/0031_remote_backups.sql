-- backups: the place of the encrypted backups on another device.

-- At most one row. `secrets` is JSON, encrypted: the password of the place and the passphrase of the backups. `failures` counts the
-- tries since the last backup that succeeded. `checked_at` is when a backup was last restored as a test.
CREATE TABLE backup_place (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  kind        TEXT NOT NULL CHECK (kind IN ('folder', 's3', 'webdav', 'smb', 'sftp')),
  address     TEXT NOT NULL,
  user        TEXT,
  secrets     TEXT NOT NULL,
  created_at  TEXT NOT NULL,
  last_at     TEXT,
  tried_at    TEXT,
  failures    INTEGER NOT NULL DEFAULT 0,
  error       TEXT,
  checked_at  TEXT,
  check_error TEXT
) STRICT;
