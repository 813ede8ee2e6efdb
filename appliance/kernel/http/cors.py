"""Middleware: CORS for the configured origins."""

from typing import Any

from appliance.kernel.http.asgi import App, Receive, Scope, Send, header


class CorsMiddleware:
    """Allows the configured origins to call `/api`. Answers their preflights before authentication. (contract §1.2)"""

    def __init__(self, app: App, origins: tuple[str, ...]):
        self._app = app
        self._origins = {origin.encode() for origin in origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a preflight request of an allowed origin, or add the CORS headers to the response."""
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
    (b"access-control-allow-headers", b"Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"),
    (b"access-control-max-age", b"600"),
]


EXPOSED = (b"access-control-expose-headers", b"ETag, Content-Disposition, Mantel-Undo")
