"""Middleware: endpoints that take little are called without the framework, which would cost more than they do."""

from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property
from inspect import Parameter, signature
from typing import Any, get_args, get_origin

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.params import BodyKwarg, HeaderParameter, KwargDefinition, PathParameter, QueryParameter
from litestar.serialization import default_serializer

from appliance.kernel.http.asgi import App, Receive, Scope, Send, header
from appliance.kernel.http.error_handlers import describe_error
from appliance.kernel.http.json_body import BODY_LIMIT, decode_body
from appliance.kernel.http.path_templates import PathTemplates
from appliance.kernel.http.route_group import RouteGroup


class PlainEndpoint(msgspec.Struct, frozen=True, kw_only=True):
    """A function, the status of its answer, and where its parameters come from: the path, headers, the body.

    `query` are the parameters that have a default and may be in the query.
    """

    answer: Callable[..., Awaitable[object]]
    status: int
    segments: Sequence[tuple[str, int]]
    headers: Sequence[tuple[str, bytes]]
    query: frozenset[bytes]
    body: "msgspec.json.Decoder[Any] | None"

    def needs_framework(self, scope: Scope) -> bool:
        """True for a request with a parameter in the query, or with a body that is absent or too large."""
        return bool(self.query and _names_any(scope["query_string"], self.query)) or bool(
            self.body and not 0 < _content_length(scope) <= BODY_LIMIT
        )

    async def call(self, scope: Scope, receive: Receive) -> object:
        """The result. Raises what the function raises, and BadRequest for a body that is not valid."""
        arguments: dict[str, Any] = {name: _text(header(scope, source)) for name, source in self.headers}
        if self.segments:
            segments = scope["path"].split("/")
            arguments |= {name: segments[index] for name, index in self.segments}
        if self.body:
            body = await _read(receive)
            arguments["data"] = decode_body(_text(header(scope, b"content-type")) or "", self.body, body)
        return await self.answer(session=scope["mantel"]["session"], **arguments)


class PlainEndpointsMiddleware:
    """Answers where an endpoint takes its session, texts of the path, optional headers and a JSON body.

    A parameter that is absent from the query has its default. Every other request goes to the framework, whose
    application is made for the first of them.
    """

    def __init__(self, group: RouteGroup, create_app: Callable[[RouteGroup], App]):
        """`create_app` makes the application of the framework."""
        self._group = group
        self._create_app = create_app
        # Also the paths of the other endpoints: `/api/events/{event_id}` must not answer for `/api/events/search`.
        found: dict[str, dict[str, PlainEndpoint]] = {path: {} for path, _ in group.endpoints()}
        for path, handler in group.endpoints():
            if plain := plain_endpoint(path, handler, group):
                found[path] |= dict.fromkeys(map(str, handler.http_methods), plain)
        self._find = PathTemplates(found).find

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, or pass it on."""
        endpoint = (self._find(scope["path"]) or {}).get(scope["method"])
        if endpoint is None or endpoint.needs_framework(scope):
            await self._app(scope, receive, send)
            return
        try:
            status, result = endpoint.status, await endpoint.call(scope, receive)
        except Exception as problem:
            status, result = describe_error(problem, scope["method"], scope["path"])
        body = msgspec.json.encode(result, enc_hook=default_serializer)
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    @cached_property
    def _app(self) -> App:
        return self._create_app(self._group)


def plain_endpoint(path: str, handler: HTTPRouteHandler, group: RouteGroup) -> PlainEndpoint | None:
    """An endpoint that needs nothing of the framework; None for any other."""
    described = signature(handler.fn)
    if group.guards or handler.guards or not _is_data(described.return_annotation):
        return None
    places = {part.strip("{}"): index for index, part in enumerate(path.split("/")) if part.startswith("{")}
    segments, headers, query, body = [], [], set(), None
    for name, parameter in described.parameters.items():
        kind, source = _kind(parameter), _source(parameter)
        if source == PathParameter() and name in places and kind is str:
            segments.append((name, places[name]))
        elif isinstance(source, QueryParameter) and parameter.default is not Parameter.empty:
            query.add((source.query or source.name or name).encode())
        elif isinstance(source, HeaderParameter) and source.name and kind == str | None and parameter.default is None:
            headers.append((name, source.name.lower().encode()))
        elif isinstance(source, BodyKwarg) and name == "data" and parameter.default is Parameter.empty:
            body = msgspec.json.Decoder(kind)
        elif name != "session":
            return None
    return PlainEndpoint(
        answer=handler.fn,
        status=handler.status_code,
        segments=segments,
        headers=headers,
        query=frozenset(query),
        body=body,
    )


def _kind(parameter: Parameter) -> Any:
    """The type of a parameter without what the framework needs; None where more is added to it."""
    parts = get_args(parameter.annotation)
    return parts[0] if len(parts) == 2 else None


def _source(parameter: Parameter) -> KwargDefinition | None:
    """Where the framework finds the parameter of an endpoint; None for a dependency."""
    return next((each for each in get_args(parameter.annotation)[1:] if isinstance(each, KwargDefinition)), None)


def _is_data(annotation: Any) -> bool:
    """True for a Struct or a list; an endpoint may also answer with a response of the framework."""
    return get_origin(annotation) is list or (isinstance(annotation, type) and issubclass(annotation, msgspec.Struct))


def _names_any(query: bytes, names: frozenset[bytes]) -> bool:
    """True when a query may have one of these parameters. The framework decodes names with escapes."""
    return b"%" in query or b"+" in query or any(part.partition(b"=")[0] in names for part in query.split(b"&"))


def _content_length(scope: Scope) -> int:
    """The announced length of the body; 0 when there is none, or more than one."""
    found = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(found[0]) if len(found) == 1 and found[0].isdigit() else 0


async def _read(receive: Receive) -> bytes:
    """The body of a request. BodyTimeoutMiddleware raises when it ends too early."""
    message = await receive()
    parts = [message["body"]]
    while message.get("more_body"):
        message = await receive()
        parts.append(message["body"])
    return b"".join(parts)


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("latin-1")
