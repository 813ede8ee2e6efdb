"""Asks parents about waiting ticks and rewards, and says to children what they answered."""

from appliance.chores.approval import queries as approval_queries
from appliance.household import queries as household_queries
from appliance.kernel.database.change_log import Change
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.scheduling.isolation import Failure
from appliance.notifications import queries as notification_queries
from appliance.notifications.approvals import rules
from appliance.notifications.push import actions as push
from appliance.notifications.push import queries as push_queries
from appliance.notifications.push.rules import follows
from appliance.notifications.queries import HOUSEHOLD
from appliance.people import queries as people_queries
from appliance.rewards.redemptions import queries as redemption_queries
from appliance.rewards.redemptions.rules import MAX_WAITING


def any_due(db: Reader) -> bool:
    """Whether `ask` would send anything now."""
    return any(_due(db))


def ask(tx: Tx) -> list[Failure]:
    """Push a question for each child with a new waiting tick or reward to the parents' devices, once a minute at most.

    A step of the reminder job too, for what was added within a minute of another; no part of it can fail by itself.
    """
    names = {person.id: person.name for person in people_queries.people(tx)}
    for waiting in _due(tx):
        child = waiting.member_id
        notification_queries.put(tx, HOUSEHOLD, waiting.key, instant(tx.now))
        notice = rules.question(names.get(child or ""), waiting, household_queries.texts(tx))
        for device in push_queries.of_admins(tx):
            if device.prefs.approvals and follows(device.member_ids, [child] if child else []):
                push.push(tx, device.id, notice, waiting.key)
    return []


def answer(tx: Tx, change: Change) -> None:
    """Push to the devices that follow the child, or the children, whose tick or reward a parent answered."""
    children = {share["memberId"] for share in change.data.get("shares", ())} | {change.data.get("memberId")}
    notice = rules.answered(change.topic, change.data, household_queries.texts(tx))
    for device in push_queries.subscriptions(tx):
        if children.intersection(device.member_ids) and device.prefs.approvals:
            push.push(tx, device.id, notice, f"{change.topic} {change.data['id']} {change.data.get('date', '')}")


def _due(db: Reader) -> list[rules.Waiting]:
    """What parents are asked about now."""
    redeemed = redemption_queries.newest(db, "waiting", None, MAX_WAITING)
    waiting = [*rules.ticks_by_child(approval_queries.pending(db)), *rules.rewards_by_child(reversed(redeemed))]
    return [
        of_child
        for of_child in waiting
        if rules.is_due(of_child.newest, notification_queries.sent_at(db, HOUSEHOLD, of_child.key), db.now)
    ]
