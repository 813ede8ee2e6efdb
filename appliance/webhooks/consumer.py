"""News → deliveries, one for every enabled webhook that listens for it."""

from appliance.kernel.database.change_log import Change
from appliance.kernel.database.transactions import Tx
from appliance.webhooks import queries, rules


class Webhooks:
    """The outlet of webhooks. Without a webhook that listens, nothing is written."""

    name = "webhooks"

    def plan(self, tx: Tx, changes: list[Change]) -> bool:
        """Put a delivery in the queue of each webhook that listens for a change."""
        listening = queries.listening(tx) if changes else []
        rows = [
            (webhook_id, str(change.topic), change.data, change.at)
            for change in changes
            for webhook_id, events in listening
            if rules.listens(events, change.topic)
        ]
        if rows:
            queries.add_deliveries(tx, rows)
        return bool(rows)
