"""MCP tool for chores that were missed."""

from msgspec import UNSET, field

from appliance.chores.overdue import actions, routes
from appliance.chores.overdue.models import LetGoRequest
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.kernel.schema import Maybe
from appliance.people.tools import MemberName


class LetChoreGo(LetGoRequest, kw_only=True):
    """The date it is overdueSince, and whose copy."""

    member_id: Maybe[MemberName] = field(name="member", default=UNSET)


@tool(routes.let_go)
async def let_chore_go(session: Session, chore_id: str, request: LetChoreGo) -> None:
    """Let a chore go that was missed (overdueSince of list_chores): it does not ask any more. To do it after
    all, complete it for that date.
    """
    await session.write(actions.let_go, chore_id, request)


TOOLS = [let_chore_go]
