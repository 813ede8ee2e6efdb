-- kernel: changes, cursors, jobs.

-- The log of changes. Its key is rev; `topic` and `data` are a webhook's type and data, NULL when only rev moves.
CREATE TABLE changes (
  rev   INTEGER PRIMARY KEY AUTOINCREMENT,
  at    TEXT NOT NULL,
  topic TEXT,
  data  TEXT NOT NULL,
  who   TEXT
) STRICT;

-- How far each outlet has read.
CREATE TABLE cursors (
  outlet TEXT PRIMARY KEY,
  rev    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When each job runs next, so that a restart neither skips nor repeats it.
CREATE TABLE jobs (
  name    TEXT PRIMARY KEY,
  next_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
