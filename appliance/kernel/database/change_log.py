"""The change log: one row for each recorded change, in the transaction of the write. Its key is rev."""

from typing import Any

import apsw
import msgspec


class Change(msgspec.Struct, frozen=True):
    """One row of news. `topic` is a webhook type of contract §17.1, or None for a write that only raises rev."""

    rev: int
    at: str
    topic: str | None
    data: dict[str, Any]
    who: str | None


def put_change(connection: apsw.Connection, change: Change) -> int:
    """Append a change; its rev is the row's key."""
    connection.execute(
        "INSERT INTO changes (at, topic, data, who) VALUES (?, ?, ?, ?)",
        (change.at, change.topic, msgspec.json.encode(change.data).decode(), change.who),
    )
    return connection.last_insert_rowid()


def latest_rev(connection: apsw.Connection) -> int:
    """The rev of the newest change ever written, pruned or not; 0 before the first."""
    row = next(iter(connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'changes'")), None)
    return int(str(row[0])) if row else 0


def newest_writes(connection: apsw.Connection, count: int) -> list[str]:
    """The instants of the newest changes, oldest first."""
    rows = connection.execute("SELECT at FROM changes ORDER BY rev DESC LIMIT ?", (count,))
    return [str(at) for (at,) in rows][::-1]


def last_written_at(connection: apsw.Connection) -> str | None:
    """The instant of the newest change, or None."""
    row = next(iter(connection.execute("SELECT at FROM changes ORDER BY rev DESC LIMIT 1")), None)
    return str(row[0]) if row else None
