"""REST endpoints of chores."""

from datetime import date as Date

from litestar import delete, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.chores import actions, queries
from appliance.chores.models import Chore, ChoreDay, ChorePatch, CompleteRequest, NewChore
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.idempotency_key import IdempotencyKey
from appliance.kernel.http.json_body import Done
from appliance.kernel.http.route_group import RouteGroup


@get("/chores", operation_id="listChores", summary="Every chore", opt=ETAG_BY_REV)
async def list_chores(session: CurrentSession) -> list[Chore]:
    """Every chore in its order, inactive ones and past one-offs too."""
    return queries.chores(session.read)


@post("/chores", operation_id="createChore", summary="Add a chore")
async def create_chore(session: CurrentSession, data: JSONBody[NewChore]) -> Chore:
    """Without a member it is for Anyone. Any RRULE is accepted and kept as sent."""
    return await session.write(actions.add, data)


@patch("/chores/{chore_id:str}", operation_id="updateChore", summary="Change a chore")
async def update_chore(session: CurrentSession, chore_id: FromPath[str], data: JSONBody[ChorePatch]) -> Chore:
    """Any subset. Points already earned stay as they are."""
    return await session.write(actions.edit, chore_id, data)


@delete("/chores/{chore_id:str}", operation_id="deleteChore", summary="Delete a chore", status_code=200)
async def delete_chore(session: CurrentSession, chore_id: FromPath[str]) -> Done:
    """Deletes its completions and the points they earned."""
    await session.write(actions.remove, chore_id)
    return Done()


@get("/chores/day", operation_id="listDayChores", summary="The chores of a day", opt=ETAG_BY_REV)
async def list_day(session: CurrentSession, date: FromQuery[Date]) -> list[ChoreDay]:
    """The chores due on the date, who completed them, and the progress of each checklist."""
    return actions.day(session.read, date)


@post("/chores/{chore_id:str}/complete", operation_id="completeChore", summary="Complete a chore", status_code=200)
async def complete(
    session: CurrentSession,
    chore_id: FromPath[str],
    data: JSONBody[CompleteRequest],
    idempotency_key: IdempotencyKey = None,
) -> Done:
    """For a date. A second request changes who did it. 409 with `remaining` while its checklist has open items."""
    await session.write_once(idempotency_key, type(None), actions.complete, chore_id, data)
    return Done()


@delete("/chores/{chore_id:str}/complete", operation_id="uncompleteChore", summary="Undo a chore", status_code=200)
async def uncomplete(
    session: CurrentSession, chore_id: FromPath[str], date: FromQuery[Date], idempotency_key: IdempotencyKey = None
) -> Done:
    """Removes the completion of a date; its points leave the balance."""
    await session.write_once(idempotency_key, type(None), actions.uncomplete, chore_id, date)
    return Done()


HANDLERS = [list_chores, create_chore, update_chore, delete_chore, list_day, complete, uncomplete]
ROUTES = RouteGroup(route_handlers=HANDLERS, tags=["Chores"])
