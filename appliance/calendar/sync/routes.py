"""REST endpoints of syncing."""

from litestar import Router, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN
from appliance.calendar.sync.models import Synced
from appliance.calendar.sync.service import Syncer

Sync = NamedDependency[Syncer]


@post(
    "/calendars/{calendar_id:str}/sync",
    operation_id="syncCalendar",
    summary="Sync a calendar now",
    status_code=200,
    opt=ADMIN,
)
async def sync_calendar(session: CurrentSession, syncer: Sync, calendar_id: FromPath[str]) -> Synced:
    """Fetches everything from its provider; answers how many events a year holds. 502 when that fails. Admin."""
    return Synced(count=await syncer.sync(calendar_id))


ROUTES = Router(path="/api", route_handlers=[sync_calendar], tags=["Calendars"])
