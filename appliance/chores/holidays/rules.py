"""When a chore is due that moves for holidays, as bin collections do, and which holidays count."""

from collections.abc import Iterable, Set
from datetime import date, timedelta

from appliance.household.models import Settings

DAY = timedelta(days=1)
# No date moves further.
FURTHEST = timedelta(days=7)
SUNDAY = 7
# Last year, this one and the next.
YEARS = 3


def moved(days: Iterable[date], holidays: Set[date]) -> list[date]:
    """The days, each a day later for every holiday of its week that is not after it, in order.

    A week begins on Monday. What comes to lie on a Sunday is due on the Monday after it.
    """
    return sorted({_moved(day, holidays) for day in days})


def _moved(planned: date, holidays: Set[date]) -> date:
    monday = planned - (planned.isoweekday() - 1) * DAY
    day = planned
    for weekday in range(7):
        if monday + weekday * DAY in holidays and monday + weekday * DAY <= day:
            day += DAY
    return day + DAY if day != planned and day.isoweekday() == SUNDAY else day


def region(settings: Settings) -> str | None:
    """The household's region: its country, or that of its place, and its part of the country where one is set."""
    location = settings.location
    of_place = location.country_code if location and isinstance(location.country_code, str) else None
    country = settings.holiday_country or of_place
    if not country:
        return None
    return f"{country.upper()}-{settings.holiday_subdivision}" if settings.holiday_subdivision else country.upper()


def years(today: date) -> range:
    """The years whose holidays are kept."""
    return range(today.year - 1, today.year - 1 + YEARS)
