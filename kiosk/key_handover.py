"""Hands the server's display key to the wall's page, so that nobody has to pair the wall by hand."""

from collections.abc import Callable
from typing import Any

from kiosk.server_messages import HouseholdStatus

SendToPage = Callable[[dict[str, Any]], None]


class KeyHandover:
    """Connects the page, which may lack a key, with the server, which issues one. The key is not stored here."""

    def __init__(self, request_key: Callable[[], None] | None, send_to_page: SendToPage) -> None:
        """`request_key` asks the server for a key; None when this kiosk has no connection to a server's socket."""
        self._request_key = request_key
        self._send_to_page = send_to_page
        self._household = HouseholdStatus()
        self._page_needs_key = False

    def on_page_hello(self, has_key: bool) -> None:
        """The page has loaded and says whether it has a valid key."""
        self._page_needs_key = not has_key
        if self._page_needs_key and self._request_key is None:
            self._send_to_page({"key": None, "why": "alone"})
        else:
            self._proceed()

    def on_household(self, household: HouseholdStatus) -> None:
        """The server sent the household's status: after connecting, and after each change."""
        self._household = household
        self._proceed()

    def on_key(self, key: Any, reason: Any) -> None:
        """The server answered the request for a key. Without a key `reason` says why."""
        if not self._page_needs_key:
            return
        if isinstance(key, str) and key:
            self._send_to_page({"key": key})
        elif reason != "unclaimed":
            self._send_to_page({"key": None, "why": reason})

    def _proceed(self) -> None:
        """Request a key in a claimed household; show the setup code in an unclaimed one."""
        if not self._page_needs_key or self._request_key is None:
            return
        if self._household.claimed:
            self._request_key()
        elif self._household.claim is not None:
            self._send_to_page({"claim": self._household.claim})
