-- lists: counts of each list, so that a write costs the same however long a list is; indexes that queries use.

-- How many items, open items and steps a list has. Only the triggers below write it.
CREATE TABLE list_counts (
  list_id    TEXT PRIMARY KEY REFERENCES lists (id) ON DELETE CASCADE,
  items      INTEGER NOT NULL,
  open_items INTEGER NOT NULL,
  steps      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO list_counts (list_id, items, open_items, steps)
  SELECT id,
    (SELECT count(*) FROM items WHERE list_id = lists.id),
    (SELECT count(*) FROM items WHERE list_id = lists.id AND done = 0),
    (SELECT count(*) FROM items JOIN steps ON item_id = items.id WHERE list_id = lists.id)
  FROM lists;

CREATE TRIGGER lists_counted AFTER INSERT ON lists
BEGIN
  INSERT INTO list_counts (list_id, items, open_items, steps) VALUES (NEW.id, 0, 0, 0);
END;

-- The triggers of the household's totals do the counts of the list too, for each trigger has a cost of its own.
DROP TRIGGER items_size_added;
CREATE TRIGGER items_size_added AFTER INSERT ON items
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes + octet_length(NEW.title)
    + coalesce(octet_length(NEW.notes), 0) + coalesce(octet_length(NEW.quantity), 0)
    + coalesce(octet_length(NEW.store), 0) + coalesce(octet_length(NEW.category), 0)
    WHERE name = 'items';
  UPDATE list_counts SET items = items + 1, open_items = open_items + (NEW.done = 0) WHERE list_id = NEW.list_id;
END;

-- Its steps are deleted after the item, when nothing says any more which list they were on.
DROP TRIGGER items_size_removed;
CREATE TRIGGER items_size_removed BEFORE DELETE ON items
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes - octet_length(OLD.title)
    - coalesce(octet_length(OLD.notes), 0) - coalesce(octet_length(OLD.quantity), 0)
    - coalesce(octet_length(OLD.store), 0) - coalesce(octet_length(OLD.category), 0)
    WHERE name = 'items';
  UPDATE list_counts SET items = items - 1, open_items = open_items - (OLD.done = 0),
    steps = steps - (SELECT count(*) FROM steps WHERE item_id = OLD.id)
    WHERE list_id = OLD.list_id;
END;

DROP TRIGGER items_size_changed;
CREATE TRIGGER items_size_changed AFTER UPDATE OF title, notes, quantity, store, category ON items
  WHEN NEW.title IS NOT OLD.title OR NEW.notes IS NOT OLD.notes OR NEW.quantity IS NOT OLD.quantity
    OR NEW.store IS NOT OLD.store OR NEW.category IS NOT OLD.category
BEGIN
  UPDATE table_sizes SET bytes = bytes + octet_length(NEW.title) - octet_length(OLD.title)
    + coalesce(octet_length(NEW.notes), 0) - coalesce(octet_length(OLD.notes), 0)
    + coalesce(octet_length(NEW.quantity), 0) - coalesce(octet_length(OLD.quantity), 0)
    + coalesce(octet_length(NEW.store), 0) - coalesce(octet_length(OLD.store), 0)
    + coalesce(octet_length(NEW.category), 0) - coalesce(octet_length(OLD.category), 0)
    WHERE name = 'items';
END;

CREATE TRIGGER items_ticked AFTER UPDATE OF done ON items
  WHEN NEW.done IS NOT OLD.done AND NEW.list_id IS OLD.list_id
BEGIN
  UPDATE list_counts SET open_items = open_items + (NEW.done = 0) - (OLD.done = 0) WHERE list_id = NEW.list_id;
END;

-- An import moves items to another list.
CREATE TRIGGER items_moved AFTER UPDATE OF list_id ON items WHEN NEW.list_id IS NOT OLD.list_id
BEGIN
  UPDATE list_counts SET items = items - 1, open_items = open_items - (OLD.done = 0),
    steps = steps - (SELECT count(*) FROM steps WHERE item_id = OLD.id)
    WHERE list_id = OLD.list_id;
  UPDATE list_counts SET items = items + 1, open_items = open_items + (NEW.done = 0),
    steps = steps + (SELECT count(*) FROM steps WHERE item_id = NEW.id)
    WHERE list_id = NEW.list_id;
END;

DROP TRIGGER steps_size_added;
CREATE TRIGGER steps_size_added AFTER INSERT ON steps
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes + octet_length(NEW.title) WHERE name = 'steps';
  UPDATE list_counts SET steps = steps + 1 WHERE list_id = (SELECT list_id FROM items WHERE id = NEW.item_id);
END;

DROP TRIGGER steps_size_removed;
CREATE TRIGGER steps_size_removed AFTER DELETE ON steps
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes - octet_length(OLD.title) WHERE name = 'steps';
  UPDATE list_counts SET steps = steps - 1 WHERE list_id = (SELECT list_id FROM items WHERE id = OLD.item_id);
END;

CREATE TRIGGER steps_moved AFTER UPDATE OF item_id ON steps WHEN NEW.item_id IS NOT OLD.item_id
BEGIN
  UPDATE list_counts SET steps = steps - 1 WHERE list_id = (SELECT list_id FROM items WHERE id = OLD.item_id);
  UPDATE list_counts SET steps = steps + 1 WHERE list_id = (SELECT list_id FROM items WHERE id = NEW.item_id);
END;

-- The order of a list, and with it the place after the last item. The counts no longer need an index of done items.
DROP INDEX items_list;
CREATE INDEX items_order ON items (list_id, sort);

-- Only deleting a member needs it, and that may read the whole table.
DROP INDEX items_done_by;

CREATE INDEX items_due ON items (due_date) WHERE due_date IS NOT NULL AND done = 0;
