"""What the scheduler does for chores: their turns."""

from datetime import datetime, timedelta

from appliance.chores.exceptions import queries as exception_queries
from appliance.chores.exceptions.rules import KEPT
from appliance.chores.schedules import actions as schedules
from appliance.chores.turns import actions as turns
from appliance.chores.turns import queries as turn_queries
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx

DAY = timedelta(days=1)


class TurnsJob:
    """Decides the turns of past dates of rotating chores, so that a read computes few of them."""

    async def run(self, database: Database, due: datetime) -> None:
        """Soon after each household day has begun, and after an import that brought rotations."""
        db = database.read
        if turn_queries.unsettled(db, db.household_day - DAY):
            await database.write(_settle)


def _settle(tx: Tx) -> None:
    turns.settle_all(tx)
    turns.remove_old(tx)
    schedules.remove_old(tx)
    exception_queries.remove_before(tx, tx.household_day - KEPT)
    # An old turn is gone now, and a chore without a rotation has one: what was read before is not valid.
    tx.touch()
