"""Journeys of the notifications in Mantel itself: the bell and the feed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.list_page import household
from tests.journeys.mantel_server import MantelServer
from tests.journeys.viewports import every_size, in_both_schemes, on_the_phone

pytestmark = pytest.mark.journey
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    with household(tmp_path / "data") as served:
        yield served


def notify(mantel: MantelServer, title: str, **request: Any) -> None:
    mantel.call("POST", "/api/notify", {"title": title, "body": "Soon.", **request})


def titles(mantel: MantelServer) -> list[str]:
    return [entry["title"] for entry in mantel.call("GET", "/api/notifications")]


def bell(page: Page, screen: str) -> Locator:
    """The bell in the rail; on a phone the button that contains it."""
    if screen == "phone":
        return page.get_by_role("navigation", name="Main navigation").get_by_role("button", name="More")
    return page.get_by_role("navigation", name="Main navigation").get_by_role("link", name="Notifications")


@every_size
@on_wall_and_phone
@in_both_schemes
def test_notifications_are_counted_read_and_opened(page: Page, mantel: MantelServer, screen: str) -> None:
    notify(mantel, "Before anybody looked")
    mantel.sign_in(page, wall=screen != "phone")
    # What the first answer contains counts as read.
    page.wait_for_function("() => localStorage.getItem('mantel.readUntil')")
    expect(bell(page, screen)).to_have_accessible_name("More" if screen == "phone" else "Notifications")
    for count in range(9):
        notify(mantel, f"Note {count}")
    expect(bell(page, screen)).to_contain_text("9")
    notify(mantel, "Dinner is ready", url="/chores")
    expect(bell(page, screen)).to_contain_text("9+")
    assert_accessible(page)

    bell(page, screen).tap()
    if screen == "phone":
        page.get_by_role("link", name="Notifications, 9+ new").tap()
    today = page.get_by_role("region", name="Today").get_by_role("listitem")
    expect(today).to_have_count(11)
    expect(today.filter(has_text="New")).to_have_count(10)
    expect(today.last).to_contain_text("Before anybody looked")
    expect(bell(page, screen)).not_to_contain_text("9")
    assert_accessible(page)

    today.first.get_by_role("link", name="Dinner is ready").tap()
    expect(page.get_by_role("heading", name="Chores").first).to_be_visible()


@on_wall_and_phone
def test_removing_an_entry_can_be_undone(page: Page, mantel: MantelServer, screen: str) -> None:
    for title in ("Milk came", "Post came"):
        notify(mantel, title)
    mantel.sign_in(page, "/notifications", wall=screen != "phone")
    entries = page.get_by_role("article")
    page.get_by_role("button", name="Remove “Milk came”").tap()
    expect(entries).to_have_count(1)
    page.get_by_role("button", name="Undo").tap()
    expect(entries).to_have_count(2)
    assert ["Post came", "Milk came"] == titles(mantel)

    page.get_by_role("button", name="Clear all").tap()
    page.get_by_role("button", name="Clear all").last.tap()
    expect(page.get_by_role("heading", name="No notifications")).to_be_visible()
    assert [] == titles(mantel)
    assert_accessible(page)


@on_the_phone
def test_older_entries_are_shown_page_by_page(page: Page, mantel: MantelServer) -> None:
    for count in range(51):
        notify(mantel, f"Note {count}")
    mantel.sign_in(page, "/notifications")
    entries = page.get_by_role("article")
    expect(entries).to_have_count(50)
    page.get_by_role("button", name="Show older").tap()
    expect(entries).to_have_count(51)
    notify(mantel, "One more")
    expect(entries.first).to_contain_text("One more")
    expect(entries).to_have_count(52)
    expect(entries.last).to_contain_text("Note 0")


@on_the_phone
def test_a_feed_that_cannot_be_loaded_says_so(page: Page, mantel: MantelServer) -> None:
    notify(mantel, "Dinner is ready")
    page.route("**/api/notifications?limit=50*", lambda route: route.abort())
    mantel.sign_in(page, "/notifications")
    again = page.locator("#main").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute("**/api/notifications?limit=50*")
    again.tap()
    expect(page.get_by_text("Dinner is ready")).to_be_visible()


@on_the_phone
def test_a_display_key_cannot_remove_entries(page: Page, mantel: MantelServer) -> None:
    notify(mantel, "Milk came")
    key = mantel.call("POST", "/api/keys", {"name": "Wall"})["key"]
    page.goto(f"{mantel.url}/#/enter?key={key}")
    page.locator("#main").wait_for()
    mantel.go(page, "/notifications")
    expect(page.get_by_role("article")).to_have_count(1)
    expect(page.get_by_role("button", name="Remove")).to_have_count(0)
    expect(page.get_by_role("button", name="Clear all")).to_have_count(0)
