"""REST endpoints of awards. Admin."""

from litestar import Router, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.idempotency_key import IdempotencyKey
from appliance.points.awards import actions
from appliance.points.awards.models import Award, Awarded, AwardRemoved, NewAward


@get("/points/awards", operation_id="listAwards", summary="Points given and taken", opt=ADMIN | ETAG_BY_REV)
async def list_awards(session: CurrentSession, memberId: FromQuery[str | None] = None) -> list[Award]:
    """The last 100 awards, newest first; with `memberId` those of one member. Admin."""
    return actions.awards(session.read, memberId)


@post("/points/awards", operation_id="createAward", summary="Give or take points", opt=ADMIN)
async def give(session: CurrentSession, data: JSONBody[NewAward], idempotency_key: IdempotencyKey = None) -> Awarded:
    """To one member or to several; negative points are taken. They change balances, not streaks or ranks. Admin."""
    return await session.write_once(idempotency_key, Awarded, actions.give, data)


@delete(
    "/points/awards/{award_id:str}", operation_id="deleteAward", summary="Remove an award", status_code=200, opt=ADMIN
)
async def remove(session: CurrentSession, award_id: FromPath[str]) -> AwardRemoved:
    """Its points leave the balance. Other entries of the ledger cannot be removed. Admin."""
    return await session.write(actions.remove, award_id)


ROUTES = Router(path="/api", route_handlers=[list_awards, give, remove], tags=["Points"])
