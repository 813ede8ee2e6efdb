"""Reader and Tx: the right to read, and the right to write within one transaction."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from zoneinfo import ZoneInfo

import apsw
import msgspec

from appliance.kernel.database.change_log import Change, put_change
from appliance.kernel.encryption import Cipher
from appliance.kernel.errors import NotFound
from appliance.kernel.scheduling.clock import instant, local_date

T = TypeVar("T")


P = ParamSpec("P")


PLAIN = {str, int, float, bytes, type(None), bool}


class Caller(msgspec.Struct, frozen=True):
    """Who acts: the caller's key as access resolved it, or the house itself."""

    key_id: str | None = None
    name: str = "system"
    scope: str = "admin"
    kind: str = "system"


SYSTEM = Caller()


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

    caller: Caller = SYSTEM

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

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Undo the writes inside when an exception leaves the block; the transaction goes on."""
        self._connection.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            # A full disk ends the whole transaction by itself.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK TO part; RELEASE part")
            raise
        self._connection.execute("RELEASE part")

    def record(self, topic: str, data: dict[str, Any]) -> int:
        """Write news: a webhook type of contract §17.1 and its data. Answers the new rev."""
        return put_change(self._connection, Change(0, instant(self.now), topic, data, self.caller.name))

    def touch(self) -> int:
        """Raise rev for a write that has no event type."""
        return put_change(self._connection, Change(0, instant(self.now), None, {}, self.caller.name))


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
