"""MCP tools for chores. (contract §32)"""

from datetime import date as Date
from typing import Annotated, TypeVar

from msgspec import UNSET, Meta, UnsetType, field

from appliance.chores import actions, routes
from appliance.chores.models import (
    Chore,
    ChoreDay,
    ChorePatch,
    CompleteRequest,
    CopyRequest,
    DueTime,
    NewChore,
    Points,
    Share,
    Title,
    TurnBy,
)
from appliance.chores.routines.models import NewChoreSteps
from appliance.chores.timing.models import AfterDays, DayPart
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Reader
from appliance.kernel.http.json_body import Done
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, Maybe, TimeOfDay, patched
from appliance.kernel.text.name_lookup import find_id
from appliance.lists import queries as lists
from appliance.people import queries as people

ListName = Annotated[str, Meta(description="A list's id or name, used as checklist")]
MemberName = Annotated[str, Meta(description="A member's id or name")]
Rule = Annotated[str, Meta(description="An RRULE value of RFC 5545, such as FREQ=WEEKLY;BYDAY=SA")]


Members = Annotated[list[str], Meta(description="Ids or names of members, in the order of their turns", max_length=200)]
Sharing = Annotated[
    Share | None,
    Meta(description="Several members: each does a copy, anyone of them does it, or they take turns"),
]
LateFrom = Annotated[TimeOfDay, Meta(description="A time of day, HH:MM, from which the chore is late")]
AfterLast = Annotated[AfterDays, Meta(description="Due so many days after it was last done, instead of an rrule")]
Steps = Annotated[NewChoreSteps, Meta(description="The steps of a routine; the last one done completes the chore")]
NeedsApproval = Annotated[
    bool | None, Meta(description="Whether a tick waits for a parent's yes; null follows the member")
]
Turns = Annotated[TurnBy, Meta(description="A turn ends when the chore was due, or only when it was done")]


class ListChores(ApiModel, kw_only=True):
    """A date, today by default."""

    date: Maybe[Date] = UNSET


class DayOfChores(ApiModel, kw_only=True):
    """The chores due on the date."""

    date: Date
    chores: list[ChoreDay]


class CreateChore(ApiModel, kw_only=True):
    """A chore to add; without a member it is for Anyone, with `share` it is for `members`."""

    title: Title
    emoji: str | None = None
    member: MemberName | None = None
    points: Points = 0
    rrule: Rule | None = None
    due_date: Date | None = None
    due_time: DueTime | None = None
    members: Members = field(default_factory=list)
    steps: Steps = field(default_factory=list)
    list: ListName | None = None
    share: Sharing = None
    turn_by: Turns = "due"
    day_part: DayPart | None = None
    due_by: LateFrom | None = None
    after_days: AfterLast | None = None
    season_from: Date | None = None
    season_until: Date | None = None
    needs_approval: NeedsApproval = None


class UpdateChore(ApiModel, kw_only=True):
    """A chore and its changes; `member: null` makes it for Anyone, `list: null` unlinks its checklist."""

    chore_id: str
    title: Maybe[Title] = UNSET
    emoji: Maybe[str | None] = UNSET
    member: Maybe[MemberName | None] = UNSET
    points: Maybe[Points] = UNSET
    rrule: Maybe[Rule | None] = UNSET
    due_date: Maybe[Date | None] = UNSET
    due_time: Maybe[DueTime | None] = UNSET
    active: Maybe[bool] = UNSET
    list: Maybe[ListName | None] = UNSET
    members: Maybe[Members] = UNSET
    share: Maybe[Sharing] = UNSET
    turn_by: Maybe[Turns] = UNSET
    day_part: Maybe[DayPart | None] = UNSET
    due_by: Maybe[LateFrom | None] = UNSET
    after_days: Maybe[AfterLast | None] = UNSET
    season_from: Maybe[Date | None] = UNSET
    season_until: Maybe[Date | None] = UNSET
    steps: Maybe[Steps] = UNSET
    needs_approval: Maybe[NeedsApproval] = UNSET


class CopyChore(ApiModel, kw_only=True):
    """A chore, and the member who gets a copy."""

    chore_id: str
    member: MemberName


class OneChore(ApiModel, kw_only=True):
    """The whole chore."""

    chore: Chore


class CompleteChore(ApiModel, kw_only=True):
    """A chore and a date, today by default. `member` credits somebody else, or says whose copy of a chore it is."""

    chore_id: str
    date: Maybe[Date] = UNSET
    member: Maybe[MemberName] = UNSET


class UncompleteChore(ApiModel, kw_only=True):
    """A chore and a date, today by default. `member` says whose copy, of a chore that each of its members does."""

    chore_id: str
    date: Maybe[Date] = UNSET
    member: MemberName | None = None


async def list_chores(session: Session, request: ListChores) -> DayOfChores:
    """The chores of a date."""
    db = session.read
    date = patched(request.date, db.today)
    return DayOfChores(date=date, chores=actions.day(db, date))


async def create_chore(session: Session, request: CreateChore) -> OneChore:
    """Add a chore. Raises BadRequest."""
    db = session.read
    new = NewChore(
        title=request.title,
        emoji=request.emoji,
        member_id=_member(db, request.member),
        points=request.points,
        rrule=request.rrule,
        due_date=request.due_date,
        due_time=request.due_time,
        list_id=_list(db, request.list),
        member_ids=_members(db, request.members),
        share=request.share,
        turn_by=request.turn_by,
        day_part=request.day_part,
        due_by=request.due_by,
        after_days=request.after_days,
        season_from=request.season_from,
        season_until=request.season_until,
        steps=request.steps,
        needs_approval=request.needs_approval,
    )
    return OneChore(chore=await session.write(actions.add, new))


async def update_chore(session: Session, request: UpdateChore) -> OneChore:
    """Change a chore. Raises NotFound, BadRequest."""
    db = session.read
    patch = ChorePatch(
        title=request.title,
        emoji=request.emoji,
        member_id=_member(db, request.member),
        points=request.points,
        rrule=request.rrule,
        due_date=request.due_date,
        due_time=request.due_time,
        active=request.active,
        list_id=_list(db, request.list),
        member_ids=_members(db, request.members),
        share=request.share,
        turn_by=request.turn_by,
        day_part=request.day_part,
        due_by=request.due_by,
        after_days=request.after_days,
        season_from=request.season_from,
        season_until=request.season_until,
        steps=request.steps,
        needs_approval=request.needs_approval,
    )
    return OneChore(chore=await session.write(actions.edit, request.chore_id, patch))


async def complete_chore(session: Session, request: CompleteChore) -> Done:
    """Complete a chore. Raises NotFound, BadRequest, Conflict."""
    db = session.read
    await session.write(
        actions.complete,
        request.chore_id,
        CompleteRequest(date=patched(request.date, db.today), member_id=_member(db, request.member)),
    )
    return Done()


async def uncomplete_chore(session: Session, request: UncompleteChore) -> Done:
    """Remove a completion. Raises NotFound."""
    db = session.read
    day, member_id = patched(request.date, db.today), _member(db, request.member)
    await session.write(actions.uncomplete, request.chore_id, day, member_id)
    return Done()


async def copy_chore(session: Session, request: CopyChore) -> OneChore:
    """Copy a chore. Raises NotFound, BadRequest, Conflict."""
    wanted = CopyRequest(member_id=_member(session.read, request.member))
    return OneChore(chore=await session.write(actions.copy, request.chore_id, wanted))


Named = TypeVar("Named", bound=UnsetType | None)


def _member(db: Reader, named: str | Named) -> str | Named:
    if not isinstance(named, str):
        return named
    return find_id("member", named, [(person.id, person.name) for person in people.people(db)])


Several = TypeVar("Several", bound=UnsetType)


def _members(db: Reader, named: list[str] | Several) -> list[str] | Several:
    return [_member(db, each) for each in named] if isinstance(named, list) else named


def _list(db: Reader, named: str | Named) -> str | Named:
    return find_id("list", named, lists.list_names(db)) if isinstance(named, str) else named


TOOLS = [
    Tool(
        name="list_chores",
        description="The chores due on a date (today by default): who does them, whether they are done, and how far"
        " their checklists are.",
        request=ListChores,
        answer=DayOfChores,
        run=list_chores,
        route=routes.list_day,
        read_only=True,
    ),
    Tool(
        name="create_chore",
        description="Add a chore, once (dueDate) or repeating (rrule). member and list are an id or a name; without a"
        " member it is for Anyone.",
        request=CreateChore,
        answer=OneChore,
        run=create_chore,
        route=routes.create_chore,
        idempotent=False,
    ),
    Tool(
        name="update_chore",
        description="Change any part of a chore. null removes a member, rule, date or list. Earned points stay.",
        request=UpdateChore,
        answer=OneChore,
        run=update_chore,
        route=routes.update_chore,
    ),
    Tool(
        name="complete_chore",
        description="Complete a chore for a date (today by default). Fails while its checklist has open items."
        " member credits somebody else than the chore's own member, and says whose copy when share is each.",
        request=CompleteChore,
        answer=Done,
        run=complete_chore,
        route=routes.complete,
    ),
    Tool(
        name="uncomplete_chore",
        description="Remove the completion of a date (today by default) and the points it earned.",
        request=UncompleteChore,
        answer=Done,
        run=uncomplete_chore,
        route=routes.uncomplete,
    ),
    Tool(
        name="copy_chore",
        description="Add the same chore for another member (id or name).",
        request=CopyChore,
        answer=OneChore,
        run=copy_chore,
        route=routes.copy_chore,
        idempotent=False,
    ),
]
