"""REST endpoints of points: the leaderboard and each member's ledger."""

from litestar import Router, get
from litestar.params import FromPath, FromQuery

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.points import actions
from appliance.points.models import ChoreEarnings, LeaderboardEntry, Ledger, Period


@get("/leaderboard", operation_id="getLeaderboard", summary="The leaderboard", opt=DISPLAY | ETAG_BY_REV)
async def leaderboard(session: CurrentSession, period: FromQuery[Period] = "week") -> list[LeaderboardEntry]:
    """All members, best first, for today, this week or this month. Equal results share a rank."""
    return actions.leaderboard(session.read, period, session.derived)


@get(
    "/members/{member_id:str}/points",
    operation_id="getMemberPoints",
    summary="A member's points",
    opt=DISPLAY | ETAG_BY_REV,
)
async def ledger(session: CurrentSession, member_id: FromPath[str]) -> Ledger:
    """Balance, points earned and spent, and the last 50 ledger entries, newest first."""
    return actions.ledger(session.read, member_id)


@get(
    "/chores/{chore_id:str}/points",
    operation_id="getChorePoints",
    summary="A chore's points",
    opt=DISPLAY | ETAG_BY_REV,
)
async def chore_earnings(session: CurrentSession, chore_id: FromPath[str]) -> ChoreEarnings:
    """The points that each member earned with it; `kept` says whether they stay when it is deleted."""
    return actions.chore_earnings(session.read, chore_id)


ROUTES = Router(path="/api", route_handlers=[leaderboard, ledger, chore_earnings], tags=["Points"])
