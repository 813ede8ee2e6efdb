"""MCP tool: the household as a whole."""

from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.calendars.models import Calendar
from appliance.household import queries, routes
from appliance.household.models import Settings
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.kernel.schema import ApiModel
from appliance.people import queries as people_queries
from appliance.people.models import Member
from appliance.people.routes import with_points


class Household(ApiModel, kw_only=True):
    """Settings, members in their own order, and calendars by name."""

    settings: Settings
    members: list[Member]
    calendars: list[Calendar]


@tool(routes.settings, read_only=True)
async def get_household(session: Session) -> Household:
    """The household's settings (time zone, week start, location), its members and its calendars, with
    the ids that other tools take.
    """
    db = session.read
    return Household(
        settings=queries.settings(db),
        members=with_points(db, people_queries.people(db)),
        calendars=calendar_queries.calendars(db),
    )


TOOLS = [get_household]
