"""Middleware: the ETag, and 304 while nothing was written."""

from typing import Any

from appliance.kernel.http.asgi import App, Receive, Scope, Send, header, send_response, with_headers

REV_AND_WEATHER = "rev and weather"

# The `opt` of an endpoint whose response depends only on rev, the household's date, the key and the address of the
# request.
ETAG_BY_REV: dict[str, Any] = {"etag": "rev"}
# The same for a response that depends also on the weather: on the hour, and on the forecast, which does not raise rev.
ETAG_BY_REV_AND_WEATHER: dict[str, Any] = {"etag": REV_AND_WEATHER}


def is_named(tag: str, known: str) -> bool:
    """Whether If-None-Match names an ETag, weak or not; a proxy may have made it weak. (RFC 9110 §13.1.2)"""
    return tag.removeprefix("W/") in {text.strip().removeprefix("W/") for text in known.split(",")}


class ETagMiddleware:
    """Answers 304 before the endpoint, while nothing was written since the caller's copy was made.

    Only GET routes with `ETAG_BY_REV` get an ETag; `scope["mantel"]["make_tag"]` makes it for the value of their
    option. Their requests are marked with it for ResponseCacheMiddleware. Authentication comes first, so a revoked key
    never gets a 304.
    """

    def __init__(self, app: App):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 304 when the client has the current response, else add the ETag to a response with status 200."""
        kind = scope["route_handler"].opt.get("etag")
        if kind is None:
            await self._app(scope, receive, send)
            return
        scope["mantel"]["tag"] = tag = scope["mantel"]["make_tag"](scope, kind)
        headers = [(b"etag", tag), (b"cache-control", b"private, no-cache"), (b"vary", b"Authorization")]
        if is_named(tag.decode("latin-1"), (header(scope, b"if-none-match") or b"").decode("latin-1")):
            await send_response(send, 304, headers)
        else:
            await self._app(scope, receive, with_headers(send, headers, status=200))
