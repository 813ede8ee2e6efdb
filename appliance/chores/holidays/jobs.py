"""What the scheduler does for holidays: their dates, while a chore moves for them."""

import asyncio
from datetime import datetime

from appliance.chores.holidays import actions
from appliance.chores.holidays.calendars import holidays_of
from appliance.kernel.database.database import Database


class HolidaysJob:
    """Keeps the holidays of the household's region."""

    def __init__(self) -> None:
        # What was looked up last: without a result it is not looked up again.
        self._asked: tuple[str, range] | None = None

    async def run(self, database: Database, due: datetime) -> None:
        """Soon after a chore begins to move for holidays, after the region was changed, and in each new year."""
        missing = actions.missing(database.read)
        if missing is None or missing == self._asked:
            return
        self._asked = missing
        await database.write(actions.store, await asyncio.to_thread(holidays_of, *missing) if missing[0] else [])
