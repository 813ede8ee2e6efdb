"""Waiting for the page itself."""

from playwright.sync_api import Page

# Longer than the page waits for an answer that does not come.
PATIENCE_MS = 30_000


def settled(page: Page) -> None:
    """Wait until the page has nothing under way: no request, no part to load, nothing to store, send or draw."""
    page.locator("html:not([data-busy])").wait_for(state="attached", timeout=PATIENCE_MS)
