"""When a list update is sent, and its text."""

from datetime import datetime, timedelta

from appliance.kernel.scheduling.clock import moment
from appliance.lists.models import List
from appliance.notifications.push.models import Notice
from appliance.notifications.timing import LATE
from appliance.texts import Texts

# contract: Limits
APART = timedelta(minutes=10)


def is_sent(added_at: str, last_at: str | None, now: datetime) -> bool:
    """Whether an addition is sent: it is less than ten minutes old, and so long after the last update of the list."""
    if moment(added_at) <= now - LATE:
        return False
    # A clock that was ahead of time must not suppress updates until that time.
    return last_at is None or not timedelta(0) <= moment(added_at) - moment(last_at) < APART


def notice(changed: List, texts: Texts) -> Notice:
    """The notification that a device shows. (contract §20)"""
    name = f"{changed.emoji} {changed.name}" if changed.emoji else changed.name
    added = texts.say("list.added", list=name)
    return Notice(title=texts.say("list.title"), body=added, url="/lists", tag=f"list:{changed.id}")
