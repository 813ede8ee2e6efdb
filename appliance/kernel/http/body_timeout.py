"""Middleware: a request body must arrive in time."""

import asyncio
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from appliance.kernel.errors import BadRequest, RequestTimeout
from appliance.kernel.http.asgi import App, Receive, Scope, Send

# Ten megabytes over a poor wireless network.
BODY_SECONDS = 120.0


class BodyTimeoutMiddleware:
    """Answers 408 when a body does not arrive in time, and 400 when the client disconnects before its end."""

    def __init__(self, app: App, seconds: float = BODY_SECONDS, longer: Mapping[str, float] = MappingProxyType({})):
        """`longer` are the seconds for paths whose bodies may be large."""
        self._app = app
        self._seconds = seconds
        self._longer = longer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on. Raises RequestTimeout while its body is read when the time is over."""
        if scope["type"] != "http" or scope["method"] not in ("POST", "PUT", "PATCH"):
            await self._app(scope, receive, send)
            return
        end = asyncio.get_running_loop().time() + self._longer.get(scope["path"], self._seconds)
        is_complete = False

        async def in_time() -> Any:
            nonlocal is_complete
            if is_complete:
                return await receive()  # only the disconnect can follow
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
            except TimeoutError:
                raise RequestTimeout("the request body did not arrive in time", code="too_slow") from None
            if message["type"] == "http.disconnect":
                raise BadRequest("the body ended too early", at="request", code="too_slow")
            is_complete = not message.get("more_body")
            return message

        await self._app(scope, in_time, send)
