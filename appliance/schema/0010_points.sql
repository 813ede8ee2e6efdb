-- points: point_entries, ledger_sums.

-- The ledger: points spent (negative) or given beside chores (positive). Points earned by chores are not copied here.
-- `note` says why points were given or taken; entries of other reasons have none.
CREATE TABLE point_entries (
  id        TEXT PRIMARY KEY,
  member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  amount    INTEGER NOT NULL,
  reason    TEXT NOT NULL,
  ref       TEXT,
  note      TEXT,
  at        TEXT NOT NULL
) STRICT;
CREATE INDEX point_entries_member ON point_entries (member_id, at);
CREATE INDEX point_entries_awards ON point_entries (at) WHERE reason = 'bonus';
-- An import looks for the entries of the chores that it brings back.
CREATE INDEX point_entries_of_chores ON point_entries (ref) WHERE reason = 'chore_deleted';

-- Of each member's ledger: what was given beside chores, and what was spent, both positive, so that a balance costs the same
-- after ten years as after one. Only the three triggers below write it.
CREATE TABLE ledger_sums (
  member_id TEXT PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
  received  INTEGER NOT NULL,
  spent     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER point_entry_added AFTER INSERT ON point_entries
BEGIN
  INSERT INTO ledger_sums (member_id, received, spent)
    VALUES (NEW.member_id, max(NEW.amount, 0), max(-NEW.amount, 0))
    ON CONFLICT (member_id) DO UPDATE SET received = received + excluded.received, spent = spent + excluded.spent;
END;

CREATE TRIGGER point_entry_removed AFTER DELETE ON point_entries
BEGIN
  UPDATE ledger_sums SET received = received - max(OLD.amount, 0), spent = spent - max(-OLD.amount, 0)
    WHERE member_id = OLD.member_id;
END;

CREATE TRIGGER point_entry_changed AFTER UPDATE OF member_id, amount ON point_entries
BEGIN
  UPDATE ledger_sums SET received = received - max(OLD.amount, 0), spent = spent - max(-OLD.amount, 0)
    WHERE member_id = OLD.member_id;
  INSERT INTO ledger_sums (member_id, received, spent)
    VALUES (NEW.member_id, max(NEW.amount, 0), max(-NEW.amount, 0))
    ON CONFLICT (member_id) DO UPDATE SET received = received + excluded.received, spent = spent + excluded.spent;
END;

INSERT INTO table_sizes (name, entries, bytes) VALUES ('point_entries', 0, 0);
CREATE TRIGGER point_entries_size_added AFTER INSERT ON point_entries
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes + octet_length(concat(NEW.reason, NEW.ref, NEW.note))
    WHERE name = 'point_entries';
END;
CREATE TRIGGER point_entries_size_removed AFTER DELETE ON point_entries
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes - octet_length(concat(OLD.reason, OLD.ref, OLD.note))
    WHERE name = 'point_entries';
END;
CREATE TRIGGER point_entries_size_changed AFTER UPDATE OF reason, ref, note ON point_entries
  WHEN (NEW.reason, NEW.ref, NEW.note) IS NOT (OLD.reason, OLD.ref, OLD.note)
BEGIN
  UPDATE table_sizes SET bytes = bytes + octet_length(concat(NEW.reason, NEW.ref, NEW.note))
      - octet_length(concat(OLD.reason, OLD.ref, OLD.note))
    WHERE name = 'point_entries';
END;
