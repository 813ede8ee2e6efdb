"""Keep the days of chores when the household gets another time zone."""

from zoneinfo import ZoneInfo

from appliance.chores import queries as chore_queries
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import same_time


def keep_days_of_creation(tx: Tx, was: ZoneInfo) -> None:
    """Move the creation of chores from a zone to the household's present one: their rules may begin on its date."""
    chore_queries.put_creation_times(
        tx, {chore_id: same_time(at, was, tx.zone) for chore_id, at in chore_queries.creation_times(tx).items()}
    )
