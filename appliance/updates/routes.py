"""REST endpoints of updates: for admins, and at the wall of this machine."""

from litestar import Router, get, patch, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import WALL, WALL_WITH_PIN, not_for_apps
from appliance.updates.models import Updates, UpdatesPatch
from appliance.updates.service import Updater
from appliance.wall.routes import wall_access_guard

Service = NamedDependency[Updater]
OWN = not_for_apps(WALL_WITH_PIN, "update the program")


@get("/updates", operation_id="getUpdates", summary="Get the version and its updates", opt=WALL)
async def get_updates(session: CurrentSession, updater: Service) -> Updates:
    """What is known of a newer release, and what is done now. Admin, and the wall's own key."""
    return updater.state()


@patch("/updates", operation_id="changeUpdates", summary="Choose when to update", opt=OWN)
async def change(session: CurrentSession, updater: Service, data: JSONBody[UpdatesPatch]) -> Updates:
    """Whether releases are installed by themselves, and in which hour. Admin, and the wall's own key; no app."""
    return updater.change(data)


@post("/updates/check", operation_id="checkUpdates", summary="Look for an update", status_code=200, opt=OWN)
async def check(session: CurrentSession, updater: Service) -> Updates:
    """`problem` says why none could be found out. 409 while an update is under way. Admin, and the wall's own key."""
    return await updater.check()


@post("/updates/install", operation_id="installUpdate", summary="Install the update", status_code=200, opt=OWN)
async def install(session: CurrentSession, updater: Service) -> Updates:
    """Answers at once; `work` says how far it is. Then the server starts again, and goes back by itself if it must.

    404 while no newer release is known, 409 while an update is under way or where `kind` is `none`. Admin, and the
    wall's own key.
    """
    return updater.install()


@post("/updates/postpone", operation_id="postponeUpdate", summary="Not now", status_code=200, opt=OWN)
async def postpone(session: CurrentSession, updater: Service) -> Updates:
    """Nothing is offered, or installed by itself, for a week. Admin, and the wall's own key; no app."""
    return updater.postpone()


ROUTES = Router(
    path="/api",
    route_handlers=[get_updates, change, check, install, postpone],
    guards=[wall_access_guard],
    tags=["Updates"],
)
