"""How the page of this wall gets its key without anybody typing: it asks, and the server of this machine gives."""

from collections.abc import Callable
from typing import Any

from kiosk.told import House

Tell = Callable[[dict[str, Any]], None]


class Admission:
    """Between the page, which may lack a key, and the server. No key is kept here."""

    def __init__(self, ask: Callable[[], None] | None, tell: Tell) -> None:
        """`ask` asks the server for a key, None when there is no way to it; `tell` tells the page."""
        self._ask = ask
        self._tell = tell
        self._house = House()
        self._lacking = False

    def hello(self, has_key: bool) -> None:
        """The page says whether it has a key that counts."""
        self._lacking = not has_key
        if self._lacking and self._ask is None:
            self._tell({"key": None, "why": "alone"})
        else:
            self._offer()

    def house(self, house: House) -> None:
        """The server says how the house is: when it connects, and when that changes."""
        self._house = house
        self._offer()

    def answered(self, key: Any, why: Any) -> None:
        """The server's answer to a question for a key."""
        if not self._lacking:
            return
        if isinstance(key, str) and key:
            self._tell({"key": key})
        elif why != "unclaimed":
            self._tell({"key": None, "why": why})

    def _offer(self) -> None:
        if not self._lacking or self._ask is None:
            return
        if self._house.claimed:
            self._ask()
        elif self._house.claim is not None:
            self._tell({"claim": self._house.claim})
