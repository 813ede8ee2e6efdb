"""The sizes of the texts on a page."""

from playwright.sync_api import Page


def text_sizes(page: Page, within: str) -> dict[str, float]:
    """The computed size in px of every text that is shown, the smallest of each text."""
    found: dict[str, float] = page.locator(within).first.evaluate(
        """root => {
          const sizes = {}, walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
          while (walker.nextNode()) {
            const text = walker.currentNode.data.trim(), box = walker.currentNode.parentElement
            const { visibility, fontSize, clipPath } = getComputedStyle(box)
            if (!text || visibility !== 'visible' || clipPath !== 'none' || box.closest('.visually-hidden')) continue
            if (!box.getClientRects().length) continue
            sizes[text] = Math.min(sizes[text] ?? Infinity, parseFloat(fontSize))
          }
          return sizes
        }"""
    )
    return found


def small_texts(page: Page) -> dict[str, float]:
    """Those of the screen that are hard to read on a wall."""
    return {text: size for text, size in text_sizes(page, "#main").items() if size < 18}
