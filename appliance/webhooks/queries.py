"""Every SQL statement about webhooks and their deliveries."""

from collections.abc import Sequence

import msgspec

from appliance.kernel.database.transactions import Reader, Tx
from appliance.webhooks.models import Delivery, Outcome, PendingDelivery, Webhook

COLUMNS = "id, url, events, enabled, created_at"


def webhooks(db: Reader) -> list[Webhook]:
    """Every webhook, oldest first."""
    return db.all(_webhook, f"SELECT {COLUMNS} FROM webhooks ORDER BY created_at, rowid")


def webhook(db: Reader, webhook_id: str) -> Webhook:
    """One webhook. Raises NotFound."""
    return db.one(_webhook, f"SELECT {COLUMNS} FROM webhooks WHERE id = ?", webhook_id)


def listening(db: Reader) -> list[tuple[str, list[str]]]:
    """Id and events of every enabled webhook, oldest first."""
    rows = db.rows("SELECT id, events FROM webhooks WHERE enabled ORDER BY created_at, rowid")
    return [(webhook_id, msgspec.json.decode(events, type=list[str])) for webhook_id, events in rows]


def put(tx: Tx, webhook: Webhook) -> None:
    """Store a webhook; an existing one keeps its secret, a new one gets it from `put_secret`."""
    tx.run(
        "INSERT INTO webhooks (id, url, events, secret, enabled, created_at) VALUES (?, ?, ?, '', ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET url = excluded.url, events = excluded.events, enabled = excluded.enabled",
        webhook.id, webhook.url, webhook.events, webhook.enabled, webhook.created_at,
    )  # fmt: skip


def put_secret(tx: Tx, webhook_id: str, secret: str) -> None:
    """Seal a webhook's secret; it counts from the next delivery on."""
    tx.run("UPDATE webhooks SET secret = ? WHERE id = ?", tx.cipher.encrypt(secret, webhook_id), webhook_id)


def remove(tx: Tx, webhook_id: str) -> bool:
    """Forget a webhook and its deliveries; False when there was none."""
    return tx.run("DELETE FROM webhooks WHERE id = ?", webhook_id) > 0


def log(db: Reader, webhook_id: str, most: int) -> list[Delivery]:
    """The newest deliveries of a webhook, newest first."""
    return db.all(
        _delivery,
        "SELECT id, type, data, at, state, sent_at, status, ms, error FROM deliveries"
        " WHERE webhook_id = ? ORDER BY id DESC LIMIT ?",
        webhook_id,
        most,
    )


def add_deliveries(tx: Tx, rows: Sequence[tuple[str, str, dict[str, object], str]]) -> None:
    """Plan deliveries: webhook, type, data and instant of each, in the order to send."""
    tx.run_many("INSERT INTO deliveries (webhook_id, type, data, at, state) VALUES (?, ?, ?, ?, 'waiting')", list(rows))


def with_waiting(db: Reader) -> list[str]:
    """The ids of the webhooks that something waits for."""
    rows = db.rows(
        "SELECT id FROM webhooks WHERE EXISTS"
        " (SELECT 1 FROM deliveries WHERE webhook_id = webhooks.id AND state = 'waiting')"
    )
    return [webhook_id for (webhook_id,) in rows]


def next_delivery(db: Reader, webhook_id: str) -> PendingDelivery | None:
    """The oldest delivery that waits, with the webhook's address and secret as they are now."""
    return db.maybe(
        PendingDelivery,
        "SELECT deliveries.id, webhook_id, type, data, at, url, secret FROM deliveries"
        " JOIN webhooks ON webhooks.id = webhook_id"
        " WHERE webhook_id = ? AND state = 'waiting' ORDER BY deliveries.id LIMIT 1",
        webhook_id,
    )


def begin(tx: Tx, delivery_id: int) -> None:
    """Mark a delivery as being sent."""
    tx.run("UPDATE deliveries SET state = 'sending', sent_at = ? WHERE id = ?", tx.now, delivery_id)


def finish(tx: Tx, outcome: Outcome) -> None:
    """Keep how a delivery ended."""
    tx.run(
        "UPDATE deliveries SET state = ?, status = ?, ms = ?, error = ? WHERE id = ?",
        "failed" if outcome.error else "delivered",
        outcome.status,
        outcome.ms,
        outcome.error,
        outcome.delivery_id,
    )


def any_interrupted(db: Reader) -> bool:
    """True when a delivery was being sent. With nobody sending, it was interrupted."""
    return db.value("SELECT 1 FROM deliveries WHERE state = 'sending' LIMIT 1") is not None


def give_up_interrupted(tx: Tx, error: str) -> int:
    """Mark what was being sent as failed; how many there were."""
    return tx.run("UPDATE deliveries SET state = 'failed', error = ? WHERE state = 'sending'", error)


def skip_waiting(tx: Tx, webhook_id: str, error: str, before: str | None = None) -> int:
    """Do not send what waits, or only what happened before an instant; how many there were."""
    return tx.run(
        "UPDATE deliveries SET state = 'skipped', error = ?2 WHERE webhook_id = ?1 AND state = 'waiting'"
        " AND (?3 IS NULL OR at < ?3)",
        webhook_id,
        error,
        before,
    )


def prune(tx: Tx, webhook_id: str, kept: int) -> None:
    """Forget all but the newest finished deliveries of a webhook."""
    tx.run(
        "DELETE FROM deliveries WHERE webhook_id = ?1 AND state NOT IN ('waiting', 'sending') AND id <="
        " (SELECT id FROM deliveries WHERE webhook_id = ?1 AND id < coalesce((SELECT id FROM deliveries"
        " WHERE webhook_id = ?1 AND state IN ('waiting', 'sending') ORDER BY id LIMIT 1), 9223372036854775807)"
        " ORDER BY id DESC LIMIT 1 OFFSET ?2)",
        webhook_id,
        kept,
    )


def _webhook(webhook_id: str, url: str, events: str, enabled: int, created_at: str) -> Webhook:
    return Webhook(webhook_id, url, msgspec.json.decode(events, type=list[str]), bool(enabled), created_at)


def _delivery(
    delivery_id: int, topic: str, data: str, at: str, state: str,
    sent_at: str | None, status: int | None, ms: int | None, error: str | None,
) -> Delivery:  # fmt: skip
    return Delivery(delivery_id, topic, msgspec.json.decode(data), at, state, sent_at, status, ms, error)  # type: ignore[arg-type]
