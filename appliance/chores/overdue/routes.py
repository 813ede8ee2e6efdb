"""REST endpoints of what was missed."""

from datetime import date as Date

from litestar import delete, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import UNSET

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY_WITH_PIN
from appliance.chores.exceptions.routes import CopyOf
from appliance.chores.overdue import actions
from appliance.chores.overdue.models import LetGoRequest
from appliance.kernel.http.json_body import Done


@post(
    "/chores/{chore_id:str}/let-go",
    operation_id="letChoreGo",
    summary="Let a missed chore go",
    status_code=200,
    opt=DISPLAY_WITH_PIN,
)
async def let_go(session: CurrentSession, chore_id: FromPath[str], data: JSONBody[LetGoRequest]) -> Done:
    """For the date of its `overdueSince`: it does not ask any more. `memberId` says whose copy, all without it."""
    await session.write(actions.let_go, chore_id, data)
    return Done()


@delete(
    "/chores/{chore_id:str}/let-go",
    operation_id="undoLetChoreGo",
    summary="Let a missed chore ask again",
    status_code=200,
    opt=DISPLAY_WITH_PIN,
)
async def take_back(
    session: CurrentSession, chore_id: FromPath[str], date: FromQuery[Date], member_id: CopyOf = None
) -> Done:
    """It asks again for the date. `memberId` says whose copy, all without it."""
    await session.write(actions.take_back, chore_id, date, UNSET if member_id is None else member_id)
    return Done()


HANDLERS = [let_go, take_back]
