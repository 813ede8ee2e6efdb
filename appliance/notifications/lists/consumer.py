"""News of added items → a notice to the household and to the devices that want it."""

from appliance.kernel.database.change_log import Change
from appliance.kernel.database.transactions import Tx
from appliance.lists import queries as lists
from appliance.notifications.feed import actions as feed
from appliance.notifications.lists import rules
from appliance.notifications.push import actions as push
from appliance.notifications.sent_log import queries as told


class ListUpdates:
    """The outlet of list updates: at once, and at most one for a list in ten minutes. (spec: Web Push, list updates)"""

    name = "list updates"

    def plan(self, tx: Tx, changes: list[Change]) -> bool:
        """Tell of each list that something was added to."""
        told = [self._is_told(tx, change) for change in changes if change.topic == "list.item.changed"]
        return any(told)

    def _is_told(self, tx: Tx, change: Change) -> bool:
        if "ids" not in change.data:
            return False  # only an addition names several
        list_id = change.data["listId"]
        key = f"list {list_id}"
        changed = lists.maybe_list(tx, list_id)
        if changed is None or not rules.is_told(change.at, told.sent_at(tx, told.HOUSEHOLD, key), tx.now):
            return False

        told.put(tx, told.HOUSEHOLD, key, change.at)
        notice = rules.notice(changed)
        feed.put(tx, "list", notice, changed.member_ids)
        push.announce(tx, notice, changed.member_ids, lambda prefs: prefs.list_updates)
        return True
