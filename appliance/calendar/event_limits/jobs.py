"""The scheduled check whether every calendar can be shown whole, and the deletion of annotations without an event."""

from datetime import datetime, timedelta

from appliance.calendar.event_limits import actions, queries, rules
from appliance.calendar.events import actions as events
from appliance.kernel.database.database import Database

BACK, AHEAD = timedelta(days=30), timedelta(days=365)
PAUSE = timedelta(minutes=10)


class LoadJob:
    """Marks the calendars that are shown in part when a year is read.

    Does nothing until something was written, and waits at least `pause` between two checks.
    """

    def __init__(self, pause: timedelta = PAUSE):
        self._pause = pause
        self._checked_rev = -1
        self._checked_at: datetime | None = None

    async def run(self, database: Database, due: datetime) -> None:
        """Check from 30 days before now to 365 after, in a thread of its own."""
        now = database.clock.now()
        has_paused = self._checked_at is None or not timedelta() <= now - self._checked_at < self._pause
        if database.rev == self._checked_rev or not has_paused:
            return
        self._checked_rev, self._checked_at = database.rev, now
        incomplete = await database.read_in_thread(events.incomplete_calendars, now - BACK, now + AHEAD)
        if not queries.are_marked(database.read, incomplete, rules.INCOMPLETE):
            await database.write(actions.mark_incomplete, incomplete)


async def prune_annotations(database: Database, due: datetime) -> None:
    """Delete the annotations whose event has been gone for long; a daily job."""
    await database.write(actions.prune_annotations)
