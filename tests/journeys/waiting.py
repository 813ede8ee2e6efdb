"""Waiting for what a page brings about beyond itself: a request that it sends, a change on the server."""

from collections.abc import Callable

from playwright.sync_api import Page

PATIENCE_MS = 30_000
PAUSE_MS = 50


def wait_until(page: Page, is_reached: Callable[[], object]) -> None:
    """Let the page run until the condition is true. Raises AssertionError after half a minute."""
    for _ in range(PATIENCE_MS // PAUSE_MS):
        if is_reached():
            return
        page.wait_for_timeout(PAUSE_MS)
    raise AssertionError("the condition was not reached in time")
