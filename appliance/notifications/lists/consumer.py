"""Turns added list items into a notification to the household and to the devices that want it."""

from appliance.kernel.database.change_log import Change
from appliance.kernel.database.transactions import Tx
from appliance.lists import queries as lists
from appliance.notifications.feed import actions as feed
from appliance.notifications.lists import rules
from appliance.notifications.push import actions as push
from appliance.notifications.sent_log import queries as sent_log


class ListUpdates:
    """The consumer of list updates: at most one per list in ten minutes. (spec: Web Push, list updates)"""

    name = "list updates"

    def plan(self, tx: Tx, changes: list[Change]) -> bool:
        """Send an update for each list that items were added to."""
        sent = [self._send(tx, change) for change in changes if change.topic == "list.item.changed"]
        return any(sent)

    def _send(self, tx: Tx, change: Change) -> bool:
        if "ids" not in change.data:
            return False  # only an addition has several ids
        list_id = change.data["listId"]
        key = f"list {list_id}"
        changed = lists.maybe_list(tx, list_id)
        if changed is None or not rules.is_sent(change.at, sent_log.sent_at(tx, sent_log.HOUSEHOLD, key), tx.now):
            return False

        sent_log.put(tx, sent_log.HOUSEHOLD, key, change.at)
        notice = rules.notice(changed)
        feed.put(tx, "list", notice, changed.member_ids)
        push.announce(tx, notice, changed.member_ids, lambda prefs: prefs.list_updates)
        return True
