"""Reader and Tx: access to read, and access to write within one transaction."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from functools import cached_property, wraps
from itertools import chain, starmap
from typing import Any, Concatenate, ParamSpec, TypeVar
from zoneinfo import ZoneInfo

import apsw
import msgspec

from appliance.kernel.database import full_text
from appliance.kernel.database.change_log import Change, put_change
from appliance.kernel.database.rows import bound, row_factory
from appliance.kernel.encryption import Cipher
from appliance.kernel.errors import NotFound
from appliance.kernel.scheduling.clock import household_day, instant, local_date
from appliance.kernel.time_budget import checkpoint

T = TypeVar("T")
P = ParamSpec("P")


class Caller(msgspec.Struct, frozen=True):
    """Who makes a request: the key that was shown, or the server itself."""

    key_id: str | None = None
    name: str = "system"
    scope: str = "admin"
    kind: str = "system"


SYSTEM = Caller()


class Reader:
    """Read access to the database. Arguments may also be dates, aware instants, lists and Structs (stored as text).

    Rows become Structs by column name: `all(Webhook, "SELECT id, url FROM webhooks")` fills the fields `id` and `url`;
    rename a column with `AS` where it is named otherwise. The field's type says how a column is decoded (bool, date,
    datetime, JSON for lists, tuples, dicts and Structs), NULL is None, and a column without a field raises TypeError.
    """

    def __init__(
        self,
        connection: apsw.Connection,
        cipher: Cipher,
        now: datetime,
        zone_of: Callable[["Reader"], ZoneInfo],
        day_starts_at_of: Callable[["Reader"], int] = lambda _: 0,
    ):
        self.cipher = cipher
        self.now = now
        self._connection = connection
        self._zone_of = zone_of
        self._day_starts_at_of = day_starts_at_of

    @cached_property
    def zone(self) -> ZoneInfo:
        """The household's time zone."""
        return self._zone_of(self)

    def forget_zone(self) -> None:
        """Read the zone, and when the day starts, anew: they were changed, or their change undone."""
        for name in ("zone", "today", "day_starts_at", "household_day"):
            self.__dict__.pop(name, None)

    @cached_property
    def today(self) -> date:
        """The household's date at `now`."""
        return local_date(self.now, self.zone)

    @cached_property
    def day_starts_at(self) -> int:
        """The hour at which the household's day starts."""
        return self._day_starts_at_of(self)

    @cached_property
    def household_day(self) -> date:
        """The day of what the household does at `now`: it starts at `day_starts_at`, unlike `today`."""
        return household_day(self.now, self.zone, self.day_starts_at)

    def rows(self, sql: str, *arguments: Any) -> Iterator[tuple[Any, ...]]:
        """Every row as a tuple, as SQLite gives them."""
        checkpoint()
        return self._connection.execute(sql, bound(arguments))

    def records(self, sql: str, *arguments: Any) -> Iterator[dict[str, Any]]:
        """Every row as a dictionary by column name, not decoded; `rows.from_record` makes a Struct of a part of one."""
        cursor = self._connection.execute(sql, bound(arguments))
        for row in cursor:
            yield dict(zip(_names(cursor), row, strict=True))

    def all(self, model: Callable[..., T], sql: str, *arguments: Any) -> list[T]:
        """Every row in the order of the statement: a Struct by column name, any other callable by position."""
        checkpoint()
        cursor = self._connection.execute(sql, bound(arguments))
        for first in cursor:
            build = _factory(model, cursor)
            return [build(*first), *starmap(build, cursor)]
        return []

    def each(self, model: Callable[..., T], sql: str, *arguments: Any) -> Iterator[T]:
        """As `all`, one row at a time, for a caller that may have enough before the end."""
        cursor = self._connection.execute(sql, bound(arguments))
        for first in cursor:
            build = _factory(model, cursor)
            yield build(*first)
            yield from starmap(build, cursor)

    def maybe(self, model: Callable[..., T], sql: str, *arguments: Any) -> T | None:
        """The first row as in `all`, or None."""
        cursor = self._connection.execute(sql, bound(arguments))
        for first in cursor:
            return _factory(model, cursor)(*first)
        return None

    def one(self, model: Callable[..., T], sql: str, *arguments: Any) -> T:
        """The first row as in `all`. Raises NotFound when there is none."""
        record = self.maybe(model, sql, *arguments)
        if record is None:
            raise NotFound()
        return record

    def value(self, sql: str, *arguments: Any) -> Any:
        """The first column of the first row, or None."""
        row = next(self.rows(sql, *arguments), None)
        return None if row is None else row[0]

    def words(self, text: str) -> list[str]:
        """The words of a text as the full-text indexes have them: see `full_text`."""
        return full_text.words(self._connection, text)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read everything inside from one state, whatever is written meanwhile. A transaction does so anyway."""
        if self._connection.in_transaction:
            yield
            return
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("COMMIT")


def consistent_read(read: Callable[Concatenate[Reader, P], T]) -> Callable[Concatenate[Reader, P], T]:
    """Decorates a function whose statements must read one state. It must not wait: the loop shares the connection."""

    @wraps(read)
    def read_from_snapshot(db: Reader, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with db.snapshot():
            return read(db, *args, **kwargs)

    return read_from_snapshot


class Tx(Reader):
    """Write access within one transaction. A recorded change is delivered only when the transaction commits."""

    caller: Caller = SYSTEM

    def run(self, sql: str, /, *arguments: Any, **named: Any) -> int:
        """Execute a writing statement with `?` or with named arguments; the number of rows it changed.

        `run("INSERT INTO webhooks (id, url) VALUES (:id, :url)", **asdict(webhook))`; surplus names are ignored, a
        missing one raises KeyError.
        """
        self._connection.execute(sql, bound(named or arguments))
        return self._connection.changes()

    def run_many(self, sql: str, rows: Iterable[tuple[Any, ...] | Mapping[str, Any]]) -> None:
        """Execute a writing statement once for each row of arguments. The rows are taken one at a time."""
        self._connection.executemany(sql, map(bound, rows))

    def put(self, table: str, values: Mapping[str, Any], *, key: str = "id", kept: Collection[str] = ()) -> None:
        """Insert a row by column name; of a row that has this key, set every other column but those of `kept`."""
        self.put_all(table, [values], key=key, kept=kept)

    def put_all(
        self, table: str, rows: Iterable[Mapping[str, Any]], *, key: str = "id", kept: Collection[str] = ()
    ) -> None:
        """`put` for many rows, which have the same columns. They are taken one at a time."""
        remaining = iter(rows)
        for first in remaining:
            keys = key.split(", ")
            changed = ", ".join(f"{name} = excluded.{name}" for name in first if name not in keys and name not in kept)
            self.run_many(
                f"INSERT INTO {table} ({', '.join(first)}) VALUES ({', '.join(f':{name}' for name in first)})"
                f" ON CONFLICT ({key}) DO " + (f"UPDATE SET {changed}" if changed else "NOTHING"),
                chain([first], remaining),
            )

    @contextmanager
    def dry_run(self) -> Iterator[None]:
        """Undo the writes inside when the block ends, so that their result can be read and nothing is kept."""
        self._connection.execute("SAVEPOINT dry_run")
        try:
            yield
        finally:
            # A full disk ends the whole transaction by itself.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK TO dry_run; RELEASE dry_run")
            self.forget_zone()

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
            self.forget_zone()
            raise
        self._connection.execute("RELEASE part")

    @contextmanager
    def watched(self, is_watched: Callable[[str], bool]) -> Iterator[Callable[[], bytes]]:
        """Follow what the writes inside do to rows of the tables with these names, also by triggers and foreign keys.

        Gives a function that answers it as a changeset of SQLite's session extension: see `row_changes`.
        """
        session = apsw.Session(self._connection, "main")
        try:
            session.table_filter(is_watched)
            yield session.changeset
        finally:
            session.close()

    def record(self, topic: str, data: dict[str, Any], entries: Iterable[str] | None = None) -> int:
        """Add a change to the change log: a webhook type of contract §17.1 and its data. Returns the new rev.

        `entries` are the ids of everything that was written or removed; None when it may be anything.
        """
        ids = None if entries is None else tuple(entries)
        return put_change(self._connection, Change(0, instant(self.now), topic, data, self.caller.name, ids))

    def touch(self) -> int:
        """Raise rev for a write that has no event type."""
        return put_change(self._connection, Change(0, instant(self.now), None, {}, self.caller.name))


def _names(cursor: apsw.Cursor) -> tuple[str, ...]:
    return tuple(column[0] for column in cursor.get_description())


def _factory(model: Callable[..., T], cursor: apsw.Cursor) -> Callable[..., T]:
    is_struct = isinstance(model, type) and issubclass(model, msgspec.Struct)
    return row_factory(model, _names(cursor)) if is_struct else model
