"""REST endpoints of the days on which members are away."""

from litestar import Router, delete, get, patch, post
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, DISPLAY
from appliance.chores.away import actions, queries
from appliance.chores.away.models import AwayRange, AwayRangePatch, NewAwayRange
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done


@get("/away", operation_id="listAway", summary="Days away", opt=DISPLAY | ETAG_BY_REV)
async def list_away(session: CurrentSession) -> list[AwayRange]:
    """The ranges of days on which members are away, or with `memberId: null` the whole household; the latest first."""
    return queries.ranges(session.read)


@post("/away", operation_id="createAway", summary="Add days away", opt=ADMIN)
async def create_away(session: CurrentSession, data: JSONBody[NewAwayRange]) -> AwayRange:
    """`from` and `until` are included and may be past. Meanwhile their chores are not due. Admin."""
    return await session.write(actions.add, data)


@patch("/away/{range_id:str}", operation_id="updateAway", summary="Change days away", opt=ADMIN)
async def update_away(session: CurrentSession, range_id: FromPath[str], data: JSONBody[AwayRangePatch]) -> AwayRange:
    """Any subset. Admin."""
    return await session.write(actions.edit, range_id, data)


@delete("/away/{range_id:str}", operation_id="deleteAway", summary="Delete days away", status_code=200, opt=ADMIN)
async def delete_away(session: CurrentSession, range_id: FromPath[str]) -> Done:
    """The chores of these days are due again. Admin."""
    await session.write(actions.remove, range_id)
    return Done()


ROUTES = Router(path="/api", route_handlers=[list_away, create_away, update_away, delete_away], tags=["Away"])
