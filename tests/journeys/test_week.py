"""The week of a family: rows of people, day columns or hours; events, days and routine by touch."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import every_size
from tests.waiting import until

MONDAY, FRIDAY = "2031-06-02", "2031-06-06"
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
on_the_wall = pytest.mark.parametrize("screen", ["wall-1080", "wall-800"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """Ana and Ben with a week of school, and an event of one, of both and of nobody."""
    with serving(tmp_path_factory.mktemp("week") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": "UTC", "weekStart": 1})
        ana, ben = (
            mantel.call("POST", "/api/members", {"name": name, "color": color})["id"]
            for name, color in (("Ana", "#c8553d"), ("Ben", "#2f6f8f"))
        )
        add(mantel, "School", (8, 13), [ana], rrule="FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=10")
        add(mantel, "Piano", (16, 17), [ben], rrule="FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4")
        add(mantel, "Film night", (19, 21), [ana, ben])
        add(mantel, "Waste collection", (7, 8), [])
        yield mantel


def add(mantel: MantelServer, title: str, hours: tuple[int, int], who: list[str], **more: Any) -> None:
    calendars = mantel.call("GET", "/api/calendars")
    own = calendars[0] if calendars else mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})
    start, end = (f"{MONDAY}T{hour:02}:00:00.000Z" for hour in hours)
    event = {"calendarId": own["id"], "title": title, "start": start, "end": end, "allDay": False, "memberIds": who}
    mantel.call("POST", "/api/events", event | more)


def open_week(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, f"/calendar?view=week&date={MONDAY}", wall=screen != "phone")
    expect(page.get_by_role("heading", level=1)).to_contain_text("June 2031")


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def arrange(page: Page, choice: str) -> None:
    page.get_by_role("button", name="Arrange this view").tap()
    page.get_by_role("dialog", name="Arrange this view").get_by_text(choice).tap()


@on_the_wall
def test_a_wall_opens_on_the_week_of_its_people(mantel: MantelServer, page: Page) -> None:
    mantel.sign_in(page, "/calendar", wall=True)
    expect(row(page, "Ana")).to_be_visible()
    mantel.go(page, f"/calendar?date={MONDAY}")

    # What is of everybody or of nobody stands once; who is in the row needs no name.
    expect(row(page, "Family").locator("[data-event]")).to_have_text([re.compile("Waste"), re.compile("Film night")])
    expect(row(page, "Ana").locator("[data-event]")).to_have_count(0)
    school = row(page, "Ana").get_by_role("button", name=re.compile("^School"))
    expect(school).to_have_text(re.compile(r"^School\s*8a–1p$"))
    piano = row(page, "Ben").locator("[data-event]")
    expect(piano).to_have_count(2)
    assert_accessible(page)

    piano.first.tap()
    expect(page.get_by_role("dialog", name="Piano")).to_be_visible()
    page.get_by_role("button", name="Close").tap()
    school.tap()
    expect(page.get_by_role("dialog", name="School")).to_be_visible()
    page.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Friday, June 6").tap()
    expect(page).to_have_url(re.compile(f"date={FRIDAY}&view=day"))


@every_size
@on_wall_and_phone
def test_the_device_keeps_how_its_week_is_drawn(mantel: MantelServer, page: Page, screen: str) -> None:
    open_week(mantel, page, screen)
    if screen == "phone":
        # The days one below the other; routine small.
        expect(page.get_by_role("region")).to_have_count(7)
        monday = page.get_by_role("region", name="2 Monday")
        expect(monday.locator(".routine")).to_have_text(re.compile("School"))
        monday.locator("[data-event]", has_text="Piano").tap()
        expect(page.get_by_role("dialog", name="Piano")).to_be_visible()
        page.get_by_role("button", name="Close").tap()
    else:
        arrange(page, "Day columns")
        expect(row(page, "Ana")).to_have_count(0)
        expect(row(page, "Everyone").locator("[data-event]")).to_have_count(4)
    assert_accessible(page)
    arrange(page, "Hours")
    expect(page.locator("[data-column]")).to_have_count(7)
    page.reload()
    expect(page.locator("[data-column]")).to_have_count(7)

    # The first event is at the top, and the empty hours are folded.
    hours = page.get_by_role("region", name="Calendar")
    waste = page.locator("[data-event]", has_text="Waste")
    expect(waste).to_be_in_viewport()
    assert hours.evaluate("node => node.scrollTop") == 0
    height = hours.evaluate("node => node.scrollHeight")
    page.get_by_role("button", name=re.compile("^Show 12:00")).tap()
    until(lambda: hours.evaluate("node => node.scrollHeight") > height + 100, page=page)


@on_the_wall
def test_a_series_that_is_marked_as_routine_becomes_a_line(mantel: MantelServer, page: Page, screen: str) -> None:
    open_week(mantel, page, screen)
    piano = row(page, "Ben").locator("[data-event]")
    piano.first.tap()
    sheet = page.get_by_role("dialog", name="Piano")
    sheet.get_by_role("switch", name="Routine").tap()
    expect(sheet.get_by_role("switch", name="Routine")).to_be_checked()
    sheet.get_by_role("button", name="Close").tap()
    expect(piano).to_have_count(0)
    lines = row(page, "Ben").get_by_role("button", name=re.compile("^Piano"))
    expect(lines).to_have_count(2)

    mantel.go(page, f"/calendar?view=month&date={MONDAY}")
    expect(page.locator(".bars [data-event]", has_text="Piano")).to_have_count(0)
    expect(page.get_by_role("img", name="School and Piano").first).to_be_visible()

    mantel.go(page, f"/calendar?view=week&date={MONDAY}")
    lines.first.tap()
    sheet.get_by_role("switch", name="Routine").tap()
    sheet.get_by_role("button", name="Close").tap()
    expect(piano).to_have_count(2)
