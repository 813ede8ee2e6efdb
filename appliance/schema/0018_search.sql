-- search: full-text indexes of events, list items, chores and notes, kept by triggers, so that every way of writing counts.

-- The indexes hold words, not texts (`content = ''`). Their rows have the row number of what they index; VACUUM keeps the
-- row numbers of these tables, because each has an index. The views below have the texts that are indexed: `folded` is
-- a function of every connection, in kernel/text/folding.py. `separators` are the variation selector 16, the zero-width joiner
-- and the keycap mark, so that an emoji ends before the word after it.

-- Single events. The document number is the day of the start, in days since 1970 plus 1,000,000, times 2^32, plus the row
-- number: the index gives matches in the order of their dates.
CREATE VIRTUAL TABLE event_search USING fts5 (title, place, description, content = '', contentless_delete = 1, detail = column,
  prefix = '2 3 4', tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*' separators '️‍⃣'");

-- Series: the row number of a synced_series, or that of a local series with a minus sign.
CREATE VIRTUAL TABLE series_search USING fts5 (title, place, description, content = '', contentless_delete = 1, detail = column,
  prefix = '2 3 4', tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*' separators '️‍⃣'");

CREATE VIRTUAL TABLE item_search USING fts5 (title, notes, content = '', contentless_delete = 1, detail = column,
  prefix = '2 3 4', tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*' separators '️‍⃣'");

CREATE VIRTUAL TABLE chore_search USING fts5 (title, content = '', contentless_delete = 1, detail = column,
  prefix = '2 3 4', tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*' separators '️‍⃣'");

CREATE VIRTUAL TABLE note_search USING fts5 (body, content = '', contentless_delete = 1, detail = column,
  prefix = '2 3 4', tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*' separators '️‍⃣'");

-- What synced series are called: all occurrences with the same title, place and description share one document.
-- `text_id` is 0 without a place and a description.
CREATE TABLE synced_series (
  id          INTEGER PRIMARY KEY,
  calendar_id TEXT NOT NULL,
  series_id   TEXT NOT NULL,
  title       TEXT NOT NULL,
  text_id     INTEGER NOT NULL,
  occurrences INTEGER NOT NULL,
  UNIQUE (series_id, calendar_id, title, text_id)
) STRICT;

-- Of long texts, the first 2,000 characters are searched.
CREATE VIEW event_documents AS SELECT
    e.rowid AS number,
    ((coalesce(unixepoch(substr(e.span_start, 1, 10)), 0) / 86400 + 1000000) << 32) + e.rowid AS document,
    folded(e.title) AS title,
    folded(coalesce(t.location, e.location)) AS place,
    folded(substr(coalesce(t.description, e.description), 1, 2000)) AS description
  FROM events AS e LEFT JOIN event_texts AS t ON t.id = e.text_id;

CREATE VIEW series_documents AS SELECT
    s.id AS document,
    folded(s.title) AS title,
    folded(t.location) AS place,
    folded(substr(t.description, 1, 2000)) AS description
  FROM synced_series AS s LEFT JOIN event_texts AS t ON t.id = s.text_id;

CREATE VIEW item_documents AS SELECT rowid AS document, folded(title) AS title, folded(substr(notes, 1, 2000)) AS notes
  FROM items;

-- A chore is found by the titles of its steps too.
CREATE VIEW chore_documents AS SELECT
    rowid AS document,
    folded(concat_ws(' ', title, (SELECT group_concat(value ->> 'title', ' ') FROM json_each(steps)))) AS title
  FROM chores;

CREATE VIEW note_documents AS SELECT rowid AS document, folded(body) AS body FROM notes;

CREATE TRIGGER synced_series_indexed AFTER INSERT ON synced_series
BEGIN
  INSERT INTO series_search (rowid, title, place, description)
    SELECT document, title, place, description FROM series_documents WHERE document = NEW.id;
END;

CREATE TRIGGER synced_series_without_occurrences AFTER UPDATE OF occurrences ON synced_series WHEN NEW.occurrences <= 0
BEGIN
  DELETE FROM synced_series WHERE id = NEW.id;
END;

CREATE TRIGGER synced_series_removed AFTER DELETE ON synced_series
BEGIN
  DELETE FROM series_search WHERE rowid = OLD.id;
END;

-- An event is one of three: a local series, an occurrence of a synced one, or a single event.
CREATE TRIGGER events_search_single_added AFTER INSERT ON events
  WHEN NEW.rrule IS NULL AND (NEW.series_id IS NULL OR NEW.external_id IS NULL)
BEGIN
  INSERT INTO event_search (rowid, title, place, description)
    SELECT document, title, place, description FROM event_documents WHERE number = NEW.rowid;
END;

CREATE TRIGGER events_search_series_added AFTER INSERT ON events WHEN NEW.rrule IS NOT NULL
BEGIN
  INSERT INTO series_search (rowid, title, place, description)
    SELECT -number, title, place, description FROM event_documents WHERE number = NEW.rowid;
END;

CREATE TRIGGER events_search_occurrence_added AFTER INSERT ON events
  WHEN NEW.rrule IS NULL AND NEW.series_id IS NOT NULL AND NEW.external_id IS NOT NULL
BEGIN
  INSERT INTO synced_series (calendar_id, series_id, title, text_id, occurrences)
    VALUES (NEW.calendar_id, NEW.series_id, NEW.title, coalesce(NEW.text_id, 0), 1)
    ON CONFLICT DO UPDATE SET occurrences = occurrences + 1;
END;

CREATE TRIGGER events_search_single_removed AFTER DELETE ON events
  WHEN OLD.rrule IS NULL AND (OLD.series_id IS NULL OR OLD.external_id IS NULL)
BEGIN
  DELETE FROM event_search WHERE rowid = ((coalesce(unixepoch(substr(OLD.span_start, 1, 10)), 0) / 86400 + 1000000) << 32) + OLD.rowid;
END;

CREATE TRIGGER events_search_series_removed AFTER DELETE ON events WHEN OLD.rrule IS NOT NULL
BEGIN
  DELETE FROM series_search WHERE rowid = -OLD.rowid;
END;

CREATE TRIGGER events_search_occurrence_removed AFTER DELETE ON events
  WHEN OLD.rrule IS NULL AND OLD.series_id IS NOT NULL AND OLD.external_id IS NOT NULL
BEGIN
  UPDATE synced_series SET occurrences = occurrences - 1 WHERE series_id = OLD.series_id
    AND calendar_id = OLD.calendar_id AND title = OLD.title AND text_id = coalesce(OLD.text_id, 0);
END;

CREATE TRIGGER events_search_changed
  AFTER UPDATE OF calendar_id, external_id, series_id, title, location, description, text_id, rrule, span_start ON events
  WHEN NEW.title IS NOT OLD.title OR NEW.span_start IS NOT OLD.span_start OR NEW.text_id IS NOT OLD.text_id
    OR NEW.location IS NOT OLD.location OR NEW.description IS NOT OLD.description OR NEW.rrule IS NOT OLD.rrule
    OR NEW.series_id IS NOT OLD.series_id OR NEW.external_id IS NOT OLD.external_id
    OR NEW.calendar_id IS NOT OLD.calendar_id
BEGIN
  DELETE FROM event_search WHERE rowid = ((coalesce(unixepoch(substr(OLD.span_start, 1, 10)), 0) / 86400 + 1000000) << 32) + OLD.rowid
    AND OLD.rrule IS NULL AND (OLD.series_id IS NULL OR OLD.external_id IS NULL);
  DELETE FROM series_search WHERE rowid = -OLD.rowid AND OLD.rrule IS NOT NULL;
  INSERT INTO synced_series (calendar_id, series_id, title, text_id, occurrences)
    SELECT NEW.calendar_id, NEW.series_id, NEW.title, coalesce(NEW.text_id, 0), 1
    WHERE NEW.rrule IS NULL AND NEW.series_id IS NOT NULL AND NEW.external_id IS NOT NULL
    ON CONFLICT DO UPDATE SET occurrences = occurrences + 1;
  UPDATE synced_series SET occurrences = occurrences - 1 WHERE series_id = OLD.series_id
    AND calendar_id = OLD.calendar_id AND title = OLD.title AND text_id = coalesce(OLD.text_id, 0)
    AND OLD.rrule IS NULL AND OLD.external_id IS NOT NULL;
  INSERT INTO event_search (rowid, title, place, description)
    SELECT document, title, place, description FROM event_documents WHERE number = NEW.rowid
    AND NEW.rrule IS NULL AND (NEW.series_id IS NULL OR NEW.external_id IS NULL);
  INSERT INTO series_search (rowid, title, place, description)
    SELECT -number, title, place, description FROM event_documents WHERE number = NEW.rowid AND NEW.rrule IS NOT NULL;
END;

CREATE TRIGGER items_search_added AFTER INSERT ON items
BEGIN
  INSERT INTO item_search (rowid, title, notes) SELECT document, title, notes FROM item_documents WHERE document = NEW.rowid;
END;

CREATE TRIGGER items_search_removed AFTER DELETE ON items
BEGIN
  DELETE FROM item_search WHERE rowid = OLD.rowid;
END;

CREATE TRIGGER items_search_changed AFTER UPDATE OF title, notes ON items
  WHEN (NEW.title, NEW.notes) IS NOT (OLD.title, OLD.notes)
BEGIN
  DELETE FROM item_search WHERE rowid = OLD.rowid;
  INSERT INTO item_search (rowid, title, notes) SELECT document, title, notes FROM item_documents WHERE document = NEW.rowid;
END;

CREATE TRIGGER chores_search_added AFTER INSERT ON chores
BEGIN
  INSERT INTO chore_search (rowid, title) SELECT document, title FROM chore_documents WHERE document = NEW.rowid;
END;

CREATE TRIGGER chores_search_removed AFTER DELETE ON chores
BEGIN
  DELETE FROM chore_search WHERE rowid = OLD.rowid;
END;

CREATE TRIGGER chores_search_changed AFTER UPDATE OF title, steps ON chores
  WHEN (NEW.title, NEW.steps) IS NOT (OLD.title, OLD.steps)
BEGIN
  DELETE FROM chore_search WHERE rowid = OLD.rowid;
  INSERT INTO chore_search (rowid, title) SELECT document, title FROM chore_documents WHERE document = NEW.rowid;
END;

CREATE TRIGGER notes_search_added AFTER INSERT ON notes
BEGIN
  INSERT INTO note_search (rowid, body) SELECT document, body FROM note_documents WHERE document = NEW.rowid;
END;

CREATE TRIGGER notes_search_removed AFTER DELETE ON notes
BEGIN
  DELETE FROM note_search WHERE rowid = OLD.rowid;
END;

CREATE TRIGGER notes_search_changed AFTER UPDATE OF body ON notes WHEN NEW.body IS NOT OLD.body
BEGIN
  DELETE FROM note_search WHERE rowid = OLD.rowid;
  INSERT INTO note_search (rowid, body) SELECT document, body FROM note_documents WHERE document = NEW.rowid;
END;
