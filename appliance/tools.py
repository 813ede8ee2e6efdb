"""The registry of MCP tools, domain by domain."""

from appliance.calendar.categories import tools as categories
from appliance.calendar.events import tools as events
from appliance.calendar.events.actions import EventLinks
from appliance.calendar.provider_writes.service import EventWriter
from appliance.chores import tools as chores
from appliance.household import tools as household
from appliance.kernel.mcp_tool import Tool
from appliance.lists import tools as lists
from appliance.notes import tools as notes
from appliance.notifications.feed import tools as notifications
from appliance.notifications.push.service import Pusher
from appliance.people import tools as people
from appliance.points import tools as points
from appliance.snapshot import tools as snapshot


def all_tools(writer: EventWriter, event_links: EventLinks, pusher: Pusher) -> list[Tool]:
    """All tools. `writer` writes events here or at their provider; `pusher` sends push messages."""
    return [
        *household.TOOLS,
        *people.TOOLS,
        *snapshot.TOOLS,
        *categories.TOOLS,
        *events.tools(writer, event_links),
        *lists.TOOLS,
        *notes.TOOLS,
        *chores.TOOLS,
        *points.TOOLS,
        *notifications.tools(pusher),
    ]
