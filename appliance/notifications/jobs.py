"""What the scheduler runs for notifications, apart from every sync."""

import logging
from collections.abc import Callable
from datetime import datetime

from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import ApiError
from appliance.notifications.daily import actions as daily
from appliance.notifications.feed import actions as feed
from appliance.notifications.push.jobs import Pusher
from appliance.notifications.reminders import actions as reminders

log = logging.getLogger(__name__)
ACTS: tuple[Callable[[Tx], None], ...] = (reminders.remind, daily.sum_up, daily.nudge, feed.prune)


class ReminderJob:
    """Tells what is due, at every tick; on a quiet one nothing is written. (spec: Web Push 6)"""

    def __init__(self, pusher: Pusher):
        self._pusher = pusher

    async def run(self, database: Database, due: datetime) -> None:
        """Plan what is due, each kind in a transaction of its own, and push it; what waits for a retry too."""
        for act in ACTS:
            try:
                await database.write(act)
            except ApiError:
                raise  # the disk takes nothing, and the next act would fare no better
            except Exception:
                log.exception("something due could not be told", extra={"act": act.__name__})
        self._pusher.wake()
