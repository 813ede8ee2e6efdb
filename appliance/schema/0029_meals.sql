-- meals: meal_repeats, meals, meal_items, pantry.

-- A meal that repeats. `template` is JSON of the meal as it is planned again; the dates up to `filled_until` are meals already.
CREATE TABLE meal_repeats (
  id           TEXT PRIMARY KEY,
  start        TEXT NOT NULL,
  every_weeks  INTEGER NOT NULL,
  until        TEXT,
  filled_until TEXT NOT NULL,
  template     TEXT NOT NULL
) STRICT;

-- `recipe` is the meal's own copy, JSON that is read and written whole. No index on recipe_id: suggestions read a few months by date.
CREATE TABLE meals (
  id         TEXT PRIMARY KEY,
  date       TEXT NOT NULL,
  slot       TEXT NOT NULL,
  kind       TEXT NOT NULL,
  title      TEXT NOT NULL,
  recipe_id  TEXT,
  recipe     TEXT,
  portions   INTEGER,
  time       TEXT,
  eater_ids  TEXT NOT NULL,
  cook_ids   TEXT NOT NULL,
  note       TEXT,
  repeat_id  TEXT REFERENCES meal_repeats (id) ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX meals_date ON meals (date, created_at);
CREATE INDEX meals_repeat ON meals (repeat_id) WHERE repeat_id IS NOT NULL;

-- Which ingredients of a meal were sent to a list, and the item they are on while it exists. `name` is in the form in which
-- titles are compared. No foreign key to meals: a meal that was deleted and is restored remembers what was sent.
CREATE TABLE meal_items (
  meal_id  TEXT NOT NULL,
  name     TEXT NOT NULL,
  item_id  TEXT REFERENCES items (id) ON DELETE SET NULL,
  quantity TEXT,
  is_new   INTEGER NOT NULL,
  sent_at  TEXT NOT NULL,
  PRIMARY KEY (meal_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX meal_items_sent ON meal_items (sent_at);
CREATE INDEX meal_items_item ON meal_items (item_id) WHERE item_id IS NOT NULL;

-- What the family has at home as a rule.
CREATE TABLE pantry (
  name  TEXT PRIMARY KEY,
  title TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER meals_member_removed AFTER DELETE ON members
BEGIN
  UPDATE meals SET
    eater_ids = (SELECT json_group_array(value) FROM json_each(eater_ids) WHERE value <> OLD.id),
    cook_ids = (SELECT json_group_array(value) FROM json_each(cook_ids) WHERE value <> OLD.id)
  WHERE instr(eater_ids, OLD.id) OR instr(cook_ids, OLD.id);
END;

INSERT INTO table_sizes (name, entries, bytes) VALUES ('meals', 0, 0);
CREATE TRIGGER meals_size_added AFTER INSERT ON meals
BEGIN
  UPDATE table_sizes SET entries = entries + 1,
    bytes = bytes + octet_length(concat(NEW.title, NEW.recipe, NEW.eater_ids, NEW.cook_ids, NEW.note)) WHERE name = 'meals';
END;
CREATE TRIGGER meals_size_removed AFTER DELETE ON meals
BEGIN
  UPDATE table_sizes SET entries = entries - 1,
    bytes = bytes - octet_length(concat(OLD.title, OLD.recipe, OLD.eater_ids, OLD.cook_ids, OLD.note)) WHERE name = 'meals';
END;
CREATE TRIGGER meals_size_changed AFTER UPDATE ON meals
BEGIN
  UPDATE table_sizes SET bytes = bytes + octet_length(concat(NEW.title, NEW.recipe, NEW.eater_ids, NEW.cook_ids, NEW.note))
    - octet_length(concat(OLD.title, OLD.recipe, OLD.eater_ids, OLD.cook_ids, OLD.note)) WHERE name = 'meals';
END;
