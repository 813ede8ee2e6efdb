"""Middleware: a request that was answered before gets the same response, without the middleware inside."""

from collections.abc import Callable, Hashable
from datetime import datetime
from typing import Any

import msgspec

from appliance.kernel.http.asgi import App, Receive, Scope, Send

# Together and for one response, in bytes. A month of a busy household is 100 kB.
MAX_BYTES = 2 * 1024 * 1024
MAX_RESPONSE_BYTES = 256 * 1024
# What a response costs beside its body and the texts of its request: headers, tuples.
OVERHEAD_BYTES = 3_000


class CachedResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The two messages of a response, until when they may be repeated, and the SHA-256 of the key that they are for."""

    start: dict[str, Any]
    body: dict[str, Any]
    until: datetime
    digest: str


class ResponseCacheMiddleware:
    """Repeats responses while nothing has changed that they depend on.

    That is all of the request but the client's address, the state of the server, and the validity of the caller's key.
    The middleware inside marks the requests with such a response (see ETagMiddleware and AuthMiddleware).
    """

    def __init__(self, app: App, now: Callable[[], datetime], state: Callable[[datetime], Hashable]):
        """`state` is everything beside a request and its key that a marked response depends on."""
        self._app = app
        self._now = now
        self._state = state
        self._made_at: Hashable = None
        self._responses: dict[Hashable, CachedResponse] = {}
        self._bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response to an equal request; without one pass the request on and keep its response."""
        if scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        now = self._now()
        state = self._state(now)
        request = scope["scheme"], scope["path"], scope["query_string"], *scope["headers"]
        found = self._responses.get(request) if state == self._made_at else None
        if found and now < found.until:
            scope["mantel"] = {"digest": found.digest}
            await send(found.start)
            await send(found.body)
        else:
            await self._app(scope, receive, self._kept(scope, request, state, send))

    def _kept(self, scope: Scope, request: Hashable, state: Hashable, send: Send) -> Send:
        start: dict[str, Any] = {}

        async def kept(message: Any) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
            elif start and not message.get("more_body"):
                self._put(scope, request, state, start, message)
            else:
                start = {}  # sent in parts
            await send(message)

        return kept

    def _put(
        self, scope: Scope, request: Hashable, state: Hashable, start: dict[str, Any], body: dict[str, Any]
    ) -> None:
        """Keep a response whose making began in a state, unless that has changed or the response is large."""
        marked = scope.get("mantel", {})
        if "tag" not in marked or start["status"] not in (200, 304) or state != self._state(self._now()):
            return
        size = OVERHEAD_BYTES + len(body.get("body", b"")) + _size(scope)
        if size > MAX_RESPONSE_BYTES:
            return
        if self._made_at != state or self._bytes + size > MAX_BYTES:
            self._responses, self._bytes, self._made_at = {}, 0, state
        if request not in self._responses:
            self._bytes += size
        self._responses[request] = CachedResponse(
            start=start, body=body, until=marked["until"], digest=marked["digest"]
        )


def _size(scope: Scope) -> int:
    headers = sum(len(name) + len(value) for name, value in scope["headers"])
    return len(scope["path"]) + len(scope["query_string"]) + headers
