"""Middleware: 304 and kept responses while nothing was written."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from appliance.kernel.http.asgi import App, Receive, Scope, Send, header
from appliance.kernel.http.path_templates import PathTemplates
from appliance.kernel.http.response_cache import CachedResponse, ResponseCache

# The `opt` of an endpoint whose response depends only on rev, the household's date, the key and the address of the
# request.
ETAG_BY_REV: Mapping[str, Any] = {"etag": "rev"}
# The same for a response that depends also on the weather: on the hour, and on the forecast, which does not raise rev.
ETAG_BY_REV_AND_WEATHER: Mapping[str, Any] = {"etag": "rev and weather"}


class ETagMiddleware:
    """Answers 304 before the framework, while nothing was written since the caller's copy was made.

    A caller without a copy gets the response that was sent for the same request before. `paths` are the path templates
    of the endpoints with `ETAG_BY_REV`; other paths get no ETag. Authentication comes first, so a revoked key never
    gets a 304.
    """

    def __init__(self, app: App, tag: Callable[[Scope], bytes], commits: Callable[[], int], paths: Iterable[str]):
        """`commits` is a number that changes with every write."""
        self._app = app
        self._tag = tag
        self._opted_in = PathTemplates(dict.fromkeys(paths, True)).find
        self._responses = ResponseCache(commits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 304 when the client has the current response, else add the ETag to a response with status 200."""
        if scope["method"] != "GET" or not self._opted_in(scope["path"]):
            await self._app(scope, receive, send)
            return
        tag = self._tag(scope)
        if tag in (header(scope, b"if-none-match") or b"").replace(b" ", b"").split(b","):
            await send({"type": "http.response.start", "status": 304, "headers": _cached(tag)})
            await send({"type": "http.response.body", "body": b""})
            return

        request = (tag, scope["mantel"]["digest"], *_address(scope))
        if response := self._responses.get(request):
            await send({"type": "http.response.start", "status": 200, "headers": response.headers})
            await send({"type": "http.response.body", "body": response.body})
        else:
            await self._app(scope, receive, self._tagged(send, tag, request))

    def _tagged(self, send: Send, tag: bytes, request: tuple[Any, ...]) -> Send:
        commits = self._responses.commits()
        headers: list[tuple[bytes, bytes]] = []

        async def with_tag(message: Any) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                headers.extend([*message["headers"], *_cached(tag)])
                message = {**message, "headers": headers}
            elif headers and not message.get("more_body"):
                response = CachedResponse(headers=headers, body=message.get("body", b""))
                self._responses.put(request, response, commits)
            elif headers:
                headers.clear()
            await send(message)

        return with_tag


def _address(scope: Scope) -> tuple[Any, ...]:
    return scope["scheme"], header(scope, b"host"), scope["path"], scope["query_string"]


def _cached(tag: bytes) -> list[tuple[bytes, bytes]]:
    return [(b"etag", tag), (b"cache-control", b"private, no-cache"), (b"vary", b"Authorization")]
