-- search: meal_search.

-- As the indexes of 0018_search.sql: a planned meal is found by its title and its note.
CREATE VIRTUAL TABLE meal_search USING fts5 (title, note, content = '', contentless_delete = 1, detail = column,
  prefix = '2 3 4', tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*' separators '️‍⃣'");

CREATE VIEW meal_documents AS SELECT rowid AS document, folded(title) AS title, folded(note) AS note FROM meals;

INSERT INTO meal_search (rowid, title, note) SELECT document, title, note FROM meal_documents;

CREATE TRIGGER meals_search_added AFTER INSERT ON meals
BEGIN
  INSERT INTO meal_search (rowid, title, note) SELECT document, title, note FROM meal_documents WHERE document = NEW.rowid;
END;

CREATE TRIGGER meals_search_removed AFTER DELETE ON meals
BEGIN
  DELETE FROM meal_search WHERE rowid = OLD.rowid;
END;

CREATE TRIGGER meals_search_changed AFTER UPDATE OF title, note ON meals
  WHEN (NEW.title, NEW.note) IS NOT (OLD.title, OLD.note)
BEGIN
  DELETE FROM meal_search WHERE rowid = OLD.rowid;
  INSERT INTO meal_search (rowid, title, note) SELECT document, title, note FROM meal_documents WHERE document = NEW.rowid;
END;
