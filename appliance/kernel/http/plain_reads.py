"""Middleware: endpoints that take little are called without the framework, which would cost more than they do."""

from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property
from inspect import Parameter, signature
from typing import Any, get_args, get_origin

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.params import ParameterKwarg, PathParameter, QueryParameter
from litestar.serialization import default_serializer

from appliance.kernel.http.asgi import App, Receive, Scope, Send
from appliance.kernel.http.error_handlers import describe_error
from appliance.kernel.http.path_templates import PathTemplates
from appliance.kernel.http.route_group import RouteGroup


class PlainRead(msgspec.Struct, frozen=True, kw_only=True):
    """A function that answers GET, which parameters are segments of the path, and which may be in the query."""

    answer: Callable[..., Awaitable[object]]
    segments: Sequence[tuple[str, int]]
    query: frozenset[bytes]


class PlainReadsMiddleware:
    """Answers GET where an endpoint takes its session, texts of the path, and parameters of the query that are absent.

    Every other request goes to the framework, whose application is made for the first of them.
    """

    def __init__(self, group: RouteGroup, create_app: Callable[[RouteGroup], App]):
        """`create_app` makes the application of the framework."""
        self._group = group
        self._create_app = create_app
        # Also the paths of the other endpoints: `/api/events/{event_id}` must not answer for `/api/events/search`.
        found: dict[str, PlainRead | None] = {}
        for path, handler in group.endpoints():
            found[path] = plain_read(path, handler, group) or found.get(path)
        self._find = PathTemplates(found).find

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, or pass it on."""
        path = scope["path"]
        read = self._find(path) if scope["method"] == "GET" else None
        if read is None or (read.query and _names_any(scope["query_string"], read.query)):
            await self._app(scope, receive, send)
            return
        status = 200
        try:
            segments = path.split("/") if read.segments else []
            arguments = {name: segments[index] for name, index in read.segments}
            body: object = await read.answer(session=scope["mantel"]["session"], **arguments)
        except Exception as problem:
            status, body = describe_error(problem, "GET", path)
        encoded = msgspec.json.encode(body, enc_hook=default_serializer)
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(encoded)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": encoded})

    @cached_property
    def _app(self) -> App:
        return self._create_app(self._group)


def plain_read(path: str, handler: HTTPRouteHandler, group: RouteGroup) -> PlainRead | None:
    """An endpoint that needs nothing of the framework; None for any other."""
    described = signature(handler.fn)
    if handler.http_methods != {"GET"} or group.guards or handler.guards or not _is_data(described.return_annotation):
        return None
    places = {part.strip("{}"): index for index, part in enumerate(path.split("/")) if part.startswith("{")}
    segments, query = [], set()
    for name, parameter in described.parameters.items():
        source = _source(parameter)
        if source == PathParameter() and name in places and get_args(parameter.annotation)[0] is str:
            segments.append((name, places[name]))
        elif isinstance(source, QueryParameter) and parameter.default is not Parameter.empty:
            query.add((source.query or source.name or name).encode())
        elif name != "session":
            return None
    return PlainRead(answer=handler.fn, segments=segments, query=frozenset(query))


def _source(parameter: Parameter) -> ParameterKwarg | None:
    """Where the framework finds the parameter of an endpoint; None for a dependency."""
    return next((each for each in get_args(parameter.annotation)[1:] if isinstance(each, ParameterKwarg)), None)


def _is_data(annotation: Any) -> bool:
    """True for a Struct or a list; an endpoint may also answer with a response of the framework."""
    return get_origin(annotation) is list or (isinstance(annotation, type) and issubclass(annotation, msgspec.Struct))


def _names_any(query: bytes, names: frozenset[bytes]) -> bool:
    """True when a query may have one of these parameters. The framework decodes names with escapes."""
    return b"%" in query or b"+" in query or any(part.partition(b"=")[0] in names for part in query.split(b"&"))
