"""The definition of an MCP tool, and the names that its arguments may be given by."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any, Protocol, TypeVar, get_args, get_type_hints

import msgspec
from litestar.handlers import HTTPRouteHandler
from msgspec import Meta

from appliance.kernel.database.transactions import Reader
from appliance.kernel.schema import ApiModel
from appliance.kernel.text.name_lookup import find_id

M = TypeVar("M", bound=msgspec.Struct)


class NoArguments(ApiModel, kw_only=True):
    """No arguments."""


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """One tool. `route` is the REST endpoint with the same function, whose rights the caller needs.

    `run` takes a session and a `request`: a Struct, of which agents get the JSON schema, as of the answer.
    (contract §32)
    """

    name: str
    description: str
    run: Callable[..., Awaitable[msgspec.Struct]]
    route: HTTPRouteHandler
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = True
    open_world: bool = False

    @property
    def request(self) -> type[msgspec.Struct]:
        """The Struct of the arguments."""
        return _types(self.run)["request"]

    @property
    def answer(self) -> type[msgspec.Struct]:
        """The Struct of the result."""
        return _types(self.run)["return"]


class Named(Protocol):
    """What has an id and a name."""

    id: str
    name: str


class Names(msgspec.Struct, frozen=True, kw_only=True):
    """What a text may name: the kind, and everything that there is of it."""

    kind: str
    known: Callable[[Reader], Iterable[Named]]


def named(kind: str, known: Callable[[Reader], Iterable[Named]]) -> Meta:
    """The declaration, in `Annotated[str, …]`, that a text is an id or a name. The tool gets the id."""
    return Meta(description="id or name", extra={"names": Names(kind=kind, known=known)})


def with_ids(db: Reader, request: M) -> M:
    """The request with ids in place of names, in the Structs inside of it too. Raises BadRequest. (contract §32)"""
    fields = _names_of(type(request))
    return msgspec.structs.replace(
        request, **{field: _ids(db, getattr(request, field), names) for field, names in fields.items()}
    )


def _ids(db: Reader, value: Any, names: Names | None) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(_ids(db, each, names) for each in value)
    if isinstance(value, msgspec.Struct):
        return with_ids(db, value)
    if names and isinstance(value, str):
        return find_id(names.kind, value, [(each.id, each.name) for each in names.known(db)])
    return value


@cache
def _names_of(model: type[msgspec.Struct]) -> dict[str, Names | None]:
    return {each.name: next(_declared(each.type), None) for each in msgspec.structs.fields(model)}


def _declared(annotation: object) -> Iterator[Names]:
    if isinstance(annotation, Meta) and annotation.extra and "names" in annotation.extra:
        yield annotation.extra["names"]
    for part in get_args(annotation):
        yield from _declared(part)


@cache
def _types(run: Callable[..., Awaitable[msgspec.Struct]]) -> dict[str, type[msgspec.Struct]]:
    return get_type_hints(run.func if isinstance(run, partial) else run)
