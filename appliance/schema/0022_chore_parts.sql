-- chores: several parts of the day for one chore, each with a tick of its own.

-- A JSON array: two or three parts, or none. The slot of a completion, of a waiting tick, of a rejection, of a done step and of what
-- was let go is then the part, or the member and the part with a slash between them, where each member has a copy.
ALTER TABLE chores ADD COLUMN day_parts TEXT NOT NULL DEFAULT '[]';
ALTER TABLE chore_schedules ADD COLUMN day_parts TEXT NOT NULL DEFAULT '[]';

DROP TRIGGER member_leaves_waiting_ticks;
CREATE TRIGGER member_leaves_waiting_ticks BEFORE DELETE ON members
BEGIN
  DELETE FROM waiting_ticks WHERE slot = OLD.id OR substr(slot, 1, length(OLD.id) + 1) = OLD.id || '/';
  DELETE FROM rejections WHERE slot = OLD.id OR substr(slot, 1, length(OLD.id) + 1) = OLD.id || '/';
END;
