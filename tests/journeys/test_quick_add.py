"""Quick add before what understands a line has arrived: nothing is lost, and what was typed is still understood."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys.browser import PLAIN_HOST
from tests.journeys.mantel_server import MantelServer, serving
from tests.morning import ZONE, events_path, today
from tests.waiting import until

pytestmark = pytest.mark.journey

GRAMMAR = "**/assets/en-*.js"
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("quick") / "data", host=PLAIN_HOST) as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key})
        mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})
        mantel.call("POST", "/api/lists", {"name": "Groceries", "kind": "shopping"})
        yield mantel


def add(mantel: MantelServer, page: Page, path: str, line: str) -> None:
    """Type a line and add it at once."""
    mantel.sign_in(page, path, wall=True)
    page.get_by_role("button", name="Quick add").tap()
    sheet = page.get_by_role("dialog", name="Quick add")
    expect(sheet.get_by_label("In one line")).to_be_focused()
    page.keyboard.type(line)
    sheet.get_by_role("button", name="Add", exact=True).tap()


def events(mantel: MantelServer) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = mantel.call("GET", events_path(3))
    return found


@on_the_wall
def test_a_line_that_is_added_before_it_is_understood_is_understood_first(mantel: MantelServer, page: Page) -> None:
    held: list[Route] = []
    page.route(GRAMMAR, lambda route: held.append(route))
    add(mantel, page, "/calendar?view=month", "Dentist tomorrow 3pm")
    until(lambda: held, page=page)
    for route in held:
        route.continue_()

    expect(page.get_by_text("“Dentist” was added")).to_be_visible()
    [made] = events(mantel)
    start = datetime.fromisoformat(made["start"]).astimezone(ZONE)
    assert ("Dentist", today() + timedelta(days=1), 15) == (made["title"], start.date(), start.hour)


@on_the_wall
def test_things_to_buy_are_added_without_what_understands_amounts(mantel: MantelServer, page: Page) -> None:
    page.route(GRAMMAR, lambda route: route.abort())
    add(mantel, page, "/lists", "2 bread")
    expect(page.get_by_role("dialog", name="Quick add")).to_have_count(0)
    groceries = mantel.call("GET", "/api/lists")[0]["id"]
    until(lambda: mantel.call("GET", f"/api/lists/{groceries}")["items"], page=page)
    assert ["2 bread"] == [item["title"] for item in mantel.call("GET", f"/api/lists/{groceries}")["items"]]


@on_the_wall
def test_two_days_and_a_place_are_understood_and_the_rest_can_be_chosen(mantel: MantelServer, page: Page) -> None:
    before = {event["id"] for event in events(mantel)}
    mantel.sign_in(page, "/calendar?view=month", wall=True)
    page.get_by_role("button", name="Quick add").tap()
    sheet = page.get_by_role("dialog", name="Quick add")
    expect(sheet.get_by_label("In one line")).to_be_focused()
    days = [today() + timedelta(days=1), today() + timedelta(days=2)]
    page.keyboard.type(f"Piano {days[0]:%a} and {days[1]:%a} 25:30 at the school")
    expect(sheet.get_by_role("button", name=re.compile("Where: .school"))).to_be_visible()
    sheet.get_by_role("button", name=re.compile("Not understood: .25:30")).tap()
    sheet.get_by_role("option", name="12:15 PM").tap()
    sheet.get_by_role("button", name="Add", exact=True).tap()

    expect(page.get_by_text("“Piano” was added")).to_be_visible()
    made = [event for event in events(mantel) if event["id"] not in before]
    assert [("Piano", "school", day) for day in days] == [
        (event["title"], event["location"], datetime.fromisoformat(event["start"]).astimezone(ZONE).date())
        for event in made
    ]
    page.get_by_role("button", name="Undo").tap()
    until(lambda: {event["id"] for event in events(mantel)} == before, page=page)
