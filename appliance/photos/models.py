"""Structs of photos and albums, and of what admins set about them."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe

Size = Literal["image", "thumbnail"]
FolderState = Literal["none", "ready", "missing"]
Path = Annotated[str, Meta(min_length=1, max_length=500)]
AlbumName = Annotated[str, Meta(min_length=1, max_length=100)]


class Photo(ApiModel, kw_only=True):
    """A picture that the family added. `takenAt` is the camera's local time without a zone, null when it is unknown.

    `width` and `height` are those of the stored picture in pixels, `bytes` is what it takes on the disk with its
    thumbnail. A `hidden` one is left out of the slideshow. `addedBy` is the name of the key that added it.
    """

    id: str
    album_id: str | None
    width: int
    height: int
    bytes: int
    taken_at: str | None
    added_at: str
    added_by: str
    hidden: bool = False


class StoredPhoto(Photo, kw_only=True):
    """A photo with what only the server needs: the SHA-256 of the added file, and when it was deleted."""

    digest: str
    deleted_at: str | None = None


class PhotoPage(ApiModel, kw_only=True):
    """Photos, newest first. `next` is the `before` of the next page, null at the end.

    `total` and `bytes` are of all photos. `canAdd` is true when the caller's key may add one.
    """

    photos: list[Photo]
    next: str | None
    total: int
    bytes: int
    can_add: bool


class PhotoPatch(ApiModel, kw_only=True):
    """Any subset of what can be changed. `hidden` leaves it out of the slideshow; `albumId` is null for no album."""

    hidden: Maybe[bool] = UNSET
    album_id: Maybe[str | None] = UNSET


class Album(ApiModel, kw_only=True):
    """An album. `photos` is how many it has; `coverId` is its newest one, null for an empty album."""

    id: str
    name: str
    photos: int
    cover_id: str | None


class NewAlbum(ApiModel, kw_only=True):
    """The request for an album."""

    name: AlbumName


class AlbumPatch(ApiModel, kw_only=True):
    """The new name."""

    name: AlbumName


class Slide(ApiModel, kw_only=True):
    """A picture of the slideshow. `fromFolder` is true for one of the chosen folder, which cannot be deleted here."""

    id: str
    width: int | None = None
    height: int | None = None
    from_folder: bool = False


class Slides(ApiModel, kw_only=True):
    """The pictures of this hour in the order in which they are shown, at most 120."""

    photos: list[Slide]


class PhotoSettings(ApiModel, kw_only=True):
    """What admins set about photos. `folder` is a folder of this machine whose pictures are shown too, read only."""

    displays_may_add: bool = False
    in_backups: bool = False
    folder: str | None = None


class PhotoSettingsState(PhotoSettings, kw_only=True):
    """The settings, and what is in the folder: how many pictures, and whether it is there."""

    folder_state: FolderState = "none"
    folder_photos: int = 0


class PhotoSettingsPatch(ApiModel, kw_only=True):
    """Any subset of the settings."""

    displays_may_add: Maybe[bool] = UNSET
    in_backups: Maybe[bool] = UNSET
    folder: Maybe[Path | None] = UNSET


class Usage(msgspec.Struct, kw_only=True):
    """How many photos there are, and how many bytes they take."""

    photos: int
    bytes: int


class Prepared(msgspec.Struct, kw_only=True):
    """What the worker process found out about a picture that it stored. `width` and `height` in pixels."""

    width: int
    height: int
    taken_at: str | None


class Rejected(msgspec.Struct, kw_only=True):
    """Why the worker process stored nothing. `status` is that of the response."""

    status: int
    error: str


class Upload(msgspec.Struct, frozen=True, kw_only=True):
    """Whose file is arriving: the key, and its scope."""

    key_id: str | None
    scope: str
