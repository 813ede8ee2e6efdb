"""The registry of MCP tools, domain by domain."""

from appliance.calendar.categories import tools as categories
from appliance.calendar.events import tools as events
from appliance.calendar.events.actions import EventLinks
from appliance.calendar.provider_writes.service import EventWriter
from appliance.chores import tools as chores
from appliance.chores.approval import tools as approval
from appliance.chores.away import tools as away
from appliance.chores.routines import tools as routines
from appliance.chores.turns import tools as turns
from appliance.household import tools as household
from appliance.kernel.mcp_tool import Tool
from appliance.lists import tools as lists
from appliance.notes import tools as notes
from appliance.notifications.feed import tools as notifications
from appliance.notifications.push.service import Pusher
from appliance.people import tools as people
from appliance.photos import tools as photos
from appliance.photos.service import PhotoLibrary
from appliance.points import tools as points
from appliance.points.awards import tools as awards
from appliance.rewards import tools as rewards
from appliance.search import tools as search
from appliance.snapshot import tools as snapshot


def all_tools(writer: EventWriter, event_links: EventLinks, pusher: Pusher, library: PhotoLibrary) -> list[Tool]:
    """All tools.

    `writer` writes events here or at their provider; `pusher` sends push messages; `library` has the photos.
    """
    return [
        *household.TOOLS,
        *people.TOOLS,
        *snapshot.TOOLS,
        *search.TOOLS,
        *categories.TOOLS,
        *events.tools(writer, event_links),
        *lists.TOOLS,
        *notes.TOOLS,
        *chores.TOOLS,
        *turns.TOOLS,
        *away.TOOLS,
        *routines.TOOLS,
        *approval.TOOLS,
        *points.TOOLS,
        *awards.TOOLS,
        *rewards.TOOLS,
        *photos.tools(library),
        *notifications.tools(pusher),
    ]
