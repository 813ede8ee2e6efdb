"""SQL of albums."""

from datetime import datetime

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.text.matching import sort_key
from appliance.photos.albums.models import Album

ALBUM = """
  SELECT a.id, a.name,
    (SELECT count(*) FROM photos AS p WHERE p.album_id = a.id AND p.deleted_at IS NULL) AS photos,
    (SELECT p.id FROM photos AS p WHERE p.album_id = a.id AND p.deleted_at IS NULL
      ORDER BY p.added_at DESC, p.id DESC LIMIT 1) AS cover_id
  FROM albums AS a"""


def albums(db: Reader) -> list[Album]:
    """All albums by name."""
    return sorted(db.all(Album, ALBUM), key=lambda album: (sort_key(album.name), album.id))


def album(db: Reader, album_id: str) -> Album:
    """One album. Raises NotFound."""
    return db.one(Album, f"{ALBUM} WHERE a.id = ?", album_id)


def exists(db: Reader, album_id: str) -> bool:
    """True for the id of an album."""
    return db.value("SELECT 1 FROM albums WHERE id = ?", album_id) is not None


def count(db: Reader) -> int:
    """How many albums there are."""
    return int(db.value("SELECT count(*) FROM albums"))


def put(tx: Tx, album_id: str, name: str, at: datetime) -> None:
    """Store a new album."""
    tx.run("INSERT INTO albums (id, name, created_at) VALUES (?, ?, ?)", album_id, name, at)


def rename(tx: Tx, album_id: str, name: str) -> None:
    """Change the name of an album."""
    tx.run("UPDATE albums SET name = ? WHERE id = ?", name, album_id)


def remove(tx: Tx, album_id: str) -> None:
    """Delete an album; its photos stay."""
    tx.run("DELETE FROM albums WHERE id = ?", album_id)
