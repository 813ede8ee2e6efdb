"""The registry of MCP tools, domain by domain."""

from appliance.calendar.categories import tools as category_tools
from appliance.calendar.events import tools as event_tools
from appliance.calendar.events.actions import EventLinks
from appliance.calendar.provider_writes.service import EventWriter
from appliance.chores import tools as chore_tools
from appliance.chores.approval import tools as approval_tools
from appliance.chores.away import tools as away_tools
from appliance.chores.exceptions import tools as exception_tools
from appliance.chores.overdue import tools as overdue_tools
from appliance.chores.routines import tools as routine_tools
from appliance.chores.turns import tools as turn_tools
from appliance.deleted import tools as deleted_tools
from appliance.deleted.service import Restorer
from appliance.household import tools as household_tools
from appliance.kernel.mcp_tool import Tool
from appliance.lists import tools as list_tools
from appliance.meals import tools as meal_tools
from appliance.meals.to_list import tools as to_list_tools
from appliance.notes import tools as note_tools
from appliance.notifications.feed import tools as feed_tools
from appliance.notifications.push.service import Pusher
from appliance.people import tools as people_tools
from appliance.photos import tools as photo_tools
from appliance.photos.service import PhotoLibrary
from appliance.points import tools as point_tools
from appliance.points.awards import tools as award_tools
from appliance.recipes import tools as recipe_tools
from appliance.recipes.imports.service import RecipeImporter
from appliance.rewards import tools as reward_tools
from appliance.search import tools as search_tools
from appliance.snapshot import tools as snapshot_tools


def all_tools(
    writer: EventWriter,
    event_links: EventLinks,
    pusher: Pusher,
    library: PhotoLibrary,
    recipe_importer: RecipeImporter,
    restorer: Restorer,
) -> list[Tool]:
    """All tools.

    `writer` writes events here or at their provider; `pusher` sends push messages; `library` has the photos;
    `recipe_importer` reads recipes of pages; `restorer` restores what was deleted.
    """
    return [
        *household_tools.TOOLS,
        *people_tools.TOOLS,
        *snapshot_tools.TOOLS,
        *search_tools.TOOLS,
        *category_tools.TOOLS,
        *event_tools.tools(writer, event_links),
        *list_tools.TOOLS,
        *note_tools.TOOLS,
        *recipe_tools.tools(recipe_importer),
        *meal_tools.TOOLS,
        *to_list_tools.TOOLS,
        *chore_tools.TOOLS,
        *turn_tools.TOOLS,
        *exception_tools.TOOLS,
        *away_tools.TOOLS,
        *overdue_tools.TOOLS,
        *routine_tools.TOOLS,
        *approval_tools.TOOLS,
        *point_tools.TOOLS,
        *award_tools.TOOLS,
        *reward_tools.TOOLS,
        *photo_tools.tools(library),
        *deleted_tools.tools(restorer),
        *feed_tools.tools(pusher),
    ]
