"""ASGI types, and small responses without the framework."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


async def send_json(send: Send, status: int, body: object) -> None:
    """Send a JSON response."""
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(body)})


async def send_redirect(send: Send, to: str) -> None:
    """Send a temporary redirect (302) to a path."""
    await send({"type": "http.response.start", "status": 302, "headers": [(b"location", to.encode())]})
    await send({"type": "http.response.body", "body": b""})


def header(scope: Scope, name: bytes) -> bytes | None:
    """The first header of a name in lower case, or None."""
    for key, value in scope["headers"]:
        if key == name:
            content: bytes = value
            return content
    return None
