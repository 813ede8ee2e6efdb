-- chores: chores, chore_completions, chore_earnings.

-- `created_at` is the anchor of a rule without a due date, read as a day in the household's zone.
CREATE TABLE chores (
  id         TEXT PRIMARY KEY,
  title      TEXT NOT NULL,
  emoji      TEXT,
  member_id  TEXT REFERENCES members (id) ON DELETE SET NULL,
  points     INTEGER NOT NULL,
  rrule      TEXT,
  due_date   TEXT,
  due_time   TEXT,
  active     INTEGER NOT NULL,
  sort       REAL NOT NULL,
  list_id    TEXT REFERENCES lists (id) ON DELETE SET NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX chores_member ON chores (member_id);
CREATE INDEX chores_list ON chores (list_id) WHERE list_id IS NOT NULL;
-- Finds the chores of a day without reading every one-off chore of the past.
CREATE INDEX chores_repeating ON chores (active) WHERE rrule IS NOT NULL;
CREATE INDEX chores_once ON chores (due_date) WHERE rrule IS NULL;

-- One completion: a chore done for a date. `points` is what it earned, fixed at that moment.
-- No index on member_id alone: only deleting a member needs it, and that may read the whole table.
CREATE TABLE chore_completions (
  id           TEXT NOT NULL,
  chore_id     TEXT NOT NULL REFERENCES chores (id) ON DELETE CASCADE,
  date         TEXT NOT NULL,
  member_id    TEXT REFERENCES members (id) ON DELETE SET NULL,
  completed_at TEXT NOT NULL,
  points       INTEGER NOT NULL,
  PRIMARY KEY (chore_id, date)
) STRICT, WITHOUT ROWID;
CREATE INDEX chore_completions_date ON chore_completions (date, member_id, points);

-- The sum of each member's completions, so that a balance costs the same after ten years as after one. Only
-- the three triggers below write it: like an index, it follows from the rows and cannot disagree with them.
CREATE TABLE chore_earnings (
  member_id TEXT PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
  points    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER chore_completed AFTER INSERT ON chore_completions WHEN NEW.member_id IS NOT NULL
BEGIN
  INSERT INTO chore_earnings (member_id, points) VALUES (NEW.member_id, NEW.points)
    ON CONFLICT (member_id) DO UPDATE SET points = points + excluded.points;
END;

CREATE TRIGGER chore_uncompleted AFTER DELETE ON chore_completions WHEN OLD.member_id IS NOT NULL
BEGIN
  UPDATE chore_earnings SET points = points - OLD.points WHERE member_id = OLD.member_id;
END;

CREATE TRIGGER chore_credited AFTER UPDATE OF member_id, points ON chore_completions
BEGIN
  UPDATE chore_earnings SET points = points - OLD.points WHERE member_id = OLD.member_id;
  INSERT INTO chore_earnings (member_id, points) SELECT NEW.member_id, NEW.points WHERE NEW.member_id IS NOT NULL
    ON CONFLICT (member_id) DO UPDATE SET points = points + excluded.points;
END;
