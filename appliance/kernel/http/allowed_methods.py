"""Middleware: which methods a path has. (RFC 9110, 9.3.7 and 15.5.6)"""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from appliance.kernel.http.asgi import App, Receive, Scope, Send, header
from appliance.kernel.http.path_templates import PathTemplates
from appliance.kernel.http.route_group import RouteGroup


class AllowedMethodsMiddleware:
    """Answers OPTIONS with all methods of a path in `Allow`, and adds that header to a 405."""

    def __init__(self, app: App, group: RouteGroup):
        """`group` has the endpoints of the application. HEAD is added to GET, and OPTIONS to all."""
        self._app = app
        methods: dict[str, set[str]] = defaultdict(set)
        for path, handler in group.endpoints():
            methods[path].update(str(method) for method in handler.http_methods)
        self._allowed = PathTemplates({path: _allow(each) for path, each in methods.items()})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer OPTIONS with 204 and methods that the path does not have with 405."""
        allowed = self._allowed.find(scope["path"])
        if allowed is None:
            await self._app(scope, receive, send)
        elif scope["method"] == "OPTIONS":
            await send({"type": "http.response.start", "status": 204, "headers": [(b"allow", allowed)]})
            await send({"type": "http.response.body", "body": b""})
        else:
            await self._app(scope, receive, _with_allow(send, allowed))


def _with_allow(send: Send, allowed: bytes) -> Send:
    async def with_allow(message: Any) -> None:
        if message["type"] == "http.response.start" and message["status"] == 405 and not header(message, b"allow"):
            message = {**message, "headers": [*message["headers"], (b"allow", allowed)]}
        await send(message)

    return with_allow


def _allow(methods: Collection[str]) -> bytes:
    every = {*methods, "OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
    return ", ".join(sorted(every)).encode()
