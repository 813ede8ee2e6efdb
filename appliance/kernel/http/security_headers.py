"""Middleware: the headers that every answer carries."""

from collections.abc import Callable, Sequence
from typing import Any

from appliance.kernel.http.asgi import App, Receive, Scope, Send, send_json
from appliance.kernel.http.error_handlers import describe_error


class SecurityHeadersMiddleware:
    """Adds the headers every answer carries (contract §1.2), and answers where nobody inside could.

    `reach` gives the origins that pages may call besides their own.
    """

    def __init__(self, app: App, docs: str = "/docs", reach: Callable[[], Sequence[str]] = tuple):
        self._app = app
        self._docs = docs
        self._reach = reach
        self._headers = [(b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        loose = scope.get("path", "").startswith(self._docs)
        policy = POLICY + (b"; style-src 'self' 'unsafe-inline'" if loose else b"; style-src 'self'")
        if origins := self._reach():
            policy += f"; connect-src 'self' {' '.join(origins)}".encode()

        begun = False

        async def with_headers(message: Any) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = [*message["headers"], *self._headers, (b"content-security-policy", policy)]
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self._app(scope, receive, with_headers)
        except Exception as problem:
            if begun:
                raise
            status, words = describe_error(problem, scope.get("method", ""), scope.get("path", ""))
            await send_json(with_headers, status, {"error": words})


POLICY = (
    b"default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    b"form-action 'self'; frame-ancestors 'none'"
)
