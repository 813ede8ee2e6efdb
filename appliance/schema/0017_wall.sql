-- wall: wall_settings, wall_key.

-- The settings of this machine's screen; times are local times in the household's zone.
CREATE TABLE wall_settings (
  id               INTEGER PRIMARY KEY CHECK (id = 1),
  sleep_from       TEXT,
  sleep_until      TEXT,
  idle_minutes     INTEGER,
  rotation         INTEGER NOT NULL CHECK (rotation IN (0, 90, 180, 270)),
  brightness       INTEGER NOT NULL,
  night_brightness INTEGER NOT NULL,
  recycle_at       TEXT NOT NULL,
  CHECK ((sleep_from IS NULL) = (sleep_until IS NULL))
) STRICT;

-- The key that this machine's own screen has received. A row without a key: a parent has removed the key.
CREATE TABLE wall_key (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  key_id TEXT REFERENCES keys (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX wall_key_key ON wall_key (key_id);
