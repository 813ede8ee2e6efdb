"""Every SQL statement on the log of what was sent to whom."""

from datetime import datetime

from appliance.kernel.database.transactions import Reader, Tx

HOUSEHOLD = "household"


def sent_at(db: Reader, recipient: str, key: str) -> str | None:
    """When this was sent, or None. `recipient` is a subscription's id, or HOUSEHOLD for the feed."""
    at = db.value("SELECT at FROM sent_log WHERE recipient = ? AND key = ?", recipient, key)
    return None if at is None else str(at)


def put(tx: Tx, recipient: str, key: str, at: str) -> None:
    """Record that this was sent, and when."""
    tx.run("INSERT OR REPLACE INTO sent_log (recipient, key, at) VALUES (?, ?, ?)", recipient, key, at)


def remove_before(tx: Tx, moment: datetime) -> None:
    """Delete entries before an instant."""
    tx.run("DELETE FROM sent_log WHERE at < ?", moment)


def remove_oldest(tx: Tx, kept: int) -> None:
    """Delete all but the newest `kept` entries."""
    excess = int(tx.value("SELECT count(*) FROM sent_log")) - kept
    if excess > 0:
        tx.run(
            "DELETE FROM sent_log WHERE at <= (SELECT at FROM sent_log ORDER BY at LIMIT 1 OFFSET ?)",
            excess - 1,
        )
