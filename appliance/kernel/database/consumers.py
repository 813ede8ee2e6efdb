"""Consumers of the change log. Each reads on from its own cursor and writes rows to deliver."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

import msgspec

from appliance.kernel.database.change_log import Change
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant

log = logging.getLogger(__name__)
BATCH = 200
KEPT = timedelta(days=30)
# How far a cursor may stay behind when the changes concern nobody. Changes after the cursor are not pruned.
KEPT_BEHIND = 1000


class Consumer(Protocol):
    """Turns changes into rows to deliver. It records no changes and does not use the network."""

    name: str

    def plan(self, tx: Tx, changes: list[Change]) -> bool | None:
        """Write what should be delivered for these changes, in order of rev. Commits together with the cursor.

        False means that nothing was written, and that the same changes would again write nothing: the cursor need not
        be stored then, which saves a write. Call `catch_up` before a write that changes what the consumer wants.
        """


class ConsumerLoop:
    """Runs every consumer after each commit.

    The cursor and the planned rows share a transaction, so each change is planned once.
    """

    def __init__(self, database: Database, consumers: list[Consumer], after: Sequence[Callable[[], object]] = ()):
        """`after` are called in the event loop when all changes are planned: there may be rows to deliver."""
        self._database = database
        self._consumers = consumers
        self._after = after
        self._read: dict[str, int] = {}
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """Notify the loop that there may be changes. For the event loop's thread."""
        self._wake.set()

    async def run(self) -> None:
        """Run until cancelled. Changes that were committed before the start are planned first."""
        while True:
            self._wake.clear()
            await self.drain()
            await self._wake.wait()

    async def drain(self) -> None:
        """Plan what is not planned yet. A consumer that fails keeps its cursor, and is run again at the next change."""
        for consumer in self._consumers:
            try:
                await self._feed(consumer)
            except Exception:
                log.exception("consumer failed", extra={"consumer": consumer.name})
        for callback in self._after:
            callback()

    async def _feed(self, consumer: Consumer) -> None:
        more = True
        while more:
            read, more = await self._database.write(advance, consumer, self._read.get(consumer.name, 0))
            self._read[consumer.name] = read


def advance(tx: Tx, consumer: Consumer, read: int = 0) -> tuple[int, bool]:
    """Plan the next batch for a consumer, after the stored cursor or the rev `read`, whichever is later.

    Returns the rev it has read up to, and whether there may be more.
    """
    stored = _cursor(tx, consumer)
    start = max(stored, read)
    changes = changes_after(tx, start)
    if not changes:
        return start, False

    end = changes[-1].rev
    if consumer.plan(tx, [change for change in changes if change.topic]) is not False or end - stored >= KEPT_BEHIND:
        _store_cursor(tx, consumer, end)
    return end, len(changes) == BATCH


def catch_up(tx: Tx, consumer: Consumer) -> None:
    """Plan all changes so far and store the cursor, before a write that changes what the consumer wants."""
    read, more = advance(tx, consumer)
    while more:
        read, more = advance(tx, consumer, read)
    if read != _cursor(tx, consumer):
        _store_cursor(tx, consumer, read)


def _cursor(tx: Tx, consumer: Consumer) -> int:
    return int(tx.value("SELECT rev FROM cursors WHERE consumer = ?", consumer.name) or 0)


def _store_cursor(tx: Tx, consumer: Consumer, rev: int) -> None:
    tx.run("INSERT OR REPLACE INTO cursors (consumer, rev) VALUES (?, ?)", consumer.name, rev)


def changes_after(tx: Tx, rev: int) -> list[Change]:
    """The next changes after a rev, oldest first, at most a batch."""
    return tx.all(
        _change, "SELECT rev, at, topic, data, who FROM changes WHERE rev > ? ORDER BY rev LIMIT ?", rev, BATCH
    )


async def prune_changes(database: Database, due: datetime) -> None:
    """Delete the changes of more than thirty days ago; a daily job."""
    await database.write(prune, instant(due - KEPT))


def prune(tx: Tx, before: str) -> int:
    """Delete the changes before an instant that every consumer has read. The newest row always stays."""
    return tx.run(
        "DELETE FROM changes WHERE at < ? AND rev < (SELECT max(rev) FROM changes)"
        " AND rev <= coalesce((SELECT min(rev) FROM cursors), 9223372036854775807)",
        before,
    )


def _change(rev: int, at: str, topic: str | None, data: str, who: str | None) -> Change:
    return Change(rev, at, topic, msgspec.json.decode(data), who)
