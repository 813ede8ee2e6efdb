"""The time zone of test households that use the real clock: it is morning there when the tests start.

A run lasts less than two hours. So no test crosses midnight, and the events of this afternoon are still ahead.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

START_HOUR: Final = 9
# One zone for each hour, from 11 hours behind UTC to 12 ahead. None of them has daylight saving time, so each day has
# 24 hours. None is in the United States, whose households see Fahrenheit, or in Australia, a name of a message too.
ZONES: Final = (
    "Pacific/Niue",
    "Pacific/Rarotonga",
    "Pacific/Gambier",
    "Pacific/Pitcairn",
    "America/Hermosillo",
    "America/Costa_Rica",
    "America/Lima",
    "America/Caracas",
    "America/Fortaleza",
    "America/Noronha",
    "Atlantic/Cape_Verde",
    "Africa/Accra",
    "Africa/Lagos",
    "Africa/Johannesburg",
    "Africa/Nairobi",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Pacific/Port_Moresby",
    "Pacific/Guadalcanal",
    "Pacific/Tarawa",
)


def zone_at(now: datetime, hour: int = START_HOUR) -> ZoneInfo:
    """The zone of the list in which this hour of the day has begun."""
    return next(zone for zone in map(ZoneInfo, ZONES) if now.astimezone(zone).hour == hour)


ZONE: Final = zone_at(datetime.now(UTC))


def today() -> date:
    """The household's date."""
    return datetime.now(ZONE).date()


def at(hour: int, days: int = 0) -> datetime:
    """A full hour of today, or of a day that many days later."""
    day = today() + timedelta(days=days)
    return datetime(day.year, day.month, day.day, hour, tzinfo=ZONE)


def events_path(days: int) -> str:
    """The path of the events of today and so many days in all. From midnight here: a date alone is one in UTC."""
    first, last = (f"{at(0, day).astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" for day in (0, days))
    return f"/api/events?from={first}&to={last}"
