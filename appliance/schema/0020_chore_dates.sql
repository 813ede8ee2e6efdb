-- chores: chore_exceptions, chore_schedules; turns that last.

-- A date on which a chore is not due though its rule says so: left out, or moved to another date. `date` is the one of the rule.
-- A date can be moved and then be `skipped`. `slot` as in chore_completions.
CREATE TABLE chore_exceptions (
  chore_id    TEXT NOT NULL REFERENCES chores (id) ON DELETE CASCADE,
  date        TEXT NOT NULL,
  slot        TEXT NOT NULL DEFAULT '',
  moved_to    TEXT,
  skipped     INTEGER NOT NULL,
  passes_turn INTEGER NOT NULL,
  PRIMARY KEY (chore_id, date, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX chore_exceptions_date ON chore_exceptions (date);
CREATE INDEX chore_exceptions_moved ON chore_exceptions (moved_to) WHERE moved_to IS NOT NULL;

-- When a chore was due, and whose it was, through a date on or after which it was changed. The row with the first `through` that
-- is not before a date says what was due then; without one the chore itself does. Columns as in chores.
CREATE TABLE chore_schedules (
  chore_id           TEXT NOT NULL REFERENCES chores (id) ON DELETE CASCADE,
  through            TEXT NOT NULL,
  member_id          TEXT REFERENCES members (id) ON DELETE SET NULL,
  member_ids         TEXT NOT NULL,
  share              TEXT,
  rrule              TEXT,
  after_days         INTEGER,
  season_from        TEXT,
  season_until       TEXT,
  due_date           TEXT,
  moves_for_holidays INTEGER NOT NULL,
  active             INTEGER NOT NULL,
  PRIMARY KEY (chore_id, through)
) STRICT, WITHOUT ROWID;
CREATE INDEX chore_schedules_through ON chore_schedules (through);
CREATE INDEX chore_schedules_member ON chore_schedules (member_id) WHERE member_id IS NOT NULL;

-- A turn lasts for one due date, a day, a week that begins on `turn_weekday` (0 is Sunday), a month, or `turn_times` times.
-- A chore that `moves_for_holidays` is due a day later in a week with a holiday, from the holiday on.
ALTER TABLE chores ADD COLUMN turn_every TEXT NOT NULL DEFAULT 'due' CHECK (turn_every IN ('due', 'day', 'week', 'month', 'times'));
ALTER TABLE chores ADD COLUMN turn_times INTEGER NOT NULL DEFAULT 2;
ALTER TABLE chores ADD COLUMN turn_weekday INTEGER NOT NULL DEFAULT 1;
ALTER TABLE chores ADD COLUMN moves_for_holidays INTEGER NOT NULL DEFAULT 0;

-- Of a turn that lasts: the last decided date of `next_member`, and how often they have had it. NULL before the first.
ALTER TABLE chore_rotations ADD COLUMN last_day TEXT;
ALTER TABLE chore_rotations ADD COLUMN used INTEGER NOT NULL DEFAULT 0;

-- What was shared with a member that is deleted was shared by the others.
CREATE TRIGGER member_leaves_schedules BEFORE DELETE ON members
BEGIN
  UPDATE chore_schedules SET member_ids = (
      SELECT coalesce(json_group_array(value), '[]')
      FROM (SELECT value FROM json_each(chore_schedules.member_ids) WHERE value <> OLD.id ORDER BY key)
    ) WHERE EXISTS (SELECT 1 FROM json_each(chore_schedules.member_ids) WHERE value = OLD.id);
  UPDATE chore_schedules SET share = NULL WHERE share IS NOT NULL AND member_ids = '[]';
END;

INSERT INTO table_sizes (name, entries, bytes) VALUES ('chore_exceptions', 0, 0), ('chore_schedules', 0, 0);
CREATE TRIGGER chore_exceptions_size_added AFTER INSERT ON chore_exceptions
BEGIN
  UPDATE table_sizes SET entries = entries + 1 WHERE name = 'chore_exceptions';
END;
CREATE TRIGGER chore_exceptions_size_removed AFTER DELETE ON chore_exceptions
BEGIN
  UPDATE table_sizes SET entries = entries - 1 WHERE name = 'chore_exceptions';
END;
CREATE TRIGGER chore_schedules_size_added AFTER INSERT ON chore_schedules
BEGIN
  UPDATE table_sizes SET entries = entries + 1 WHERE name = 'chore_schedules';
END;
CREATE TRIGGER chore_schedules_size_removed AFTER DELETE ON chore_schedules
BEGIN
  UPDATE table_sizes SET entries = entries - 1 WHERE name = 'chore_schedules';
END;
