"""MCP tool for snapshots."""

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.people.tools import MemberName
from appliance.snapshot import actions, routes
from appliance.snapshot.models import Range, Snapshot


@tool(routes.snapshot, read_only=True)
async def get_snapshot(session: Session, member: MemberName, range: Range = "day") -> Snapshot:
    """One member's day (and tomorrow) or week: weather, events, chores, list items and birthdays."""
    return await session.answer(actions.snapshot, member, range)


TOOLS = [get_snapshot]
