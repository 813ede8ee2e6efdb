"""REST endpoints of backups."""

from litestar import Router, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import File

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN
from appliance.backups import actions
from appliance.backups.models import Backups
from appliance.backups.service import BackupService

Service = NamedDependency[BackupService]


@get("/backups", operation_id="listBackups", summary="Backups on this device", opt=ADMIN)
async def list_backups(session: CurrentSession, backups: Service) -> Backups:
    """Newest first, with the result of the last one and the state of the second folder. Admin."""
    return backups.state()


@get(
    "/backups/{name:str}",
    operation_id="getBackup",
    summary="Download a backup",
    media_type="application/vnd.sqlite3",
    opt=ADMIN,
)
async def download(session: CurrentSession, backups: Service, name: FromPath[str]) -> File:
    """The file, as `mantel restore` takes it. Secrets in it are encrypted with the device's encryption key. Admin."""
    path = actions.find(backups.folder, name)
    # No cache of a browser or proxy may keep a copy of the household.
    return File(path, filename=name, media_type="application/vnd.sqlite3", headers={"Cache-Control": "no-store"})


ROUTES = Router(path="/api", route_handlers=[list_backups, download], tags=["Backups"])
