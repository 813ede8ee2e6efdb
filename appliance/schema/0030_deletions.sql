-- deleted: deletions.

-- What was deleted and can be restored. `thing` is the id of what was deleted, or of the series of a deleted date. `rows` are the
-- rows that the deletion removed and changed, as compressed JSON, `changes` what it added to the change log. `remote` is an event
-- that was deleted at its provider and has no rows here. Times of local events in `rows` are by the clock of `zone`.
CREATE TABLE deletions (
  id      TEXT PRIMARY KEY,
  kind    TEXT NOT NULL CHECK (kind IN ('event', 'list', 'item', 'chore', 'photo', 'member', 'recipe')),
  thing   TEXT NOT NULL,
  title   TEXT NOT NULL,
  count   INTEGER NOT NULL,
  date    TEXT,
  at      TEXT NOT NULL,
  by      TEXT NOT NULL,
  zone    TEXT NOT NULL,
  rows    BLOB NOT NULL,
  changes TEXT NOT NULL,
  remote  TEXT
) STRICT;
CREATE INDEX deletions_at ON deletions (at, id);
CREATE INDEX deletions_thing ON deletions (kind, thing);
