-- lists: lists, list_owners, list_groups, items, steps, list_counts.

CREATE TABLE lists (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  emoji      TEXT,
  color      TEXT,
  kind       TEXT NOT NULL CHECK (kind IN ('shopping', 'todo', 'reusable')),
  group_by   TEXT NOT NULL CHECK (group_by IN ('store', 'category', 'none')),
  sort_by    TEXT NOT NULL CHECK (sort_by IN ('manual', 'added', 'due', 'priority', 'alpha')),
  sort       REAL NOT NULL,
  archived   INTEGER NOT NULL,
  pinned     INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
) STRICT;

-- A list without owners belongs to the whole family.
CREATE TABLE list_owners (
  list_id   TEXT NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  PRIMARY KEY (list_id, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX list_owners_member ON list_owners (member_id);

-- The order of a list's stores and categories; a group without a row comes after them.
CREATE TABLE list_groups (
  list_id TEXT NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  kind    TEXT NOT NULL CHECK (kind IN ('store', 'category')),
  name    TEXT NOT NULL,
  sort    INTEGER NOT NULL,
  PRIMARY KEY (list_id, kind, name)
) STRICT, WITHOUT ROWID;

-- `memory` is the title as it is compared when a new item takes over store and category.
-- `event_id` has no foreign key: a synced event may drop out of its feed for a while, and its items must be linked again
-- when it returns under the same id. A link whose event is missing reads as none.
-- No index on done_by: only deleting a member needs it, and that may read the whole table.
CREATE TABLE items (
  id         TEXT PRIMARY KEY,
  list_id    TEXT NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  title      TEXT NOT NULL,
  memory     TEXT NOT NULL,
  notes      TEXT,
  quantity   TEXT,
  store      TEXT,
  category   TEXT,
  member_id  TEXT REFERENCES members (id) ON DELETE SET NULL,
  due_date   TEXT,
  event_id   TEXT,
  priority   TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  done       INTEGER NOT NULL,
  done_at    TEXT,
  done_by    TEXT REFERENCES members (id) ON DELETE SET NULL,
  sort       REAL NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
-- The order of a list, and with it the place after the last item.
CREATE INDEX items_order ON items (list_id, sort);
CREATE INDEX items_memory ON items (memory, updated_at);
CREATE INDEX items_due ON items (due_date) WHERE due_date IS NOT NULL AND done = 0;
CREATE INDEX items_event ON items (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX items_member ON items (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX items_store ON items (store) WHERE store IS NOT NULL;
CREATE INDEX items_category ON items (category) WHERE category IS NOT NULL;

CREATE TABLE steps (
  id      TEXT PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  title   TEXT NOT NULL,
  done    INTEGER NOT NULL,
  sort    REAL NOT NULL
) STRICT;
CREATE INDEX steps_item ON steps (item_id);

-- How many items, open items and steps a list has, so that a write costs the same however long the list is. Only
-- triggers write it.
CREATE TABLE list_counts (
  list_id    TEXT PRIMARY KEY REFERENCES lists (id) ON DELETE CASCADE,
  items      INTEGER NOT NULL,
  open_items INTEGER NOT NULL,
  steps      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER lists_counted AFTER INSERT ON lists
BEGIN
  INSERT INTO list_counts (list_id, items, open_items, steps) VALUES (NEW.id, 0, 0, 0);
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

CREATE TRIGGER steps_moved AFTER UPDATE OF item_id ON steps WHEN NEW.item_id IS NOT OLD.item_id
BEGIN
  UPDATE list_counts SET steps = steps - 1 WHERE list_id = (SELECT list_id FROM items WHERE id = OLD.item_id);
  UPDATE list_counts SET steps = steps + 1 WHERE list_id = (SELECT list_id FROM items WHERE id = NEW.item_id);
END;

-- Sizes of the tables. The triggers of items and steps do the counts of the list too, for each trigger has a cost of its own.
INSERT INTO table_sizes (name, entries, bytes) VALUES ('lists', 0, 0), ('list_groups', 0, 0), ('items', 0, 0), ('steps', 0, 0);

CREATE TRIGGER lists_size_added AFTER INSERT ON lists
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes + octet_length(concat(NEW.name, NEW.emoji, NEW.color))
    WHERE name = 'lists';
END;
CREATE TRIGGER lists_size_removed AFTER DELETE ON lists
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes - octet_length(concat(OLD.name, OLD.emoji, OLD.color))
    WHERE name = 'lists';
END;
CREATE TRIGGER lists_size_changed AFTER UPDATE OF name, emoji, color ON lists
  WHEN (NEW.name, NEW.emoji, NEW.color) IS NOT (OLD.name, OLD.emoji, OLD.color)
BEGIN
  UPDATE table_sizes SET bytes = bytes + octet_length(concat(NEW.name, NEW.emoji, NEW.color))
      - octet_length(concat(OLD.name, OLD.emoji, OLD.color))
    WHERE name = 'lists';
END;

CREATE TRIGGER list_groups_size_added AFTER INSERT ON list_groups
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes + octet_length(NEW.name) WHERE name = 'list_groups';
END;
CREATE TRIGGER list_groups_size_removed AFTER DELETE ON list_groups
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes - octet_length(OLD.name) WHERE name = 'list_groups';
END;
CREATE TRIGGER list_groups_size_changed AFTER UPDATE OF name ON list_groups WHEN NEW.name IS NOT OLD.name
BEGIN
  UPDATE table_sizes SET bytes = bytes + octet_length(NEW.name) - octet_length(OLD.name) WHERE name = 'list_groups';
END;

CREATE TRIGGER items_size_added AFTER INSERT ON items
BEGIN
  UPDATE table_sizes SET entries = entries + 1,
      bytes = bytes + octet_length(concat(NEW.title, NEW.notes, NEW.quantity, NEW.store, NEW.category))
    WHERE name = 'items';
  UPDATE list_counts SET items = items + 1, open_items = open_items + (NEW.done = 0) WHERE list_id = NEW.list_id;
END;
-- Its steps are deleted after the item, when nothing says any more which list they were on.
CREATE TRIGGER items_size_removed BEFORE DELETE ON items
BEGIN
  UPDATE table_sizes SET entries = entries - 1,
      bytes = bytes - octet_length(concat(OLD.title, OLD.notes, OLD.quantity, OLD.store, OLD.category))
    WHERE name = 'items';
  UPDATE list_counts SET items = items - 1, open_items = open_items - (OLD.done = 0),
      steps = steps - (SELECT count(*) FROM steps WHERE item_id = OLD.id)
    WHERE list_id = OLD.list_id;
END;
CREATE TRIGGER items_size_changed AFTER UPDATE OF title, notes, quantity, store, category ON items
  WHEN (NEW.title, NEW.notes, NEW.quantity, NEW.store, NEW.category)
    IS NOT (OLD.title, OLD.notes, OLD.quantity, OLD.store, OLD.category)
BEGIN
  UPDATE table_sizes SET
      bytes = bytes + octet_length(concat(NEW.title, NEW.notes, NEW.quantity, NEW.store, NEW.category))
      - octet_length(concat(OLD.title, OLD.notes, OLD.quantity, OLD.store, OLD.category))
    WHERE name = 'items';
END;

CREATE TRIGGER steps_size_added AFTER INSERT ON steps
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes + octet_length(NEW.title) WHERE name = 'steps';
  UPDATE list_counts SET steps = steps + 1 WHERE list_id = (SELECT list_id FROM items WHERE id = NEW.item_id);
END;
CREATE TRIGGER steps_size_removed AFTER DELETE ON steps
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes - octet_length(OLD.title) WHERE name = 'steps';
  UPDATE list_counts SET steps = steps - 1 WHERE list_id = (SELECT list_id FROM items WHERE id = OLD.item_id);
END;
CREATE TRIGGER steps_size_changed AFTER UPDATE OF title ON steps WHEN NEW.title IS NOT OLD.title
BEGIN
  UPDATE table_sizes SET bytes = bytes + octet_length(NEW.title) - octet_length(OLD.title) WHERE name = 'steps';
END;
