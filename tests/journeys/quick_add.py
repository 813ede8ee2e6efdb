"""The sheet in which an event is typed in one line."""

from playwright.sync_api import Locator, Page, expect


def quick_add(page: Page, *, phone: bool) -> Locator:
    """Open the sheet from the calendar, and wait until its field takes keys."""
    if phone:
        page.get_by_role("navigation").get_by_role("button", name="New").tap()
    page.get_by_role("button", name="Quick add").tap()
    sheet = page.get_by_role("dialog", name="Quick add")
    expect(sheet.get_by_label("In one line")).to_be_focused()
    return sheet
