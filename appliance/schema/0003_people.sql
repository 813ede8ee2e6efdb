-- people: members.

-- With `needs_approval`, chores that this member did wait for a parent.
CREATE TABLE members (
  id             TEXT PRIMARY KEY,
  name           TEXT NOT NULL,
  color          TEXT NOT NULL,
  avatar         TEXT,
  birthday       TEXT,
  sort           REAL NOT NULL,
  needs_approval INTEGER NOT NULL DEFAULT 0,
  created_at     TEXT NOT NULL
) STRICT;
