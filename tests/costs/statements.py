"""Collects the SQL statements of all modules named `queries` by calling their functions, without executing anything."""

import ast
import importlib
import inspect
import sys
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from types import FrameType, ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union
from zoneinfo import ZoneInfo

import apsw
import msgspec

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.encryption import Cipher

ROOT = Path(__file__).parent.parent.parent
METHODS = {"rows", "records", "all", "each", "maybe", "one", "value", "run", "run_many"}
NOW = datetime(2026, 11, 20, 15, 24, tzinfo=UTC)
TEXT = "2026-11-20T15:24:00.000Z"


class CallSite(NamedTuple):
    """A call of a Reader or Tx in a module."""

    module: str
    function: str
    first: int
    last: int


class Found(NamedTuple):
    """A statement, the function it is in, and what is bound to it."""

    module: str
    function: str
    sql: str
    bindings: Any


class Way(NamedTuple):
    """One way to call a function: what its arguments are and what each statement answers."""

    has_options: bool
    choice: int
    row: int | Literal["none"] | None


WAYS = [
    Way(has_options, choice, row)
    for has_options in (True, False)
    for choice in (0, 1)
    for row in ("none", None, 0, 1_000)
]


def query_modules() -> list[ModuleType]:
    """Every module named `queries`, but for that of hosting, whose registry is another database."""
    names = sorted(path.relative_to(ROOT).with_suffix("") for path in ROOT.glob("appliance/**/queries.py"))
    others = {"node_modules", "hosting"}
    return [importlib.import_module(".".join(name.parts)) for name in names if not others & set(name.parts)]


def call_sites(module: ModuleType) -> list[CallSite]:
    """Where a module gives a statement to a Reader or Tx: the lines of the Python statement around the call."""
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    return [
        CallSite(module.__name__, function.name, around.lineno, around.end_lineno or around.lineno)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for statement in ast.walk(function)
        if isinstance(statement, ast.stmt) and statement is not function
        for call in _calls(statement)
        for around in [call if hasattr(statement, "body") else statement]
    ]


def _calls(statement: ast.stmt) -> Iterator[ast.Call]:
    """The calls with SQL in a statement, without those of statements inside it."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        waiting += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in METHODS
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id in ("db", "tx")
        ):
            yield node


def collect(connection: apsw.Connection, modules: Sequence[ModuleType]) -> tuple[set[CallSite], list[Found]]:
    """The call sites that were reached, and the statements found there, each once."""
    collector = _Collector(connection, {str(module.__file__): call_sites(module) for module in modules})
    tx = Tx(collector, Cipher(bytes(32)), NOW, lambda _: ZoneInfo("Europe/Berlin"))  # type: ignore[arg-type]
    for module in modules:
        functions = inspect.getmembers(module, inspect.isfunction)
        for _, function in functions:
            if function.__module__ == module.__name__ and not function.__name__.startswith("_"):
                for way in WAYS:
                    _call(function, way, collector, tx)
    return collector.reached, list(collector.found.values())


class _Collector:
    """Stands for the connection: records each statement, and answers one row or none."""

    def __init__(self, connection: apsw.Connection, sites: Mapping[str, list[CallSite]]):
        self.row: int | Literal["none"] | None = "none"
        self.reached: set[CallSite] = set()
        self.found: dict[tuple[str, str], Found] = {}
        self.in_transaction = True
        self._connection, self._sites = connection, sites

    def execute(self, sql: str, bindings: Any = ()) -> "_Cursor":
        names = self._record(sql, bindings)
        return _Cursor(names, [] if self.row == "none" or not names else [(self.row,) * len(names)])

    def executemany(self, sql: str, rows: Iterator[Any]) -> None:
        for bindings in rows:
            self._record(sql, bindings)

    def changes(self) -> int:
        return 1

    def _record(self, sql: str, bindings: Any) -> tuple[str, ...]:
        site = self._site(sys._getframe(2))
        if site:
            self.reached.add(site)
            self.found.setdefault((site.module, sql), Found(site.module, site.function, sql, bindings))
        return self._columns(sql, bindings)

    def _site(self, frame: FrameType | None) -> CallSite | None:
        while frame:
            for site in self._sites.get(frame.f_code.co_filename, ()):
                if site.first <= frame.f_lineno <= site.last:
                    return site
            frame = frame.f_back
        return None

    def _columns(self, sql: str, bindings: Any) -> tuple[str, ...]:
        names: list[str] = []

        def describe(cursor: apsw.Cursor, _sql: str, _bindings: Any) -> bool:
            names.extend(column[0] for column in cursor.get_description() if cursor.is_readonly or "RETURNING" in sql)
            return False

        cursor = self._connection.cursor()
        cursor.exec_trace = describe
        with suppress(apsw.ExecTraceAbort):
            cursor.execute(sql, bindings)
        return tuple(names)


class _Cursor:
    def __init__(self, names: tuple[str, ...], rows: list[tuple[Any, ...]]):
        self._names, self._rows = names, iter(rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self._rows

    def __next__(self) -> tuple[Any, ...]:
        return next(self._rows)

    def get_description(self) -> tuple[tuple[str, None], ...]:
        return tuple((name, None) for name in self._names)


def _call(function: Callable[..., Any], way: Way, collector: _Collector, tx: Tx) -> None:
    collector.row = way.row
    hints = typing.get_type_hints(function, include_extras=False)
    try:
        positional, named = [], {}
        for name, parameter in inspect.signature(function).parameters.items():
            value = _value(hints[name], way, tx)
            if parameter.kind == parameter.VAR_POSITIONAL:
                positional.append(value)
            elif parameter.kind == parameter.KEYWORD_ONLY:
                named[name] = value
            elif parameter.kind != parameter.VAR_KEYWORD:
                positional.append(value)
        result = function(*positional, **named)
        if isinstance(result, Iterator):
            list(result)
    except apsw.Error:
        raise
    except Exception:
        # What a made-up row leads to does not matter; `call_sites` says whether every statement was reached.
        return


def _value(kind: Any, way: Way, tx: Tx) -> Any:
    """Some value of a type."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        return _value(arguments[0], way, tx)
    if origin in (Union, UnionType):
        kinds = [each for each in arguments if each not in (NoneType, msgspec.UnsetType)]
        return (
            _value(kinds[way.choice % len(kinds)], way, tx) if way.has_options or len(kinds) == len(arguments) else None
        )
    if origin is Literal:
        return arguments[way.choice % len(arguments)]
    if origin is not None and isinstance(origin, type):
        return _container(origin, arguments, way, tx)
    if isinstance(kind, type):
        return _plain(kind, way, tx)
    return TEXT


def _container(origin: type, arguments: tuple[Any, ...], way: Way, tx: Tx) -> Any:
    if issubclass(origin, tuple):
        return tuple(_value(each, way, tx) for each in arguments if each is not Ellipsis)
    if issubclass(origin, Mapping):
        return {_value(arguments[0], way, tx): _value(arguments[1], way, tx)}
    if issubclass(origin, AbstractSet):
        return {_value(arguments[0], way, tx)}
    return [_value(arguments[0], way, tx)]


def _plain(kind: type, way: Way, tx: Tx) -> Any:
    if issubclass(kind, Reader):
        return tx
    if issubclass(kind, msgspec.Struct):
        hints = typing.get_type_hints(kind)
        return kind(**{field.name: _value(hints[field.name], way, tx) for field in msgspec.structs.fields(kind)})
    values: dict[type, Any] = {bool: way.has_options, int: 1, float: 1.0, bytes: b"x", datetime: NOW, date: NOW.date()}
    return values.get(kind, TEXT)
