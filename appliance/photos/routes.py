"""REST endpoints of photos and albums."""

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Request, Response, Router, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIFormat, OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody, QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, DISPLAY
from appliance.kernel.database.session import Session
from appliance.kernel.errors import NotFound, UnsupportedMediaType
from appliance.kernel.http.etag import ETAG_BY_REV, is_named
from appliance.kernel.http.json_body import Done
from appliance.photos import actions, queries, rules
from appliance.photos.folder.rules import is_of_folder
from appliance.photos.models import (
    Album,
    AlbumPatch,
    NewAlbum,
    Photo,
    PhotoPage,
    PhotoPatch,
    PhotoSettingsPatch,
    PhotoSettingsState,
    Size,
    Slides,
)
from appliance.photos.service import PhotoLibrary

Library = NamedDependency[PhotoLibrary]
Known = Annotated[str, HeaderParameter(name="If-None-Match")]
AlbumId = Annotated[str | None, QueryParameter(name="albumId")]
WEBP = "image/webp"
PICTURE = {200: ResponseSpec(bytes, generate_examples=False, media_type=WEBP)}


@dataclass
class PictureBody(Operation):
    """The description of an endpoint whose body is a picture."""

    def __post_init__(self) -> None:
        # The types of pictures are accepted too; generators of clients know this one only.
        picture = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY))
        self.request_body = RequestBody(content={"application/octet-stream": picture}, required=True)


@get("/photos", operation_id="listPhotos", summary="The photos of the family", opt=DISPLAY | ETAG_BY_REV)
async def list_photos(
    session: CurrentSession, album_id: AlbumId = None, before: FromQuery[str | None] = None
) -> PhotoPage:
    """Newest first, 100 at a time: those of an album, or all. `before` is `next` of the page before."""
    return actions.page(session.read, session.caller.scope, album_id, before)


@get("/photos/slideshow", operation_id="getSlideshow", summary="The pictures of this hour", opt=DISPLAY)
async def slideshow(session: CurrentSession, photos: Library) -> Slides:
    """Up to 120 photos and pictures of the chosen folder, in their order: another choice every hour.

    Hidden ones are left out, and with the household setting `slideshowAlbumId` all but those of that album.
    """
    return Slides(photos=actions.slides(session.read, photos.from_folder.slides()))


@post(
    "/photos",
    operation_id="addPhoto",
    summary="Add a photo",
    operation_class=PictureBody,
    request_max_body_size=rules.MAX_UPLOAD_BYTES,
    opt=DISPLAY,
)
async def add_photo(
    request: Request[Any, Any, Any], session: CurrentSession, photos: Library, album_id: AlbumId = None
) -> Photo:
    """The body is the file itself: JPEG, PNG, WebP or HEIC, up to 40 MB, with its type or `application/octet-stream`.

    Its metadata is not kept. A repeated request with the same file answers the same photo. 403 for a display unless
    the household allows it, 409 when there are 2,000 photos or 4 GB, 413 for a picture that is too large, 415 for what
    is none, 422 for a damaged one.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in rules.TYPES:
        # Another site's page can send some other types without asking first. (Fetch: CORS-safelisted request headers)
        raise UnsupportedMediaType(
            f"request: must be sent with Content-Type: {', '.join(rules.TYPES)}", code="not_a_picture"
        )
    return await photos.add(session, request.stream(), album_id)


@patch("/photos/{photo_id:str}", operation_id="updatePhoto", summary="Hide a photo, or put it into an album", opt=ADMIN)
async def update_photo(session: CurrentSession, photo_id: FromPath[str], data: JSONBody[PhotoPatch]) -> Photo:
    """`hidden` leaves it out of the slideshow. Admin."""
    return await session.write(actions.change, photo_id, data)


@delete("/photos/{photo_id:str}", operation_id="deletePhoto", summary="Delete a photo", status_code=200, opt=ADMIN)
async def delete_photo(session: CurrentSession, photo_id: FromPath[str]) -> Done:
    """It can be restored for thirty days. Admin."""
    await session.write(actions.remove, photo_id)
    return Done()


@post(
    "/photos/{photo_id:str}/restore", operation_id="restorePhoto", summary="Undo a deletion", status_code=200, opt=ADMIN
)
async def restore_photo(session: CurrentSession, photo_id: FromPath[str]) -> Photo:
    """404 when it was deleted too long ago. Admin."""
    return await session.write(actions.restore, photo_id)


@post("/photos/{photo_id:str}/hide", operation_id="hidePhoto", summary="Not this one", status_code=200, opt=DISPLAY)
async def hide_photo(session: CurrentSession, photo_id: FromPath[str]) -> Done:
    """Leaves a photo, or a picture of the chosen folder, out of the slideshow."""
    await _set_hidden(session, photo_id, True)
    return Done()


@delete("/photos/{photo_id:str}/hide", operation_id="showPhoto", summary="Show it again", status_code=200, opt=DISPLAY)
async def show_photo(session: CurrentSession, photo_id: FromPath[str]) -> Done:
    """The undo of hiding it."""
    await _set_hidden(session, photo_id, False)
    return Done()


@get(
    "/photos/{photo_id:str}/image",
    operation_id="getPhotoImage",
    summary="The picture",
    media_type=WEBP,
    responses=PICTURE,
    opt=DISPLAY,
)
async def image(
    session: CurrentSession, photos: Library, photo_id: FromPath[str], known: Known = ""
) -> Response[bytes]:
    """WebP, at most 2,560 pixels on each side. It never changes: browsers may keep it. 304 with its ETag."""
    return await _picture(session, photos, photo_id, "image", known)


@get(
    "/photos/{photo_id:str}/thumbnail",
    operation_id="getPhotoThumbnail",
    summary="The picture, small",
    media_type=WEBP,
    responses=PICTURE,
    opt=DISPLAY,
)
async def thumbnail(
    session: CurrentSession, photos: Library, photo_id: FromPath[str], known: Known = ""
) -> Response[bytes]:
    """WebP, at most 480 pixels on each side. It never changes: browsers may keep it. 304 with its ETag."""
    return await _picture(session, photos, photo_id, "thumbnail", known)


@get("/photos/settings", operation_id="getPhotoSettings", summary="What admins set about photos", opt=ADMIN)
async def photo_settings(session: CurrentSession, photos: Library) -> PhotoSettingsState:
    """With the state of the folder. Admin."""
    return photos.settings(session)


@patch("/photos/settings", operation_id="updatePhotoSettings", summary="Change what admins set about photos", opt=ADMIN)
async def change_photo_settings(
    session: CurrentSession, photos: Library, data: JSONBody[PhotoSettingsPatch]
) -> PhotoSettingsState:
    """Any subset. `folder` is one below the folders that `PHOTO_ROOTS` names; null for none. Admin."""
    return await photos.change_settings(session, data)


@get("/albums", operation_id="listAlbums", summary="The photo albums", opt=DISPLAY | ETAG_BY_REV)
async def list_albums(session: CurrentSession) -> list[Album]:
    """By name."""
    return queries.albums(session.read)


@post("/albums", operation_id="createAlbum", summary="Make an album", opt=ADMIN)
async def create_album(session: CurrentSession, data: JSONBody[NewAlbum]) -> Album:
    """At most 100. Admin."""
    return await session.write(actions.make_album, data)


@patch("/albums/{album_id:str}", operation_id="updateAlbum", summary="Rename an album", opt=ADMIN)
async def update_album(session: CurrentSession, album_id: FromPath[str], data: JSONBody[AlbumPatch]) -> Album:
    """The name only. Admin."""
    return await session.write(actions.rename_album, album_id, data)


@delete("/albums/{album_id:str}", operation_id="deleteAlbum", summary="Delete an album", status_code=200, opt=ADMIN)
async def delete_album(session: CurrentSession, album_id: FromPath[str]) -> Done:
    """Its photos stay. Admin."""
    await session.write(actions.remove_album, album_id)
    return Done()


async def _set_hidden(session: Session, photo_id: str, hidden: bool) -> None:
    if is_of_folder(photo_id):
        await session.write(actions.hide_in_folder, photo_id, hidden)
    else:
        await session.write(actions.change, photo_id, PhotoPatch(hidden=hidden))


async def _picture(session: Session, photos: PhotoLibrary, photo_id: str, size: Size, known: str) -> Response[bytes]:
    path = await photos.file(session, photo_id, size)
    tag = f'"{photo_id}"'
    headers = {"ETag": tag, "Cache-Control": "private, max-age=31536000, immutable", "Vary": "Authorization"}
    if is_named(tag, known):
        return Response(b"", status_code=304, headers=headers, media_type=WEBP)
    try:
        content = await asyncio.to_thread(path.read_bytes)
    except OSError:
        # A backup without photos was restored.
        raise NotFound() from None
    return Response(content, headers=headers, media_type=WEBP)


HANDLERS = [
    list_photos,
    slideshow,
    photo_settings,
    change_photo_settings,
    add_photo,
    update_photo,
    delete_photo,
    restore_photo,
    hide_photo,
    show_photo,
    image,
    thumbnail,
    list_albums,
    create_album,
    update_album,
    delete_album,
]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Photos"])
