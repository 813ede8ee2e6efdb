-- access: household_pin, unlocked_keys.

-- The PIN that a display is asked for, as an scrypt hash.
CREATE TABLE household_pin (
  id   INTEGER PRIMARY KEY CHECK (id = 1),
  salt TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;

-- When a display key was unlocked with the PIN.
CREATE TABLE unlocked_keys (
  key_id     TEXT PRIMARY KEY REFERENCES keys (id) ON DELETE CASCADE,
  granted_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
