"""MCP tool for snapshots."""

from typing import Annotated

from msgspec import Meta

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel
from appliance.kernel.text.name_lookup import find_id
from appliance.people import queries as people
from appliance.snapshot import actions, routes
from appliance.snapshot.models import Range, Snapshot


class ReadSnapshot(ApiModel, kw_only=True):
    """The member, and whether to include the week from today."""

    member: Annotated[str, Meta(description="A member's id or name")]
    range: Range = "day"


async def read_snapshot(session: Session, request: ReadSnapshot) -> Snapshot:
    """A member's snapshot with the stored weather. Raises BadRequest."""
    db = session.read
    member_id = find_id("member", request.member, [(person.id, person.name) for person in people.people(db)])
    return await session.answer(actions.snapshot, member_id, request.range)


TOOLS = [
    Tool(
        name="get_snapshot",
        description="One member's day (and tomorrow) or week: weather, events, chores, list items and birthdays.",
        request=ReadSnapshot,
        answer=Snapshot,
        run=read_snapshot,
        route=routes.snapshot,
        read_only=True,
    ),
]
