"""Consumers of the change log. Each reads on from its own cursor and writes rows to deliver."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from appliance.kernel.database.change_log import Change
from appliance.kernel.database.database import Database
from appliance.kernel.database.sqlite_errors import explain_sqlite_error
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import instant

log = logging.getLogger(__name__)
BATCH = 200
KEPT = timedelta(days=30)
# How far a cursor may stay behind when the changes concern nobody. Changes after the cursor are not pruned.
KEPT_BEHIND = 1000


class Consumer(Protocol):
    """Turns changes into rows to deliver. It records no changes and does not use the network."""

    name: str

    def concerns(self, db: Reader, changes: list[Change]) -> bool:
        """Whether `plan` would write anything for these changes.

        False also means that they will never concern the consumer: the cursor need not be stored, which saves a write.
        Call `catch_up` before a write that changes what the consumer wants.
        """

    def plan(self, tx: Tx, changes: list[Change]) -> None:
        """Write what should be delivered for these changes, in order of rev. Commits together with the cursor."""


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
        """Plan what is not planned yet, in one write for all consumers; none when nothing concerns them.

        A consumer that fails keeps its cursor, and is run again at the next change.
        """
        consumers = self._consumers
        try:
            while consumers := [consumer for consumer in consumers if self._has_work(consumer)]:
                read = await self._database.write(advance_all, consumers, self._read)
                self._read |= read
                consumers = [consumer for consumer in consumers if consumer.name in read]
        except Exception:
            log.exception("consumers failed")
        for callback in self._after:
            callback()

    def _has_work(self, consumer: Consumer) -> bool:
        """Skip the changes that do not concern a consumer; whether there are others, or many were skipped."""
        db = self._database.read
        stored = _cursor(db, consumer)
        start = max(stored, self._read.get(consumer.name, 0))
        while changes := changes_after(db, start):
            start = changes[-1].rev
            if start - stored >= KEPT_BEHIND or _concerns(consumer, db, changes):
                return True
            self._read[consumer.name] = start
        return False


def advance_all(tx: Tx, consumers: list[Consumer], read: dict[str, int]) -> dict[str, int]:
    """`advance` for each consumer. Returns the revs by name, without the consumers that failed."""
    advanced = {}
    for consumer in consumers:
        try:
            with tx.savepoint():
                advanced[consumer.name], _ = advance(tx, consumer, read.get(consumer.name, 0))
        except Exception as problem:
            if explain_sqlite_error(problem):
                raise
            log.exception("consumer failed", extra={"consumer": consumer.name})
    return advanced


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
    if is_concerned := _concerns(consumer, tx, changes):
        consumer.plan(tx, _with_topic(changes))
    if is_concerned or end - stored >= KEPT_BEHIND:
        _store_cursor(tx, consumer, end)
    return end, len(changes) == BATCH


def catch_up(tx: Tx, consumer: Consumer) -> None:
    """Plan all changes so far and store the cursor, before a write that changes what the consumer wants."""
    read, more = advance(tx, consumer)
    while more:
        read, more = advance(tx, consumer, read)
    if read != _cursor(tx, consumer):
        _store_cursor(tx, consumer, read)


def _concerns(consumer: Consumer, db: Reader, changes: list[Change]) -> bool:
    recorded = _with_topic(changes)
    return bool(recorded) and consumer.concerns(db, recorded)


def _with_topic(changes: list[Change]) -> list[Change]:
    return [change for change in changes if change.topic]


def _cursor(db: Reader, consumer: Consumer) -> int:
    return int(db.value("SELECT rev FROM cursors WHERE consumer = ?", consumer.name) or 0)


def _store_cursor(tx: Tx, consumer: Consumer, rev: int) -> None:
    tx.run("INSERT OR REPLACE INTO cursors (consumer, rev) VALUES (?, ?)", consumer.name, rev)


def changes_after(db: Reader, rev: int) -> list[Change]:
    """The next changes after a rev, oldest first, at most a batch."""
    return db.all(
        Change, "SELECT rev, at, topic, data, who FROM changes WHERE rev > ? ORDER BY rev LIMIT ?", rev, BATCH
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
