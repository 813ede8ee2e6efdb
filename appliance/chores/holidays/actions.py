"""Which holidays are looked up, and storing them."""

from collections.abc import Iterable

from appliance.chores.holidays import calendars, queries, rules
from appliance.chores.holidays.models import Holiday
from appliance.household import queries as household_queries
from appliance.household.models import Settings
from appliance.kernel.database.transactions import Reader, Tx


def missing(db: Reader) -> tuple[str, range] | None:
    """The region whose holidays are not stored though a chore moves for them, and the years; None without such.

    The region is empty where the household has none, and other holidays are stored.
    """
    if not queries.are_needed(db):
        return None
    settings = household_queries.settings(db)
    found = country(db, settings)
    region = rules.region_of(found, settings.holiday_subdivision) if found else ""
    years = rules.years(db.household_day)
    known = queries.known(db)
    return None if (region, years[-1]) == (known or ("", years[-1])) else (region, years)


def country(db: Reader, settings: Settings) -> str | None:
    """The country whose holidays count; else that of the household's time zone, if it has one."""
    return rules.country(settings) or calendars.country_of_zone(str(db.zone))


def check_region(db: Reader, settings: Settings) -> None:
    """Raises BadRequest for a chosen region whose holidays are not known."""
    calendars.check(settings.holiday_country, None)
    calendars.check(country(db, settings), settings.holiday_subdivision)


def store(tx: Tx, found: Iterable[Holiday]) -> None:
    """Store the holidays in place of others."""
    queries.replace_all(tx, found)
    # Chores that move are due on other days.
    tx.touch()
