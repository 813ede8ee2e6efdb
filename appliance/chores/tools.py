"""MCP tools for chores. (contract §32)"""

from datetime import date as Date
from typing import Annotated

from msgspec import UNSET, Meta, field
from msgspec.structs import replace

from appliance.chores import actions, chore_day, routes
from appliance.chores.models import Chore, ChoreDay, ChorePatch, CompleteRequest, CopyRequest, NewChore
from appliance.chores.timing import DayPart
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.kernel.schema import ApiModel, Maybe, patched
from appliance.lists.tools import ListName
from appliance.people.tools import MemberName

Members = Annotated[list[MemberName], Meta(max_length=200)]


class DayOfChores(ApiModel, kw_only=True):
    """The chores due on the date."""

    date: Date
    chores: list[ChoreDay]


class CreateChore(NewChore, kw_only=True):
    """A chore to add, with names."""

    member_id: MemberName | None = field(name="member", default=None)
    member_ids: Members = field(name="members", default_factory=list)
    list_id: ListName | None = field(name="list", default=None)


class UpdateChore(ChorePatch, kw_only=True):
    """Changes of a chore, with names."""

    member_id: Maybe[MemberName | None] = field(name="member", default=UNSET)
    member_ids: Maybe[Members] = field(name="members", default=UNSET)
    list_id: Maybe[ListName | None] = field(name="list", default=UNSET)


class CompleteChore(CompleteRequest, kw_only=True):
    """A date, today by default, and who does it."""

    date: Maybe[Date] = UNSET  # type: ignore[assignment]
    member_id: Maybe[MemberName] = field(name="member", default=UNSET)


class CopyChore(CopyRequest, kw_only=True):
    """The member who gets a copy."""

    member_id: MemberName = field(name="member")


@tool(routes.list_day, read_only=True)
async def list_chores(session: Session, date: Maybe[Date] = UNSET) -> DayOfChores:
    """The chores due on a date (today by default): who does them, whether they are done, and how far
    their checklists are.
    """
    db = session.read
    day = patched(date, db.household_day)
    return DayOfChores(date=day, chores=chore_day.day(db, day))


@tool(routes.create_chore, answers="chore", idempotent=False)
async def create_chore(session: Session, request: CreateChore) -> Chore:
    """Add a chore, once (dueDate) or repeating (rrule, as FREQ=WEEKLY;BYDAY=SA, or afterDays after it
    was last done). Without a member it is for Anyone; members share it: each does a copy, anyone of them does
    it, or they take turns. list is its checklist, steps make it a routine, dueBy is when it is late.
    """
    return await session.write(actions.add, request)


@tool(routes.update_chore, answers="chore")
async def update_chore(session: Session, chore_id: str, patch: UpdateChore) -> Chore:
    """Change any part of a chore. null removes a member (it is then for Anyone), rule, date or list.
    Earned points stay.
    """
    return await session.write(actions.edit, chore_id, patch)


@tool(routes.complete)
async def complete_chore(session: Session, chore_id: str, request: CompleteChore) -> None:
    """Complete a chore for a date (today by default). Fails while its checklist has open items.
    member credits somebody else than the chore's own member, and says whose copy when share is each.
    withoutPoints: a parent did it for the child, so nobody is credited and the streak goes on.
    """
    day = patched(request.date, session.read.household_day)
    await session.write(actions.complete, chore_id, replace(request, date=day))


@tool(routes.uncomplete)
async def uncomplete_chore(
    session: Session,
    chore_id: str,
    date: Maybe[Date] = UNSET,
    member: MemberName | None = None,
    day_part: DayPart | None = None,
) -> None:
    """Remove the completion of a date (today by default) and the points it earned, of one dayPart or all."""
    await session.write(actions.uncomplete, chore_id, patched(date, session.read.household_day), member, day_part)


@tool(routes.copy_chore, answers="chore", idempotent=False)
async def copy_chore(session: Session, chore_id: str, request: CopyChore) -> Chore:
    """Add the same chore for another member (id or name)."""
    return await session.write(actions.copy, chore_id, request)


TOOLS = [list_chores, create_chore, update_chore, complete_chore, uncomplete_chore, copy_chore]
