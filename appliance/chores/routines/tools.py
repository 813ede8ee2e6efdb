"""MCP tools for the steps of a routine."""

from datetime import date as Date
from typing import Annotated

from msgspec import UNSET, Meta

from appliance.chores import queries as chore_queries
from appliance.chores.models import CompleteRequest
from appliance.chores.routines import actions, routes
from appliance.chores.timing import DayPart
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.kernel.schema import Maybe, patched
from appliance.kernel.text.name_lookup import find_id
from appliance.people.tools import MemberName


@tool(routes.complete_step)
async def set_chore_step_done(
    session: Session,
    chore_id: str,
    step: Annotated[str, Meta(description="A step's id or title")],
    done: bool = True,
    date: Maybe[Date] = UNSET,
    member: Maybe[MemberName] = UNSET,
    day_part: Maybe[DayPart] = UNSET,
) -> None:
    """Tick a step of a routine (a chore with steps) for a date, today by default, or open it with
    done: false. The last step completes the chore; opening a step of a completed routine opens the chore.
    member says whose copy, or who does it.
    """
    db = session.read
    chore = chore_queries.chore(db, chore_id)
    step_id = find_id("step", step, [(known.id, known.title) for known in chore.steps])
    day = patched(date, db.household_day)
    if done:
        await session.write(
            actions.complete_step, chore_id, step_id, CompleteRequest(date=day, member_id=member, day_part=day_part)
        )
    else:
        whose = member if isinstance(member, str) else None
        await session.write(actions.uncomplete_step, chore_id, step_id, day, whose, day_part)


TOOLS = [set_chore_step_done]
