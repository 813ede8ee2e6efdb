-- photos: albums, photos, photo_settings, hidden_folder_photos.

CREATE TABLE albums (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- One row for each picture in the folder `photos` beside this file: `<id>.webp`, and `<id>.small.webp` for lists.
-- `digest` is the SHA-256 of the file as it was added, `bytes` the size of both files. `taken_at` is the camera's local
-- time without a zone. A row with `deleted_at` is kept for a time, so that deleting can be undone.
CREATE TABLE photos (
  id         TEXT PRIMARY KEY,
  album_id   TEXT REFERENCES albums (id) ON DELETE SET NULL,
  digest     TEXT NOT NULL UNIQUE,
  width      INTEGER NOT NULL,
  height     INTEGER NOT NULL,
  bytes      INTEGER NOT NULL,
  taken_at   TEXT,
  added_at   TEXT NOT NULL,
  added_by   TEXT NOT NULL,
  hidden     INTEGER NOT NULL DEFAULT 0,
  deleted_at TEXT
) STRICT;
CREATE INDEX photos_album ON photos (album_id);
CREATE INDEX photos_newest ON photos (deleted_at, added_at, id);

-- What admins set. `folder` is a further folder that pictures are shown from.
CREATE TABLE photo_settings (
  id               INTEGER PRIMARY KEY CHECK (id = 1),
  displays_may_add INTEGER NOT NULL,
  in_backups       INTEGER NOT NULL,
  folder           TEXT
) STRICT;

-- Pictures of that folder that the slideshow leaves out.
CREATE TABLE hidden_folder_photos (
  id        TEXT PRIMARY KEY,
  hidden_at TEXT NOT NULL
) STRICT;
