"""REST endpoints of chores."""

from datetime import date as Date
from typing import Annotated

from litestar import Router, delete, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY, DISPLAY_WITH_PIN
from appliance.chores import actions, chore_day, queries
from appliance.chores.exceptions import routes as exception_routes
from appliance.chores.exceptions.routes import CopyOf
from appliance.chores.holidays import routes as holiday_routes
from appliance.chores.models import (
    Chore,
    ChoreDay,
    ChorePatch,
    Completed,
    CompleteRequest,
    CopyRequest,
    NewChore,
)
from appliance.chores.overdue import routes as overdue_routes
from appliance.chores.routines import routes as routine_routes
from appliance.chores.timing import DayPart
from appliance.chores.turns import actions as turns
from appliance.chores.turns.models import ChoreTurn, SwapRequest
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.idempotency_key import IdempotencyKey
from appliance.kernel.http.json_body import Done
from appliance.points import actions as points

Begin = Annotated[Date, QueryParameter(name="from")]
End = Annotated[Date, QueryParameter(name="until")]
PartOf = Annotated[DayPart | None, QueryParameter(name="dayPart")]


@get("/chores", operation_id="listChores", summary="Every chore", opt=DISPLAY | ETAG_BY_REV)
async def list_chores(session: CurrentSession) -> list[Chore]:
    """Every chore in its order, inactive ones and past one-offs too."""
    return queries.chores(session.read)


@post("/chores", operation_id="createChore", summary="Add a chore", opt=DISPLAY_WITH_PIN)
async def create_chore(session: CurrentSession, data: JSONBody[NewChore]) -> Chore:
    """Without a member it is for Anyone, with `share` for `memberIds`. Any RRULE is accepted and kept as sent."""
    return await session.write(actions.add, data)


@patch("/chores/{chore_id:str}", operation_id="updateChore", summary="Change a chore", opt=DISPLAY_WITH_PIN)
async def update_chore(session: CurrentSession, chore_id: FromPath[str], data: JSONBody[ChorePatch]) -> Chore:
    """Any subset. Points already earned stay as they are."""
    return await session.write(actions.edit, chore_id, data)


@delete(
    "/chores/{chore_id:str}",
    operation_id="deleteChore",
    summary="Delete a chore",
    status_code=200,
    opt=DISPLAY_WITH_PIN,
)
async def delete_chore(session: CurrentSession, chore_id: FromPath[str]) -> Done:
    """Deletes its completions, and their points, unless the setting `keepPointsOfDeletedChores` is on."""
    await session.write(points.remove_chore, chore_id)
    return Done()


@get("/chores/day", operation_id="listDayChores", summary="The chores of a day", opt=DISPLAY | ETAG_BY_REV)
async def list_day(session: CurrentSession, date: FromQuery[Date]) -> list[ChoreDay]:
    """The chores due on the date, who completed them, and the progress of each checklist.

    A chore that each of several members does is there once for each of them. Today begins with what was missed, which
    has `overdueSince` and is completed for that date.
    """
    return chore_day.day(session.read, date, session.derived)


@get("/chores/turns", operation_id="listChoreTurns", summary="Whose turn it is", opt=DISPLAY | ETAG_BY_REV)
async def list_turns(session: CurrentSession, begin: Begin, end: End) -> list[ChoreTurn]:
    """The turns of the chores that are done in turn, `from` and `until` included, at most 62 days.

    Turns to come are computed as if every turn from today on were done.
    """
    return turns.between(session.read, begin, end)


@post(
    "/chores/{chore_id:str}/swap",
    operation_id="swapChoreTurn",
    summary="Swap a turn",
    status_code=200,
    opt=DISPLAY_WITH_PIN,
)
async def swap_turn(session: CurrentSession, chore_id: FromPath[str], data: JSONBody[SwapRequest]) -> ChoreTurn:
    """Another of the chore's members takes over the turn of one date, from today on. The turns after it stay."""
    return await session.write(turns.swap, chore_id, data)


@delete(
    "/chores/{chore_id:str}/swap",
    operation_id="undoChoreSwap",
    summary="Undo a swap",
    status_code=200,
    opt=DISPLAY_WITH_PIN,
)
async def undo_swap(session: CurrentSession, chore_id: FromPath[str], date: FromQuery[Date]) -> Done:
    """Gives the turn of a date back to the member whose it is in the order."""
    await session.write(turns.undo_swap, chore_id, date)
    return Done()


@post("/chores/{chore_id:str}/copy", operation_id="copyChore", summary="Copy a chore", opt=DISPLAY_WITH_PIN)
async def copy_chore(session: CurrentSession, chore_id: FromPath[str], data: JSONBody[CopyRequest]) -> Chore:
    """Adds the same chore for another member."""
    return await session.write(actions.copy, chore_id, data)


@post(
    "/chores/{chore_id:str}/complete",
    operation_id="completeChore",
    summary="Complete a chore",
    status_code=200,
    opt=DISPLAY,
)
async def complete(
    session: CurrentSession,
    chore_id: FromPath[str],
    data: JSONBody[CompleteRequest],
    idempotency_key: IdempotencyKey = None,
) -> Completed:
    """For a date. A second request changes who did it. 409 with `remaining` while its checklist has open items.

    `pending` is true when a display ticked what needs a parent's yes: no points are earned until then.
    """
    return await session.write_once(idempotency_key, Completed, actions.complete, chore_id, data)


@delete(
    "/chores/{chore_id:str}/complete",
    operation_id="uncompleteChore",
    summary="Undo a chore",
    status_code=200,
    opt=DISPLAY,
)
async def uncomplete(
    session: CurrentSession,
    chore_id: FromPath[str],
    date: FromQuery[Date],
    member_id: CopyOf = None,
    day_part: PartOf = None,
    idempotency_key: IdempotencyKey = None,
) -> Done:
    """Removes the completion of a date; its points leave the balance. `memberId` says whose copy, `dayPart` which."""
    await session.write_once(idempotency_key, type(None), actions.uncomplete, chore_id, date, member_id, day_part)
    return Done()


HANDLERS = [list_chores, create_chore, update_chore, delete_chore, list_day, complete, uncomplete]
HANDLERS += [list_turns, swap_turn, undo_swap, copy_chore, *routine_routes.HANDLERS, *overdue_routes.HANDLERS]
HANDLERS += [*exception_routes.HANDLERS, *holiday_routes.HANDLERS]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Chores"])
