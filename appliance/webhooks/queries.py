"""Every SQL statement about webhooks and their deliveries."""

from collections.abc import Sequence
from functools import partial

import msgspec
from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.encryption import BadKey
from appliance.webhooks.models import Delivery, Outcome, PendingDelivery, Webhook

COLUMNS = "id, url, events, enabled, created_at"


def webhooks(db: Reader) -> list[Webhook]:
    """Every webhook, oldest first."""
    return [_webhook(db, *row) for row in db.rows(f"SELECT {COLUMNS} FROM webhooks ORDER BY created_at, rowid")]


def webhook(db: Reader, webhook_id: str) -> Webhook:
    """One webhook. Raises NotFound."""
    return db.one(partial(_webhook, db), f"SELECT {COLUMNS} FROM webhooks WHERE id = ?", webhook_id)


def enabled_webhooks(db: Reader) -> list[tuple[str, list[str]]]:
    """Id and event types of every enabled webhook, oldest first."""
    rows = db.rows("SELECT id, events FROM webhooks WHERE enabled ORDER BY created_at, rowid")
    return [(webhook_id, msgspec.json.decode(events, type=list[str])) for webhook_id, events in rows]


def put(tx: Tx, webhook: Webhook) -> None:
    """Store a webhook, its address encrypted. An existing one keeps its secret, a new one gets it from `put_secret`."""
    stored = {"url": tx.cipher.encrypt(webhook.url, _about_url(webhook.id)), "secret": ""}
    tx.put("webhooks", asdict(webhook) | stored, kept=["secret", "created_at"])


def count(db: Reader) -> int:
    """The number of webhooks."""
    return int(db.value("SELECT count(*) FROM webhooks"))


def grant(db: Reader, webhook_id: str) -> str | None:
    """The grant of the connected app that made a webhook, or None."""
    grant_id = db.value("SELECT grant_id FROM webhooks WHERE id = ?", webhook_id)
    return None if grant_id is None else str(grant_id)


def put_grant(tx: Tx, webhook_id: str, grant_id: str | None) -> None:
    """Store which grant a webhook is deleted with; None for none."""
    tx.run("UPDATE webhooks SET grant_id = ? WHERE id = ?", grant_id, webhook_id)


def decrypted_url(db: Reader, webhook_id: str, stored: str) -> str:
    """The address behind the stored text. Raises BadKey when the encryption key was replaced."""
    return db.cipher.decrypt(stored, _about_url(webhook_id))


def put_secret(tx: Tx, webhook_id: str, secret: str) -> None:
    """Store a webhook's secret, encrypted; it is used from the next delivery on."""
    tx.run("UPDATE webhooks SET secret = ? WHERE id = ?", tx.cipher.encrypt(secret, webhook_id), webhook_id)


def remove(tx: Tx, webhook_id: str) -> bool:
    """Delete a webhook and its deliveries; False when there was none."""
    return tx.run("DELETE FROM webhooks WHERE id = ?", webhook_id) > 0


def log(db: Reader, webhook_id: str, most: int) -> list[Delivery]:
    """The newest deliveries of a webhook, newest first."""
    return db.all(
        Delivery,
        "SELECT id, type, data, at, state, sent_at, status, ms, error FROM deliveries"
        " WHERE webhook_id = ? ORDER BY id DESC LIMIT ?",
        webhook_id,
        most,
    )


def add_deliveries(tx: Tx, rows: Sequence[tuple[str, str, dict[str, object], str]]) -> None:
    """Add waiting deliveries, in the order to send: webhook, type, data and instant of the change."""
    tx.run_many("INSERT INTO deliveries (webhook_id, type, data, at, state) VALUES (?, ?, ?, ?, 'waiting')", list(rows))


def latest_delivery(db: Reader) -> int:
    """The id of the newest delivery, 0 without any."""
    return int(db.value("SELECT coalesce(max(id), 0) FROM deliveries"))


def skip_oldest_waiting(tx: Tx, kept: int, error: str) -> list[str]:
    """Skip the waiting deliveries of each webhook but the newest `kept`; returns the webhooks that had more."""
    skipped = []
    for webhook_id in with_waiting(tx):
        newest_skipped = tx.value(
            "SELECT id FROM deliveries WHERE webhook_id = ? AND state = 'waiting' ORDER BY id DESC LIMIT 1 OFFSET ?",
            webhook_id,
            kept,
        )
        if newest_skipped is not None:
            tx.run(
                "UPDATE deliveries SET state = 'skipped', error = ?"
                " WHERE webhook_id = ? AND state = 'waiting' AND id <= ?",
                error,
                webhook_id,
                newest_skipped,
            )
            skipped.append(webhook_id)
    return skipped


def with_waiting(db: Reader) -> list[str]:
    """The ids of the webhooks that have a waiting delivery."""
    rows = db.rows(
        "SELECT id FROM webhooks WHERE EXISTS"
        " (SELECT 1 FROM deliveries WHERE webhook_id = webhooks.id AND state = 'waiting')"
    )
    return [webhook_id for (webhook_id,) in rows]


def next_delivery(db: Reader, webhook_id: str) -> PendingDelivery | None:
    """The oldest waiting delivery, with the webhook's current address and secret."""
    return db.maybe(
        PendingDelivery,
        "SELECT deliveries.id, webhook_id, type, data, at, url, secret FROM deliveries"
        " JOIN webhooks ON webhooks.id = webhook_id"
        " WHERE webhook_id = ? AND state = 'waiting' ORDER BY deliveries.id LIMIT 1",
        webhook_id,
    )


def begin(tx: Tx, delivery_id: int) -> None:
    """Mark a delivery as being sent, before its first byte leaves."""
    tx.run("UPDATE deliveries SET state = 'sending', sent_at = ? WHERE id = ?", tx.now, delivery_id)


def finish(tx: Tx, outcome: Outcome) -> None:
    """Store how a delivery ended."""
    tx.run(
        "UPDATE deliveries SET state = ?, status = ?, ms = ?, error = ? WHERE id = ?",
        "failed" if outcome.error else "delivered",
        outcome.status,
        outcome.ms,
        outcome.error,
        outcome.delivery_id,
    )


def any_interrupted(db: Reader) -> bool:
    """Whether a delivery is marked as being sent. At the start of the server, it was interrupted."""
    return db.value("SELECT 1 FROM deliveries WHERE state = 'sending' LIMIT 1") is not None


def give_up_interrupted(tx: Tx, error: str) -> int:
    """Mark the deliveries that were being sent as failed; returns their number."""
    return tx.run("UPDATE deliveries SET state = 'failed', error = ? WHERE state = 'sending'", error)


def skip_waiting(tx: Tx, webhook_id: str, error: str, before: str | None = None) -> int:
    """Skip the waiting deliveries, or only those of changes before an instant; returns their number."""
    return tx.run(
        "UPDATE deliveries SET state = 'skipped', error = ?2 WHERE webhook_id = ?1 AND state = 'waiting'"
        " AND (?3 IS NULL OR at < ?3)",
        webhook_id,
        error,
        before,
    )


def prune(tx: Tx, webhook_id: str, kept: int) -> None:
    """Delete all but the newest finished deliveries of a webhook."""
    tx.run(
        "DELETE FROM deliveries WHERE webhook_id = ?1 AND state NOT IN ('waiting', 'sending') AND id <="
        " (SELECT id FROM deliveries WHERE webhook_id = ?1 AND id < coalesce((SELECT id FROM deliveries"
        " WHERE webhook_id = ?1 AND state IN ('waiting', 'sending') ORDER BY id LIMIT 1), 9223372036854775807)"
        " ORDER BY id DESC LIMIT 1 OFFSET ?2)",
        webhook_id,
        kept,
    )


def _webhook(db: Reader, webhook_id: str, url: str, events: str, enabled: int, created_at: str) -> Webhook:
    try:
        address = decrypted_url(db, webhook_id, url)
    except BadKey:
        address = ""  # the list must stay readable, so that an admin can enter the address again
    return Webhook(
        id=webhook_id,
        url=address,
        events=msgspec.json.decode(events, type=list[str]),
        enabled=bool(enabled),
        created_at=created_at,
    )


def _about_url(webhook_id: str) -> str:
    return f"url of {webhook_id}"
