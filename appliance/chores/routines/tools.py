"""MCP tools for the steps of a routine."""

from datetime import date as Date
from typing import Annotated

from msgspec import UNSET, Meta, field

from appliance.chores import queries as chore_queries
from appliance.chores.models import CompleteRequest
from appliance.chores.routines import actions, routes
from appliance.kernel.database.session import Session
from appliance.kernel.http.json_body import Done
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, Maybe, made, patched
from appliance.kernel.text.name_lookup import find_id
from appliance.people.tools import MemberName


class SetChoreStepDone(ApiModel, kw_only=True):
    """A step of a routine and a date, today by default."""

    chore_id: str
    step: Annotated[str, Meta(description="A step's id or title")]
    done: bool = True
    date: Maybe[Date] = UNSET
    member_id: Maybe[MemberName] = field(name="member", default=UNSET)


async def set_chore_step_done(session: Session, request: SetChoreStepDone) -> Done:
    """Tick or open a step. Raises NotFound, BadRequest, Conflict."""
    db = session.read
    chore = chore_queries.chore(db, request.chore_id)
    step_id = find_id("step", request.step, [(step.id, step.title) for step in chore.steps])
    date = patched(request.date, db.today)
    if request.done:
        await session.write(actions.complete_step, chore.id, step_id, made(CompleteRequest, request, date=date))
    else:
        whose = request.member_id if isinstance(request.member_id, str) else None
        await session.write(actions.uncomplete_step, chore.id, step_id, date, whose)
    return Done()


TOOLS = [
    Tool(
        name="set_chore_step_done",
        description="Tick a step of a routine (a chore with steps) for a date, today by default, or open it with"
        " done: false. The last step completes the chore; opening a step of a completed routine opens the chore."
        " member says whose copy, or who does it.",
        run=set_chore_step_done,
        route=routes.complete_step,
    ),
]
