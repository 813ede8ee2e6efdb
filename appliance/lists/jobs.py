"""What the scheduler does for lists: items that repeat open again."""

from datetime import datetime

from appliance.kernel.database.database import Database
from appliance.lists import queries
from appliance.lists.reopening import actions as reopening


class RepeatsJob:
    """Opens done items on the dates of their rules."""

    async def run(self, database: Database, due: datetime) -> None:
        """Soon after each midnight, and after an import that brought such items."""
        db = database.read
        if queries.any_opens(db, db.today):
            await database.write(reopening.open_due)
