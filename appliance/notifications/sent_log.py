"""Sends a notification once to each device and once to the household."""

from collections.abc import Sequence
from datetime import timedelta

from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.scheduling.isolation import Failure
from appliance.notifications import queries
from appliance.notifications.feed import actions as feed
from appliance.notifications.feed.models import Kind
from appliance.notifications.push import actions as push
from appliance.notifications.push.models import Notice

# The log is kept for longer than any notification could be sent again.
REMEMBERED = timedelta(days=3)
# The oldest are deleted beyond this number, which is more than an hour of reminders can add.
MAX_ENTRIES = 250_000


def send_to_household(tx: Tx, key: str, kind: Kind, notice: Notice, member_ids: Sequence[str]) -> None:
    """Add a notification to the feed. The caller has checked `was_sent`. (contract: Notification feed 1, 3)"""
    _remember(tx, queries.HOUSEHOLD, key)
    feed.put(tx, kind, notice, member_ids)


def send_to_device(tx: Tx, device_id: str, key: str, notice: Notice) -> None:
    """Add a push message for a device. The caller has checked `was_sent`."""
    _remember(tx, device_id, key)
    push.push(tx, device_id, notice, key)


def was_sent(tx: Tx, recipient: str, key: str) -> bool:
    """Whether this was sent to a device or to the household."""
    return queries.sent_at(tx, recipient, key) is not None


def prune(tx: Tx) -> list[Failure]:
    """Delete the oldest entries of a full log. A step of the reminder job; no part of it can fail by itself."""
    queries.remove_oldest(tx, MAX_ENTRIES)
    return []


def _remember(tx: Tx, recipient: str, key: str) -> None:
    queries.remove_before(tx, tx.now - REMEMBERED)
    queries.put(tx, recipient, key, instant(tx.now))
