"""REST endpoints of single dates of chores. A display may skip and move what is to come, as it may tick it."""

from datetime import date as Date
from typing import Annotated

from litestar import delete, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import UNSET

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.chores.exceptions import actions
from appliance.chores.exceptions.models import MoveRequest, SkipRequest
from appliance.kernel.http.idempotency_key import IdempotencyKey
from appliance.kernel.http.json_body import Done

CopyOf = Annotated[str | None, QueryParameter(name="memberId")]


@post(
    "/chores/{chore_id:str}/skip",
    operation_id="skipChore",
    summary="Skip one date of a chore",
    status_code=200,
    opt=DISPLAY,
)
async def skip(
    session: CurrentSession,
    chore_id: FromPath[str],
    data: JSONBody[SkipRequest],
    idempotency_key: IdempotencyKey = None,
) -> Done:
    """As if it were not due on the date: streaks go on. `memberId` says whose copy; without it all that are open.

    Done in turn, the turn stays with its member, or with `passTurn` goes to the next one. 409 when it is done. A
    display skips no day of the past, and nothing that needs a parent's yes.
    """
    await session.write_once(idempotency_key, type(None), actions.skip, chore_id, data)
    return Done()


@delete(
    "/chores/{chore_id:str}/skip",
    operation_id="unskipChore",
    summary="Take back a skip",
    status_code=200,
    opt=DISPLAY,
)
async def unskip(
    session: CurrentSession,
    chore_id: FromPath[str],
    date: FromQuery[Date],
    member_id: CopyOf = None,
    idempotency_key: IdempotencyKey = None,
) -> Done:
    """The chore is due again on the date. `memberId` says whose copy."""
    await session.write_once(idempotency_key, type(None), actions.unskip, chore_id, date, member_id or UNSET)
    return Done()


@post(
    "/chores/{chore_id:str}/move",
    operation_id="moveChore",
    summary="Move one date of a chore",
    status_code=200,
    opt=DISPLAY,
)
async def move(
    session: CurrentSession,
    chore_id: FromPath[str],
    data: JSONBody[MoveRequest],
    idempotency_key: IdempotencyKey = None,
) -> Done:
    """It is due on `to` instead of `date`, and late and in streaks by the new date. Its other dates stay.

    A moved date can be moved again, and back to its own. 409 with `due_anyway` where it is due on `to` already.
    """
    await session.write_once(idempotency_key, type(None), actions.move, chore_id, data)
    return Done()


HANDLERS = [skip, unskip, move]
