"""The REST door of the wall: how the screen of this machine is, and how it is run."""

from typing import Any

import msgspec
from litestar import Router, get, patch, post
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.params import JSONBody

from appliance.access.middleware import CurrentSession
from appliance.household.routes import Config
from appliance.kernel.http.json_body import Done
from appliance.wall import actions, queries
from appliance.wall.channel import Channel
from appliance.wall.models import SwitchScreen, Trial, TryRotation, Wall, WallPatch, WallSettings

ToKiosk = NamedDependency[Channel]


def own(request: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Before the body is read: an admin, or the key of this machine's own screen. Raises Forbidden."""
    session = request.scope["mantel"]["session"]  # type: ignore[typeddict-item]
    actions.admit(session.read, session.caller)


@get("/wall", operation_id="getWall", summary="How is the wall?")
async def wall(session: CurrentSession, channel: ToKiosk, config: Config) -> Wall:
    """The kiosk of this machine, its newest report, the settings, and the machine. Admin, and the wall's own key."""
    return Wall(
        **msgspec.structs.asdict(channel.state),
        settings=queries.settings(session.read),
        trial=channel.trial,
        machine=actions.machine(session.read, config.data_dir, channel.clock),
        key=queries.key(session.read),
    )


@patch("/wall", operation_id="updateWall", summary="Change how the wall is run")
async def change(session: CurrentSession, channel: ToKiosk, data: JSONBody[WallPatch]) -> WallSettings:
    """Any subset; answers all settings. A rotation ends what is being tried. Admin, and the wall's own key."""
    changed = await session.write(actions.change_settings, data)
    if data.rotation is not msgspec.UNSET:
        channel.end_trial()
    return changed


@post("/wall/rotation", operation_id="tryRotation", summary="Try a rotation", status_code=200)
async def try_rotation(session: CurrentSession, channel: ToKiosk, data: JSONBody[TryRotation]) -> Trial:
    """Turns the picture for 15 seconds; a `PATCH` of the rotation keeps it, or ends it. 409 without a kiosk."""
    return channel.try_rotation(data.rotation)


@post("/wall/screen", operation_id="switchScreen", summary="Switch the screen", status_code=200)
async def switch(session: CurrentSession, channel: ToKiosk, data: JSONBody[SwitchScreen]) -> Done:
    """To see whether it can be: a dark screen comes back after ten seconds. 409 without a kiosk."""
    channel.switch(data.power)
    return Done()


@post("/wall/restart", operation_id="restartWall", summary="Start the wall's browser afresh", status_code=200)
async def restart(session: CurrentSession, channel: ToKiosk) -> Done:
    """The household's server goes on meanwhile. 409 without a kiosk. Admin, and the wall's own key."""
    channel.restart()
    return Done()


@post("/wall/key", operation_id="allowWall", summary="Let the wall in again", status_code=200)
async def allow(session: CurrentSession) -> Done:
    """After its key was removed: the wall fetches itself a new one. 409 when none was removed. Admin."""
    await session.write(actions.allow_key)
    return Done()


HANDLERS = [wall, change, try_rotation, switch, restart, allow]
ROUTES = Router("/", route_handlers=HANDLERS, guards=[own], tags=["Wall"])
