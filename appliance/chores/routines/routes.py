"""REST endpoints of the steps of a routine."""

from datetime import date as Date
from typing import Annotated

from litestar import delete, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import UNSET

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.chores.exceptions.routes import CopyOf
from appliance.chores.models import CompleteRequest
from appliance.chores.routines import actions
from appliance.chores.timing import DayPart
from appliance.kernel.http.idempotency_key import IdempotencyKey
from appliance.kernel.http.json_body import Done

PartOf = Annotated[DayPart | None, QueryParameter(name="dayPart")]


@post(
    "/chores/{chore_id:str}/steps/{step_id:str}/complete",
    operation_id="completeChoreStep",
    summary="Tick a step of a routine",
    status_code=200,
    opt=DISPLAY,
)
async def complete_step(
    session: CurrentSession,
    chore_id: FromPath[str],
    step_id: FromPath[str],
    data: JSONBody[CompleteRequest],
    idempotency_key: IdempotencyKey = None,
) -> Done:
    """For a date. The last step completes the chore: 409 with `remaining` while its checklist has open items."""
    await session.write_once(idempotency_key, type(None), actions.complete_step, chore_id, step_id, data)
    return Done()


@delete(
    "/chores/{chore_id:str}/steps/{step_id:str}/complete",
    operation_id="uncompleteChoreStep",
    summary="Open a step of a routine",
    status_code=200,
    opt=DISPLAY,
)
async def uncomplete_step(
    session: CurrentSession,
    chore_id: FromPath[str],
    step_id: FromPath[str],
    date: FromQuery[Date],
    member_id: CopyOf = None,
    day_part: PartOf = None,
    idempotency_key: IdempotencyKey = None,
) -> Done:
    """For a date. A completed routine is open again and its points leave the balance; its other steps stay done."""
    part = UNSET if day_part is None else day_part
    await session.write_once(
        idempotency_key, type(None), actions.uncomplete_step, chore_id, step_id, date, member_id, part
    )
    return Done()


HANDLERS = [complete_step, uncomplete_step]
