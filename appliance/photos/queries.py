"""SQL of photos, albums, their settings, and the hidden pictures of the folder."""

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.text.matching import sort_key
from appliance.photos.models import Album, Photo, PhotoSettings, Slide, StoredPhoto, Usage

PHOTO = f"SELECT {', '.join(Photo.__struct_fields__)} FROM photos"
STORED = "SELECT * FROM photos"
ALBUM = """
  SELECT a.id, a.name,
    (SELECT count(*) FROM photos AS p WHERE p.album_id = a.id AND p.deleted_at IS NULL) AS photos,
    (SELECT p.id FROM photos AS p WHERE p.album_id = a.id AND p.deleted_at IS NULL
      ORDER BY p.added_at DESC, p.id DESC LIMIT 1) AS cover_id
  FROM albums AS a"""


def page(db: Reader, album_id: str | None, before: str | None, most: int) -> list[Photo]:
    """Photos, newest first: those of an album or all, from the one that was added before `before` on."""
    return db.all(
        Photo,
        f"{PHOTO} WHERE deleted_at IS NULL AND (?1 IS NULL OR album_id = ?1) AND (?2 IS NULL OR (added_at, id) <"
        " (SELECT added_at, id FROM photos WHERE id = ?2)) ORDER BY added_at DESC, id DESC LIMIT ?3",
        album_id,
        before,
        most,
    )


def photo(db: Reader, photo_id: str) -> Photo:
    """One photo that is not deleted. Raises NotFound."""
    return db.one(Photo, f"{PHOTO} WHERE id = ? AND deleted_at IS NULL", photo_id)


def is_known(db: Reader, photo_id: str) -> bool:
    """True for a photo that has a row, deleted or not."""
    return db.value("SELECT 1 FROM photos WHERE id = ?", photo_id) is not None


def has_deleted(db: Reader) -> bool:
    """True when there are deleted photos."""
    return db.value("SELECT 1 FROM photos WHERE deleted_at IS NOT NULL LIMIT 1") is not None


def stored(db: Reader, photo_id: str) -> StoredPhoto:
    """One photo, deleted or not. Raises NotFound."""
    return db.one(StoredPhoto, f"{STORED} WHERE id = ?", photo_id)


def with_digest(db: Reader, digest: str) -> StoredPhoto | None:
    """The photo, deleted or not, that was added from a file with this SHA-256."""
    return db.maybe(StoredPhoto, f"{STORED} WHERE digest = ?", digest)


def usage(db: Reader) -> Usage:
    """How many photos there are and what they take, without the deleted ones."""
    sql = "SELECT count(*) AS photos, coalesce(sum(bytes), 0) AS bytes FROM photos WHERE deleted_at IS NULL"
    return db.one(Usage, sql)


def slides(db: Reader, album_id: str | None) -> list[Slide]:
    """The photos of an album or all that are shown in the slideshow."""
    return db.all(
        Slide,
        "SELECT id, width, height FROM photos WHERE deleted_at IS NULL AND hidden = 0"
        " AND (?1 IS NULL OR album_id = ?1)",
        album_id,
    )


def put(tx: Tx, photo: StoredPhoto) -> None:
    """Store a photo."""
    tx.put("photos", asdict(photo))


def change(tx: Tx, photo_id: str, hidden: bool, album_id: str | None) -> None:
    """Change what can be changed."""
    tx.run("UPDATE photos SET hidden = ?, album_id = ? WHERE id = ?", hidden, album_id, photo_id)


def put_deleted(tx: Tx, photo_id: str, at: datetime | None) -> None:
    """Mark a photo as deleted, or as not deleted."""
    tx.run("UPDATE photos SET deleted_at = ? WHERE id = ?", at, photo_id)


def forget_deleted(tx: Tx, kept: Sequence[str]) -> None:
    """Remove the rows of deleted photos but those with these ids."""
    sql = "DELETE FROM photos WHERE deleted_at IS NOT NULL AND id NOT IN (SELECT value FROM json_each(?))"
    tx.run(sql, list(kept))


def ids(db: Reader) -> set[str]:
    """The ids of all photos, also of deleted ones."""
    return set(db.all(str, "SELECT id FROM photos"))


def albums(db: Reader) -> list[Album]:
    """All albums by name."""
    return sorted(db.all(Album, ALBUM), key=lambda album: (sort_key(album.name), album.id))


def album(db: Reader, album_id: str) -> Album:
    """One album. Raises NotFound."""
    return db.one(Album, f"{ALBUM} WHERE a.id = ?", album_id)


def has_album(db: Reader, album_id: str) -> bool:
    """True for the id of an album."""
    return db.value("SELECT 1 FROM albums WHERE id = ?", album_id) is not None


def count_albums(db: Reader) -> int:
    """How many albums there are."""
    return int(db.value("SELECT count(*) FROM albums"))


def put_album(tx: Tx, album_id: str, name: str, at: datetime) -> None:
    """Store a new album."""
    tx.run("INSERT INTO albums (id, name, created_at) VALUES (?, ?, ?)", album_id, name, at)


def rename_album(tx: Tx, album_id: str, name: str) -> None:
    """Change the name of an album."""
    tx.run("UPDATE albums SET name = ? WHERE id = ?", name, album_id)


def remove_album(tx: Tx, album_id: str) -> None:
    """Delete an album; its photos stay."""
    tx.run("DELETE FROM albums WHERE id = ?", album_id)


def settings(db: Reader) -> PhotoSettings:
    """What admins have set."""
    sql = "SELECT displays_may_add, in_backups, folder FROM photo_settings"
    return db.maybe(PhotoSettings, sql) or PhotoSettings()


def put_settings(tx: Tx, settings: PhotoSettings) -> None:
    """Store the settings."""
    tx.put("photo_settings", {"id": 1} | asdict(settings))


def hidden_in_folder(db: Reader) -> set[str]:
    """The ids of the folder's pictures that the slideshow leaves out."""
    return set(db.all(str, "SELECT id FROM hidden_folder_photos"))


def hide_in_folder(tx: Tx, photo_id: str, hidden: bool, most: int) -> None:
    """Leave a picture of the folder out of the slideshow, or show it again. The oldest ones over `most` go."""
    tx.run("DELETE FROM hidden_folder_photos WHERE id = ?", photo_id)
    if hidden:
        tx.run("INSERT INTO hidden_folder_photos (id, hidden_at) VALUES (?, ?)", photo_id, tx.now)
        tx.run(
            "DELETE FROM hidden_folder_photos WHERE id IN"
            " (SELECT id FROM hidden_folder_photos ORDER BY hidden_at DESC, id LIMIT -1 OFFSET ?)",
            most,
        )
