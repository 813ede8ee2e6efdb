"""Middleware: security headers on every response, and errors outside the framework."""

from collections.abc import Callable, Sequence
from typing import Any

from appliance.kernel.http.asgi import App, Receive, Scope, Send, send_json
from appliance.kernel.http.error_handlers import describe_error


class SecurityHeadersMiddleware:
    """Adds the headers of every response (contract §1.2), and answers errors that nothing inside has answered."""

    def __init__(self, app: App, docs: str = "/docs", connect_origins: Callable[[], Sequence[str]] = tuple):
        """`connect_origins` are the origins that pages may call besides their own."""
        self._app = app
        self._docs = docs
        self._connect_origins = connect_origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the security headers to the response."""
        allows_inline_styles = scope.get("path", "").startswith(self._docs)
        added = _headers(allows_inline_styles, tuple(self._connect_origins()))
        begun = False

        async def with_headers(message: Any) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        try:
            await self._app(scope, receive, with_headers)
        except Exception as problem:
            if begun:
                raise
            status, body = describe_error(problem, scope.get("method", ""), scope.get("path", ""))
            await send_json(with_headers, status, body)


def _headers(allows_inline_styles: bool, origins: tuple[str, ...]) -> list[tuple[bytes, bytes]]:
    policy = POLICY + (b"; style-src 'self' 'unsafe-inline'" if allows_inline_styles else b"; style-src 'self'")
    if origins:
        policy += f"; connect-src 'self' {' '.join(origins)}".encode()
    return [
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"content-security-policy", policy),
    ]


# The reader of barcodes is WebAssembly, which browsers compile only with 'wasm-unsafe-eval'; eval stays refused.
POLICY = (
    b"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
    b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
