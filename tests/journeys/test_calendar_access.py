"""Accessibility of every view of the calendar and of its sheet, on every viewport, light and dark."""

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible_in_both_schemes
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import layout, on_every_screen

pytestmark = pytest.mark.journey

TODAY = date(2031, 6, 4)
MORNING = datetime(2031, 6, 4, 10, 20, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household with a full week: long, short and simultaneous events, of all members and none, in all colours."""
    with serving(tmp_path_factory.mktemp("mantel") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": "Europe/Berlin", "weekStart": 1, "themeMode": "auto"})
        colors = ("#ffe600", "#1b1b1b", "#e5604d")
        people = [
            mantel.call("POST", "/api/members", {"name": name, "color": color})["id"]
            for name, color in zip(("Ana", "Ben", "Cleo"), colors, strict=True)
        ]
        mantel.call(
            "POST", "/api/categories", {"name": "Sports", "color": "#00ff66", "emoji": "⚽", "keywords": ["swim"]}
        )
        family = mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})["id"]
        for number in range(12):
            day = TODAY + timedelta(days=number % 4 - 1)
            start, end = (f"{day}T{7 + number + more:02}:00:00.000Z" for more in (0, 2))
            times = {"start": start, "end": end, "allDay": False}
            if number % 3 == 0:
                times = {"start": f"{day}", "end": f"{day + timedelta(days=number % 5 + 1)}", "allDay": True}
            more = {"location": "By the lake", "travelMinutes": 15} if number % 2 else {"rrule": "FREQ=WEEKLY"}
            request = {"calendarId": family, "title": f"{'Swim' if number % 2 else 'Tea'} {number}", **times, **more}
            mantel.call("POST", "/api/events", {**request, "memberIds": people[: number % 4]})
        yield mantel


@layout
@on_every_screen
def test_the_views_are_accessible(mantel: MantelServer, page: Page, screen: str) -> None:
    # The visible hours depend on the time of day.
    page.clock.set_fixed_time(MORNING)
    mantel.sign_in(page, "/calendar?view=month", wall=screen != "phone")
    expect(page.locator('[data-day][aria-current="date"]')).to_have_accessible_name(re.compile("[1-9] events?"))
    for view in ("month", "week", "day", "schedule"):
        mantel.go(page, f"/calendar?view={view}")
        expect(page.get_by_role("radio", name=view.capitalize())).to_be_checked()
        if view != "month":
            expect(page.get_by_role("button", name=re.compile("Swim|Tea")).first).to_be_visible()
        assert_accessible_in_both_schemes(page)
    if screen == "phone":
        page.get_by_role("button", name="Filters").tap()
        assert_accessible_in_both_schemes(page)

    page.get_by_role("button", name="Swim").first.tap()
    expect(page.get_by_role("button", name="Edit")).to_be_enabled()
    assert_accessible_in_both_schemes(page)
    page.get_by_role("button", name="Edit").tap()
    expect(page.get_by_role("dialog", name="Edit event")).to_be_visible()
    assert_accessible_in_both_schemes(page)
