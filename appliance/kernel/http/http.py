"""The REST door's ground: strict JSON bodies, refusals as `{"error"}`, and the wrappers around the application."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Generator, Sequence
from typing import Any, ClassVar, TypeVar

import msgspec
from litestar import Request, Response
from litestar.dto import AbstractDTO
from litestar.dto.data_structures import DTOFieldDefinition
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.spec import Reference, Schema
from litestar.typing import FieldDefinition

from appliance.kernel.database.sqlite_errors import explain_sqlite_error
from appliance.kernel.errors import ApiError, BadRequest, RequestTimeout
from appliance.kernel.schema import ApiModel, decode, fault, plain_path

log = logging.getLogger(__name__)
T = TypeVar("T")
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_LIMIT = 2 * 1024 * 1024
# Ten megabytes over a poor wireless network.
BODY_SECONDS = 120.0
WORDS = {
    400: "request: is not valid",
    404: "not found",
    405: "method not allowed",
    415: "request: must be JSON",
}


class Done(ApiModel):
    """The answer of a verb that has nothing to show. (contract §1)"""

    ok: bool = True


class JsonBody(AbstractDTO[T]):
    """Decodes a body straight into its Struct. Litestar's own way would turn "1" into 1. (contract §1: strict types)"""

    decoders: ClassVar[dict[str, msgspec.json.Decoder[Any]]] = {}

    def decode_bytes(self, value: bytes) -> Any:
        return decode(self.decoders[str(self.asgi_connection.route_handler.handler_id)], value)

    @classmethod
    def is_supported_model_type_field(cls, field_definition: FieldDefinition) -> bool:
        return True

    @classmethod
    def create_for_field_definition(
        cls, field_definition: FieldDefinition, handler_id: str, backend_cls: Any = None
    ) -> None:
        cls.decoders[handler_id] = msgspec.json.Decoder(field_definition.annotation)

    @classmethod
    def create_openapi_schema(
        cls, field_definition: FieldDefinition, handler_id: str, schema_creator: Any
    ) -> Reference | Schema:
        return schema_creator.for_field_definition(field_definition)  # type: ignore[no-any-return]

    @classmethod
    def generate_field_definitions(cls, model_type: type[Any]) -> Generator[DTOFieldDefinition, None, None]:
        yield from ()

    @classmethod
    def detect_nested_field(cls, field_definition: FieldDefinition) -> bool:
        return False


def api_error_handler(_: Request[Any, Any, Any], refusal: ApiError) -> Response[dict[str, Any]]:
    """A refusal as the contract words it: its status, `error`, and what else it carries."""
    return Response({"error": refusal.message, **refusal.extra}, status_code=refusal.status)


def http_error_handler(request: Request[Any, Any, Any], problem: HTTPException) -> Response[dict[str, str]]:
    """What the framework refused by itself: unknown paths, wrong methods, missing or malformed parameters."""
    words = _validation(problem) if isinstance(problem, ValidationException) else None
    if problem.status_code == 413:
        words = too_large(request.route_handler.resolve_request_max_body_size() or 0)
    status = 400 if problem.status_code == 415 else problem.status_code
    return Response({"error": words or WORDS.get(problem.status_code, problem.detail)}, status_code=status)


def too_large(limit: int) -> str:
    """What is said to a body over a limit in bytes."""
    return f"the request body is too large: it may have at most {limit // 2**20} MB"


def unexpected_error_handler(request: Request[Any, Any, Any], problem: Exception) -> Response[dict[str, str]]:
    """What nobody refused: see `_fault`."""
    status, words = _fault(problem, request.method, request.url.path)
    return Response({"error": words}, status_code=status)


def _fault(problem: Exception, method: str, path: str) -> tuple[int, str]:
    """The disk's fault, which a person can mend; or our own: told to the log in full, to the caller not at all."""
    if isinstance(problem, ApiError):
        return problem.status, problem.message
    if refusal := explain_sqlite_error(problem):
        log.error("request failed", extra={"method": method, "path": path, "reason": str(problem)})
        return refusal.status, refusal.message
    log.error("request failed", exc_info=problem, extra={"method": method, "path": path})
    return 500, "something went wrong on the server"


class SecurityHeadersMiddleware:
    """Adds the headers every answer carries (contract §1.2), and answers where nobody inside could.

    `reach` gives the origins that pages may call besides their own.
    """

    def __init__(self, app: App, docs: str = "/docs", reach: Callable[[], Sequence[str]] = tuple):
        self._app = app
        self._docs = docs
        self._reach = reach
        self._headers = [(b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        loose = scope.get("path", "").startswith(self._docs)
        policy = POLICY + (b"; style-src 'self' 'unsafe-inline'" if loose else b"; style-src 'self'")
        if origins := self._reach():
            policy += f"; connect-src 'self' {' '.join(origins)}".encode()

        begun = False

        async def with_headers(message: Any) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = [*message["headers"], *self._headers, (b"content-security-policy", policy)]
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self._app(scope, receive, with_headers)
        except Exception as problem:
            if begun:
                raise
            status, words = _fault(problem, scope.get("method", ""), scope.get("path", ""))
            await answer(with_headers, status, {"error": words})


POLICY = (
    b"default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    b"form-action 'self'; frame-ancestors 'none'"
)


class BodyTimeoutMiddleware:
    """Lets nobody hold a request open by sending its body slowly; 400 for one who hangs up in the middle of it."""

    def __init__(self, app: App, seconds: float = BODY_SECONDS):
        self._app = app
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("POST", "PUT", "PATCH"):
            await self._app(scope, receive, send)
            return
        end = asyncio.get_running_loop().time() + self._seconds
        whole = False

        async def in_time() -> Any:
            nonlocal whole
            if whole:
                return await receive()  # nothing is left but to hear that the client went away
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
            except TimeoutError:
                raise RequestTimeout("the request body did not arrive in time") from None
            if message["type"] == "http.disconnect":
                raise BadRequest("the body broke off", at="request")
            whole = not message.get("more_body")
            return message

        await self._app(scope, in_time, send)


class ETagMiddleware:
    """Answers 304 before the framework is asked, while nothing was written since the caller's copy.

    `tag` gives the ETag for a request, or None where an answer depends on more than rev, date and key. The wrapper
    stands behind authentication, so a revoked key never gets a 304.
    """

    def __init__(self, app: App, tag: Callable[[Scope], bytes | None]):
        self._app = app
        self._tag = tag

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        tag = self._tag(scope) if scope["method"] == "GET" else None
        if tag is None:
            await self._app(scope, receive, send)
        elif tag in (header(scope, b"if-none-match") or b"").replace(b" ", b"").split(b","):
            await send({"type": "http.response.start", "status": 304, "headers": _cached(tag)})
            await send({"type": "http.response.body", "body": b""})
        else:
            await self._app(scope, receive, _tagged(send, tag))


class CorsMiddleware:
    """Lets the named origins call `/api`; answers their preflights before anybody asks for a key. (contract §1.2)"""

    def __init__(self, app: App, origins: tuple[str, ...]):
        self._app = app
        self._origins = {origin.encode() for origin in origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        origin = header(scope, b"origin")
        if origin not in self._origins or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return

        allowed = [(b"access-control-allow-origin", origin), (b"vary", b"Origin")]
        if scope["method"] == "OPTIONS" and header(scope, b"access-control-request-method"):
            await send({"type": "http.response.start", "status": 204, "headers": [*allowed, *PREFLIGHT]})
            await send({"type": "http.response.body", "body": b""})
            return

        async def with_origin(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *allowed, EXPOSED]}
            await send(message)

        await self._app(scope, receive, with_origin)


PREFLIGHT = [
    (b"access-control-allow-methods", b"GET, POST, PUT, PATCH, DELETE"),
    (b"access-control-allow-headers", b"Authorization, Content-Type, If-None-Match, Last-Event-ID"),
    (b"access-control-max-age", b"600"),
]
EXPOSED = (b"access-control-expose-headers", b"ETag, Content-Disposition")


class HeadMiddleware:
    """Answers HEAD as GET is answered, without the body. (RFC 9110, 9.3.2)"""

    def __init__(self, app: App):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        answered = asyncio.Event()

        async def start_only(message: Any) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b""})
                answered.set()

        # Stopped there: what follows may be a stream that never ends.
        asked = asyncio.ensure_future(self._app({**scope, "method": "GET"}, receive, start_only))
        waiting = asyncio.ensure_future(answered.wait())
        await asyncio.wait((asked, waiting), return_when=asyncio.FIRST_COMPLETED)
        for task in (asked, waiting):
            task.cancel()
        await asyncio.gather(asked, waiting, return_exceptions=True)


class PublicCorsMiddleware:
    """Lets the pages of every origin call the paths that begin so; no answer of theirs is kept. (contract §1.2)"""

    def __init__(self, app: App, paths: tuple[str, ...]):
        self._app = app
        self._paths = paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not scope["path"].startswith(self._paths):
            await self._app(scope, receive, send)
            return
        if scope["method"] == "OPTIONS":
            await send({"type": "http.response.start", "status": 204, "headers": ANY_ORIGIN})
            await send({"type": "http.response.body", "body": b""})
            return

        async def with_origin(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *ANY_ORIGIN, (b"cache-control", b"no-store")]}
            await send(message)

        await self._app(scope, receive, with_origin)


ANY_ORIGIN = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"GET, POST, OPTIONS"),
    (b"access-control-allow-headers", b"Content-Type, Authorization"),
]


async def answer(send: Send, status: int, body: object) -> None:
    """Send a small JSON answer without the framework."""
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(body)})


async def redirect(send: Send, to: str) -> None:
    """Send the caller to another path, for this once."""
    await send({"type": "http.response.start", "status": 302, "headers": [(b"location", to.encode())]})
    await send({"type": "http.response.body", "body": b""})


def header(scope: Scope, name: bytes) -> bytes | None:
    """The first header of this lower-case name."""
    return next((value for key, value in scope["headers"] if key == name), None)


def _cached(tag: bytes) -> list[tuple[bytes, bytes]]:
    return [(b"etag", tag), (b"cache-control", b"private, no-cache"), (b"vary", b"Authorization")]


def _tagged(send: Send, tag: bytes) -> Send:
    async def with_tag(message: Any) -> None:
        if message["type"] == "http.response.start" and message["status"] == 200:
            message = {**message, "headers": [*message["headers"], *_cached(tag)]}
        await send(message)

    return with_tag


def _validation(problem: ValidationException) -> str | None:
    extra = problem.extra
    first = extra[0] if isinstance(extra, list) and extra else None
    if not isinstance(first, dict):
        missing = re.match(r"Missing required \w+ parameter '(.+?)'", problem.detail)
        return f"{missing[1]}: is required" if missing else problem.detail
    if first.get("key") == "data":
        return "request: a JSON body is required"
    return fault(first["message"], plain_path(first.get("key", "request"))).message
