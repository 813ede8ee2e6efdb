"""An address for other calendar programs is made, read and revoked; birthdays and the days to an event are shown."""

from collections.abc import Iterator
from datetime import timedelta

import httpx
import icalendar
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import TIMEOUT_SECONDS, MantelServer, serving
from tests.journeys.qr_codes import scan
from tests.morning import ZONE, today
from tests.waiting import until

pytestmark = pytest.mark.journey

on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household with Ida, whose birthday is the day after tomorrow, and an event of the family."""
    with serving(tmp_path_factory.mktemp("published") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "light"})
        birthday = (today() + timedelta(days=2)).strftime("--%m-%d")
        mantel.call("POST", "/api/members", {"name": "Ida", "color": "#7a5ba6", "birthday": birthday})
        family = mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})["id"]
        day = (today() + timedelta(days=2)).isoformat()
        event = {"calendarId": family, "title": "The sea", "start": day, "end": day, "allDay": True}
        mantel.call("POST", "/api/events", event)
        yield mantel


def sheet(page: Page) -> Locator:
    return page.locator("dialog[open]")


@on_the_wall
def test_an_address_is_made_read_and_revoked(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/settings/feeds", wall=True)
    page.get_by_role("button", name="Create an address").tap()
    type_into(sheet(page).get_by_role("textbox", name="Where it is used"), "Work phone")
    sheet(page).get_by_role("button", name="Create address").tap()
    expect(sheet(page).get_by_text("shown only now")).to_be_visible()
    assert_accessible(page)

    scanned = scan(sheet(page).get_by_role("img").first, page)
    assert scanned.startswith("webcal://")
    address = sheet(page).locator("code").inner_text()
    assert scanned.removeprefix("webcal") == address.removeprefix("http")
    path = address[address.index("/api/feed/") :]
    calendar = icalendar.Calendar.from_ical(
        httpx.get(mantel.url + path, timeout=TIMEOUT_SECONDS).raise_for_status().content
    )
    assert ["The sea"] == [str(each["SUMMARY"]) for each in calendar.walk("VEVENT")]

    sheet(page).get_by_role("button", name="Done", exact=True).last.tap()
    feeds = page.get_by_role("list", name="For other calendar apps").get_by_role("listitem")
    expect(feeds).to_have_count(1)
    page.get_by_role("button", name="Revoke Work phone").tap()
    sheet(page).get_by_role("button", name="Revoke", exact=True).tap()
    expect(feeds).to_have_count(0)
    assert 404 == httpx.get(mantel.url + path, timeout=TIMEOUT_SECONDS).status_code


@on_the_wall
def test_calendars_that_are_loaded_late_are_chosen_too(page: Page, mantel: MantelServer) -> None:
    held: list[Route] = []
    page.route("**/api/calendars", lambda route: held.append(route))
    mantel.sign_in(page, "/settings/feeds", wall=True, settles=False)
    page.get_by_role("button", name="Create an address").tap()
    expect(sheet(page).get_by_role("button", name="Ida")).to_be_visible()
    until(lambda: held, page=page)
    for route in held:
        route.continue_()
    page.unroute("**/api/calendars")
    own = sheet(page).get_by_role("button", name="Family", pressed=True)
    expect(own).to_be_visible()
    own.tap()
    type_into(sheet(page).get_by_role("textbox", name="Where it is used"), "Work phone")
    sheet(page).get_by_role("button", name="Create address").tap()
    expect(sheet(page).get_by_role("alert")).to_have_text("Choose at least one calendar.")


@on_the_wall
def test_a_birthday_is_in_the_calendar_until_it_is_switched_off(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/calendar?view=schedule", wall=True)
    page.get_by_text("Ida’s birthday").first.tap()
    expect(sheet(page).get_by_text("Birthdays come from the members")).to_be_visible()
    assert_accessible(page)
    sheet(page).get_by_role("button", name="Close").tap()

    mantel.go(page, "/settings/calendars")
    page.get_by_role("switch", name="Birthdays of members").tap()
    mantel.go(page, "/calendar?view=schedule")
    expect(page.get_by_text("The sea").first).to_be_visible()
    expect(page.get_by_text("Ida’s birthday")).to_have_count(0)


@on_the_wall
def test_the_days_to_an_event_are_counted(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/calendar?view=schedule", wall=True)
    page.get_by_text("The sea").first.tap()
    sheet(page).get_by_role("button", name="Edit").tap()
    sheet(page).get_by_role("switch", name="Count down").tap()
    sheet(page).get_by_role("button", name="Save").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)

    assert [("The sea", 2)] == [(each["title"], each["days"]) for each in mantel.call("GET", "/api/countdowns")]
