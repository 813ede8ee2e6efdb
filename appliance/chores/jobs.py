"""What the scheduler does for chores: their turns, and those that an earlier version stored."""

from datetime import datetime, timedelta

from appliance.chores import actions, queries
from appliance.chores.turns import actions as turns
from appliance.chores.turns import queries as turn_queries
from appliance.kernel.database.database import Database

DAY = timedelta(days=1)


class TurnsJob:
    """Decides the turns of past dates of rotating chores, so that a read computes few of them."""

    async def run(self, database: Database, due: datetime) -> None:
        """Soon after each midnight, and after an import or an update that brought rotations."""
        db = database.read
        if turn_queries.unsettled(db, db.today - DAY):
            await database.write(turns.settle_all)
            await database.write(turns.remove_old)


class LastDueJob:
    """Stores, once after each start, the last date of chores that were stored without. Until then they are slower."""

    def __init__(self) -> None:
        self._is_done = False

    async def run(self, database: Database, due: datetime) -> None:
        """A household has few of them: one transaction."""
        if not self._is_done and queries.chores_without_last_due(database.read):
            await database.write(actions.store_last_due)
        self._is_done = True
