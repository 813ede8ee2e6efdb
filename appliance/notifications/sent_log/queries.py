"""Every SQL statement about what was told to whom."""

from datetime import datetime

from appliance.kernel.database.transactions import Reader, Tx

HOUSEHOLD = "household"


def sent_at(db: Reader, recipient: str, key: str) -> str | None:
    """When this was told, or None. `recipient` is a device's id, or HOUSEHOLD for the feed."""
    at = db.value("SELECT at FROM sent_log WHERE recipient = ? AND key = ?", recipient, key)
    return None if at is None else str(at)


def put(tx: Tx, recipient: str, key: str, at: str) -> None:
    """Remember that this was told, and when."""
    tx.run("INSERT OR REPLACE INTO sent_log (recipient, key, at) VALUES (?, ?, ?)", recipient, key, at)


def remove_before(tx: Tx, moment: datetime) -> None:
    """Forget what was told before an instant."""
    tx.run("DELETE FROM sent_log WHERE at < ?", moment)
