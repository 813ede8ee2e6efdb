"""The change log: one row for each recorded change, in the transaction of the write. Its key is rev."""

from typing import Any

import apsw
import msgspec

# How many changes are kept. A busy household makes some 10,000 in 30 days. Older ones are deleted after every
# PRUNED_EVERY writes, even if a consumer has not read them: a client that writes all the time must not fill the disk.
MAX_CHANGES = 100_000
PRUNED_EVERY = 1_000


class Change(msgspec.Struct, frozen=True):
    """One row of the change log. `topic` is a webhook type of contract §17.1, or None where only rev rises.

    `entries` are the ids of what was written or removed, for the server's own use; None when it may be anything.
    """

    rev: int
    at: str
    topic: str | None
    data: dict[str, Any]
    who: str | None
    entries: tuple[str, ...] | None = None


def put_change(connection: apsw.Connection, change: Change) -> int:
    """Append a change; its rev is the row's key."""
    connection.execute(
        "INSERT INTO changes (at, topic, data, who, entries) VALUES (?, ?, ?, ?, ?)",
        (
            change.at,
            change.topic,
            msgspec.json.encode(change.data).decode(),
            change.who,
            None if change.entries is None else msgspec.json.encode(change.entries).decode(),
        ),
    )
    rev = connection.last_insert_rowid()
    if rev % PRUNED_EVERY == 0:
        connection.execute("DELETE FROM changes WHERE rev <= ?", (rev - MAX_CHANGES,))
    return rev


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
