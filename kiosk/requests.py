"""What a page of the wall may ask the kiosk for: a name, and who answers."""

from collections.abc import Awaitable, Callable
from typing import Any

Request = dict[str, Any]
Handler = Callable[[Request], Awaitable[dict[str, Any]]]


class RefusedError(Exception):
    """Why the page does not get what it asked for, as a sentence for whoever stands before the wall."""
