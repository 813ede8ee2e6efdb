-- stickers: unlocked_packs, scrapbook.

-- Packs that a member bought. Free packs have no row.
CREATE TABLE unlocked_packs (
  member_id   TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  pack_id     TEXT NOT NULL,
  unlocked_at TEXT NOT NULL,
  PRIMARY KEY (member_id, pack_id)
) STRICT, WITHOUT ROWID;

-- Stickers on a member's page. `x` and `y` are the centre as a share of the page, `rotation` is in degrees.
CREATE TABLE scrapbook (
  id        TEXT PRIMARY KEY,
  member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  sticker   TEXT NOT NULL,
  x         REAL NOT NULL,
  y         REAL NOT NULL,
  scale     REAL NOT NULL,
  rotation  REAL NOT NULL,
  z         INTEGER NOT NULL,
  placed_at TEXT NOT NULL
) STRICT;
CREATE INDEX scrapbook_page ON scrapbook (member_id, z, placed_at);
