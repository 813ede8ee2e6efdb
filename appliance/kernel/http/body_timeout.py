"""Middleware: a request body must arrive in time."""

import asyncio
from typing import Any

from appliance.kernel.errors import BadRequest, RequestTimeout
from appliance.kernel.http.asgi import App, Receive, Scope, Send

# Ten megabytes over a poor wireless network.
BODY_SECONDS = 120.0


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
