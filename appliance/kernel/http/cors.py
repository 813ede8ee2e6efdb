"""Middleware: CORS."""

from appliance.kernel.http.asgi import App, Receive, Scope, Send, header, send_response, with_headers

PREFLIGHT = [
    (b"access-control-allow-methods", b"GET, POST, PUT, PATCH, DELETE"),
    (b"access-control-allow-headers", b"Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"),
    (b"access-control-max-age", b"600"),
]
EXPOSED = (b"access-control-expose-headers", b"ETag, Content-Disposition, Mantel-Undo")
ANY_ORIGIN = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"GET, POST, OPTIONS"),
    (b"access-control-allow-headers", b"Content-Type, Authorization"),
]
NOT_STORED = (b"cache-control", b"no-store")


class CorsMiddleware:
    """Allows the configured origins to call `/api`, and every origin to call paths with the public prefixes.

    Answers their preflight requests before authentication. (contract §1.2)
    """

    def __init__(self, app: App, origins: tuple[str, ...], public_paths: tuple[str, ...]):
        self._app = app
        self._origins = {origin.encode() for origin in origins}
        self._public_paths = public_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a preflight request of an allowed origin, or add the CORS headers to the response."""
        origin, is_options = header(scope, b"origin"), scope["method"] == "OPTIONS"
        if scope["path"].startswith(self._public_paths):
            if is_options:
                await send_response(send, 204, ANY_ORIGIN)
            else:
                await self._app(scope, receive, with_headers(send, [*ANY_ORIGIN, NOT_STORED]))
        elif origin in self._origins and scope["path"].startswith("/api/"):
            allowed = [(b"access-control-allow-origin", origin), (b"vary", b"Origin")]
            if is_options and header(scope, b"access-control-request-method"):
                await send_response(send, 204, [*allowed, *PREFLIGHT])
            else:
                await self._app(scope, receive, with_headers(send, [*allowed, EXPOSED]))
        else:
            await self._app(scope, receive, send)
