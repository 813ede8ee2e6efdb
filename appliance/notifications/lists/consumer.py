"""Turns added list items into a notification to the household and to the devices that want it."""

from appliance.household import queries as household_queries
from appliance.kernel.database.change_log import Change
from appliance.kernel.database.transactions import Reader, Tx
from appliance.lists import queries as list_queries
from appliance.lists.models import List
from appliance.notifications.feed import actions as feed
from appliance.notifications.lists import rules
from appliance.notifications.push import actions as push
from appliance.notifications.sent_log import queries as sent_log_queries


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
                sent_log_queries.put(tx, sent_log_queries.HOUSEHOLD, _key(changed.id), change.at)
                notice = rules.notice(changed, household_queries.texts(tx))
                feed.put(tx, "list", notice, changed.member_ids)
                push.announce(tx, notice, changed.member_ids, lambda prefs: prefs.list_updates)


def _changed_list(db: Reader, change: Change) -> List | None:
    """The list that an update is sent for; None when none is sent."""
    if change.topic != "list.item.changed" or "ids" not in change.data:
        return None  # only an addition has several ids
    list_id = change.data["listId"]
    last_at = sent_log_queries.sent_at(db, sent_log_queries.HOUSEHOLD, _key(list_id))
    return list_queries.maybe_list(db, list_id) if rules.is_sent(change.at, last_at, db.now) else None


def _key(list_id: str) -> str:
    return f"list {list_id}"
