-- chores: shared chores. A chore for several members is done by each of them, by any one, or in turn; completions have a slot.

-- `member_ids` is a JSON array, empty exactly when `share` is NULL. `member_id` is the member when there is only one.
ALTER TABLE chores ADD COLUMN member_ids TEXT NOT NULL DEFAULT '[]';
ALTER TABLE chores ADD COLUMN share TEXT CHECK (share IN ('each', 'anyone', 'turn'));
ALTER TABLE chores ADD COLUMN turn_by TEXT NOT NULL DEFAULT 'due' CHECK (turn_by IN ('due', 'completion'));

-- `slot` is the member whose copy was done, of a chore that each of several members does; '' for every other chore. It keeps
-- the id of a member that was deleted.
CREATE TABLE chore_completions_with_slot (
  id           TEXT NOT NULL,
  chore_id     TEXT NOT NULL REFERENCES chores (id) ON DELETE CASCADE,
  date         TEXT NOT NULL,
  slot         TEXT NOT NULL DEFAULT '',
  member_id    TEXT REFERENCES members (id) ON DELETE SET NULL,
  completed_at TEXT NOT NULL,
  points       INTEGER NOT NULL,
  PRIMARY KEY (chore_id, date, slot)
) STRICT, WITHOUT ROWID;
INSERT INTO chore_completions_with_slot (id, chore_id, date, member_id, completed_at, points)
  SELECT id, chore_id, date, member_id, completed_at, points FROM chore_completions ORDER BY chore_id, date;
DROP TABLE chore_completions;
ALTER TABLE chore_completions_with_slot RENAME TO chore_completions;
CREATE INDEX chore_completions_date ON chore_completions (date, member_id, points);

-- As before: the sums of points, and the number of rows.
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
CREATE TRIGGER chore_completions_size_added AFTER INSERT ON chore_completions
BEGIN
  UPDATE table_sizes SET entries = entries + 1 WHERE name = 'chore_completions';
END;
CREATE TRIGGER chore_completions_size_removed AFTER DELETE ON chore_completions
BEGIN
  UPDATE table_sizes SET entries = entries - 1 WHERE name = 'chore_completions';
END;

-- A member that is deleted leaves the shared chores; without any member left such a chore is for Anyone.
CREATE TRIGGER member_leaves_chores BEFORE DELETE ON members
BEGIN
  UPDATE chores SET member_ids = (
      SELECT coalesce(json_group_array(value), '[]')
      FROM (SELECT value FROM json_each(chores.member_ids) WHERE value <> OLD.id ORDER BY key)
    ) WHERE share IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(chores.member_ids) WHERE value = OLD.id);
  UPDATE chores SET member_id = json_extract(member_ids, '$[0]')
    WHERE share IS NOT NULL AND json_array_length(member_ids) = 1;
  UPDATE OR IGNORE chore_completions SET slot = ''
    WHERE chore_id IN (SELECT id FROM chores WHERE share = 'each' AND member_ids = '[]');
  UPDATE chores SET share = NULL WHERE share IS NOT NULL AND member_ids = '[]';
END;
