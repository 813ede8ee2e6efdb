-- chores: chores, chore_completions, chore_earnings, chore_rotations, chore_turns, away, chore_step_ticks, waiting_ticks, rejections.

-- `created_at` is the anchor of a rule without a due date, read as a day in the household's zone. After `last_due` the chore is
-- not due, in whatever time zone ('9999' when no end is known).
-- A chore for several members is done by each of them, by any one, or in turn: `share`. `member_ids` is a JSON array, empty
-- exactly when `share` is NULL; `member_id` is the member when there is only one.
-- `due_by`, HH:MM, is when it becomes late. `after_days` after its last completion it is due again; it is set only without a
-- rule. `steps` is a JSON array of the steps of a routine. `needs_approval` NULL follows the member that a completion is
-- credited to.
CREATE TABLE chores (
  id             TEXT PRIMARY KEY,
  title          TEXT NOT NULL,
  emoji          TEXT,
  member_id      TEXT REFERENCES members (id) ON DELETE SET NULL,
  member_ids     TEXT NOT NULL DEFAULT '[]',
  share          TEXT CHECK (share IN ('each', 'anyone', 'turn')),
  turn_by        TEXT NOT NULL DEFAULT 'due' CHECK (turn_by IN ('due', 'completion')),
  points         INTEGER NOT NULL,
  rrule          TEXT,
  after_days     INTEGER,
  season_from    TEXT,
  season_until   TEXT,
  due_date       TEXT,
  due_time       TEXT,
  due_by         TEXT,
  day_part       TEXT CHECK (day_part IN ('morning', 'afternoon', 'evening')),
  last_due       TEXT NOT NULL DEFAULT '9999',
  steps          TEXT NOT NULL DEFAULT '[]',
  needs_approval INTEGER,
  active         INTEGER NOT NULL,
  sort           REAL NOT NULL,
  list_id        TEXT REFERENCES lists (id) ON DELETE SET NULL,
  created_at     TEXT NOT NULL
) STRICT;
CREATE INDEX chores_member ON chores (member_id);
CREATE INDEX chores_list ON chores (list_id) WHERE list_id IS NOT NULL;
CREATE INDEX chores_shared ON chores (share) WHERE share IS NOT NULL;
-- Find the chores of a day without reading every one-off chore of the past.
CREATE INDEX chores_repeating ON chores (active, last_due) WHERE rrule IS NOT NULL;
CREATE INDEX chores_after ON chores (active) WHERE after_days IS NOT NULL;
CREATE INDEX chores_once ON chores (due_date) WHERE rrule IS NULL;
CREATE INDEX chores_due_by ON chores (due_by) WHERE due_by IS NOT NULL;

-- One completion: a chore done for a date. `points` is what it earned, fixed at that moment.
-- `slot` is the member whose copy was done, of a chore that each of several members does; '' for every other chore. It keeps
-- the id of a member that was deleted.
-- No index on member_id alone: only deleting a member needs it, and that may read the whole table.
CREATE TABLE chore_completions (
  id           TEXT NOT NULL,
  chore_id     TEXT NOT NULL REFERENCES chores (id) ON DELETE CASCADE,
  date         TEXT NOT NULL,
  slot         TEXT NOT NULL DEFAULT '',
  member_id    TEXT REFERENCES members (id) ON DELETE SET NULL,
  completed_at TEXT NOT NULL,
  points       INTEGER NOT NULL,
  PRIMARY KEY (chore_id, date, slot)
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

-- How far the turns of a chore are decided. `next_member` has the turn on the first due date after `through`. The current order
-- of members applies from `since` on; `first_member` began it.
CREATE TABLE chore_rotations (
  chore_id     TEXT PRIMARY KEY REFERENCES chores (id) ON DELETE CASCADE,
  since        TEXT NOT NULL,
  first_member TEXT NOT NULL,
  through      TEXT NOT NULL,
  next_member  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Up to `through`: whose turn it was, and who had taken it over. After it: who takes a turn over, with `scheduled_id` NULL.
CREATE TABLE chore_turns (
  chore_id     TEXT NOT NULL REFERENCES chores (id) ON DELETE CASCADE,
  date         TEXT NOT NULL,
  scheduled_id TEXT REFERENCES members (id) ON DELETE SET NULL,
  member_id    TEXT REFERENCES members (id) ON DELETE SET NULL,
  PRIMARY KEY (chore_id, date)
) STRICT, WITHOUT ROWID;
CREATE INDEX chore_turns_date ON chore_turns (date);

-- Days on which a member is away, or the whole household where `member_id` is NULL. Both days are included.
CREATE TABLE away (
  id         TEXT PRIMARY KEY,
  member_id  TEXT REFERENCES members (id) ON DELETE CASCADE,
  first_day  TEXT NOT NULL,
  last_day   TEXT NOT NULL CHECK (last_day >= first_day),
  note       TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX away_last_day ON away (last_day, first_day);
CREATE INDEX away_member ON away (member_id);

-- The steps that are done of a routine that is not completed. Completing it deletes them, so that the table stays small.
CREATE TABLE chore_step_ticks (
  chore_id TEXT NOT NULL REFERENCES chores (id) ON DELETE CASCADE,
  date     TEXT NOT NULL,
  slot     TEXT NOT NULL DEFAULT '',
  step_id  TEXT NOT NULL,
  PRIMARY KEY (chore_id, date, slot, step_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX chore_step_ticks_date ON chore_step_ticks (date);

-- A tick that waits for a parent's yes, and counts for nothing until then. It becomes a completion with the same values
-- when a parent approves it; `points` are those of the moment of the tick.
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

-- A member that is deleted leaves the shared chores, and the turn goes to the next in the order. Without any member left such
-- a chore is for Anyone.
CREATE TRIGGER member_leaves_chores BEFORE DELETE ON members
BEGIN
  UPDATE chore_rotations SET
      next_member = CASE next_member WHEN OLD.id THEN follower ELSE next_member END,
      first_member = CASE first_member WHEN OLD.id THEN follower ELSE first_member END
    FROM (
      SELECT chores.id AS chore, coalesce((
          SELECT other.value FROM json_each(member_ids) AS other WHERE other.value <> OLD.id
          ORDER BY other.key < own.key, other.key LIMIT 1
        ), '') AS follower
      FROM chores, json_each(member_ids) AS own WHERE share = 'turn' AND own.value = OLD.id
    ) WHERE chore_id = chore;
  UPDATE chores SET member_ids = (
      SELECT coalesce(json_group_array(value), '[]')
      FROM (SELECT value FROM json_each(chores.member_ids) WHERE value <> OLD.id ORDER BY key)
    ) WHERE share IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(chores.member_ids) WHERE value = OLD.id);
  UPDATE chores SET member_id = json_extract(member_ids, '$[0]')
    WHERE share IS NOT NULL AND json_array_length(member_ids) = 1;
  UPDATE OR IGNORE chore_completions SET slot = ''
    WHERE chore_id IN (SELECT id FROM chores WHERE share = 'each' AND member_ids = '[]');
  DELETE FROM chore_rotations WHERE chore_id IN (SELECT id FROM chores WHERE share = 'turn' AND member_ids = '[]');
  UPDATE chores SET share = NULL WHERE share IS NOT NULL AND member_ids = '[]';
END;

-- The copy of a member that is deleted is nobody's: nothing is left to approve.
CREATE TRIGGER member_leaves_waiting_ticks BEFORE DELETE ON members
BEGIN
  DELETE FROM waiting_ticks WHERE slot = OLD.id;
  DELETE FROM rejections WHERE slot = OLD.id;
END;

-- Sizes of the tables. `[]`, no steps, counts for nothing; completions and ticks have no text of their own.
INSERT INTO table_sizes (name, entries, bytes)
  VALUES ('chores', 0, 0), ('chore_completions', 0, 0), ('chore_step_ticks', 0, 0), ('waiting_ticks', 0, 0);

CREATE TRIGGER chores_size_added AFTER INSERT ON chores
BEGIN
  UPDATE table_sizes SET entries = entries + 1,
      bytes = bytes + octet_length(concat(NEW.title, NEW.rrule, NEW.due_time, NEW.steps)) - 2
    WHERE name = 'chores';
END;
CREATE TRIGGER chores_size_removed AFTER DELETE ON chores
BEGIN
  UPDATE table_sizes SET entries = entries - 1,
      bytes = bytes - octet_length(concat(OLD.title, OLD.rrule, OLD.due_time, OLD.steps)) + 2
    WHERE name = 'chores';
END;
CREATE TRIGGER chores_size_changed AFTER UPDATE OF title, rrule, due_time, steps ON chores
  WHEN (NEW.title, NEW.rrule, NEW.due_time, NEW.steps) IS NOT (OLD.title, OLD.rrule, OLD.due_time, OLD.steps)
BEGIN
  UPDATE table_sizes SET bytes = bytes + octet_length(concat(NEW.title, NEW.rrule, NEW.due_time, NEW.steps))
      - octet_length(concat(OLD.title, OLD.rrule, OLD.due_time, OLD.steps))
    WHERE name = 'chores';
END;

CREATE TRIGGER chore_completions_size_added AFTER INSERT ON chore_completions
BEGIN
  UPDATE table_sizes SET entries = entries + 1 WHERE name = 'chore_completions';
END;
CREATE TRIGGER chore_completions_size_removed AFTER DELETE ON chore_completions
BEGIN
  UPDATE table_sizes SET entries = entries - 1 WHERE name = 'chore_completions';
END;

CREATE TRIGGER chore_step_ticks_size_added AFTER INSERT ON chore_step_ticks
BEGIN
  UPDATE table_sizes SET entries = entries + 1 WHERE name = 'chore_step_ticks';
END;
CREATE TRIGGER chore_step_ticks_size_removed AFTER DELETE ON chore_step_ticks
BEGIN
  UPDATE table_sizes SET entries = entries - 1 WHERE name = 'chore_step_ticks';
END;

CREATE TRIGGER waiting_ticks_size_added AFTER INSERT ON waiting_ticks
BEGIN
  UPDATE table_sizes SET entries = entries + 1 WHERE name = 'waiting_ticks';
END;
CREATE TRIGGER waiting_ticks_size_removed AFTER DELETE ON waiting_ticks
BEGIN
  UPDATE table_sizes SET entries = entries - 1 WHERE name = 'waiting_ticks';
END;
