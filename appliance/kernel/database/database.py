"""One SQLite file: a read connection in the event loop, one writer thread, and transactions that share a commit."""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Concatenate, cast
from zoneinfo import ZoneInfo

import apsw

from appliance.kernel.database import wal
from appliance.kernel.database.change_log import last_written_at, latest_rev, newest_writes
from appliance.kernel.database.connections import enter_wal_mode, open_connection
from appliance.kernel.database.derived_values import DerivedValues
from appliance.kernel.database.migrations import migrate
from appliance.kernel.database.sqlite_errors import explain_sqlite_error
from appliance.kernel.database.transactions import SYSTEM, Caller, P, Reader, T, Tx
from appliance.kernel.encryption import Cipher
from appliance.kernel.scheduling.clock import Clock
from appliance.kernel.scheduling.write_times import WriteTimes

log = logging.getLogger(__name__)
# Writes that share a commit.
BATCH = 64
REMEMBERED_WRITES = 20


class Database:
    """The household's file, opened and migrated. Everything that reads or writes goes through here.

    `commits` counts the transactions since the start, also those that do not raise `rev`. While it stays the same, a
    cached result of a read is valid. `last_write_failed`: the disk or the file could not be written. `derived` are
    values that are kept from one read to another.
    """

    def __init__(
        self,
        path: Path,
        clock: Clock,
        cipher: Cipher,
        schema: Path,
        zone_of: Callable[[Reader], ZoneInfo],
        on_commit: Callable[[], object] | None = None,
        day_starts_at_of: Callable[[Reader], int] = lambda _: 0,
    ):
        """Raises UnknownSchema for a file of another version. `on_commit` is called in the writer thread."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.clock = clock
        self.cipher = cipher
        self.on_commit = on_commit
        self._day = zone_of, day_starts_at_of
        written = wal.count_pages(Path(f"{path}-wal"))
        self._writer = open_connection(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
        migrate(self._writer, schema, path.parent / "backups", clock.now())
        # Only now: it changes the file's header, and a file that cannot be opened must stay as it was.
        enter_wal_mode(self._writer, *written)
        self._reader = open_connection(path, apsw.SQLITE_OPEN_READONLY)
        self.rev = latest_rev(self._reader)
        self.commits = 0
        self.last_write_failed = False
        self.derived = DerivedValues()
        self._write_times = WriteTimes(newest_writes(self._reader, REMEMBERED_WRITES))
        self._queue: queue.SimpleQueue[_QueuedWrite | None] = queue.SimpleQueue()
        self._long_read = asyncio.Lock()
        self._thread = threading.Thread(target=self._serve, name="writer", daemon=True)
        self._thread.start()

    @property
    def read(self) -> Reader:
        """A reader of the newest committed state at the present time. For the event loop's thread."""
        return Reader(self._reader, self.cipher, self.clock.now(), *self._day)

    @property
    def clock_is_wrong(self) -> bool:
        """True while the clock is known to be wrong. Nothing that depends on time may be decided then.

        When the system cannot tell, a clock that is before the newest write is wrong. See WriteTimes.
        """
        right = self.clock.is_right()
        if right is not None:
            return not right
        return self._write_times.is_before_newest(self.clock.now())

    async def read_in_thread(self, read: Callable[Concatenate[Reader, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read something that takes long, in a thread and from one state. Other reads and writes go on meanwhile.

        One such read runs at a time, so that only one of their results is in memory.
        """
        async with self._long_read:
            return await asyncio.to_thread(self._read_from_snapshot, lambda db: read(db, *args, **kwargs))

    async def write(self, action: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run an action in one transaction, as the server. Returns its result after the commit is on the disk."""
        return await self.write_as(SYSTEM, action, *args, **kwargs)

    async def write_as(
        self, caller: Caller, action: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """`write` for a caller."""
        loop = asyncio.get_running_loop()
        request = _AwaitedWrite(caller, lambda tx: action(tx, *args, **kwargs), loop.create_future())
        self._enqueue(request)
        return cast(T, await request.future)

    def write_now(self, action: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`write` for code outside the event loop; blocks until the commit."""
        request = _BlockingWrite(SYSTEM, lambda tx: action(tx, *args, **kwargs))
        self._enqueue(request)
        return cast(T, request.wait())

    def close(self) -> None:
        """Finish the waiting writes, and move the write-ahead log into the file."""
        self._queue.put(None)
        self._thread.join()
        self._reader.close()
        self._writer.close()

    def _read_from_snapshot(self, read: Callable[[Reader], T]) -> T:
        connection = open_connection(self.path, apsw.SQLITE_OPEN_READONLY)
        try:
            db = Reader(connection, self.cipher, self.clock.now(), *self._day)
            with db.snapshot():
                return read(db)
        finally:
            connection.close()

    def _enqueue(self, request: "_QueuedWrite") -> None:
        if threading.current_thread() is self._thread:
            raise RuntimeError("a write inside a write: call the other action with the same transaction")
        self._queue.put(request)

    def _serve(self) -> None:
        while self._serve_batch():
            pass

    def _serve_batch(self) -> bool:
        """Run the waiting writes in one commit; False at the end.

        A method of its own, so that no local variable keeps a write and its result while the next one is awaited.
        """
        if (request := self._queue.get()) is None:
            return False
        batch = [request]
        while len(batch) < BATCH and not self._queue.empty():
            next_request = self._queue.get()
            if next_request is None:
                self._queue.put(None)
                break
            batch.append(next_request)
        self._commit([write for write in batch if not write.is_cancelled()])
        return True

    def _commit(self, batch: "list[_QueuedWrite]") -> None:
        written = self._pages_written()
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for request in batch:
                self._run(request)
            rev, last_write = latest_rev(self._writer), last_written_at(self._writer)
            self._writer.execute("COMMIT")
        except Exception as problem:
            self._fail(batch, problem)
            return

        changes, self.rev = rev > self.rev, rev
        if self._pages_written() > written:
            self.last_write_failed = False
        # After rev: what the loop reads for the new count must not carry the tag of the old rev.
        self.commits += 1
        if changes and last_write:
            self._write_times.add(last_write)
        if changes and self.on_commit:
            self.on_commit()
        _answer(batch)

    def _pages_written(self) -> int:
        """How many pages this process has written to the file. A job that changes nothing says nothing of the disk."""
        return self._writer.status(apsw.SQLITE_DBSTATUS_CACHE_WRITE)[0]

    def _fail(self, batch: "list[_QueuedWrite]", problem: Exception) -> None:
        explained = explain_sqlite_error(problem)
        self.last_write_failed = explained is not None
        if explained:
            log.error("nothing was saved", extra={"reason": str(problem)})
        # A failing disk may fail here too. This thread must go on: the disk may work again later.
        with suppress(apsw.Error):
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        for request in batch:
            request.error = explained or problem
        _answer(batch)

    def _run(self, request: "_QueuedWrite") -> None:
        self._writer.execute("SAVEPOINT request")
        try:
            tx = Tx(self._writer, self.cipher, self.clock.now(), *self._day)
            tx.caller = request.caller
            request.result = request.action(tx)
        except Exception as error:
            if explain_sqlite_error(error):
                raise
            request.error = error
            self._writer.execute("ROLLBACK TO request")
        self._writer.execute("RELEASE request")


class _QueuedWrite:
    """A write that waits for the writer thread, and its result or error."""

    def __init__(self, caller: Caller, action: Callable[[Tx], Any]):
        self.caller = caller
        self.action = action
        self.result: Any = None
        self.error: Exception | None = None

    def is_cancelled(self) -> bool:
        """True when nobody waits for it any more. A write that has begun is finished anyway."""
        return False


class _AwaitedWrite(_QueuedWrite):
    """A write that a task of an event loop waits for."""

    def __init__(self, caller: Caller, action: Callable[[Tx], Any], future: "asyncio.Future[Any]"):
        super().__init__(caller, action)
        self.future = future

    def is_cancelled(self) -> bool:
        return self.future.cancelled()

    def resolve(self) -> None:
        """Give the task its result. In the thread of its loop."""
        if self.future.done():
            return  # cancelled
        if self.error:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class _BlockingWrite(_QueuedWrite):
    """A write that a thread waits for."""

    def __init__(self, caller: Caller, action: Callable[[Tx], Any]):
        super().__init__(caller, action)
        self.is_done = threading.Event()

    def wait(self) -> Any:
        """The result, once it is there. Raises the error of the write."""
        self.is_done.wait()
        if self.error:
            raise self.error
        return self.result


def _answer(batch: list[_QueuedWrite]) -> None:
    """Hand the results over. A loop is woken once for all of its writes, because that is a system call."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_AwaitedWrite]] = {}
    for request in batch:
        if isinstance(request, _AwaitedWrite):
            by_loop.setdefault(request.future.get_loop(), []).append(request)
        elif isinstance(request, _BlockingWrite):
            request.is_done.set()
    for loop, requests in by_loop.items():
        with suppress(RuntimeError):  # the loop was closed meanwhile: nobody waits
            loop.call_soon_threadsafe(_resolve, requests)


def _resolve(requests: list[_AwaitedWrite]) -> None:
    for request in requests:
        request.resolve()
