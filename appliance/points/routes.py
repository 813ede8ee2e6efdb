"""REST endpoints of points: the leaderboard, each member's ledger, and awards."""

from litestar import Router, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, DISPLAY
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.idempotency_key import IdempotencyKey
from appliance.points import actions
from appliance.points.awards import actions as awards
from appliance.points.awards.models import Award, Awarded, AwardRemoved, NewAward
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


@get("/points/awards", operation_id="listAwards", summary="Points given and taken", opt=ADMIN | ETAG_BY_REV)
async def list_awards(session: CurrentSession, memberId: FromQuery[str | None] = None) -> list[Award]:
    """The last 100 awards, newest first; with `memberId` those of one member. Admin."""
    return awards.awards(session.read, memberId)


@post("/points/awards", operation_id="createAward", summary="Give or take points", opt=ADMIN)
async def give_award(
    session: CurrentSession, data: JSONBody[NewAward], idempotency_key: IdempotencyKey = None
) -> Awarded:
    """To one member or to several; negative points are taken. They change balances, not streaks or ranks. Admin."""
    return await session.write_once(idempotency_key, Awarded, awards.give, data)


@delete(
    "/points/awards/{award_id:str}", operation_id="deleteAward", summary="Remove an award", status_code=200, opt=ADMIN
)
async def remove_award(session: CurrentSession, award_id: FromPath[str]) -> AwardRemoved:
    """Its points leave the balance. Other entries of the ledger cannot be removed. Admin."""
    return await session.write(awards.remove, award_id)


HANDLERS = [leaderboard, ledger, chore_earnings, list_awards, give_award, remove_award]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Points"])
