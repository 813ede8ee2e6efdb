"""Tasks and notes of an event: shown in the month, ticked and added on its sheet."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import every_size
from tests.waiting import until

DAY = "2031-06-04"


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household with one event and a to-do list."""
    with serving(tmp_path_factory.mktemp("tasks") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": "Europe/Berlin", "weekStart": 1})
        yield mantel


@every_size
@pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
def test_tasks_are_shown_ticked_and_added_on_their_event(mantel: MantelServer, page: Page, screen: str) -> None:
    calendar = mantel.call("POST", "/api/calendars", {"kind": "local", "name": f"Family {screen}"})["id"]
    request = {
        "calendarId": calendar,
        "title": f"Party {screen}",
        "start": f"{DAY}T16:00:00Z",
        "end": f"{DAY}T18:00:00Z",
    }
    event = mantel.call("POST", "/api/events", {**request, "allDay": False})["id"]
    todo = mantel.call("POST", "/api/lists", {"kind": "todo", "name": f"To do {screen}"})["id"]
    mantel.call("POST", f"/api/lists/{todo}/items", {"title": f"Bake {screen}", "eventId": event})

    mantel.sign_in(page, f"/calendar?view=month&date={DAY}", wall=screen != "phone")
    if screen != "phone":
        expect(page.locator(f"[data-day='{DAY}']")).to_have_attribute(
            "aria-label", re.compile("Party wall-800, 1 task$")
        )
    mantel.go(page, f"/calendar?view=day&date={DAY}&event={event}&at={DAY}T16:00:00.000Z")
    sheet = page.get_by_role("dialog", name=f"Party {screen}")
    sheet.get_by_role("checkbox", name=f"Bake {screen}").tap()
    expect(sheet.get_by_role("checkbox", name=f"Bake {screen}")).to_be_checked()

    sheet.get_by_role("button", name="Add a task").tap()
    type_into(sheet.get_by_role("textbox", name="Add a task"), "Candles")
    sheet.get_by_role("button", name="Add", exact=True).tap()
    expect(sheet.get_by_role("checkbox", name="Candles")).to_be_visible()

    def stored() -> dict[str, bool]:
        return {item["title"]: item["done"] for item in mantel.call("GET", f"/api/events/{event}/items")}

    until(lambda: stored() == {f"Bake {screen}": True, "Candles": False})
