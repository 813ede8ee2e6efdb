"""Middleware: the ETag, and 304 while nothing was written."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from appliance.kernel.http.asgi import App, Receive, Scope, Send, header
from appliance.kernel.http.path_templates import PathTemplates

# The `opt` of an endpoint whose response depends only on rev, the household's date, the key and the address of the
# request.
ETAG_BY_REV: Mapping[str, Any] = {"etag": "rev"}
# The same for a response that depends also on the weather: on the hour, and on the forecast, which does not raise rev.
ETAG_BY_REV_AND_WEATHER: Mapping[str, Any] = {"etag": "rev and weather"}


class ETagMiddleware:
    """Answers 304 before the framework, while nothing was written since the caller's copy was made.

    `paths` are the path templates of the endpoints with `ETAG_BY_REV`; other paths get no ETag. Their requests are
    marked with the ETag for ResponseCacheMiddleware. Authentication comes first, so a revoked key never gets a 304.
    """

    def __init__(self, app: App, tag: Callable[[Scope], bytes], paths: Iterable[str]):
        self._app = app
        self._tag = tag
        self._opted_in = PathTemplates(dict.fromkeys(paths, True)).find

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 304 when the client has the current response, else add the ETag to a response with status 200."""
        if scope["method"] != "GET" or not self._opted_in(scope["path"]):
            await self._app(scope, receive, send)
            return
        scope["mantel"]["tag"] = tag = self._tag(scope)
        headers = [(b"etag", tag), (b"cache-control", b"private, no-cache"), (b"vary", b"Authorization")]
        if tag in (header(scope, b"if-none-match") or b"").replace(b" ", b"").split(b","):
            await send({"type": "http.response.start", "status": 304, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return

        async def with_tag(message: Any) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                message = {**message, "headers": [*message["headers"], *headers]}
            await send(message)

        await self._app(scope, receive, with_tag)
