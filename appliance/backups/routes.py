"""The REST door of backups."""

from litestar import Router, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import File

from appliance.access.middleware import CurrentSession
from appliance.backups import actions
from appliance.backups.jobs import Keeper
from appliance.backups.models import Backups

Keeps = NamedDependency[Keeper]


@get("/backups", operation_id="listBackups", summary="Backups on this device")
async def list_backups(session: CurrentSession, keeper: Keeps) -> Backups:
    """Newest first, with how the last one went and the state of the second folder. Admin."""
    return keeper.state()


@get("/backups/{name:str}", operation_id="getBackup", summary="Download a backup", media_type="application/vnd.sqlite3")
async def download(session: CurrentSession, keeper: Keeps, name: FromPath[str]) -> File:
    """The file, as `mantel restore` takes it. Secrets in it are sealed with the device's encryption key. Admin."""
    return File(actions.find(keeper.folder, name), filename=name, media_type="application/vnd.sqlite3")


ROUTES = Router("/", route_handlers=[list_backups, download], tags=["Backups"])
