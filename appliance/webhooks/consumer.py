"""Turns changes into deliveries: one for every enabled webhook that is subscribed to the type."""

from appliance.kernel.database.change_log import Change
from appliance.kernel.database.transactions import Reader, Tx
from appliance.webhooks import queries, rules


class Webhooks:
    """The consumer of webhooks. It writes nothing when no webhook is subscribed.

    When too many deliveries of a webhook wait, the oldest are skipped.
    """

    name = "webhooks"

    def concerns(self, db: Reader, changes: list[Change]) -> bool:
        """Whether an enabled webhook is subscribed to the type of a change."""
        enabled = queries.enabled_webhooks(db)
        return any(rules.is_subscribed(events, change.topic) for _, events in enabled for change in changes)

    def plan(self, tx: Tx, changes: list[Change]) -> None:
        """Add a delivery for each change and each webhook that is subscribed to its type."""
        enabled = queries.enabled_webhooks(tx)
        rows = [
            (webhook_id, str(change.topic), change.data, change.at)
            for change in changes
            for webhook_id, events in enabled
            if rules.is_subscribed(events, change.topic)
        ]
        queries.add_deliveries(tx, rows)
        if rows and queries.latest_delivery(tx) % rules.CHECKED_EVERY < len(rows):
            for webhook_id in queries.skip_oldest_waiting(tx, rules.MAX_WAITING, rules.TOO_MANY):
                queries.prune(tx, webhook_id, rules.KEPT)
