"""Use cases of albums."""

from uuid import uuid4

from appliance.kernel.database.transactions import Tx
from appliance.photos.albums import queries, rules
from appliance.photos.albums.models import Album, AlbumPatch, NewAlbum


def make(tx: Tx, request: NewAlbum) -> Album:
    """Make an album. Raises BadRequest for an empty name and when there are too many."""
    name = rules.name(request.name)
    rules.check_count(queries.count(tx))

    album_id = str(uuid4())
    queries.put(tx, album_id, name, tx.now)
    tx.touch()
    return queries.album(tx, album_id)


def rename(tx: Tx, album_id: str, patch: AlbumPatch) -> Album:
    """Change the name of an album. Raises NotFound, BadRequest."""
    queries.album(tx, album_id)

    queries.rename(tx, album_id, rules.name(patch.name))
    tx.touch()
    return queries.album(tx, album_id)


def remove(tx: Tx, album_id: str) -> None:
    """Delete an album; its photos stay. Raises NotFound."""
    queries.album(tx, album_id)

    queries.remove(tx, album_id)
    tx.touch()
