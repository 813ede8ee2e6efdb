"""MCP tool for snapshots."""

from msgspec import field

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel
from appliance.people.tools import MemberName
from appliance.snapshot import actions, routes
from appliance.snapshot.models import Range, Snapshot


class ReadSnapshot(ApiModel, kw_only=True):
    """The member, and whether to include the week from today."""

    member_id: MemberName = field(name="member")
    range: Range = "day"


async def read_snapshot(session: Session, request: ReadSnapshot) -> Snapshot:
    """A member's snapshot with the stored weather. Raises BadRequest."""
    return await session.answer(actions.snapshot, request.member_id, request.range)


TOOLS = [
    Tool(
        name="get_snapshot",
        description="One member's day (and tomorrow) or week: weather, events, chores, list items and birthdays.",
        run=read_snapshot,
        route=routes.snapshot,
        read_only=True,
    ),
]
