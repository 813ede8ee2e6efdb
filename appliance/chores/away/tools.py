"""MCP tools for the days on which members are away."""

from msgspec import UNSET, field

from appliance.chores.away import actions, queries, routes
from appliance.chores.away.models import AwayRange, AwayRangePatch, NewAwayRange
from appliance.kernel.database.session import Session
from appliance.kernel.http.json_body import Done
from appliance.kernel.mcp_tool import NoArguments, Tool
from appliance.kernel.schema import ApiModel, Maybe, made
from appliance.people.tools import MemberName


class AllAway(ApiModel, kw_only=True):
    """The ranges of days away, the latest first."""

    away: list[AwayRange]


class AddAway(NewAwayRange, kw_only=True):
    """Days away of a member by name."""

    member_id: MemberName | None = field(name="member", default=None)


class UpdateAway(AwayRangePatch, kw_only=True):
    """A range and its changes, with its member by name."""

    member_id: Maybe[MemberName | None] = field(name="member", default=UNSET)
    away_id: str


class RemoveAway(ApiModel, kw_only=True):
    """A range."""

    away_id: str


class OneRange(ApiModel, kw_only=True):
    """The whole range."""

    away: AwayRange


async def list_away(session: Session, request: NoArguments) -> AllAway:
    """Every range."""
    return AllAway(away=queries.ranges(session.read))


async def add_away(session: Session, request: AddAway) -> OneRange:
    """Add a range. Raises BadRequest."""
    return OneRange(away=await session.write(actions.add, made(NewAwayRange, request)))


async def update_away(session: Session, request: UpdateAway) -> OneRange:
    """Change a range. Raises NotFound, BadRequest."""
    return OneRange(away=await session.write(actions.edit, request.away_id, made(AwayRangePatch, request)))


async def remove_away(session: Session, request: RemoveAway) -> Done:
    """Delete a range. Raises NotFound."""
    await session.write(actions.remove, request.away_id)
    return Done()


TOOLS = [
    Tool(
        name="list_away",
        description="The days on which members, or with memberId null the whole household, are away.",
        run=list_away,
        route=routes.list_away,
        read_only=True,
    ),
    Tool(
        name="add_away",
        description="Add days away (from and until are included, ahead or past) of a member (id or name), or without a"
        " member of the whole household. Meanwhile their chores are not due.",
        run=add_away,
        route=routes.create_away,
        idempotent=False,
    ),
    Tool(
        name="update_away",
        description="Change the days, the member (id or name; null for the whole household) or the note of days away.",
        run=update_away,
        route=routes.update_away,
    ),
    Tool(
        name="remove_away",
        description="Delete a range of days away: the chores of these days are due again.",
        run=remove_away,
        route=routes.delete_away,
    ),
]
