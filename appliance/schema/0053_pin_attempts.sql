-- access: pin_attempts.

-- The wrong PINs of a display key since its last right one, and when that was.
CREATE TABLE pin_attempts (
  key_id      TEXT PRIMARY KEY REFERENCES keys (id) ON DELETE CASCADE,
  wrong       INTEGER NOT NULL,
  last_at     TEXT NOT NULL,
  unlocked_at TEXT
) STRICT, WITHOUT ROWID;
