-- search: a chore is found by the titles of its steps too.

DROP TRIGGER chores_search_changed;
DROP VIEW chore_documents;
CREATE VIEW chore_documents AS SELECT
  document,
  CASE WHEN octet_length(title) = length(title) THEN title ELSE replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(title, 'ß', 'ss'), 'ẞ', 'ss'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'đ', 'd'), 'Đ', 'd'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ı', 'i') END AS title
  FROM (
    SELECT
      rowid AS document,
      title || coalesce((SELECT ' ' || group_concat(json_extract(value, '$.title'), ' ') FROM json_each(steps)), '') AS title
    FROM chores
  );

CREATE TRIGGER chores_search_changed AFTER UPDATE OF title, steps ON chores
  WHEN NEW.title IS NOT OLD.title OR NEW.steps IS NOT OLD.steps
BEGIN
  DELETE FROM chore_search WHERE rowid = OLD.rowid;
  INSERT INTO chore_search (rowid, title) SELECT document, title FROM chore_documents WHERE document = NEW.rowid;
END;

DELETE FROM chore_search WHERE rowid IN (SELECT rowid FROM chores WHERE steps <> '[]');
INSERT INTO chore_search (rowid, title)
  SELECT document, title FROM chore_documents WHERE document IN (SELECT rowid FROM chores WHERE steps <> '[]');
