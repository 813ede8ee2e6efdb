-- notes: notes.

-- A note is about one thing: a list item, a local event, or a synced event. Deleting one of the first two deletes its notes.
-- A synced event may drop out of its feed for a while and its notes must be there when it returns under the same id, so
-- it has no foreign key; deleting its calendar deletes the notes instead.
CREATE TABLE notes (
  id              TEXT PRIMARY KEY,
  list_item_id    TEXT REFERENCES items (id) ON DELETE CASCADE,
  event_id        TEXT REFERENCES events (id) ON DELETE CASCADE,
  synced_event_id TEXT,
  calendar_id     TEXT REFERENCES calendars (id) ON DELETE CASCADE,
  member_id       TEXT REFERENCES members (id) ON DELETE SET NULL,
  body            TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  CHECK ((list_item_id IS NOT NULL) + (event_id IS NOT NULL) + (synced_event_id IS NOT NULL) = 1),
  CHECK ((synced_event_id IS NULL) = (calendar_id IS NULL))
) STRICT;
CREATE INDEX notes_item ON notes (list_item_id) WHERE list_item_id IS NOT NULL;
CREATE INDEX notes_event ON notes (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX notes_synced_event ON notes (synced_event_id) WHERE synced_event_id IS NOT NULL;
CREATE INDEX notes_calendar ON notes (calendar_id) WHERE calendar_id IS NOT NULL;
CREATE INDEX notes_member ON notes (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX notes_created ON notes (created_at);

INSERT INTO table_sizes (name, entries, bytes) VALUES ('notes', 0, 0);
CREATE TRIGGER notes_size_added AFTER INSERT ON notes
BEGIN
  UPDATE table_sizes SET entries = entries + 1, bytes = bytes + octet_length(NEW.body) WHERE name = 'notes';
END;
CREATE TRIGGER notes_size_removed AFTER DELETE ON notes
BEGIN
  UPDATE table_sizes SET entries = entries - 1, bytes = bytes - octet_length(OLD.body) WHERE name = 'notes';
END;
CREATE TRIGGER notes_size_changed AFTER UPDATE OF body ON notes WHEN NEW.body IS NOT OLD.body
BEGIN
  UPDATE table_sizes SET bytes = bytes + octet_length(NEW.body) - octet_length(OLD.body) WHERE name = 'notes';
END;
