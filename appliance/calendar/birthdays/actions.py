"""The built-in calendar of birthdays."""

from datetime import datetime

from appliance.calendar.birthdays import rules
from appliance.calendar.events.models import Event
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader
from appliance.people import queries as people_queries


def between(
    db: Reader, begin: datetime, end: datetime, member_id: str | None = None, calendar_id: str | None = None
) -> list[Event]:
    """The birthdays of members in a range, or of one member; none while the household has switched them off."""
    if calendar_id not in (None, rules.CALENDAR_ID) or not household_queries.settings(db).birthdays_calendar:
        return []
    concerned = [each for each in people_queries.people(db) if member_id in (None, each.id)]
    return rules.events(concerned, begin, end, household_queries.texts(db))
