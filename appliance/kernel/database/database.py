"""One SQLite file: a read connection in the event loop, one writer thread, and transactions that share a commit."""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from datetime import date, datetime
from functools import cached_property, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar
from zoneinfo import ZoneInfo

import apsw
import msgspec

from appliance.kernel.database import wal
from appliance.kernel.database.change_log import Change, last_written_at, latest_rev, put_change
from appliance.kernel.database.migrations import migrate
from appliance.kernel.database.sqlite_errors import explain_sqlite_error
from appliance.kernel.encryption import Cipher
from appliance.kernel.errors import NotFound
from appliance.kernel.scheduling.clock import Clock, instant, local_date, moment

log = logging.getLogger(__name__)
T = TypeVar("T")
P = ParamSpec("P")
PLAIN = {str, int, float, bytes, type(None), bool}
BATCH = 64


class Who(msgspec.Struct, frozen=True):
    """Who acts: the caller's key as access resolved it, or the house itself."""

    key_id: str | None = None
    name: str = "system"
    scope: str = "admin"
    kind: str = "system"


SYSTEM = Who()


class Reader:
    """The right to ask. Rows become values by position: `shape(*row)`; dates and lists may be given as arguments."""

    def __init__(
        self, connection: apsw.Connection, cipher: Cipher, now: datetime, zone_of: Callable[["Reader"], ZoneInfo]
    ):
        self.cipher = cipher
        self.now = now
        self._connection = connection
        self._zone_of = zone_of

    @cached_property
    def zone(self) -> ZoneInfo:
        """The household's time zone."""
        return self._zone_of(self)

    @cached_property
    def today(self) -> date:
        """The household's date at `now`."""
        return local_date(self.now, self.zone)

    def rows(self, sql: str, *arguments: Any) -> Iterator[tuple[Any, ...]]:
        """Every row as a tuple, as SQLite gives them."""
        return self._connection.execute(sql, _bound(arguments))

    def all(self, shape: Callable[..., T], sql: str, *arguments: Any) -> list[T]:
        """Every row as a `shape`, in the order of the statement."""
        return [shape(*row) for row in self.rows(sql, *arguments)]

    def maybe(self, shape: Callable[..., T], sql: str, *arguments: Any) -> T | None:
        """The first row as a `shape`, or None."""
        row = next(self.rows(sql, *arguments), None)
        return None if row is None else shape(*row)

    def one(self, shape: Callable[..., T], sql: str, *arguments: Any) -> T:
        """The first row as a `shape`. Raises NotFound when there is none."""
        found = self.maybe(shape, sql, *arguments)
        if found is None:
            raise NotFound()
        return found

    def value(self, sql: str, *arguments: Any) -> Any:
        """The first column of the first row, or None."""
        row = next(self.rows(sql, *arguments), None)
        return None if row is None else row[0]

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Answer every question inside from one state, whatever is written meanwhile; a transaction does so anyway."""
        if self._connection.in_transaction:
            yield
            return
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("COMMIT")


def consistent_read(ask: Callable[Concatenate[Reader, P], T]) -> Callable[Concatenate[Reader, P], T]:
    """A question whose statements must fit together. It may not wait in between: the loop shares the connection."""

    @wraps(ask)
    def asked(db: Reader, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with db.snapshot():
            return ask(db, *args, **kwargs)

    return asked


class Tx(Reader):
    """The right to write, within one transaction. What is recorded here is told only if the transaction commits."""

    who: Who = SYSTEM

    def run(self, sql: str, *arguments: Any) -> int:
        """Execute a writing statement; the number of rows it changed."""
        self._connection.execute(sql, _bound(arguments))
        return self._connection.changes()

    def run_many(self, sql: str, rows: "Iterable[tuple[Any, ...]]") -> None:
        """Execute a writing statement once for each row of arguments; each is only made when its turn comes."""
        self._connection.executemany(sql, map(_bound, rows))

    @contextmanager
    def dry_run(self) -> Iterator[None]:
        """Write inside, look at what came of it, and leave nothing behind."""
        self._connection.execute("SAVEPOINT rehearsal")
        try:
            yield
        finally:
            # A full disk ends the whole transaction by itself.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK TO rehearsal; RELEASE rehearsal")

    def record(self, topic: str, data: dict[str, Any]) -> int:
        """Write news: a webhook type of contract §17.1 and its data. Answers the new rev."""
        return put_change(self._connection, Change(0, instant(self.now), topic, data, self.who.name))

    def touch(self) -> int:
        """Raise rev for a write that has no event type."""
        return put_change(self._connection, Change(0, instant(self.now), None, {}, self.who.name))


class Database:
    """The household's file, opened and migrated. Everything that reads or writes goes through here."""

    def __init__(
        self,
        path: Path,
        clock: Clock,
        cipher: Cipher,
        schema: Path,
        zone_of: Callable[[Reader], ZoneInfo],
        on_commit: Callable[[], object] | None = None,
    ):
        """Raises migrate.NewerSchema for a file from a later version. `on_commit` is called in the writer thread."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.clock = clock
        self.cipher = cipher
        self.on_commit = on_commit
        self._zone_of = zone_of
        written = wal.written(Path(f"{path}-wal"))
        self._writer = _opened(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
        migrate(self._writer, schema, path.parent / "backups", clock.now())
        # Only now: it changes the file's header, and a file that is refused stays as it was.
        _enter_wal(self._writer, *written)
        self._reader = _opened(path, apsw.SQLITE_OPEN_READONLY)
        self.rev = latest_rev(self._reader)
        self.last_write = last_written_at(self._reader)
        self._queue: queue.SimpleQueue[_QueuedWrite | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="writer", daemon=True)
        self._thread.start()

    @property
    def read(self) -> Reader:
        """A reader of the newest committed state, with the time as it is now. For the event loop's thread."""
        return Reader(self._reader, self.cipher, self.clock.now(), self._zone_of)

    @property
    def clock_is_wrong(self) -> bool:
        """True while the clock cannot be believed: nothing that depends on time may be decided.

        Without word from the network it must not stand before the last write, not even after somebody has written.
        """
        right = self.clock.is_right()
        if right is not None:
            return not right
        return self.last_write is not None and self.clock.now() < moment(self.last_write)

    async def write(self, action: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run an action whole in one transaction as the house. The answer arrives after the commit is on the disk."""
        return await self.write_as(SYSTEM, action, *args, **kwargs)

    async def write_as(self, who: Who, action: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`write` on behalf of a caller."""
        return await asyncio.wrap_future(self._ask(who, lambda tx: action(tx, *args, **kwargs)))

    def write_now(self, action: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`write` for code outside the event loop; blocks until the commit."""
        return self._ask(SYSTEM, lambda tx: action(tx, *args, **kwargs)).result()

    def close(self) -> None:
        """Finish the waiting writes and fold the log into the file."""
        self._queue.put(None)
        self._thread.join()
        self._reader.close()
        self._writer.close()

    def _ask(self, who: Who, action: Callable[[Tx], T]) -> "Future[T]":
        if threading.current_thread() is self._thread:
            raise RuntimeError("a write inside a write: call the other action with the same transaction")
        request = _QueuedWrite(who, action)
        self._queue.put(request)
        return request.future

    def _serve(self) -> None:
        while self._serve_batch():
            pass

    def _serve_batch(self) -> bool:
        """Grant what is waiting; False at the end. On its own: nothing of a wish may stay while the next is awaited."""
        if (request := self._queue.get()) is None:
            return False
        batch = [request]
        while len(batch) < BATCH and not self._queue.empty():
            following = self._queue.get()
            if following is None:
                self._queue.put(None)
                break
            batch.append(following)
        self._commit([each for each in batch if each.future.set_running_or_notify_cancel()])
        return True

    def _commit(self, batch: "list[_QueuedWrite]") -> None:
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for request in batch:
                self._grant(request)
            rev, last_write = latest_rev(self._writer), last_written_at(self._writer)
            self._writer.execute("COMMIT")
        except Exception as problem:
            self._give_up(batch, problem)
            return

        changes, self.rev = rev > self.rev, rev
        self.last_write = max(filter(None, (self.last_write, last_write)), default=None)
        if changes and self.on_commit:
            self.on_commit()
        for request in batch:
            request.answer()

    def _give_up(self, batch: "list[_QueuedWrite]", problem: Exception) -> None:
        refusal = explain_sqlite_error(problem)
        if refusal:
            log.error("nothing was saved", extra={"reason": str(problem)})
        # A disk that fails may fail here too, and this thread must live on: it may be well again.
        with suppress(apsw.Error):
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        for request in batch:
            request.future.set_exception(refusal or problem)

    def _grant(self, request: "_QueuedWrite") -> None:
        self._writer.execute("SAVEPOINT wish")
        try:
            tx = Tx(self._writer, self.cipher, self.clock.now(), self._zone_of)
            tx.who = request.who
            request.result = request.action(tx)
        except Exception as refusal:
            if explain_sqlite_error(refusal):
                raise
            request.refusal = refusal
            self._writer.execute("ROLLBACK TO wish")
        self._writer.execute("RELEASE wish")


class Session:
    """The database as one caller meets it: `read` to ask, `write` to act in the caller's name.

    `address` is where the caller is, as limits count it; never shown and never a reason to trust.
    """

    def __init__(self, database: Database, who: Who, address: str = "unknown"):
        self.who = who
        self.address = address
        self.read = database.read
        self._database = database

    @property
    def rev(self) -> int:
        """The household's revision: rises on every write."""
        return self._database.rev

    async def write(self, action: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run an action whole in one transaction; the answer arrives after the commit."""
        return await self._database.write_as(self.who, action, *args, **kwargs)


class _QueuedWrite:
    def __init__(self, who: Who, action: Callable[[Tx], Any]):
        self.who = who
        self.action = action
        self.future: Future[Any] = Future()
        self.result: Any = None
        self.refusal: Exception | None = None

    def answer(self) -> None:
        if self.refusal:
            self.future.set_exception(self.refusal)
        else:
            self.future.set_result(self.result)


def _opened(path: Path, flags: int) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=flags)
    connection.set_busy_timeout(5000)
    connection.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;")
    if flags & apsw.SQLITE_OPEN_READWRITE:
        # In memory, the journal of a savepoint is walked from its start at every statement: 20,000 rows take a minute.
        connection.execute("PRAGMA temp_store = FILE")
    return connection


def _enter_wal(connection: apsw.Connection, pages: int, transactions: int) -> None:
    """Write ahead from now on. Tells the log when the last run left more behind than could be used."""
    connection.execute("PRAGMA journal_mode = WAL")
    used = int(next(connection.execute("PRAGMA wal_checkpoint"))[1])
    if used < pages:
        # After a power cut that is the write that nobody had been told of yet; any more is a disk that forgets.
        log.warning(
            "the write-ahead log ended early; what was written last is not there",
            extra={"pages": pages, "used": used, "transactions": transactions},
        )


def _bound(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    for value in arguments:
        if type(value) not in PLAIN:
            return tuple(value if type(value) in PLAIN else _stored(value) for value in arguments)
    return arguments


def _stored(value: Any) -> Any:
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, date):
        return value.isoformat()
    return msgspec.json.encode(value).decode()
