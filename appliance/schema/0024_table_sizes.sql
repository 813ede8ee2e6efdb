-- kernel: table_sizes.

-- Number of rows and bytes of text of the tables that a display key can fill, kept by the triggers below. A write that
-- would take a table over its budget fails, and the check costs the same however large the table is.
CREATE TABLE table_sizes (
  name    TEXT PRIMARY KEY,
  entries INTEGER NOT NULL,
  bytes   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO table_sizes (name, entries, bytes)
  SELECT 'lists', count(*), coalesce(sum(length(CAST(name || coalesce(emoji, '') || coalesce(color, '') AS BLOB))), 0)
  FROM lists;
CREATE TRIGGER lists_size_added AFTER INSERT ON lists
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes +
    length(CAST(NEW.name || coalesce(NEW.emoji, '') || coalesce(NEW.color, '') AS BLOB))
    WHERE name = 'lists';
END;
CREATE TRIGGER lists_size_removed AFTER DELETE ON lists
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes -
    length(CAST(OLD.name || coalesce(OLD.emoji, '') || coalesce(OLD.color, '') AS BLOB))
    WHERE name = 'lists';
END;
CREATE TRIGGER lists_size_changed AFTER UPDATE OF name, emoji, color ON lists
  WHEN NEW.name IS NOT OLD.name OR NEW.emoji IS NOT OLD.emoji OR NEW.color IS NOT OLD.color
BEGIN
  UPDATE table_sizes SET bytes = bytes +
    length(CAST(NEW.name || coalesce(NEW.emoji, '') || coalesce(NEW.color, '') AS BLOB)) -
    length(CAST(OLD.name || coalesce(OLD.emoji, '') || coalesce(OLD.color, '') AS BLOB))
    WHERE name = 'lists';
END;

INSERT INTO table_sizes (name, entries, bytes)
  SELECT 'list_groups', count(*), coalesce(sum(length(CAST(name AS BLOB))), 0)
  FROM list_groups;
CREATE TRIGGER list_groups_size_added AFTER INSERT ON list_groups
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes +
    length(CAST(NEW.name AS BLOB))
    WHERE name = 'list_groups';
END;
CREATE TRIGGER list_groups_size_removed AFTER DELETE ON list_groups
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes -
    length(CAST(OLD.name AS BLOB))
    WHERE name = 'list_groups';
END;
CREATE TRIGGER list_groups_size_changed AFTER UPDATE OF name ON list_groups
  WHEN NEW.name IS NOT OLD.name
BEGIN
  UPDATE table_sizes SET bytes = bytes +
    length(CAST(NEW.name AS BLOB)) -
    length(CAST(OLD.name AS BLOB))
    WHERE name = 'list_groups';
END;

INSERT INTO table_sizes (name, entries, bytes)
  SELECT 'items', count(*), coalesce(sum(length(CAST(title || coalesce(notes, '') || coalesce(quantity, '') || coalesce(store, '') || coalesce(category, '') AS BLOB))), 0)
  FROM items;
CREATE TRIGGER items_size_added AFTER INSERT ON items
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes +
    length(CAST(NEW.title || coalesce(NEW.notes, '') || coalesce(NEW.quantity, '') || coalesce(NEW.store, '') || coalesce(NEW.category, '') AS BLOB))
    WHERE name = 'items';
END;
CREATE TRIGGER items_size_removed AFTER DELETE ON items
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes -
    length(CAST(OLD.title || coalesce(OLD.notes, '') || coalesce(OLD.quantity, '') || coalesce(OLD.store, '') || coalesce(OLD.category, '') AS BLOB))
    WHERE name = 'items';
END;
CREATE TRIGGER items_size_changed AFTER UPDATE OF title, notes, quantity, store, category ON items
  WHEN NEW.title IS NOT OLD.title OR NEW.notes IS NOT OLD.notes OR NEW.quantity IS NOT OLD.quantity OR NEW.store IS NOT OLD.store OR NEW.category IS NOT OLD.category
BEGIN
  UPDATE table_sizes SET bytes = bytes +
    length(CAST(NEW.title || coalesce(NEW.notes, '') || coalesce(NEW.quantity, '') || coalesce(NEW.store, '') || coalesce(NEW.category, '') AS BLOB)) -
    length(CAST(OLD.title || coalesce(OLD.notes, '') || coalesce(OLD.quantity, '') || coalesce(OLD.store, '') || coalesce(OLD.category, '') AS BLOB))
    WHERE name = 'items';
END;

INSERT INTO table_sizes (name, entries, bytes)
  SELECT 'steps', count(*), coalesce(sum(length(CAST(title AS BLOB))), 0)
  FROM steps;
CREATE TRIGGER steps_size_added AFTER INSERT ON steps
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes +
    length(CAST(NEW.title AS BLOB))
    WHERE name = 'steps';
END;
CREATE TRIGGER steps_size_removed AFTER DELETE ON steps
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes -
    length(CAST(OLD.title AS BLOB))
    WHERE name = 'steps';
END;
CREATE TRIGGER steps_size_changed AFTER UPDATE OF title ON steps
  WHEN NEW.title IS NOT OLD.title
BEGIN
  UPDATE table_sizes SET bytes = bytes +
    length(CAST(NEW.title AS BLOB)) -
    length(CAST(OLD.title AS BLOB))
    WHERE name = 'steps';
END;

INSERT INTO table_sizes (name, entries, bytes)
  SELECT 'notes', count(*), coalesce(sum(length(CAST(body AS BLOB))), 0)
  FROM notes;
CREATE TRIGGER notes_size_added AFTER INSERT ON notes
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes +
    length(CAST(NEW.body AS BLOB))
    WHERE name = 'notes';
END;
CREATE TRIGGER notes_size_removed AFTER DELETE ON notes
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes -
    length(CAST(OLD.body AS BLOB))
    WHERE name = 'notes';
END;
CREATE TRIGGER notes_size_changed AFTER UPDATE OF body ON notes
  WHEN NEW.body IS NOT OLD.body
BEGIN
  UPDATE table_sizes SET bytes = bytes +
    length(CAST(NEW.body AS BLOB)) -
    length(CAST(OLD.body AS BLOB))
    WHERE name = 'notes';
END;

INSERT INTO table_sizes (name, entries, bytes)
  SELECT 'chores', count(*), coalesce(sum(length(CAST(title || coalesce(rrule, '') || coalesce(due_time, '') AS BLOB))), 0)
  FROM chores;
CREATE TRIGGER chores_size_added AFTER INSERT ON chores
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes +
    length(CAST(NEW.title || coalesce(NEW.rrule, '') || coalesce(NEW.due_time, '') AS BLOB))
    WHERE name = 'chores';
END;
CREATE TRIGGER chores_size_removed AFTER DELETE ON chores
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes -
    length(CAST(OLD.title || coalesce(OLD.rrule, '') || coalesce(OLD.due_time, '') AS BLOB))
    WHERE name = 'chores';
END;
CREATE TRIGGER chores_size_changed AFTER UPDATE OF title, rrule, due_time ON chores
  WHEN NEW.title IS NOT OLD.title OR NEW.rrule IS NOT OLD.rrule OR NEW.due_time IS NOT OLD.due_time
BEGIN
  UPDATE table_sizes SET bytes = bytes +
    length(CAST(NEW.title || coalesce(NEW.rrule, '') || coalesce(NEW.due_time, '') AS BLOB)) -
    length(CAST(OLD.title || coalesce(OLD.rrule, '') || coalesce(OLD.due_time, '') AS BLOB))
    WHERE name = 'chores';
END;

-- A completion has no text of its own.
INSERT INTO table_sizes (name, entries, bytes) SELECT 'chore_completions', count(*), 0 FROM chore_completions;
CREATE TRIGGER chore_completions_size_added AFTER INSERT ON chore_completions
BEGIN
  UPDATE table_sizes SET entries = entries + 1 WHERE name = 'chore_completions';
END;
CREATE TRIGGER chore_completions_size_removed AFTER DELETE ON chore_completions
BEGIN
  UPDATE table_sizes SET entries = entries - 1 WHERE name = 'chore_completions';
END;
