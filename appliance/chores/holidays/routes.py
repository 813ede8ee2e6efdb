"""REST endpoint of public holidays."""

import asyncio

from litestar import get

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.chores.holidays import actions, calendars
from appliance.chores.holidays.models import HolidayRegion
from appliance.household import queries as household_queries


@get("/holidays", operation_id="getHolidays", summary="The household's region of holidays", opt=DISPLAY)
async def holidays(session: CurrentSession) -> HolidayRegion:
    """The region whose holidays count, those that can be chosen in the settings, and the next holidays.

    Holidays are named in the household's language where they can be, else in one of their country.
    """
    db = session.read
    settings, language = household_queries.settings(db), household_queries.texts(db).tag
    country = actions.country(db, settings)
    return await asyncio.to_thread(
        calendars.overview, country, settings.holiday_subdivision, db.household_day, language
    )


HANDLERS = [holidays]
