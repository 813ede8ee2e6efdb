"""REST endpoint of the weekly look back."""

from datetime import date

from litestar import Router, get
from litestar.params import FromQuery

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.rewards.weekly import actions
from appliance.rewards.weekly.models import WeeklySummary


@get("/weekly-summary", operation_id="getWeeklySummary", summary="A week of the household", opt=DISPLAY | ETAG_BY_REV)
async def summary(session: CurrentSession, week: FromQuery[date | None] = None) -> WeeklySummary:
    """Who did what, streaks, and rewards in the week with the date `week`; without it in the week of yesterday."""
    return await session.json_answer(actions.summary, week, session.derived)


ROUTES = Router(path="/api", route_handlers=[summary], tags=["Rewards"])
