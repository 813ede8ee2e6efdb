-- chores: the part of the day, a time from which a chore is late, days after the last completion, a season, and routines.

ALTER TABLE chores ADD COLUMN day_part TEXT CHECK (day_part IN ('morning', 'afternoon', 'evening'));
-- HH:MM in the household's zone.
ALTER TABLE chores ADD COLUMN due_by TEXT;
-- Set only for a chore without a rule.
ALTER TABLE chores ADD COLUMN after_days INTEGER;
ALTER TABLE chores ADD COLUMN season_from TEXT;
ALTER TABLE chores ADD COLUMN season_until TEXT;
-- A JSON array of the steps of a routine.
ALTER TABLE chores ADD COLUMN steps TEXT NOT NULL DEFAULT '[]';
CREATE INDEX chores_after ON chores (active) WHERE after_days IS NOT NULL;
CREATE INDEX chores_due_by ON chores (due_by) WHERE due_by IS NOT NULL;

DROP TRIGGER chores_size_added;
DROP TRIGGER chores_size_removed;
DROP TRIGGER chores_size_changed;
CREATE TRIGGER chores_size_added AFTER INSERT ON chores
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes +
    length(CAST(NEW.title || coalesce(NEW.rrule, '') || coalesce(NEW.due_time, '') || NEW.steps AS BLOB)) - 2
    WHERE name = 'chores';
END;
CREATE TRIGGER chores_size_removed AFTER DELETE ON chores
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes -
    length(CAST(OLD.title || coalesce(OLD.rrule, '') || coalesce(OLD.due_time, '') || OLD.steps AS BLOB)) + 2
    WHERE name = 'chores';
END;
CREATE TRIGGER chores_size_changed AFTER UPDATE OF title, rrule, due_time, steps ON chores
  WHEN NEW.title IS NOT OLD.title OR NEW.rrule IS NOT OLD.rrule OR NEW.due_time IS NOT OLD.due_time OR NEW.steps IS NOT OLD.steps
BEGIN
  UPDATE table_sizes SET bytes = bytes +
    length(CAST(NEW.title || coalesce(NEW.rrule, '') || coalesce(NEW.due_time, '') || NEW.steps AS BLOB)) -
    length(CAST(OLD.title || coalesce(OLD.rrule, '') || coalesce(OLD.due_time, '') || OLD.steps AS BLOB))
    WHERE name = 'chores';
END;

-- The steps that are done of a routine that is not completed. Completing it deletes them, so that the table stays small.
CREATE TABLE chore_step_ticks (
  chore_id  TEXT NOT NULL REFERENCES chores (id) ON DELETE CASCADE,
  date      TEXT NOT NULL,
  slot      TEXT NOT NULL DEFAULT '',
  step_id   TEXT NOT NULL,
  PRIMARY KEY (chore_id, date, slot, step_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX chore_step_ticks_date ON chore_step_ticks (date);
INSERT INTO table_sizes (name, entries, bytes) VALUES ('chore_step_ticks', 0, 0);
CREATE TRIGGER chore_step_ticks_size_added AFTER INSERT ON chore_step_ticks
BEGIN
  UPDATE table_sizes SET entries = entries + 1 WHERE name = 'chore_step_ticks';
END;
CREATE TRIGGER chore_step_ticks_size_removed AFTER DELETE ON chore_step_ticks
BEGIN
  UPDATE table_sizes SET entries = entries - 1 WHERE name = 'chore_step_ticks';
END;
