"""The search, typed on the wall's keyboard and on a phone, and with the keys of a computer."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import every_size, in_both_schemes
from tests.morning import ZONE, at
from tests.waiting import until

on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    """Ana swims every week; a list, a chore and a note have something to do with it."""
    with serving(tmp_path / "data") as served:
        served.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        calendar = served.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})["id"]
        ana = served.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d", "avatar": "🦊"})["id"]
        start = at(16, days=2)
        swim = served.call(
            "POST",
            "/api/events",
            {
                "calendarId": calendar,
                "title": "Swimming",
                "location": "Town pool",
                "allDay": False,
                "start": start.isoformat(),
                "end": (start + timedelta(hours=1)).isoformat(),
                "rrule": "FREQ=WEEKLY",
                "memberIds": [ana],
            },
        )
        todo = served.call("POST", "/api/lists", {"name": "Errands", "kind": "todo", "emoji": "🎒"})["id"]
        served.call("POST", f"/api/lists/{todo}/items", [{"title": "Buy swim goggles"}, {"title": "Milk"}])
        served.call("POST", "/api/chores", {"title": "Wash swimsuits", "rrule": "FREQ=DAILY", "memberId": ana})
        served.call("POST", "/api/notes", {"target": f"event:{swim['id']}", "body": "The swim bag is in the cellar"})
        yield served


@every_size
@on_wall_and_phone
@in_both_schemes
def test_a_result_is_one_tap_and_a_few_letters_away(page: Page, mantel: MantelServer, screen: str) -> None:
    mantel.sign_in(page, "/chores", wall=screen != "phone")
    page.get_by_role("link", name="Search").tap()
    field = page.get_by_role("textbox", name="Search")
    expect(field).to_be_focused()
    expect(page.get_by_text("Try a name, a place or a word from a note.")).to_be_visible()
    if screen == "phone":
        page.keyboard.type("swi")
    else:
        for letter in "swi":
            page.locator(".keyboard").get_by_role("button", name=letter, exact=True).tap()

    expect(field).to_have_value("swi")
    event = page.get_by_role("region", name="Events").get_by_role("link")
    expect(event).to_contain_text("Swimming")
    expect(event.locator("mark")).to_have_text("Swi")
    expect(page.get_by_role("region", name="Lists")).to_contain_text("Buy swim goggles")
    expect(page.get_by_role("region", name="Chores")).to_contain_text("Wash swimsuits")
    expect(page.get_by_role("region", name="Notes")).to_contain_text("The swim bag is in the cellar")
    expect(page.get_by_text("4 results")).to_be_attached()
    assert_accessible(page)

    event.tap()
    expect(page.get_by_role("dialog")).to_contain_text("Town pool")
    page.go_back()
    expect(field).to_have_value("swi")

    page.get_by_role("region", name="Lists").get_by_role("link").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Priority")
    assert "/lists/" in page.url
    page.go_back()
    page.get_by_role("button", name="Clear", exact=True).tap()
    expect(page.get_by_role("button", name="swi")).to_be_visible()
    page.get_by_role("button", name="Clear recent searches").tap()
    expect(page.get_by_role("button", name="swi")).to_be_hidden()


@on_the_wall
def test_the_keys_of_a_computer(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/lists")
    page.get_by_role("heading", name="Lists").wait_for()
    page.keyboard.press("/")
    field = page.get_by_role("textbox", name="Search")
    expect(field).to_be_focused()
    page.keyboard.type("cellar zzz")
    expect(page.get_by_text("Nothing found for “cellar zzz”")).to_be_visible()
    for _ in " zzz":
        page.keyboard.press("Backspace")
    note = page.get_by_role("region", name="Notes").get_by_role("link")
    expect(note).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(note).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("Swimming")

    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()


@on_the_wall
def test_without_a_connection(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/search")
    field = page.get_by_role("textbox", name="Search")
    field.click()
    page.context.set_offline(True)
    page.keyboard.type("swi")
    expect(page.get_by_text("Search needs a connection")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").tap()
    expect(page.get_by_role("region", name="Events")).to_contain_text("Swimming")


@on_the_wall
def test_enter_before_the_answer_opens_the_first_result(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/search")
    expect(page.get_by_role("textbox", name="Search")).to_be_focused()
    held: list[Route] = []
    page.route("**/api/search?*", lambda route: held.append(route))
    page.keyboard.type("cellar")
    page.keyboard.press("Enter")
    until(lambda: held, page=page)
    for route in held:
        route.continue_()
    page.unroute("**/api/search?*")
    expect(page.get_by_role("dialog")).to_contain_text("Swimming")
