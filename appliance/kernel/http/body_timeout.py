"""Middleware: a request body must arrive in time, and not in too many parts."""

import asyncio
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from appliance.kernel.errors import BadRequest, RequestTimeout
from appliance.kernel.http.asgi import App, Receive, Scope, Send

# Ten megabytes over a poor wireless network.
BODY_SECONDS = 120.0
# A body that comes more slowly, on average and after the first seconds, is held back to keep others out.
FIRST_SECONDS = 20.0
MIN_BYTES_PER_SECOND = 10_000
# Each part costs some 40 us, however small it is. So many may be small; the others have on average as many bytes as
# half a packet of a network.
FREE_PARTS = 500
MIN_PART_BYTES = 512


class BodyTimeoutMiddleware:
    """Answers 408 when a body does not arrive in time, and 400 when the client disconnects before its end.

    400 also when the body comes in too many small parts.
    """

    def __init__(
        self,
        app: App,
        seconds: float = BODY_SECONDS,
        longer: Mapping[str, float] = MappingProxyType({}),
        first_seconds: float = FIRST_SECONDS,
    ):
        """`longer` are the seconds for paths whose bodies may be large; `first_seconds` are without a least rate."""
        self._app = app
        self._seconds = seconds
        self._longer = longer
        self._first_seconds = first_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on. Raises RequestTimeout while its body is read when the time is over."""
        if scope["type"] != "http" or scope["method"] not in ("POST", "PUT", "PATCH"):
            await self._app(scope, receive, send)
            return
        start = asyncio.get_running_loop().time()
        seconds = self._longer.get(scope["path"], self._seconds)
        is_complete = False
        parts = received = 0

        async def in_time() -> Any:
            nonlocal is_complete, parts, received
            if is_complete:
                return await receive()  # only the disconnect can follow
            in_rate = self._first_seconds + received / MIN_BYTES_PER_SECOND
            try:
                async with asyncio.timeout_at(start + min(seconds, in_rate)):
                    message = await receive()
            except TimeoutError:
                raise RequestTimeout("the request body did not arrive in time", code="too_slow") from None
            if message["type"] == "http.disconnect":
                raise BadRequest("the body ended too early", at="request", code="too_slow")
            parts, received = parts + 1, received + len(message.get("body", b""))
            if parts > FREE_PARTS + received // MIN_PART_BYTES:
                raise BadRequest("the body comes in too many small parts", at="request")
            is_complete = not message.get("more_body")
            return message

        await self._app(scope, in_time, send)
