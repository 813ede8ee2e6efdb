"""Middleware: a request that was answered before gets the same response, without the middleware inside."""

from collections.abc import Awaitable, Callable, Hashable
from datetime import datetime, timedelta
from typing import Any

import msgspec

from appliance.kernel.http.asgi import App, Receive, Scope, Send

# Together and for one response, in bytes. A month of a busy household is 100 kB.
MAX_BYTES = 2 * 1024 * 1024
MAX_RESPONSE_BYTES = 256 * 1024
# What a response costs beside its body and the texts of its request: headers, tuples.
OVERHEAD_BYTES = 3_000
# It stands for dates, late chores and the hours of the forecast. A minute belongs to one date in every zone.
MINUTE = timedelta(minutes=1)


class CachedResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The two messages of a response, and when they may be repeated."""

    start: dict[str, Any]
    body: dict[str, Any]
    since: datetime
    until: datetime


class ResponseCacheMiddleware:
    """Repeats responses to callers with a valid key while nothing has changed that they depend on.

    That is all of the request but the client's address, the state of the server, the minute, and the validity of the
    key. The middleware inside marks the requests with such a response (see ETagMiddleware and AuthMiddleware).
    """

    def __init__(
        self, app: App, now: Callable[[], datetime], state: Callable[[], object], on_repeat: Callable[[Scope], None]
    ):
        """`state` is everything beside a request, its key and the minute that a marked response depends on.

        `on_repeat` is called with a request that has a valid key and does not reach the middleware inside.
        """
        self._app = app
        self._now = now
        self._state = state
        self._on_repeat = on_repeat
        self._made_at: object = None
        self._responses: dict[Hashable, CachedResponse] = {}
        self._bytes = 0

    # Not a coroutine of its own, because most requests are repeated ones and each step counts there.
    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Send the response to an equal request; without one pass the request on and keep its response."""
        if scope["method"] != "GET":
            return self._app(scope, receive, send)
        now, state = self._now(), self._state()
        request = scope["path"], scope["query_string"], scope["scheme"], *scope["headers"]
        cached = self._responses.get(request)
        if cached and cached.since <= now < cached.until and state == self._made_at:
            self._on_repeat(scope)
            return _repeat(cached, send)
        return self._app(scope, receive, self._kept(scope, request, now, state, send))

    def _kept(self, scope: Scope, request: Hashable, begun: datetime, state: object, send: Send) -> Send:
        start: dict[str, Any] = {}

        async def kept(message: Any) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
            elif start and not message.get("more_body"):
                marked = scope.get("mantel", {})
                if "tag" in marked and marked["digest"] and start["status"] in (200, 304):
                    self._put(scope, request, begun, state, start, message)
            else:
                start = {}  # sent in parts
            await send(message)

        return kept

    def _put(
        self,
        scope: Scope,
        request: Hashable,
        begun: datetime,
        state: object,
        start: dict[str, Any],
        body: dict[str, Any],
    ) -> None:
        """Keep a response whose making began in a state, unless that has changed or the response is large."""
        since = begun.replace(second=0, microsecond=0)
        until = min(since + MINUTE, scope["mantel"]["until"])
        size = OVERHEAD_BYTES + len(body.get("body", b"")) + _size(scope)
        if size > MAX_RESPONSE_BYTES or not since <= self._now() < until or state != self._state():
            return
        if self._made_at != state or self._bytes + size > MAX_BYTES:
            self._responses, self._bytes, self._made_at = {}, 0, state
        if request not in self._responses:
            self._bytes += size
        self._responses[request] = CachedResponse(start=start, body=body, since=since, until=until)


async def _repeat(cached: CachedResponse, send: Send) -> None:
    await send(cached.start)
    await send(cached.body)


def _size(scope: Scope) -> int:
    headers = sum(len(name) + len(value) for name, value in scope["headers"])
    return len(scope["path"]) + len(scope["query_string"]) + headers
