"""REST endpoints of the wall: its status and settings, and commands to the kiosk."""

from typing import Any

import msgspec
from litestar import Router, get, patch, post
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.params import JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, WALL, WALL_WITH_PIN
from appliance.health.routes import Health
from appliance.kernel.http.json_body import Done
from appliance.wall import actions, queries
from appliance.wall.kiosk_ipc import KioskConnection
from appliance.wall.models import SwitchScreen, Trial, TryRotation, Wall, WallPatch, WallSettings

Kiosk = NamedDependency[KioskConnection]


def wall_access_guard(request: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Raises Forbidden, before the body is read, unless the caller is an admin or the wall of this machine."""
    session = request.scope["mantel"]["session"]  # type: ignore[typeddict-item]
    actions.check_access(session.read, session.caller)


@get("/wall", operation_id="getWall", summary="Get the wall's status", opt=WALL)
async def wall(session: CurrentSession, kiosk: Kiosk, health: Health) -> Wall:
    """The kiosk's connection and last report, the settings, and the machine. Admin, and the wall's own key."""
    return Wall(
        **msgspec.structs.asdict(kiosk.state),
        settings=queries.get_settings(session.read),
        trial=kiosk.trial,
        machine=health.machine(),
        key=queries.find_key(session.read),
    )


@patch("/wall", operation_id="updateWall", summary="Change the wall's settings", opt=WALL_WITH_PIN)
async def change(session: CurrentSession, kiosk: Kiosk, data: JSONBody[WallPatch]) -> WallSettings:
    """Takes any subset, answers all settings. A rotation ends a trial. Admin, and the wall's own key."""
    changed = await session.write(actions.change_settings, data)
    if data.rotation is not msgspec.UNSET:
        kiosk.end_trial()
    return changed


@post("/wall/rotation", operation_id="tryRotation", summary="Try a rotation", status_code=200, opt=WALL_WITH_PIN)
async def try_rotation(session: CurrentSession, kiosk: Kiosk, data: JSONBody[TryRotation]) -> Trial:
    """Rotates the screen for 15 seconds. A `PATCH` of the rotation ends the trial. 409 without a kiosk."""
    return kiosk.try_rotation(data.rotation)


@post("/wall/screen", operation_id="switchScreen", summary="Switch the screen", status_code=200, opt=WALL_WITH_PIN)
async def switch(session: CurrentSession, kiosk: Kiosk, data: JSONBody[SwitchScreen]) -> Done:
    """To test whether it works: a dark screen comes back on after ten seconds. 409 without a kiosk."""
    kiosk.switch_screen(data.power)
    return Done()


@post(
    "/wall/restart",
    operation_id="restartWall",
    summary="Restart the wall's browser",
    status_code=200,
    opt=WALL_WITH_PIN,
)
async def restart(session: CurrentSession, kiosk: Kiosk) -> Done:
    """The server keeps running. 409 without a kiosk. Admin, and the wall's own key."""
    kiosk.restart_browser()
    return Done()


@post("/wall/key", operation_id="allowWall", summary="Allow a new key for the wall", status_code=200, opt=ADMIN)
async def allow(session: CurrentSession, kiosk: Kiosk) -> Done:
    """After its key was removed, the wall may get a new one. 409 when none was removed. Admin."""
    await session.write(actions.allow_key)
    kiosk.send_household()
    return Done()


HANDLERS = [wall, change, try_rotation, switch, restart, allow]
ROUTES = Router(path="/api", route_handlers=HANDLERS, guards=[wall_access_guard], tags=["Wall"])
