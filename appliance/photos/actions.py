"""Use cases of photos and albums in one transaction; the files are those of `service`."""

from uuid import uuid4

from msgspec.structs import replace

from appliance.deleted import actions as deleted
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made, patched, required_text, sent_fields
from appliance.people import actions as people
from appliance.photos import queries, rules
from appliance.photos.models import (
    Album,
    AlbumPatch,
    NewAlbum,
    Photo,
    PhotoPage,
    PhotoPatch,
    PhotoSettings,
    PhotoSettingsPatch,
    Prepared,
    Slide,
    StoredPhoto,
)


def page(db: Reader, scope: str, album_id: str | None, before: str | None) -> PhotoPage:
    """A page of photos, for a key of this scope."""
    newest = queries.page(db, album_id, before, rules.PAGE + 1)
    usage = queries.usage(db)
    return PhotoPage(
        photos=newest[: rules.PAGE],
        next=newest[rules.PAGE - 1].id if len(newest) > rules.PAGE else None,
        total=usage.photos,
        bytes=usage.bytes,
        can_add=rules.may_add(scope, queries.settings(db)),
    )


def slides(db: Reader, folder: list[Slide]) -> list[Slide]:
    """The slideshow of this hour. `folder` are the pictures of the folder; a chosen album leaves them out."""
    album_id = household_queries.settings(db).slideshow_album_id
    if album_id and queries.has_album(db, album_id):
        return rules.slides(queries.slides(db, album_id), db.now)
    hidden = queries.hidden_in_folder(db)
    shown = [slide for slide in folder if slide.id not in hidden]
    return rules.slides([*queries.slides(db, None), *shown], db.now)


def check_may_add(db: Reader, scope: str, album_id: str | None) -> None:
    """Raises Forbidden, BadRequest for an unknown album, and Conflict when there is no room."""
    rules.check_may_add(scope, queries.settings(db))
    _check_album(db, album_id)
    rules.check_room(queries.usage(db))


def find_added(tx: Tx, digest: str) -> Photo | None:
    """The photo that was added from the same file; a deleted one is restored. Raises Conflict when there is no room."""
    same = queries.with_digest(tx, digest)
    if same is None:
        return None
    return restore(tx, same.id)


def add(tx: Tx, photo_id: str, digest: str, album_id: str | None, size: int, prepared: Prepared) -> Photo:
    """Store the row of a photo whose files are in place; the photo of the same file, if there is one by now.

    `size` is that of both files. Raises Forbidden, BadRequest for an album that is gone, and Conflict.
    """
    if same := find_added(tx, digest):
        return same
    check_may_add(tx, tx.caller.scope, album_id)
    rules.check_room(queries.usage(tx), size)

    queries.put(
        tx,
        made(
            StoredPhoto,
            prepared,
            id=photo_id,
            album_id=album_id,
            digest=digest,
            bytes=size,
            added_at=instant(tx.now),
            added_by=tx.caller.name,
        ),
    )
    tx.touch()
    return queries.photo(tx, photo_id)


def change(tx: Tx, photo_id: str, patch: PhotoPatch) -> Photo:
    """Hide a photo from the slideshow, or put it into an album. Raises NotFound, BadRequest."""
    photo = queries.photo(tx, photo_id)
    album_id = patched(patch.album_id, photo.album_id)
    _check_album(tx, album_id)

    queries.change(tx, photo_id, patched(patch.hidden, photo.hidden), album_id)
    tx.touch()
    return queries.photo(tx, photo_id)


def hide_in_folder(tx: Tx, photo_id: str, hidden: bool) -> None:
    """Leave a picture of the folder out of the slideshow, or show it again."""
    queries.hide_in_folder(tx, photo_id, hidden, rules.MAX_HIDDEN)
    tx.touch()


def remove(tx: Tx, photo_id: str) -> None:
    """Delete a photo. It can be restored for a time; members whose avatar it was have it no more. Raises NotFound."""
    queries.photo(tx, photo_id)

    with deleted.kept(tx, "photo", photo_id, ""):
        queries.put_deleted(tx, photo_id, tx.now)
        people.clear_photo(tx, photo_id)
        tx.touch()
    forget_deleted(tx)


def restore(tx: Tx, photo_id: str) -> Photo:
    """Undo the deletion of a photo. Raises NotFound, Conflict when there is no room."""
    queries.stored(tx, photo_id)
    if deletion := deleted.of_thing(tx, "photo", photo_id):
        deleted.restore(tx, deletion.id, check_restored)
    return queries.photo(tx, photo_id)


def check_restored(tx: Tx, photo_id: str, zone: str) -> None:
    """Raises Conflict when there is no room for a photo that was restored just now."""
    rules.check_room(queries.usage(tx), fewer=1)


def forget_deleted(tx: Tx) -> None:
    """Remove the rows of deleted photos that cannot be restored any more. Their files go with the next clean-up."""
    queries.forget_deleted(tx, deleted.things(tx, "photo"))


def change_settings(tx: Tx, patch: PhotoSettingsPatch) -> PhotoSettings:
    """Change any subset of the settings; `folder` is one that `folder.rules` accepts."""
    before = queries.settings(tx)
    after = replace(before, **sent_fields(patch))
    queries.put_settings(tx, after)
    tx.touch()
    return after


def make_album(tx: Tx, request: NewAlbum) -> Album:
    """Make an album. Raises BadRequest for an empty name and when there are too many."""
    name = required_text(request.name, "name")
    rules.check_album_count(queries.count_albums(tx))

    album_id = str(uuid4())
    queries.put_album(tx, album_id, name, tx.now)
    tx.touch()
    return queries.album(tx, album_id)


def rename_album(tx: Tx, album_id: str, patch: AlbumPatch) -> Album:
    """Change the name of an album. Raises NotFound, BadRequest."""
    queries.album(tx, album_id)

    queries.rename_album(tx, album_id, required_text(patch.name, "name"))
    tx.touch()
    return queries.album(tx, album_id)


def remove_album(tx: Tx, album_id: str) -> None:
    """Delete an album; its photos stay. Raises NotFound."""
    queries.album(tx, album_id)

    queries.remove_album(tx, album_id)
    tx.touch()


def _check_album(db: Reader, album_id: str | None) -> None:
    if album_id is not None and not queries.has_album(db, album_id):
        raise BadRequest("album not found", at="albumId", code="deleted_meanwhile")
