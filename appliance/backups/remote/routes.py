"""REST endpoints of backups on another device, and of the restore of a fresh household."""

from litestar import Router, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody

from appliance.access import actions as access
from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, PUBLIC, not_for_apps
from appliance.backups.remote import actions
from appliance.backups.remote.models import (
    NewPlace,
    PreviewRequest,
    RemoteBackups,
    RestorePreview,
    RestoreRequest,
    Restoring,
)
from appliance.backups.remote.restorer import HouseholdRestorer
from appliance.backups.remote.service import RemoteBackupService
from appliance.kernel.http.json_body import Done
from appliance.settings import Settings

Remote = NamedDependency[RemoteBackupService]
Restore = NamedDependency[HouseholdRestorer]
Config = NamedDependency[Settings]
OWN = not_for_apps(ADMIN, "change where backups go")


@get("/backups/remote", operation_id="getRemoteBackups", summary="Backups on another device", opt=ADMIN)
async def get_remote(session: CurrentSession, remote_backups: Remote) -> RemoteBackups:
    """The place without its secrets, and the results. Admin."""
    return remote_backups.state()


@put("/backups/remote", operation_id="putRemoteBackups", summary="Choose the place of backups", opt=OWN)
async def put_remote(session: CurrentSession, remote_backups: Remote, data: JSONBody[NewPlace]) -> RemoteBackups:
    """Tries the place first: 502 with the reason where it cannot be used. Admin, but not a connected app."""
    return await remote_backups.use(actions.access(session.read, data))


@delete(
    "/backups/remote",
    operation_id="deleteRemoteBackups",
    summary="Forget the place of backups",
    status_code=200,
    opt=OWN,
)
async def delete_remote(session: CurrentSession) -> Done:
    """What is there stays there. Admin, but not a connected app."""
    await session.write(actions.forget)
    return Done()


@post("/backups/remote/run", operation_id="runRemoteBackup", summary="Make a backup now", status_code=200, opt=ADMIN)
async def run_remote(session: CurrentSession, remote_backups: Remote) -> RemoteBackups:
    """Answers at once; `running` and `percent` say how far it is. 409 while one is under way. Admin."""
    return remote_backups.start("backup")


@post("/backups/remote/check", operation_id="checkRemoteBackup", summary="Check a backup", status_code=200, opt=ADMIN)
async def check_remote(session: CurrentSession, remote_backups: Remote) -> RemoteBackups:
    """Restores the newest backup as a test; `checkedAt` says when it ended. Answers at once. Admin."""
    return remote_backups.start("check")


@post(
    "/setup/restore/preview",
    operation_id="previewRestore",
    summary="What is in a backup?",
    status_code=200,
    opt=PUBLIC,
)
async def preview(
    session: CurrentSession, config: Config, household_restorer: Restore, data: JSONBody[PreviewRequest]
) -> RestorePreview:
    """Needs the setup code, and changes nothing. 409 when claimed, 502 where the place cannot be read. Public."""
    await session.write(access.count_claim)
    access.check_setup_code(session.read, data.code, config.admin_api_key)
    return await household_restorer.preview(data, data.snapshot)


@post("/setup/restore", operation_id="restoreHousehold", summary="Begin from a backup", status_code=200, opt=PUBLIC)
async def restore(
    session: CurrentSession, config: Config, household_restorer: Restore, data: JSONBody[RestoreRequest]
) -> Restoring:
    """Needs the setup code. Answers at once; then the server starts again with the household of the backup.

    The same code claims it within 15 minutes. 409 when claimed, 502 where the place cannot be read. Public.
    """
    await session.write(access.count_claim)
    code = access.check_setup_code(session.read, data.code, config.admin_api_key)
    return await household_restorer.start(data, data.snapshot, code)


@get("/setup/restore", operation_id="getRestore", summary="What became of the restore?", opt=PUBLIC)
async def restoring(session: CurrentSession, household_restorer: Restore) -> Restoring:
    """Without names and addresses. Public."""
    return household_restorer.state()


HANDLERS = [get_remote, put_remote, delete_remote, run_remote, check_remote, preview, restore, restoring]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Backups"])
