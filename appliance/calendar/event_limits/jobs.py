"""The scheduled check whether every calendar can be shown whole."""

from datetime import datetime, timedelta

from appliance.calendar.event_limits import actions, queries, rules
from appliance.calendar.events import actions as events
from appliance.kernel.database.database import Database

BACK, AHEAD = timedelta(days=7), timedelta(days=60)


class LoadJob:
    """Marks the calendars that give way when the coming weeks are read. Does nothing until something was written."""

    def __init__(self) -> None:
        self._checked_rev = -1

    async def run(self, database: Database, due: datetime) -> None:
        """Check the weeks around now."""
        if database.rev == self._checked_rev:
            return
        self._checked_rev = database.rev
        reader = database.read
        incomplete = events.incomplete_calendars(reader, reader.now - BACK, reader.now + AHEAD)
        if not queries.are_marked(reader, incomplete, rules.INCOMPLETE):
            await database.write(actions.mark_incomplete, incomplete)
