"""The scheduled look at series that an earlier version stored."""

from datetime import datetime

from appliance.calendar.events import actions, queries
from appliance.kernel.database.database import Database

AT_ONCE = 500


class SeriesEndJob:
    """Stores, once after each start, the end of series that were stored without. Until then they are only slower."""

    def __init__(self) -> None:
        self._is_done = False

    async def run(self, database: Database, due: datetime) -> None:
        """Some series a transaction, so that other writes need not wait long."""
        if self._is_done:
            return
        after: int | None = 0
        while after is not None and queries.series_without_end(database.read, after, 1):
            after = await database.write(actions.store_series_ends, after, AT_ONCE)
        self._is_done = True
