"""Every SQL statement on the notification feed."""

from datetime import datetime, timedelta

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import instant
from appliance.notifications.feed.models import Notification

SELECT = "SELECT id, at, kind, title, body, url, member_ids, source FROM notifications"


def page(db: Reader, most: int, before: str | None) -> list[Notification]:
    """The newest entries, newest first; with `before` only earlier ones."""
    return db.all(
        Notification, f"{SELECT} WHERE ?1 IS NULL OR at < ?1 ORDER BY at DESC, id DESC LIMIT ?2", before, most
    )


def latest_of(db: Reader, now: datetime) -> str | None:
    """The latest instant of an entry within one second from now on, or None."""
    latest = db.value(
        "SELECT max(at) FROM notifications WHERE at >= ? AND at < ?", instant(now), instant(now + timedelta(seconds=1))
    )
    return None if latest is None else str(latest)


def put(tx: Tx, entry: Notification) -> None:
    """Store an entry."""
    tx.put("notifications", asdict(entry))


def remove(tx: Tx, notification_id: str) -> bool:
    """Delete an entry; False when there was none."""
    return tx.run("DELETE FROM notifications WHERE id = ?", notification_id) > 0


def remove_all(tx: Tx) -> int:
    """Delete every entry; returns their number."""
    return tx.run("DELETE FROM notifications")


def remove_before(tx: Tx, before: str) -> int:
    """Delete the entries before an instant; returns their number."""
    return tx.run("DELETE FROM notifications WHERE at < ?", before)


def remove_oldest(tx: Tx, kept: int) -> int:
    """Delete all but the newest `kept` entries; returns the number of deleted ones."""
    return tx.run(
        "DELETE FROM notifications WHERE at <= (SELECT at FROM notifications ORDER BY at DESC LIMIT 1 OFFSET ?)", kept
    )
