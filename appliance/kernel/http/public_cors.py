"""Middleware: CORS for every origin on the public OAuth paths."""

from typing import Any

from appliance.kernel.http.asgi import App, Receive, Scope, Send


class PublicCorsMiddleware:
    """Allows pages of every origin to call paths with these prefixes; responses are not stored. (contract §1.2)"""

    def __init__(self, app: App, paths: tuple[str, ...]):
        self._app = app
        self._paths = paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Allow every origin on the public paths."""
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
