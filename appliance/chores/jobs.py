"""The scheduled look at chores that an earlier version stored."""

from datetime import datetime

from appliance.chores import actions, queries
from appliance.kernel.database.database import Database


class LastDueJob:
    """Stores, once after each start, the last date of chores that were stored without. Until then they are slower."""

    def __init__(self) -> None:
        self._is_done = False

    async def run(self, database: Database, due: datetime) -> None:
        """A household has few of them: one transaction."""
        if not self._is_done and queries.chores_without_last_due(database.read):
            await database.write(actions.store_last_due)
        self._is_done = True
