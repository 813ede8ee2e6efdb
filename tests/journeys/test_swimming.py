"""One journey through a series: a date skipped, moved for good by a drag, undone, found, and added again."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Touch, middle
from tests.journeys.viewports import every_size
from tests.journeys.waiting import wait_until

BERLIN = ZoneInfo("Europe/Berlin")
HOLD = 450
SERIES_WEEKS = 6
every_screen = pytest.mark.parametrize(
    "screen", ["wall-1080", "wall-portrait", "tablet", "phone"], indirect=True, scope="session"
)


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("swimming") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": BERLIN.key, "weekStart": 1})
        mantel.call("POST", "/api/members", {"name": "Ida", "color": "#7a5cd0"})
        mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})
        yield mantel


@pytest.fixture
def mondays(mantel: MantelServer) -> Iterator[list[datetime]]:
    """The Mondays from next week on, at 16:00; there is swimming on each."""
    today = datetime.now(BERLIN).replace(hour=16, minute=0, second=0, microsecond=0)
    first = today + timedelta(days=7 - today.weekday())
    family = mantel.call("GET", "/api/calendars")[0]["id"]
    mantel.call(
        "POST",
        "/api/events",
        {
            "calendarId": family,
            "title": "Swimming",
            "start": first.isoformat(),
            "end": (first + timedelta(hours=1)).isoformat(),
            "allDay": False,
            "rrule": f"FREQ=WEEKLY;COUNT={SERIES_WEEKS}",
        },
    )
    yield [first + timedelta(weeks=week) for week in range(SERIES_WEEKS)]
    while events := swimming(mantel):
        mantel.call("DELETE", f"/api/events/{events[0]['id']}")


def swimming(mantel: MantelServer) -> list[dict[str, Any]]:
    now = datetime.now(BERLIN)
    first, last = now.date().isoformat(), (now + timedelta(weeks=10)).date().isoformat()
    return [one for one in mantel.call("GET", f"/api/events?from={first}&to={last}") if one["title"] == "Swimming"]


def days(mantel: MantelServer) -> list[str]:
    """The weekday and date of each swimming."""
    found = sorted(datetime.fromisoformat(one["start"]).astimezone(BERLIN) for one in swimming(mantel))
    return [f"{one:%a %Y-%m-%d %H:%M}" for one in found]


def listed(*dates: datetime) -> list[str]:
    return [f"{one:%a %Y-%m-%d %H:%M}" for one in dates]


def week(mantel: MantelServer, page: Page, monday: datetime) -> Locator:
    """Open the week and answer the block of swimming."""
    mantel.go(page, f"/calendar?view=week&date={monday:%Y-%m-%d}")
    column = page.locator(f'[data-draggable] [data-column="{monday:%Y-%m-%d}"]')
    return column.locator("[data-event]", has_text="Swimming")


@every_size
@every_screen
def test_swimming_is_skipped_moved_undone_found_and_added_again(
    mantel: MantelServer, page: Page, touch: Touch, screen: str, mondays: list[datetime]
) -> None:
    mantel.sign_in(page, wall=screen.startswith("wall"))

    # Skipped this Monday only.
    week(mantel, page, mondays[0]).tap()
    page.get_by_role("button", name="Delete").tap()
    page.get_by_role("dialog").get_by_role("button", name="This event").tap()
    expect(page.get_by_text("“Swimming” was deleted on")).to_be_visible()
    assert days(mantel) == listed(*mondays[1:])

    # Moved to Tuesday for good, by one drag.
    block = week(mantel, page, mondays[1])
    start = middle(block)
    tuesday = page.locator(f'[data-column="{mondays[1] + timedelta(days=1):%Y-%m-%d}"]')
    box = tuesday.bounding_box()
    assert box is not None
    touch.drag(start, (box["x"] + box["width"] / 2, start[1]), hold=HOLD)
    page.get_by_role("dialog").get_by_role("button", name="This and following events").tap()
    moved = page.get_by_text("“Swimming” and its following dates moved")
    expect(moved).to_be_visible()
    expect(tuesday).to_contain_text("Swimming")
    assert days(mantel) == listed(*(monday + timedelta(days=1) for monday in mondays[1:]))

    # Undone.
    page.locator(".toast", has=moved).get_by_role("button", name="Undo").tap()
    expect(tuesday).not_to_contain_text("Swimming")
    wait_until(page, lambda: days(mantel) == listed(*mondays[1:]))

    # Found by its first letters, from any screen.
    page.get_by_role("link", name="Search").tap()
    type_into(page.get_by_role("textbox", name="Search"), "swi")
    page.get_by_role("region", name="Events").get_by_role("link", name="Swimming").tap()
    expect(page.get_by_role("dialog").get_by_role("heading", name="Swimming")).to_be_visible()
    page.keyboard.press("Escape")

    # Added again in one line, on the day that was skipped.
    skipped = week(mantel, page, mondays[0])
    expect(page.locator(f'[data-column="{mondays[0]:%Y-%m-%d}"]')).to_be_attached()
    expect(skipped).to_have_count(0)
    page.get_by_role("button", name="Quick add").tap()
    type_into(page.get_by_role("textbox", name="In one line"), f"Swimming {mondays[0]:%b} {mondays[0].day} 4pm Ida")
    page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).tap()
    expect(skipped).to_be_visible()
    assert days(mantel) == listed(*mondays)
    assert [one["memberIds"] for one in swimming(mantel)].count([]) == SERIES_WEEKS - 1
