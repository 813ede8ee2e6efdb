-- recipes: recipes, recipe_ratings, recipe_cookings, recipe_search.

-- `ingredients`, `steps` and `tags` are JSON, because they are read and written whole.
CREATE TABLE recipes (
  id           TEXT PRIMARY KEY,
  title        TEXT NOT NULL,
  photo_id     TEXT,
  portions     INTEGER NOT NULL,
  prep_minutes INTEGER,
  cook_minutes INTEGER,
  ingredients  TEXT NOT NULL,
  steps        TEXT NOT NULL,
  tags         TEXT NOT NULL,
  source_url   TEXT,
  created_at   TEXT NOT NULL,
  updated_at   TEXT NOT NULL
) STRICT;

CREATE TABLE recipe_ratings (
  recipe_id TEXT NOT NULL REFERENCES recipes (id) ON DELETE CASCADE,
  member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  stars     INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
  PRIMARY KEY (recipe_id, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX recipe_ratings_member ON recipe_ratings (member_id);

-- The days on which a recipe was cooked.
CREATE TABLE recipe_cookings (
  recipe_id TEXT NOT NULL REFERENCES recipes (id) ON DELETE CASCADE,
  date      TEXT NOT NULL,
  PRIMARY KEY (recipe_id, date)
) STRICT, WITHOUT ROWID;

INSERT INTO table_sizes (name, entries, bytes) VALUES ('recipes', 0, 0);
CREATE TRIGGER recipes_size_added AFTER INSERT ON recipes
BEGIN
  UPDATE table_sizes SET entries = entries + 1,
    bytes = bytes + octet_length(NEW.title || NEW.ingredients || NEW.steps || NEW.tags) WHERE name = 'recipes';
END;
CREATE TRIGGER recipes_size_removed AFTER DELETE ON recipes
BEGIN
  UPDATE table_sizes SET entries = entries - 1,
    bytes = bytes - octet_length(OLD.title || OLD.ingredients || OLD.steps || OLD.tags) WHERE name = 'recipes';
END;
CREATE TRIGGER recipes_size_changed AFTER UPDATE OF title, ingredients, steps, tags ON recipes
  WHEN (NEW.title, NEW.ingredients, NEW.steps, NEW.tags) IS NOT (OLD.title, OLD.ingredients, OLD.steps, OLD.tags)
BEGIN
  UPDATE table_sizes SET bytes = bytes + octet_length(NEW.title || NEW.ingredients || NEW.steps || NEW.tags)
    - octet_length(OLD.title || OLD.ingredients || OLD.steps || OLD.tags) WHERE name = 'recipes';
END;

-- As the indexes of 0018_search.sql: a recipe is found by its title, its tags and its ingredients.
CREATE VIRTUAL TABLE recipe_search USING fts5 (title, tags, ingredients, content = '', contentless_delete = 1, detail = column,
  prefix = '2 3 4', tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*' separators '️‍⃣'");

CREATE VIEW recipe_documents AS SELECT
    rowid AS document,
    folded(title) AS title,
    folded((SELECT group_concat(value, ' ') FROM json_each(tags))) AS tags,
    folded((SELECT group_concat(value ->> 'name', ' ') FROM json_each(ingredients))) AS ingredients
  FROM recipes;

CREATE TRIGGER recipes_search_added AFTER INSERT ON recipes
BEGIN
  INSERT INTO recipe_search (rowid, title, tags, ingredients)
    SELECT document, title, tags, ingredients FROM recipe_documents WHERE document = NEW.rowid;
END;

CREATE TRIGGER recipes_search_removed AFTER DELETE ON recipes
BEGIN
  DELETE FROM recipe_search WHERE rowid = OLD.rowid;
END;

CREATE TRIGGER recipes_search_changed AFTER UPDATE OF title, tags, ingredients ON recipes
  WHEN (NEW.title, NEW.tags, NEW.ingredients) IS NOT (OLD.title, OLD.tags, OLD.ingredients)
BEGIN
  DELETE FROM recipe_search WHERE rowid = OLD.rowid;
  INSERT INTO recipe_search (rowid, title, tags, ingredients)
    SELECT document, title, tags, ingredients FROM recipe_documents WHERE document = NEW.rowid;
END;
