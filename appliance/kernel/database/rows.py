"""Rows as Structs by column name, and values as SQLite stores them."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, overload

import msgspec

from appliance.kernel.scheduling.clock import instant, moment

T = TypeVar("T")

PLAIN = {str, int, float, bytes, NoneType, bool}


@cache
def row_factory(model: Callable[..., T], names: tuple[str, ...]) -> Callable[..., T]:
    """A function that makes a `model` of the values of a row with these columns, decoded by the type of their field.

    Raises TypeError for a column without a field; the function does for a required field without a column.
    """
    decoders = _decoders(model)
    if unknown := [name for name in names if name not in decoders]:
        raise TypeError(f"{model} has no field for the columns {', '.join(unknown)}")
    if len(set(names)) < len(names):
        raise TypeError(f"a column name occurs twice: {', '.join(names)}")
    # `model(**dict(zip(names, row)))` takes twice the time of this generated call, which calls `model` by keyword too.
    decoded = {name: f"None if {name}_ is None else {name}_decode({name}_)" for name in names if decoders[name]}
    parameters = ", ".join(f"{name}_" for name in names)
    keywords = ", ".join(f"{name}={decoded.get(name, f'{name}_')}" for name in names)
    scope = {"model_": model} | {f"{name}_decode": decoders[name] for name in decoded}
    build: Callable[..., T] = eval(f"lambda {parameters}: model_({keywords})", scope)
    return build


def from_record(model: Callable[..., T], record: Mapping[str, Any], **values: Any) -> T:
    """A `model` from the columns of a record that have its fields' names, and from `values` as they are."""
    columns = {
        name: record[name] if decode is None or record[name] is None else decode(record[name])
        for name, decode in _decoders(model).items()
        if name in record and name not in values
    }
    return model(**columns, **values)


@overload
def bound(arguments: tuple[Any, ...]) -> tuple[Any, ...]: ...
@overload
def bound(arguments: Mapping[str, Any]) -> dict[str, Any]: ...
def bound(arguments: tuple[Any, ...] | Mapping[str, Any]) -> tuple[Any, ...] | dict[str, Any]:
    """Arguments as SQLite stores them: instants and dates as texts, lists and Structs as JSON; UNSET is left out."""
    if isinstance(arguments, tuple):
        for value in arguments:
            if type(value) not in PLAIN:
                return tuple(value if type(value) in PLAIN else _stored(value) for value in arguments)
        return arguments
    return {
        name: value if type(value) in PLAIN else _stored(value)
        for name, value in arguments.items()
        if value is not msgspec.UNSET
    }


def _stored(value: Any) -> Any:
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, date):
        return value.isoformat()
    return msgspec.json.encode(value).decode()


@cache
def _decoders(model: Any) -> dict[str, Callable[[Any], Any] | None]:
    return {field.name: _decoder(field.type) for field in msgspec.structs.fields(model)}


def _decoder(kind: Any) -> Callable[[Any], Any] | None:
    """How a column of a field of this type is decoded; None when it is taken as it is."""
    kind = _bare(kind)
    if kind is bool:
        return bool
    if kind is datetime:
        return moment
    if kind is date:
        return date.fromisoformat
    if kind is Any or kind in PLAIN or isinstance(kind, tuple) or get_origin(kind) is Literal:
        return None
    return msgspec.json.Decoder(kind).decode


def _bare(kind: Any) -> Any:
    """A type without Annotated, None and UnsetType; a tuple of types when more than one is left."""
    origin = get_origin(kind)
    if origin is Annotated:
        return _bare(get_args(kind)[0])
    if origin in (Union, UnionType):
        left = [_bare(part) for part in get_args(kind) if part not in (NoneType, msgspec.UnsetType)]
        return left[0] if len(left) == 1 else tuple(left)
    return kind
