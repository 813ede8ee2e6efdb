"""MCP tools for the days on which members are away."""

from msgspec import UNSET, field

from appliance.chores.away import actions, queries, routes
from appliance.chores.away.models import AwayRange, AwayRangePatch, NewAwayRange
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.kernel.schema import Maybe
from appliance.people.tools import MemberName


class AddAway(NewAwayRange, kw_only=True):
    """Days away of a member by name."""

    member_id: MemberName | None = field(name="member", default=None)


class UpdateAway(AwayRangePatch, kw_only=True):
    """Changes of a range, with its member by name."""

    member_id: Maybe[MemberName | None] = field(name="member", default=UNSET)


@tool(routes.list_away, answers="away", read_only=True)
async def list_away(session: Session) -> list[AwayRange]:
    """The days on which members, or with memberId null the whole household, are away."""
    return queries.ranges(session.read)


@tool(routes.create_away, answers="away", idempotent=False)
async def add_away(session: Session, request: AddAway) -> AwayRange:
    """Add days away (from and until are included, ahead or past) of a member (id or name), or without a
    member of the whole household. Meanwhile their chores are not due.
    """
    return await session.write(actions.add, request)


@tool(routes.update_away, answers="away")
async def update_away(session: Session, away_id: str, patch: UpdateAway) -> AwayRange:
    """Change the days, the member (id or name; null for the whole household) or the note of days away."""
    return await session.write(actions.edit, away_id, patch)


@tool(routes.delete_away)
async def remove_away(session: Session, away_id: str) -> None:
    """Delete a range of days away: the chores of these days are due again."""
    await session.write(actions.remove, away_id)


TOOLS = [list_away, add_away, update_away, remove_away]
