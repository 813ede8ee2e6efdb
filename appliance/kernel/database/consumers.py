"""Consumers of the change log: each reads on from its own cursor and writes rows to deliver."""

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
# How far a cursor may stay behind news that concerns nobody; what it has not passed cannot be pruned.
KEPT_BEHIND = 1000


class Consumer(Protocol):
    """Something that turns news into rows to deliver. Never records news itself, never touches the network."""

    name: str

    def plan(self, tx: Tx, changes: list[Change]) -> bool | None:
        """Write what should be delivered for these changes, in order of rev; commits together with the cursor.

        False promises that nothing was written and that asking again would write nothing either: the cursor may then
        stay behind, and the disk is spared. Whoever changes what an outlet wants calls `catch_up` first.
        """


class ConsumerLoop:
    """Feeds every outlet after each commit. Planning is exactly-once: cursor and planned rows share a transaction."""

    def __init__(self, database: Database, consumers: list[Consumer], after: Sequence[Callable[[], object]] = ()):
        """`after` is called in the loop when the news so far is planned: time to look for rows to deliver."""
        self._database = database
        self._outlets = consumers
        self._after = after
        self._read: dict[str, int] = {}
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """Tell the pump that there may be news. For the event loop's thread."""
        self._wake.set()

    async def run(self) -> None:
        """Pump until cancelled; what was committed before the start is planned first."""
        while True:
            self._wake.clear()
            await self.drain()
            await self._wake.wait()

    async def drain(self) -> None:
        """Plan what is not planned yet. An outlet that fails keeps its cursor and is tried at the next news."""
        for consumer in self._outlets:
            try:
                await self._feed(consumer)
            except Exception:
                log.exception("outlet failed", extra={"outlet": consumer.name})
        for look in self._after:
            look()

    async def _feed(self, consumer: Consumer) -> None:
        more = True
        while more:
            read, more = await self._database.write(advance, consumer, self._read.get(consumer.name, 0))
            self._read[consumer.name] = read


def advance(tx: Tx, consumer: Consumer, read: int = 0) -> tuple[int, bool]:
    """Plan the next batch for an outlet, after the stored cursor or what was `read` already, whichever is later.

    Answers how far it has read now, and whether there may be more.
    """
    stored = _cursor(tx, consumer)
    start = max(stored, read)
    changes = changes_after(tx, start)
    if not changes:
        return start, False

    end = changes[-1].rev
    if consumer.plan(tx, [change for change in changes if change.topic]) is not False or end - stored >= KEPT_BEHIND:
        _keep_cursor(tx, consumer, end)
    return end, len(changes) == BATCH


def catch_up(tx: Tx, consumer: Consumer) -> None:
    """Plan everything up to now and keep the cursor, before a write that changes what the outlet wants."""
    read, more = advance(tx, consumer)
    while more:
        read, more = advance(tx, consumer, read)
    if read != _cursor(tx, consumer):
        _keep_cursor(tx, consumer, read)


def _cursor(tx: Tx, consumer: Consumer) -> int:
    return int(tx.value("SELECT rev FROM cursors WHERE consumer = ?", consumer.name) or 0)


def _keep_cursor(tx: Tx, consumer: Consumer, rev: int) -> None:
    tx.run("INSERT OR REPLACE INTO cursors (consumer, rev) VALUES (?, ?)", consumer.name, rev)


def changes_after(tx: Tx, rev: int) -> list[Change]:
    """The next changes after a rev, oldest first, at most a batch."""
    return tx.all(
        _change, "SELECT rev, at, topic, data, who FROM changes WHERE rev > ? ORDER BY rev LIMIT ?", rev, BATCH
    )


async def prune_changes(database: Database, due: datetime) -> None:
    """Forget the changes of more than thirty days ago, once a day."""
    await database.write(prune, instant(due - KEPT))


def prune(tx: Tx, before: str) -> int:
    """Forget changes older than an instant that every outlet has read; the newest row always stays."""
    return tx.run(
        "DELETE FROM changes WHERE at < ? AND rev < (SELECT max(rev) FROM changes)"
        " AND rev <= coalesce((SELECT min(rev) FROM cursors), 9223372036854775807)",
        before,
    )


def _change(rev: int, at: str, topic: str | None, data: str, who: str | None) -> Change:
    return Change(rev, at, topic, msgspec.json.decode(data), who)
