-- lists: lists, list_owners, list_groups, items, steps.

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
CREATE INDEX items_list ON items (list_id, done);
CREATE INDEX items_memory ON items (memory, updated_at);
CREATE INDEX items_event ON items (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX items_member ON items (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX items_done_by ON items (done_by) WHERE done_by IS NOT NULL;
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
