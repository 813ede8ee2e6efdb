"""REST endpoints of snapshots."""

from typing import Annotated

from litestar import Router, get
from litestar.params import FromQuery, QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.snapshot import actions
from appliance.snapshot.models import Range, Snapshot
from appliance.weather.routes import Forecasts

MemberId = Annotated[str, QueryParameter(name="member")]


@get("/snapshot", operation_id="getSnapshot", summary="A member's day or week", opt=DISPLAY)
async def snapshot(
    session: CurrentSession, forecaster: Forecasts, member_id: MemberId, range: FromQuery[Range] = "day"
) -> Snapshot:
    """Weather, events, chores, items and birthdays for one member, today or for a week from today.

    Events are the member's and those without members. A day includes a summary of tomorrow.
    """
    await forecaster.refresh_for_request(wait_for_first=False)
    return await session.json_answer(actions.snapshot, member_id, range)


ROUTES = Router(path="/api", route_handlers=[snapshot], tags=["Snapshot"])
