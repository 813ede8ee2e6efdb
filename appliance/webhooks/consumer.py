"""Turns changes into deliveries: one for every enabled webhook that is subscribed to the type."""

from appliance.kernel.database.change_log import Change
from appliance.kernel.database.transactions import Tx
from appliance.webhooks import queries, rules


class Webhooks:
    """The consumer of webhooks. It writes nothing when no webhook is subscribed."""

    name = "webhooks"

    def plan(self, tx: Tx, changes: list[Change]) -> bool:
        """Add a delivery for each change and each webhook that is subscribed to its type."""
        enabled = queries.enabled_webhooks(tx) if changes else []
        rows = [
            (webhook_id, str(change.topic), change.data, change.at)
            for change in changes
            for webhook_id, events in enabled
            if rules.is_subscribed(events, change.topic)
        ]
        if rows:
            queries.add_deliveries(tx, rows)
        return bool(rows)
