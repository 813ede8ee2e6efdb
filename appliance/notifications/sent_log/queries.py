"""Every SQL statement about what was told to whom."""

from datetime import datetime

from appliance.kernel.database.transactions import Reader, Tx

HOUSEHOLD = "household"


def sent_at(db: Reader, hearer: str, key: str) -> str | None:
    """When this was told, or None. `hearer` is a device's id, or HOUSEHOLD for the feed."""
    at = db.value("SELECT at FROM told WHERE hearer = ? AND key = ?", hearer, key)
    return None if at is None else str(at)


def put(tx: Tx, hearer: str, key: str, at: str) -> None:
    """Remember that this was told, and when."""
    tx.run("INSERT OR REPLACE INTO told (hearer, key, at) VALUES (?, ?, ?)", hearer, key, at)


def remove_before(tx: Tx, moment: datetime) -> None:
    """Forget what was told before an instant."""
    tx.run("DELETE FROM told WHERE at < ?", moment)
