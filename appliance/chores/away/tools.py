"""MCP tools for the days on which members are away."""

from datetime import date as Date
from typing import Annotated

from msgspec import UNSET, Meta, field

from appliance.chores.away import actions, queries, routes
from appliance.chores.away.models import AwayRange, AwayRangePatch, NewAwayRange, Note
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Reader
from appliance.kernel.http.json_body import Done
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, Maybe
from appliance.kernel.text.name_lookup import find_id
from appliance.people import queries as people

MemberName = Annotated[str, Meta(description="A member's id or name")]


class ListAway(ApiModel, kw_only=True):
    """Nothing to say."""


class AllAway(ApiModel, kw_only=True):
    """The ranges of days away, the latest first."""

    away: list[AwayRange]


class AddAway(ApiModel, kw_only=True):
    """Days away, both included; without a member the whole household's."""

    first_day: Date = field(name="from")
    last_day: Date = field(name="until")
    member: MemberName | None = None
    note: Note = ""


class UpdateAway(ApiModel, kw_only=True):
    """A range and its changes."""

    away_id: str
    first_day: Maybe[Date] = field(name="from", default=UNSET)
    last_day: Maybe[Date] = field(name="until", default=UNSET)
    note: Maybe[Note] = UNSET


class RemoveAway(ApiModel, kw_only=True):
    """A range."""

    away_id: str


class OneRange(ApiModel, kw_only=True):
    """The whole range."""

    away: AwayRange


async def list_away(session: Session, request: ListAway) -> AllAway:
    """Every range."""
    return AllAway(away=queries.ranges(session.read))


async def add_away(session: Session, request: AddAway) -> OneRange:
    """Add a range. Raises BadRequest."""
    new = NewAwayRange(
        first_day=request.first_day,
        last_day=request.last_day,
        member_id=_member(session.read, request.member),
        note=request.note,
    )
    return OneRange(away=await session.write(actions.add, new))


async def update_away(session: Session, request: UpdateAway) -> OneRange:
    """Change a range. Raises NotFound, BadRequest."""
    patch = AwayRangePatch(first_day=request.first_day, last_day=request.last_day, note=request.note)
    return OneRange(away=await session.write(actions.edit, request.away_id, patch))


async def remove_away(session: Session, request: RemoveAway) -> Done:
    """Delete a range. Raises NotFound."""
    await session.write(actions.remove, request.away_id)
    return Done()


def _member(db: Reader, named: str | None) -> str | None:
    return named and find_id("member", named, [(person.id, person.name) for person in people.people(db)])


TOOLS = [
    Tool(
        name="list_away",
        description="The days on which members, or with memberId null the whole household, are away.",
        request=ListAway,
        answer=AllAway,
        run=list_away,
        route=routes.list_away,
        read_only=True,
    ),
    Tool(
        name="add_away",
        description="Add days away (from and until are included, ahead or past) of a member (id or name), or without a"
        " member of the whole household. Meanwhile their chores are not due.",
        request=AddAway,
        answer=OneRange,
        run=add_away,
        route=routes.create_away,
        idempotent=False,
    ),
    Tool(
        name="update_away",
        description="Change the days or the note of a range of days away.",
        request=UpdateAway,
        answer=OneRange,
        run=update_away,
        route=routes.update_away,
    ),
    Tool(
        name="remove_away",
        description="Delete a range of days away: the chores of these days are due again.",
        request=RemoveAway,
        answer=Done,
        run=remove_away,
        route=routes.delete_away,
    ),
]
