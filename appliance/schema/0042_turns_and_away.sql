-- chores: turns of rotating chores, and the days on which members are away.

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

CREATE INDEX chores_shared ON chores (share) WHERE share IS NOT NULL;

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

-- A member that is deleted leaves the shared chores, and the turn goes to the next in the order. Without any member left such
-- a chore is for Anyone.
DROP TRIGGER member_leaves_chores;
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
