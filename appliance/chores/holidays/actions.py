"""Which holidays are looked up, and storing them."""

from collections.abc import Iterable

from appliance.chores.holidays import queries, rules
from appliance.chores.holidays.models import Holiday
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader, Tx


def missing(db: Reader) -> tuple[str, range] | None:
    """The region whose holidays are not stored though a chore moves for them, and the years; None without such.

    The region is empty where the household has none, and other holidays are stored.
    """
    if not queries.are_needed(db):
        return None
    region, years = rules.region(household_queries.settings(db)) or "", rules.years(db.household_day)
    known = queries.known(db)
    return None if (region, years[-1]) == (known or ("", years[-1])) else (region, years)


def store(tx: Tx, found: Iterable[Holiday]) -> None:
    """Store the holidays in place of others."""
    queries.replace_all(tx, found)
    # Chores that move are due on other days.
    tx.touch()
