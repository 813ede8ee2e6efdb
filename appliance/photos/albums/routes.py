"""REST endpoints of albums."""

from litestar import Router, delete, get, patch, post
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, DISPLAY
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.photos.albums import actions, queries
from appliance.photos.albums.models import Album, AlbumPatch, NewAlbum


@get("/albums", operation_id="listAlbums", summary="The photo albums", opt=DISPLAY | ETAG_BY_REV)
async def list_albums(session: CurrentSession) -> list[Album]:
    """By name."""
    return queries.albums(session.read)


@post("/albums", operation_id="createAlbum", summary="Make an album", opt=ADMIN)
async def create_album(session: CurrentSession, data: JSONBody[NewAlbum]) -> Album:
    """At most 100. Admin."""
    return await session.write(actions.make, data)


@patch("/albums/{album_id:str}", operation_id="updateAlbum", summary="Rename an album", opt=ADMIN)
async def update_album(session: CurrentSession, album_id: FromPath[str], data: JSONBody[AlbumPatch]) -> Album:
    """The name only. Admin."""
    return await session.write(actions.rename, album_id, data)


@delete("/albums/{album_id:str}", operation_id="deleteAlbum", summary="Delete an album", status_code=200, opt=ADMIN)
async def delete_album(session: CurrentSession, album_id: FromPath[str]) -> Done:
    """Its photos stay. Admin."""
    await session.write(actions.remove, album_id)
    return Done()


ROUTES = Router(path="/api", route_handlers=[list_albums, create_album, update_album, delete_album], tags=["Photos"])
