-- The registry of a host: its households, its cells, and the process of each household. Instants are UTC with milliseconds.

-- A cell is one `mantel host`. It is here since its first start.
CREATE TABLE cells (
  name       TEXT PRIMARY KEY,
  started_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- `id` is never used again: the user of a household follows from it. `state` is what shall be, not what is.
CREATE TABLE households (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL UNIQUE,
  host_name  TEXT NOT NULL UNIQUE,
  state      TEXT NOT NULL CHECK (state IN ('running', 'suspended', 'deleted')),
  cell       TEXT NOT NULL REFERENCES cells (name),
  created_at TEXT NOT NULL
) STRICT;

-- What is: written by the cell that has the process; a household that moves has two for a moment. `problem` is how its last
-- process failed.
CREATE TABLE processes (
  household_id INTEGER NOT NULL REFERENCES households (id) ON DELETE CASCADE,
  cell         TEXT NOT NULL,
  pid          INTEGER,
  state        TEXT NOT NULL CHECK (state IN ('starting', 'running', 'stopping', 'waiting')),
  restarts     INTEGER NOT NULL,
  problem      TEXT,
  PRIMARY KEY (household_id, cell)
) STRICT, WITHOUT ROWID;
