-- points: point_entries.

-- The ledger: points spent (negative) or given beside chores (positive). Points earned by chores are not copied here.
CREATE TABLE point_entries (
  id        TEXT PRIMARY KEY,
  member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  amount    INTEGER NOT NULL,
  reason    TEXT NOT NULL,
  ref       TEXT,
  at        TEXT NOT NULL
) STRICT;
CREATE INDEX point_entries_member ON point_entries (member_id, at);
