"""Middleware: HEAD."""

import asyncio
from typing import Any

from appliance.kernel.http.asgi import App, Receive, Scope, Send


class HeadMiddleware:
    """Answers HEAD like GET, without the body, and names it in `Allow` beside GET. (RFC 9110, 9.3.2)"""

    def __init__(self, app: App):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run a HEAD request as GET and send only the status and the headers."""
        if scope["method"] != "HEAD":
            await self._app(scope, receive, _with_head(send))
            return
        started = asyncio.Event()

        async def start_only(message: Any) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b""})
                started.set()

        # Cancelled after the headers: the body may be a stream that never ends.
        request = asyncio.ensure_future(self._app({**scope, "method": "GET"}, receive, start_only))
        waiting = asyncio.ensure_future(started.wait())
        await asyncio.wait((request, waiting), return_when=asyncio.FIRST_COMPLETED)
        for task in (request, waiting):
            task.cancel()
        await asyncio.gather(request, waiting, return_exceptions=True)


def _with_head(send: Send) -> Send:
    async def with_head(message: Any) -> None:
        if message["type"] == "http.response.start" and message["status"] in (204, 405):
            message = {**message, "headers": [(name, _allow(name, value)) for name, value in message["headers"]]}
        await send(message)

    return with_head


def _allow(name: bytes, value: bytes) -> bytes:
    methods = set(value.split(b", "))
    return b", ".join(sorted(methods | {b"HEAD"})) if name == b"allow" and b"GET" in methods else value
