"""Every SQL statement about the household's feed."""

from datetime import datetime, timedelta

import msgspec

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import instant
from appliance.notifications.feed.models import Notification

SELECT = "SELECT id, at, kind, title, body, url, member_ids, source FROM notifications"


def page(db: Reader, most: int, before: str | None) -> list[Notification]:
    """The newest entries, newest first; with `before` only those told earlier."""
    return db.all(
        _notification, f"{SELECT} WHERE ?1 IS NULL OR at < ?1 ORDER BY at DESC, id DESC LIMIT ?2", before, most
    )


def latest_of(db: Reader, now: datetime) -> str | None:
    """The last instant taken within a second from now on, or None."""
    found = db.value(
        "SELECT max(at) FROM notifications WHERE at >= ? AND at < ?", instant(now), instant(now + timedelta(seconds=1))
    )
    return None if found is None else str(found)


def put(tx: Tx, entry: Notification) -> None:
    """Keep an entry."""
    tx.run(
        "INSERT INTO notifications (id, at, kind, title, body, url, member_ids, source)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        entry.id, entry.at, entry.kind, entry.title, entry.body, entry.url, entry.member_ids, entry.source,
    )  # fmt: skip


def remove(tx: Tx, notification_id: str) -> bool:
    """Forget an entry; False when there was none."""
    return tx.run("DELETE FROM notifications WHERE id = ?", notification_id) > 0


def remove_all(tx: Tx) -> int:
    """Forget every entry; how many there were."""
    return tx.run("DELETE FROM notifications")


def remove_before(tx: Tx, before: str) -> int:
    """Forget the entries from before an instant; how many there were."""
    return tx.run("DELETE FROM notifications WHERE at < ?", before)


def _notification(
    notification_id: str, at: str, kind: str, title: str, body: str | None, url: str | None, member_ids: str,
    source: str | None,
) -> Notification:  # fmt: skip
    whole = (notification_id, at, kind, title, body, url, tuple(msgspec.json.decode(member_ids)), source)
    return Notification(*whole)  # type: ignore[arg-type]
