"""The hour grid of the week: a device draws rows of people, or the days of a phone, until it is chosen there."""

from playwright.sync_api import Page

from tests.journeys.mantel_server import MantelServer, stored_once


def draw_hours(mantel: MantelServer, page: Page) -> None:
    """The page draws its weeks as hours, once it is loaded next."""
    page.add_init_script(stored_once(mantel.url, {"calendar.weekLayout": "hours"}))
