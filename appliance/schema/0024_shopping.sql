-- shopping: columns of items, shopping_trips, barcodes.

-- `added_with` and `done_with` are the names of the keys that were used. A done item with a rule, or with a number of days, opens
-- again on `opens_on`; its rule starts at `repeat_from`.
-- No index on added_by: only deleting a member needs it, and that may read the whole table.
ALTER TABLE items ADD COLUMN added_by TEXT REFERENCES members (id) ON DELETE SET NULL;
ALTER TABLE items ADD COLUMN added_with TEXT;
ALTER TABLE items ADD COLUMN done_with TEXT;
ALTER TABLE items ADD COLUMN rrule TEXT;
ALTER TABLE items ADD COLUMN after_days INTEGER;
ALTER TABLE items ADD COLUMN repeat_from TEXT;
ALTER TABLE items ADD COLUMN opens_on TEXT;
CREATE INDEX items_opens ON items (opens_on) WHERE opens_on IS NOT NULL;

-- In which order the aisles of a store were walked on its last trips. `store` is empty for no particular one.
CREATE TABLE shopping_trips (
  store   TEXT NOT NULL,
  started TEXT NOT NULL,
  last    TEXT NOT NULL,
  aisles  TEXT NOT NULL,
  PRIMARY KEY (store, started)
) STRICT, WITHOUT ROWID;

-- What the family calls the things whose barcodes it has read.
CREATE TABLE barcodes (
  code     TEXT PRIMARY KEY,
  title    TEXT NOT NULL,
  named_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX barcodes_named ON barcodes (named_at);
