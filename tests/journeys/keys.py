"""Typing key by key into the focused field."""

from playwright.sync_api import Locator


def type_into(field: Locator, text: str) -> None:
    """Click a field, replace its text, and press one key after another.

    Unlike `Locator.fill` this shows a field that loses the focus, drops a key, or reacts before the text is complete.
    """
    field.click()
    field.press("Control+a")
    field.press("Delete")
    field.page.keyboard.type(text)
