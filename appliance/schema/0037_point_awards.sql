-- points: notes of awards.

-- Why points were given or taken. Entries of other reasons have none.
ALTER TABLE point_entries ADD COLUMN note TEXT;
CREATE INDEX point_entries_awards ON point_entries (at) WHERE reason = 'bonus';

INSERT INTO table_sizes (name, entries, bytes)
  SELECT 'point_entries', count(*), coalesce(sum(length(CAST(reason || coalesce(ref, '') AS BLOB))), 0)
  FROM point_entries;
CREATE TRIGGER point_entries_size_added AFTER INSERT ON point_entries
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes +
    length(CAST(NEW.reason || coalesce(NEW.ref, '') || coalesce(NEW.note, '') AS BLOB))
    WHERE name = 'point_entries';
END;
CREATE TRIGGER point_entries_size_removed AFTER DELETE ON point_entries
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes -
    length(CAST(OLD.reason || coalesce(OLD.ref, '') || coalesce(OLD.note, '') AS BLOB))
    WHERE name = 'point_entries';
END;
CREATE TRIGGER point_entries_size_changed AFTER UPDATE OF reason, ref, note ON point_entries
  WHEN NEW.reason IS NOT OLD.reason OR NEW.ref IS NOT OLD.ref OR NEW.note IS NOT OLD.note
BEGIN
  UPDATE table_sizes SET bytes = bytes +
    length(CAST(NEW.reason || coalesce(NEW.ref, '') || coalesce(NEW.note, '') AS BLOB)) -
    length(CAST(OLD.reason || coalesce(OLD.ref, '') || coalesce(OLD.note, '') AS BLOB))
    WHERE name = 'point_entries';
END;
