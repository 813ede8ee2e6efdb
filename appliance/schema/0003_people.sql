-- people: members.

CREATE TABLE members (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  color      TEXT NOT NULL,
  avatar     TEXT,
  birthday   TEXT,
  sort       REAL NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
