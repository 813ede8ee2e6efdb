"""MCP tools for photos."""

from base64 import b64decode
from collections.abc import AsyncIterator
from typing import Annotated

from msgspec import Meta

from appliance.kernel.database.session import Session
from appliance.kernel.errors import BadRequest
from appliance.kernel.mcp_tool import Tool, named, tool
from appliance.kernel.schema import ApiModel
from appliance.photos import actions, queries, routes
from appliance.photos.models import Album, Photo, PhotoPage
from appliance.photos.service import PhotoLibrary

AlbumName = Annotated[str, named("album", queries.albums)]


class PhotosFound(ApiModel, kw_only=True):
    """A page of photos, and all albums."""

    page: PhotoPage
    albums: list[Album]


@tool(routes.list_photos, read_only=True)
async def list_photos(session: Session, album: AlbumName | None = None, before: str | None = None) -> PhotosFound:
    """The family's photos, newest first, and the albums. before is the next of the page before."""
    page = actions.page(session.read, session.caller.scope, album, before)
    return PhotosFound(page=page, albums=queries.albums(session.read))


@tool(routes.add_photo, answers="photo")
async def add_photo(
    library: PhotoLibrary,
    session: Session,
    image: Annotated[str, Meta(description="The file (JPEG, PNG, WebP or HEIC) in base64")],
    album: AlbumName | None = None,
) -> Photo:
    """Add a photo to the family's photos, which the wall shows as a slideshow. For small files;
    larger ones go to POST /api/photos.
    """
    try:
        content = b64decode(image, validate=True)
    except ValueError:
        raise BadRequest("must be base64", at="image") from None
    return await library.add(session, _once(content), album)


@tool(routes.delete_photo, answers="photo_id", destructive=True)
async def remove_photo(session: Session, photo_id: str) -> str:
    """Delete a photo. It can be restored for thirty days."""
    await session.write(actions.remove, photo_id)
    return photo_id


async def _once(content: bytes) -> AsyncIterator[bytes]:
    yield content


def tools(library: PhotoLibrary) -> list[Tool]:
    """The tools. `library` has the files."""
    return [list_photos, add_photo.using(library), remove_photo]
