-- access: keys, setup_code, attempts.

-- Bearer keys. Only the SHA-256 of a key is kept; `prefix` is its first eight characters, for support.
CREATE TABLE keys (
  id           TEXT PRIMARY KEY,
  name         TEXT NOT NULL,
  scope        TEXT NOT NULL CHECK (scope IN ('admin', 'display')),
  kind         TEXT NOT NULL CHECK (kind IN ('api', 'session', 'oauth')),
  digest       TEXT NOT NULL UNIQUE,
  prefix       TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  expires_at   TEXT,
  last_used_at TEXT
) STRICT;

-- At most one row: the SHA-256 of the code that claims the household. `demo` marks a household that the demo has
-- filled: its members do not count as a claim.
CREATE TABLE setup_code (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  digest TEXT NOT NULL,
  demo   INTEGER NOT NULL
) STRICT;

-- Fixed-window counters of attempts.
CREATE TABLE attempts (
  name       TEXT PRIMARY KEY,
  started_at TEXT NOT NULL,
  count      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
