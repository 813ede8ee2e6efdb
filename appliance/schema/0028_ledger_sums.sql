-- points: sums of each member's ledger, so that a balance costs the same after ten years as after one.

-- What was given beside chores, and what was spent, both positive. Only the triggers below write it.
CREATE TABLE ledger_sums (
  member_id TEXT PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
  received  INTEGER NOT NULL,
  spent     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO ledger_sums (member_id, received, spent)
  SELECT member_id, sum(max(amount, 0)), sum(max(-amount, 0)) FROM point_entries GROUP BY member_id;

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
