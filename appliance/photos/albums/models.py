"""Structs of albums."""

from typing import Annotated

from msgspec import Meta

from appliance.kernel.schema import ApiModel

AlbumName = Annotated[str, Meta(min_length=1, max_length=100)]


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
