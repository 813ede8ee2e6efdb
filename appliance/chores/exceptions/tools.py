"""MCP tools for single dates of chores."""

from datetime import date as Date

from msgspec import UNSET, field

from appliance.chores.exceptions import actions, routes
from appliance.chores.exceptions.models import MoveRequest, SkipRequest
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.kernel.schema import Maybe
from appliance.people.tools import MemberName


class SkipChore(SkipRequest, kw_only=True):
    """A date, and whose copy by name."""

    member_id: Maybe[MemberName] = field(name="member", default=UNSET)


class MoveChore(MoveRequest, kw_only=True):
    """Two dates, and whose copy by name."""

    member_id: Maybe[MemberName] = field(name="member", default=UNSET)


@tool(routes.skip)
async def skip_chore(session: Session, chore_id: str, request: SkipChore) -> None:
    """Skip one date of a chore, as if it were not due. Done in turn, the turn stays with its member unless
    passTurn. member says whose copy when share is each.
    """
    await session.write(actions.skip, chore_id, request)


@tool(routes.unskip)
async def unskip_chore(session: Session, chore_id: str, date: Date, member: Maybe[MemberName] = UNSET) -> None:
    """Make a chore due again on a date that was skipped."""
    await session.write(actions.unskip, chore_id, date, member)


@tool(routes.move)
async def move_chore(session: Session, chore_id: str, request: MoveChore) -> None:
    """Move one date of a chore to another date, or a moved one back. Its other dates stay."""
    await session.write(actions.move, chore_id, request)


TOOLS = [skip_chore, unskip_chore, move_chore]
