"""ASGI types, and small responses without the framework."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]


async def send_response(send: Send, status: int, headers: Iterable[Header] = (), body: bytes = b"") -> None:
    """Send a response in one part."""
    await send({"type": "http.response.start", "status": status, "headers": [*headers]})
    await send({"type": "http.response.body", "body": body})


async def send_json(send: Send, status: int, body: object, headers: Iterable[Header] = ()) -> None:
    """Send a JSON response."""
    await send_response(send, status, [(b"content-type", b"application/json"), *headers], msgspec.json.encode(body))


def with_headers(send: Send, headers: Iterable[Header], status: int | None = None) -> Send:
    """A `send` that adds headers to the response, or only to one with this status."""

    async def send_with_headers(message: Any) -> None:
        if message["type"] == "http.response.start" and status in (None, message["status"]):
            message = {**message, "headers": [*message["headers"], *headers]}
        await send(message)

    return send_with_headers


def header(scope: Scope, name: bytes) -> bytes | None:
    """The first header of a name in lower case, or None."""
    for key, value in scope["headers"]:
        if key == name:
            content: bytes = value
            return content
    return None
