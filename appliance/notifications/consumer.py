"""Turns wrong PINs, waiting ticks and rewards, and added list items into messages."""

from appliance.access.lock.rules import GUESSED
from appliance.household import queries as household_queries
from appliance.kernel.database.change_log import Change
from appliance.kernel.database.transactions import Reader, Tx
from appliance.lists import queries as list_queries
from appliance.lists.models import List
from appliance.notifications import list_updates, queries
from appliance.notifications.approvals import actions as approvals
from appliance.notifications.approvals.rules import is_answer
from appliance.notifications.feed import actions as feed
from appliance.notifications.push import actions as push
from appliance.notifications.push.models import Notice
from appliance.notifications.warnings import warn_parents


class Warnings:
    """The consumer of warnings: parents learn that somebody tries many PINs."""

    name = "warnings"

    def concerns(self, db: Reader, changes: list[Change]) -> bool:
        """Whether a warning is due."""
        return any(change.topic == GUESSED for change in changes)

    def plan(self, tx: Tx, changes: list[Change]) -> None:
        """Add a message to the feed, and push it to the parents' devices."""
        texts = household_queries.texts(tx)
        for change in changes:
            if change.topic != GUESSED:
                continue
            body = texts.say("pin.body", count=change.data["wrong"], screen=change.data["screen"])
            warn_parents(tx, Notice(title=texts.say("pin.title"), body=body), f"pin {change.at}")


class Approvals:
    """The consumer of approvals: parents are asked, and children learn the answers."""

    name = "approvals"

    def concerns(self, db: Reader, changes: list[Change]) -> bool:
        """Whether a question is due, or an answer to a child."""
        return any(is_answer(change.topic, change.data) for change in changes) or (
            any(map(_waits, changes)) and approvals.any_due(db)
        )

    def plan(self, tx: Tx, changes: list[Change]) -> None:
        """Send what the changes ask for."""
        if any(map(_waits, changes)):
            approvals.ask(tx)
        for change in changes:
            if is_answer(change.topic, change.data):
                approvals.answer(tx, change)


def _waits(change: Change) -> bool:
    return change.topic == "chore.pending" or (
        change.topic == "reward.redeemed" and change.data.get("state") == "waiting"
    )


class ListUpdates:
    """The consumer of list updates: at most one per list in ten minutes. (contract: Web Push)"""

    name = "list updates"

    def concerns(self, db: Reader, changes: list[Change]) -> bool:
        """Whether an update is sent for one of the changes."""
        return any(_changed_list(db, change) for change in changes)

    def plan(self, tx: Tx, changes: list[Change]) -> None:
        """Send an update for each list that items were added to."""
        for change in changes:
            if changed := _changed_list(tx, change):
                queries.put(tx, queries.HOUSEHOLD, _key(changed.id), change.at)
                notice = list_updates.notice(changed, household_queries.texts(tx))
                feed.put(tx, "list", notice, changed.member_ids)
                push.announce(tx, notice, changed.member_ids, lambda prefs: prefs.list_updates)


def _changed_list(db: Reader, change: Change) -> List | None:
    """The list that an update is sent for; None when none is sent."""
    if change.topic != "list.item.changed" or "ids" not in change.data:
        return None  # only an addition has several ids
    list_id = change.data["listId"]
    last_at = queries.sent_at(db, queries.HOUSEHOLD, _key(list_id))
    return list_queries.maybe_list(db, list_id) if list_updates.is_sent(change.at, last_at, db.now) else None


def _key(list_id: str) -> str:
    return f"list {list_id}"
