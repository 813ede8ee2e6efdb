"""The definition of an MCP tool, and the names that its arguments may be given by."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import cache, partial
from inspect import Parameter, getdoc, signature
from typing import Any, Protocol, TypeVar, get_args, get_type_hints

import msgspec
from litestar.handlers import HTTPRouteHandler
from msgspec import NODEFAULT, Meta

from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Reader
from appliance.kernel.http.json_body import Done
from appliance.kernel.schema import ApiModel, made
from appliance.kernel.text.name_lookup import find_id

M = TypeVar("M", bound=msgspec.Struct)
Run = Callable[..., Awaitable[Any]]


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """One tool. `route` is the REST endpoint with the same function, whose rights the caller needs.

    The parameters of `run` after `session` are the arguments; one that is a Struct stands for its fields. `answers` is
    the property in which the caller gets what `run` returns; without it `run` returns the whole answer, or None for
    `Done`. (contract §32)
    """

    run: Run
    route: HTTPRouteHandler
    answers: str | None = None
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = True
    open_world: bool = False

    @property
    def name(self) -> str:
        """The name of the function."""
        return _function(self.run).__name__

    @property
    def description(self) -> str:
        """The docstring of the function, in one line. Agents read it."""
        return " ".join((getdoc(_function(self.run)) or "").split())

    @property
    def request(self) -> type[msgspec.Struct]:
        """The Struct of the arguments."""
        return _request(self.run)

    @property
    def answer(self) -> type[msgspec.Struct]:
        """The Struct of the result."""
        return _answer(self.run, self.answers)

    def using(self, service: object) -> "Tool":
        """The tool with a service as the first argument of its function."""
        return msgspec.structs.replace(self, run=partial(self.run, service))

    async def call(self, session: Session, request: msgspec.Struct) -> msgspec.Struct:
        """The answer to a `request`, in which names may stand for ids. Raises ApiError."""
        request = with_ids(session.read, request)
        arguments = {
            name: made(kind, request) if _is_struct(kind) else getattr(request, name)
            for name, kind, _ in _parameters(self.run)
        }
        value = await self.run(session, **arguments)
        if self.answers:
            return self.answer(**{self.answers: value})
        return Done() if value is None else value


def tool(route: HTTPRouteHandler, *, answers: str | None = None, **hints: bool) -> Callable[[Run], Tool]:
    """Make a function a tool, with its own name and docstring."""
    return lambda run: Tool(run=run, route=route, answers=answers, **hints)


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
        return type(value)(_ids(db, part, names) for part in value)
    if isinstance(value, msgspec.Struct):
        return with_ids(db, value)
    if names and isinstance(value, str):
        return find_id(names.kind, value, [(known.id, known.name) for known in names.known(db)])
    return value


def _names_of(model: type[msgspec.Struct]) -> dict[str, Names | None]:
    return {field.name: next(_declared(field.type), None) for field in msgspec.structs.fields(model)}


def _declared(annotation: object) -> Iterator[Names]:
    if isinstance(annotation, Meta) and annotation.extra and "names" in annotation.extra:
        yield annotation.extra["names"]
    for part in get_args(annotation):
        yield from _declared(part)


@cache
def _request(run: Run) -> type[msgspec.Struct]:
    parameters = _parameters(run)
    structs: list[type[msgspec.Struct]] = [kind for _, kind, _ in parameters if _is_struct(kind)]
    if len(structs) == len(parameters) == 1:
        return structs[0]
    fields = [parameter for parameter in parameters if not _is_struct(parameter[1])]
    return msgspec.defstruct(f"{_function(run).__name__}_request", fields, bases=(*structs, ApiModel), kw_only=True)


@cache
def _answer(run: Run, answers: str | None) -> type[msgspec.Struct]:
    returned: type[Any] = get_type_hints(_function(run))["return"]
    if answers is None:
        return Done if returned is type(None) else returned
    name = f"{_function(run).__name__}_answer"
    return msgspec.defstruct(name, [(answers, returned)], bases=(ApiModel,), kw_only=True)


def _parameters(run: Run) -> list[tuple[str, Any, Any]]:
    """Name, type and default of each parameter after `session`. Services are in front of it."""
    function = _function(run)
    kinds = get_type_hints(function, include_extras=True)
    known = list(signature(function).parameters.values())
    first = [parameter.name for parameter in known].index("session") + 1
    defaults = [(parameter.name, parameter.default) for parameter in known[first:]]
    return [(name, kinds[name], NODEFAULT if value is Parameter.empty else value) for name, value in defaults]


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _function(run: Run) -> Callable[..., Any]:
    return run.func if isinstance(run, partial) else run
