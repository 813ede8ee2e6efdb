"""Verbs of telling: once to each device, and once to the household."""

from collections.abc import Sequence

from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from appliance.notifications.feed import actions as feed
from appliance.notifications.feed.models import Kind
from appliance.notifications.push import actions as push
from appliance.notifications.push.models import Notice
from appliance.notifications.sent_log import queries, rules


def send_to_household(tx: Tx, key: str, kind: Kind, notice: Notice, member_ids: Sequence[str]) -> None:
    """Keep a notice in the feed. The caller has asked whether it was told. (spec: Notification feed 1, 3)"""
    _remember(tx, queries.HOUSEHOLD, key)
    feed.put(tx, kind, notice, member_ids)


def send_to_device(tx: Tx, device_id: str, key: str, notice: Notice) -> None:
    """Let a notice wait for a device. The caller has asked whether it was told."""
    _remember(tx, device_id, key)
    push.push(tx, device_id, notice, key)


def was_sent(tx: Tx, recipient: str, key: str) -> bool:
    """Whether a device or the household has heard this."""
    return queries.sent_at(tx, recipient, key) is not None


def _remember(tx: Tx, recipient: str, key: str) -> None:
    queries.remove_before(tx, tx.now - rules.REMEMBERED)
    queries.put(tx, recipient, key, instant(tx.now))
