"""Waiting for what a page brings about beyond itself: a request that it sends, a change on the server."""

from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Page

PATIENCE_MS = 30_000
PAUSE_MS = 50
STORED = """path => new Promise(done => {
  const opening = indexedDB.open('mantel')
  opening.onsuccess = () => {
    const asked = opening.result.transaction('copies').objectStore('copies').getKey(path)
    asked.onsuccess = () => { opening.result.close(); done(asked.result) }
  }
})"""
T = TypeVar("T")


def wait_until(page: Page, is_reached: Callable[[], object]) -> None:
    """Let the page run until the condition is true. Raises AssertionError after half a minute."""
    for _ in range(PATIENCE_MS // PAUSE_MS):
        if is_reached():
            return
        page.wait_for_timeout(PAUSE_MS)
    raise AssertionError("the condition was not reached in time")


def last_value(page: Page, read: Callable[[], T], is_final: Callable[[T], object]) -> T:
    """What `read` answers once it is final, or after half a minute. Lets the page run meanwhile.

    For what is measured or counted: a page that is still being drawn answers something else.
    """
    for _ in range(PATIENCE_MS // PAUSE_MS):
        if is_final(value := read()):
            return value
        page.wait_for_timeout(PAUSE_MS)
    return read()


def wait_until_stored(page: Page, path: str) -> None:
    """Wait until the device has stored the response of a path of the API, from which it draws without a connection."""
    wait_until(page, lambda: page.evaluate(STORED, path))
