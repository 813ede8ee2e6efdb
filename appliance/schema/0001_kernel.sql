-- The schema of one household: one file for each domain, in the order of the domains. Instants are UTC with milliseconds, dates
-- and times of day are the household's. A released file does not change: a later change is a file with the next number.

-- kernel: changes, cursors, jobs, idempotent_requests, table_sizes.

-- The change log. Its key is rev; `topic` and `data` are a webhook's type and data, NULL for a change that only raises rev.
-- `entries` has the ids of what a change concerns, as JSON; NULL when it may concern any. It is for the server's own use.
CREATE TABLE changes (
  rev     INTEGER PRIMARY KEY AUTOINCREMENT,
  at      TEXT NOT NULL,
  topic   TEXT,
  data    TEXT NOT NULL,
  who     TEXT,
  entries TEXT
) STRICT;

-- The last change that each consumer has read.
CREATE TABLE cursors (
  consumer TEXT PRIMARY KEY,
  rev      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When each job runs next, so that a restart neither skips nor repeats it.
CREATE TABLE jobs (
  name    TEXT PRIMARY KEY,
  next_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Answers of requests that carried an `Idempotency-Key`, kept for a day, so that a repeated request does not act twice.
-- `caller` is the id of the caller's access key. `fingerprint` is the SHA-256 of the action and its arguments.
-- `answer` is the action's result as JSON.
CREATE TABLE idempotent_requests (
  id          INTEGER PRIMARY KEY,
  caller      TEXT NOT NULL,
  key         TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  answer      BLOB NOT NULL,
  at          TEXT NOT NULL,
  UNIQUE (caller, key)
) STRICT;
CREATE INDEX idempotent_requests_at ON idempotent_requests (at);

-- Number of rows and bytes of text of the tables that a display key can fill. A write that would take a table over its
-- budget fails, and the check costs the same however large the table is. Each such table adds its row here, and has
-- triggers named `…_size_added`, `…_size_removed` and, where it has text, `…_size_changed`.
CREATE TABLE table_sizes (
  name    TEXT PRIMARY KEY,
  entries INTEGER NOT NULL,
  bytes   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
