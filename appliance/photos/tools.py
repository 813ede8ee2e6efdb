"""MCP tools for photos."""

from base64 import b64decode
from collections.abc import AsyncIterator
from typing import Annotated

from msgspec import Meta, field

from appliance.kernel.database.session import Session
from appliance.kernel.errors import BadRequest
from appliance.kernel.mcp_tool import Tool, named
from appliance.kernel.schema import ApiModel
from appliance.photos import actions, routes
from appliance.photos.albums import queries as album_queries
from appliance.photos.albums.models import Album
from appliance.photos.models import Photo, PhotoPage
from appliance.photos.service import PhotoLibrary

AlbumName = Annotated[str, named("album", album_queries.albums)]


class ListPhotos(ApiModel, kw_only=True):
    """Which photos: those of an album or all, from `before` (the `next` of the page before) on."""

    album_id: AlbumName | None = field(name="album", default=None)
    before: str | None = None


class PhotosFound(ApiModel, kw_only=True):
    """A page of photos, and all albums."""

    page: PhotoPage
    albums: list[Album]


class AddPhoto(ApiModel, kw_only=True):
    """A picture, and the album that it goes into."""

    image: Annotated[str, Meta(description="The file (JPEG, PNG, WebP or HEIC) in base64")]
    album_id: AlbumName | None = field(name="album", default=None)


class RemovePhoto(ApiModel, kw_only=True):
    """The photo to delete."""

    photo_id: str


class OnePhoto(ApiModel, kw_only=True):
    """A photo."""

    photo: Photo


class Removed(ApiModel, kw_only=True):
    """The photo is deleted. It can be restored for seven days."""

    photo_id: str


def tools(library: PhotoLibrary) -> list[Tool]:
    """The tools. `library` has the files."""

    async def list_photos(session: Session, request: ListPhotos) -> PhotosFound:
        """A page of photos. Raises NotFound, BadRequest for an unknown album."""
        page = actions.page(session.read, session.caller.scope, request.album_id, request.before)
        return PhotosFound(page=page, albums=album_queries.albums(session.read))

    async def add_photo(session: Session, request: AddPhoto) -> OnePhoto:
        """Add a photo. Raises what `PhotoLibrary.add` raises."""
        try:
            content = b64decode(request.image, validate=True)
        except ValueError:
            raise BadRequest("must be base64", at="image") from None
        return OnePhoto(photo=await library.add(session, _once(content), request.album_id))

    async def remove_photo(session: Session, request: RemovePhoto) -> Removed:
        """Delete a photo. Raises NotFound."""
        await session.write(actions.remove, request.photo_id)
        return Removed(photo_id=request.photo_id)

    return [
        Tool(
            name="list_photos",
            description="The family's photos, newest first, and the albums. before is the next of the page before.",
            run=list_photos,
            route=routes.list_photos,
            read_only=True,
        ),
        Tool(
            name="add_photo",
            description="Add a photo to the family's photos, which the wall shows as a slideshow. For small files;"
            " larger ones go to POST /api/photos.",
            run=add_photo,
            route=routes.add_photo,
        ),
        Tool(
            name="remove_photo",
            description="Delete a photo. A parent can restore it for seven days.",
            run=remove_photo,
            route=routes.delete_photo,
            destructive=True,
        ),
    ]


async def _once(content: bytes) -> AsyncIterator[bytes]:
    yield content
