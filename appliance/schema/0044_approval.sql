-- chores: approval. A tick that needs a parent's yes waits beside the completions, and counts for nothing until then.

-- NULL follows the member that a completion is credited to.
ALTER TABLE chores ADD COLUMN needs_approval INTEGER;
ALTER TABLE members ADD COLUMN needs_approval INTEGER NOT NULL DEFAULT 0;

-- A tick that waits. It becomes a completion with the same values when a parent approves it; `points` are those of the
-- moment of the tick.
CREATE TABLE waiting_ticks (
  id           TEXT NOT NULL,
  chore_id     TEXT NOT NULL REFERENCES chores (id) ON DELETE CASCADE,
  date         TEXT NOT NULL,
  slot         TEXT NOT NULL DEFAULT '',
  member_id    TEXT REFERENCES members (id) ON DELETE SET NULL,
  completed_at TEXT NOT NULL,
  points       INTEGER NOT NULL,
  PRIMARY KEY (chore_id, date, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_ticks_date ON waiting_ticks (date);

-- The last answer of a parent who sent a tick back; it goes when the chore is ticked again.
CREATE TABLE rejections (
  chore_id TEXT NOT NULL REFERENCES chores (id) ON DELETE CASCADE,
  date     TEXT NOT NULL,
  slot     TEXT NOT NULL DEFAULT '',
  by       TEXT NOT NULL,
  note     TEXT,
  at       TEXT NOT NULL,
  PRIMARY KEY (chore_id, date, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX rejections_date ON rejections (date);

-- A completion answers what waits, and a tick what was sent back.
CREATE TRIGGER completion_answers AFTER INSERT ON chore_completions
BEGIN
  DELETE FROM waiting_ticks WHERE chore_id = NEW.chore_id AND date = NEW.date AND slot = NEW.slot;
  DELETE FROM rejections WHERE chore_id = NEW.chore_id AND date = NEW.date AND slot = NEW.slot;
END;
CREATE TRIGGER tick_waits AFTER INSERT ON waiting_ticks
BEGIN
  DELETE FROM rejections WHERE chore_id = NEW.chore_id AND date = NEW.date AND slot = NEW.slot;
END;

-- The copy of a member that is deleted is nobody's: nothing is left to approve.
CREATE TRIGGER member_leaves_waiting_ticks BEFORE DELETE ON members
BEGIN
  DELETE FROM waiting_ticks WHERE slot = OLD.id;
  DELETE FROM rejections WHERE slot = OLD.id;
END;

INSERT INTO table_sizes (name, entries, bytes) VALUES ('waiting_ticks', 0, 0);
CREATE TRIGGER waiting_ticks_size_added AFTER INSERT ON waiting_ticks
BEGIN
  UPDATE table_sizes SET entries = entries + 1 WHERE name = 'waiting_ticks';
END;
CREATE TRIGGER waiting_ticks_size_removed AFTER DELETE ON waiting_ticks
BEGIN
  UPDATE table_sizes SET entries = entries - 1 WHERE name = 'waiting_ticks';
END;

-- A completion answers more than nothing now: a repeated request of before is made again.
DELETE FROM idempotent_requests WHERE answer = CAST('null' AS BLOB);
