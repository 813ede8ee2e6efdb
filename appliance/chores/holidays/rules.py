"""When a chore is due that moves for holidays, as bin collections do, and which holidays count."""

from collections.abc import Iterable, Sequence, Set
from datetime import date, timedelta

from dateutil.easter import easter

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


def country(settings: Settings) -> str | None:
    """The country whose holidays count: the chosen one, else that of the household's place."""
    location = settings.location
    of_place = location.country_code.upper() if location and isinstance(location.country_code, str) else None
    return settings.holiday_country or of_place


def region_of(country: str, subdivision: str | None) -> str:
    """A country, or a part of it: DE, DE-BY."""
    return f"{country}-{subdivision}" if subdivision else country


def keeps_its_date(days: Set[date], years: Sequence[int]) -> bool:
    """Whether the days are one in each of the years: the same date, or as far from Easter.

    Two years are enough: a certain Sunday of a month is in no two years as far from Easter.
    """
    if [day.year for day in sorted(days)] != list(years):
        return False
    return len({(day.month, day.day) for day in days}) == 1 or len({day - easter(day.year) for day in days}) == 1


def years(today: date) -> range:
    """The years whose holidays are kept."""
    return range(today.year - 1, today.year - 1 + YEARS)
