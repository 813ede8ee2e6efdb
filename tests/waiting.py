"""The one way to wait for what happens elsewhere: ask until the answer is the expected one."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from playwright.sync_api import Page

# A change of a page is sent again 25 seconds after a request whose connection has died, and a loaded machine is slow.
SECONDS = 120
PAUSE_SECONDS = 0.05
T = TypeVar("T")


def until(
    ask: Callable[[], T],
    reached: Callable[[T], object] = bool,
    *,
    page: "Page | None" = None,
    seconds: float = SECONDS,
) -> T:
    """Ask until the answer is the expected one, by default a true one, and return it.

    With `page`, its handlers of requests and bindings run meanwhile. Raises AssertionError with the last answer.
    """
    end = time.monotonic() + seconds
    while not reached(answer := ask()):
        assert time.monotonic() < end, f"not reached in {seconds} seconds; the last answer was {answer!r}"
        if page is None:
            time.sleep(PAUSE_SECONDS)
        else:
            page.wait_for_timeout(PAUSE_SECONDS * 1000)
    return answer
