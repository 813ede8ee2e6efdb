"""When a list update is told, and how it is worded."""

from datetime import datetime, timedelta

from appliance.kernel.scheduling.clock import moment
from appliance.lists.models import List
from appliance.notifications.push.models import Notice
from appliance.notifications.sent_log.rules import LATE

# spec: Limits, list update notification
APART = timedelta(minutes=10)


def is_told(added_at: str, last_at: str | None, now: datetime) -> bool:
    """Whether an addition is told: it is no older than ten minutes, and the list was quiet for ten."""
    if moment(added_at) <= now - LATE:
        return False
    # A clock that stood in the future must not keep the list silent until then.
    return last_at is None or not timedelta(0) <= moment(added_at) - moment(last_at) < APART


def notice(changed: List) -> Notice:
    """What a device shows. (contract §20)"""
    name = f"{changed.emoji} {changed.name}" if changed.emoji else changed.name
    return Notice("List updated", f"New on {name}", "/lists", f"list:{changed.id}")
