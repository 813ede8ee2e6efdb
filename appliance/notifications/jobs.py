"""The job that sends what is due. It runs apart from every sync."""

import logging
from collections.abc import Callable
from datetime import datetime

from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import InsufficientStorage, ServiceUnavailable
from appliance.kernel.scheduling.isolation import Failure, FailureLog
from appliance.notifications import meal_steps, sent_log, weekly
from appliance.notifications.approvals import actions as approvals
from appliance.notifications.daily import actions as daily
from appliance.notifications.feed import actions as feed
from appliance.notifications.push.service import Pusher
from appliance.notifications.reminders import actions as reminders

log = logging.getLogger(__name__)
# Each returns the parts that failed and were skipped.
STEPS: tuple[Callable[[Tx], list[Failure]], ...] = (
    reminders.remind,
    meal_steps.remind,
    daily.send_summaries,
    daily.send_chore_reminders,
    approvals.ask,
    weekly.send_weekly_summaries,
    feed.prune,
    sent_log.prune,
)


class ReminderJob:
    """Sends what is due at every tick. When nothing is due, nothing is written. (contract: Web Push 6)"""

    def __init__(self, pusher: Pusher):
        self._pusher = pusher
        self._failure_log = FailureLog(log)

    async def run(self, database: Database, due: datetime) -> None:
        """Plan what is due, each step in its own transaction, and push it together with what waits for a retry.

        A step that fails does not stop the others. Raises InsufficientStorage and ServiceUnavailable: with a failing
        disk every step would fail.
        """
        failures: list[Failure] = []
        for step in STEPS:
            try:
                failures += await database.write(step)
            except (InsufficientStorage, ServiceUnavailable):
                raise
            except Exception as error:
                failures.append(Failure("step", step.__name__, f"{type(error).__name__}: {error}"))
        self._failure_log.report(failures)
        self._pusher.wake()
