"""Types for the requests that the wall's page sends to the kiosk."""

from collections.abc import Awaitable, Callable
from typing import Any

Request = dict[str, Any]
Handler = Callable[[Request], Awaitable[dict[str, Any]]]


class RequestError(Exception):
    """A request of the page failed. The message is a sentence for the person in front of the wall."""
