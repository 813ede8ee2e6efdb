"""Asks parents about waiting ticks and rewards, and says to children what was sent back."""

from typing import Any

from appliance.chores.approval import queries as approval_queries
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.scheduling.isolation import Failure
from appliance.notifications.approvals import rules
from appliance.notifications.push import actions as push
from appliance.notifications.push import queries as push_queries
from appliance.notifications.push.rules import follows
from appliance.notifications.sent_log import queries as sent_log_queries
from appliance.people import queries as people_queries
from appliance.rewards.redemptions import queries as redemption_queries
from appliance.rewards.redemptions.rules import MAX_WAITING


def any_due(db: Reader) -> bool:
    """Whether `ask` would send anything now."""
    return any(
        rules.is_due(waiting.newest, sent_log_queries.sent_at(db, sent_log_queries.HOUSEHOLD, waiting.key), db.now)
        for waiting in _waiting(db)
    )


def ask(tx: Tx) -> list[Failure]:
    """Push a question for each child with a new waiting tick or reward to the parents' devices, once a minute at most.

    A step of the reminder job too, for what was added within a minute of another; no part of it can fail by itself.
    """
    names = {person.id: person.name for person in people_queries.people(tx)}
    for waiting in _waiting(tx):
        child = waiting.member_id
        if not rules.is_due(
            waiting.newest, sent_log_queries.sent_at(tx, sent_log_queries.HOUSEHOLD, waiting.key), tx.now
        ):
            continue
        sent_log_queries.put(tx, sent_log_queries.HOUSEHOLD, waiting.key, instant(tx.now))
        notice = rules.question(names.get(child or ""), waiting, household_queries.texts(tx))
        for device in push_queries.of_admins(tx):
            if device.prefs.approvals and follows(device.member_ids, [child] if child else []):
                push.push(tx, device.id, notice, waiting.key)
    return []


def send_back(tx: Tx, data: dict[str, Any]) -> None:
    """Push to the devices that follow the child whose tick was sent back."""
    child = data.get("memberId")
    notice = rules.sent_back(data["title"], data.get("note"), household_queries.texts(tx))
    for device in push_queries.subscriptions(tx):
        if child and child in device.member_ids and device.prefs.approvals:
            push.push(tx, device.id, notice, f"sent back {data['id']} {data['date']}")


def _waiting(db: Reader) -> list[rules.Waiting]:
    redeemed = redemption_queries.newest(db, "waiting", None, MAX_WAITING)
    return [*rules.ticks_by_child(approval_queries.pending(db)), *rules.rewards_by_child(reversed(redeemed))]
