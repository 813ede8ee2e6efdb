"""REST endpoints of timers."""

from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.recipes.timers import actions, queries
from appliance.recipes.timers.models import CookingTimer, NewTimer


@get("/timers", operation_id="listTimers", summary="Timers of the kitchen", opt=DISPLAY | ETAG_BY_REV)
async def list_timers(session: CurrentSession) -> list[CookingTimer]:
    """The first to ring first; also those that rang and that nobody stopped."""
    return queries.timers(session.read)


@post("/timers", operation_id="startTimer", summary="Start a timer", opt=DISPLAY)
async def start_timer(session: CurrentSession, data: JSONBody[NewTimer]) -> CookingTimer:
    """It rings on every open screen; at most 20 at once. A repeated request with the same `id` starts no second one."""
    return await session.write(actions.start, data)


@delete("/timers/{timer_id:str}", operation_id="stopTimer", summary="Stop a timer", status_code=200, opt=DISPLAY)
async def stop_timer(session: CurrentSession, timer_id: FromPath[str]) -> Done:
    """While it runs or rings, on every screen."""
    await session.write(actions.stop, timer_id)
    return Done()


ROUTES = Router(path="/api", route_handlers=[list_timers, start_timer, stop_timer], tags=["Recipes"])
