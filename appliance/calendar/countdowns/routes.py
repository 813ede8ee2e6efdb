"""REST endpoint of countdowns."""

from litestar import Router, get

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.calendar.countdowns import actions
from appliance.calendar.countdowns.models import Countdown
from appliance.kernel.database.transactions import Reader
from appliance.kernel.http.etag import ETAG_BY_REV


@get(
    "/countdowns",
    operation_id="listCountdowns",
    summary="What the household counts the days to",
    opt=DISPLAY | ETAG_BY_REV,
)
async def list_countdowns(session: CurrentSession) -> list[Countdown]:
    """The events marked with `countdown` from today on, the nearest first, at most 50; of a series the next occurrence.

    `days` is how many days it is from the household's today; 0 is today.
    """
    return await session.json_answer(_upcoming)


def _upcoming(db: Reader) -> list[Countdown]:
    return actions.upcoming_countdowns(db, db.today)


ROUTES = Router(path="/api", route_handlers=[list_countdowns], tags=["Events"])
