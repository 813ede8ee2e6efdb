"""MCP tools for chores. (contract §32)"""

from datetime import date as Date
from typing import Annotated

from msgspec import UNSET, Meta, field

from appliance.chores import actions, routes
from appliance.chores.models import Chore, ChoreDay, ChorePatch, CompleteRequest, CopyRequest, NewChore
from appliance.kernel.database.session import Session
from appliance.kernel.http.json_body import Done
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, Maybe, made, patched
from appliance.lists.tools import ListName
from appliance.people.tools import MemberName

Members = Annotated[list[MemberName], Meta(max_length=200)]


class ListChores(ApiModel, kw_only=True):
    """A date, today by default."""

    date: Maybe[Date] = UNSET


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
    """A chore and its changes, with names."""

    chore_id: str
    member_id: Maybe[MemberName | None] = field(name="member", default=UNSET)
    member_ids: Maybe[Members] = field(name="members", default=UNSET)
    list_id: Maybe[ListName | None] = field(name="list", default=UNSET)


class CopyChore(CopyRequest, kw_only=True):
    """A chore, and the member who gets a copy."""

    chore_id: str
    member_id: MemberName = field(name="member")


class OneChore(ApiModel, kw_only=True):
    """The whole chore."""

    chore: Chore


class CompleteChore(ApiModel, kw_only=True):
    """A chore and a date, today by default."""

    chore_id: str
    date: Maybe[Date] = UNSET
    member_id: Maybe[MemberName] = field(name="member", default=UNSET)


class UncompleteChore(ApiModel, kw_only=True):
    """A chore and a date, today by default."""

    chore_id: str
    date: Maybe[Date] = UNSET
    member_id: MemberName | None = field(name="member", default=None)


async def list_chores(session: Session, request: ListChores) -> DayOfChores:
    """The chores of a date."""
    db = session.read
    date = patched(request.date, db.today)
    return DayOfChores(date=date, chores=actions.day(db, date))


async def create_chore(session: Session, request: CreateChore) -> OneChore:
    """Add a chore. Raises BadRequest."""
    return OneChore(chore=await session.write(actions.add, made(NewChore, request)))


async def update_chore(session: Session, request: UpdateChore) -> OneChore:
    """Change a chore. Raises NotFound, BadRequest."""
    return OneChore(chore=await session.write(actions.edit, request.chore_id, made(ChorePatch, request)))


async def complete_chore(session: Session, request: CompleteChore) -> Done:
    """Complete a chore. Raises NotFound, BadRequest, Conflict."""
    date = patched(request.date, session.read.today)
    await session.write(actions.complete, request.chore_id, made(CompleteRequest, request, date=date))
    return Done()


async def uncomplete_chore(session: Session, request: UncompleteChore) -> Done:
    """Remove a completion. Raises NotFound."""
    day = patched(request.date, session.read.today)
    await session.write(actions.uncomplete, request.chore_id, day, request.member_id)
    return Done()


async def copy_chore(session: Session, request: CopyChore) -> OneChore:
    """Copy a chore. Raises NotFound, BadRequest, Conflict."""
    return OneChore(chore=await session.write(actions.copy, request.chore_id, made(CopyRequest, request)))


TOOLS = [
    Tool(
        name="list_chores",
        description="The chores due on a date (today by default): who does them, whether they are done, and how far"
        " their checklists are.",
        run=list_chores,
        route=routes.list_day,
        read_only=True,
    ),
    Tool(
        name="create_chore",
        description="Add a chore, once (dueDate) or repeating (rrule, as FREQ=WEEKLY;BYDAY=SA, or afterDays after it"
        " was last done). Without a member it is for Anyone; members share it: each does a copy, anyone of them does"
        " it, or they take turns. list is its checklist, steps make it a routine, dueBy is when it is late.",
        run=create_chore,
        route=routes.create_chore,
        idempotent=False,
    ),
    Tool(
        name="update_chore",
        description="Change any part of a chore. null removes a member (it is then for Anyone), rule, date or list."
        " Earned points stay.",
        run=update_chore,
        route=routes.update_chore,
    ),
    Tool(
        name="complete_chore",
        description="Complete a chore for a date (today by default). Fails while its checklist has open items."
        " member credits somebody else than the chore's own member, and says whose copy when share is each.",
        run=complete_chore,
        route=routes.complete,
    ),
    Tool(
        name="uncomplete_chore",
        description="Remove the completion of a date (today by default) and the points it earned.",
        run=uncomplete_chore,
        route=routes.uncomplete,
    ),
    Tool(
        name="copy_chore",
        description="Add the same chore for another member (id or name).",
        run=copy_chore,
        route=routes.copy_chore,
        idempotent=False,
    ),
]
