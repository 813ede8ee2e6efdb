"""What a page of the wall may ask the kiosk for: a name, and who answers."""

from collections.abc import Awaitable, Callable
from typing import Any

Request = dict[str, Any]
Handler = Callable[[Request], Awaitable[dict[str, Any]]]


class RefusedError(Exception):
    """Why the page does not get what it asked for, as a sentence for whoever stands before the wall."""


# Requests that need nothing of the kiosk itself.
HANDLERS: dict[str, Handler] = {}
# What else the report of this machine holds: a name, and the value as of now.
FACTS: dict[str, Callable[[], Any]] = {}
