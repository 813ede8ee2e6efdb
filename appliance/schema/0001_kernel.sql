-- kernel: changes, cursors, jobs.

-- The change log. Its key is rev; `topic` and `data` are a webhook's type and data, NULL for a change that only raises rev.
CREATE TABLE changes (
  rev   INTEGER PRIMARY KEY AUTOINCREMENT,
  at    TEXT NOT NULL,
  topic TEXT,
  data  TEXT NOT NULL,
  who   TEXT
) STRICT;

-- The last change that each consumer has read.
CREATE TABLE cursors (
  outlet TEXT PRIMARY KEY,
  rev    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When each job runs next, so that a restart neither skips nor repeats it.
CREATE TABLE jobs (
  name    TEXT PRIMARY KEY,
  next_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
