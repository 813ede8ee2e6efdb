"""Middleware: HEAD."""

import asyncio
from typing import Any

from appliance.kernel.http.asgi import App, Receive, Scope, Send


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
