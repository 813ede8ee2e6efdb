"""Journeys of the setup with Google: its calendar seen by an address, or connected with one tap."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.calendar.hosted.google import GoogleStandIn
from tests.calendar.hosted.standin import serving as answering
from tests.journeys.accessibility import assert_accessible
from tests.journeys.browser import PLAIN_HOST
from tests.journeys.feed_server import PATH, feed_server
from tests.journeys.mantel_server import MantelServer, printed_code, serving
from tests.journeys.test_setup import claim, see
from tests.journeys.viewports import on_the_phone
from tests.morning import at, today

pytestmark = pytest.mark.journey
HOUR = timedelta(hours=1)
LESSON = (
    "BEGIN:VEVENT\r\nUID:lesson-{day}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:{day:%Y%m%d}\r\n"
    "SUMMARY:Lesson\r\nEND:VEVENT\r\n"
)


@contextmanager
def with_google(folder: Path, google: GoogleStandIn, client: dict[str, Any]) -> Iterator[MantelServer]:
    """A server that nobody has claimed, which uses the stand-in, under a name that consent returns to."""
    with answering(google):
        where = {name.upper(): value for name, value in google.settings().items()}
        with serving(folder / "data", **where, **client) as mantel:
            mantel.url = mantel.url.replace("127.0.0.1", "localhost")
            yield mantel
    assert [] == google.faults


def to_the_calendar(page: Page, mantel: MantelServer, log: Path) -> None:
    """The setup with two people, up to the question about calendars."""
    page.goto(f"{mantel.url}/#/setup?code={printed_code(log)}")
    claim(page)
    for _ in range(3):
        page.get_by_role("button", name="Skip").tap()
    see(page, "Who is in the family?")
    page.keyboard.type("Ana\nBen\n")
    expect(page.get_by_role("list", name="Members").get_by_role("button")).to_have_count(2)
    page.get_by_role("button", name="Continue").tap()
    see(page, "Do you already have a calendar?")
    page.get_by_role("button", name="Google").tap()


def check_colours(mantel: MantelServer) -> None:
    """No calendar has the colour of a person or of another calendar."""
    calendars = [each["color"] for each in mantel.call("GET", "/api/calendars")]
    people = {each["color"] for each in mantel.call("GET", "/api/members")}
    assert len(calendars) == len(set(calendars) - people)


@pytest.mark.parametrize("screen", ["phone", "wall-800"], indirect=True, scope="session")
def test_our_google_calendar_is_seen_by_its_address(page: Page, tmp_path: Path, screen: str) -> None:
    lessons = "".join(LESSON.format(day=today() + timedelta(days=number)) for number in range(42))
    feed = f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:google\r\n{lessons}END:VCALENDAR\r\n"
    with feed_server(feed) as address, serving(tmp_path / "data", ALLOW_PRIVATE_FEED_URLS="1") as mantel:
        to_the_calendar(page, mantel, tmp_path / "data.log")
        if screen == "phone":
            see_it = page.get_by_role("button", name="See our Google calendar here")
            expect(see_it).to_have_attribute("aria-pressed", "true")
        else:
            # A wall keeps no key that Google's page could return to.
            expect(page.get_by_text("a parent connects Google later in Settings, Calendars")).to_be_visible()
        for step in ("Desktop site", "Settings for my calendars", "Secret address in iCal format"):
            expect(page.get_by_role("listitem").filter(has_text=step)).to_be_visible()
        assert_accessible(page)
        page.get_by_label("Calendar address").tap()
        page.keyboard.type(f"{address}{PATH}")
        page.get_by_role("button", name="Connect", exact=True).tap()

        found = page.get_by_role("region", name="Google")
        expect(found).to_contain_text("42 events found")
        found.get_by_role("button", name="Ben").tap()
        expect(found.get_by_role("button", name="Ben", pressed=True)).to_be_visible()
        expect(found.get_by_role("button", name="Everybody", pressed=False)).to_be_visible()
        expect(page.get_by_role("heading", name="Connect another")).to_be_visible()
        assert_accessible(page)

        page.get_by_role("button", name="Another calendar").tap()
        page.get_by_label("Calendar address").tap()
        page.keyboard.type(f"{address}{PATH}")
        page.get_by_role("button", name="Connect", exact=True).tap()
        expect(page.get_by_role("region", name="Another calendar")).to_contain_text("42 events found")
        page.get_by_role("button", name="Continue").tap()
        see(page, "A good start")

        ben = next(each["id"] for each in mantel.call("GET", "/api/members") if each["name"] == "Ben")
        calendars = {each["name"]: each["memberIds"] for each in mantel.call("GET", "/api/calendars")}
        assert {"Google": [ben], "Calendar": [], "Family": []} == calendars
        check_colours(mantel)


@on_the_phone
def test_with_the_client_of_a_build_google_is_connected_with_one_tap(page: Page, tmp_path: Path) -> None:
    google = GoogleStandIn()
    google.put("Swimming", at(18), at(18) + HOUR)
    client = {"GOOGLE_CLIENT_ID": google.CLIENT_ID, "GOOGLE_CLIENT_SECRET": google.SECRET}
    with with_google(tmp_path, google, client) as mantel:
        to_the_calendar(page, mantel, tmp_path / "data.log")
        page.get_by_role("button", name="See and change it here").tap()
        # Nothing to enter, and nothing to register.
        go = page.get_by_role("button", name="Continue with Google")
        expect(go).to_be_visible()
        expect(page.get_by_label("Client ID")).to_have_count(0)
        assert_accessible(page)
        go.tap()
        page.get_by_role("link", name="Allow").tap()

        found = page.get_by_role("region", name="ana@example.org")
        expect(found).to_contain_text("1 event found")
        found.get_by_role("button", name="Ana").tap()
        expect(found.get_by_role("button", name="Ana", pressed=True)).to_be_visible()
        expect(page.get_by_role("heading", name="Connect another")).to_be_visible()
        page.get_by_role("button", name="Continue").tap()
        see(page, "A good start")
        check_colours(mantel)
        ana = next(each["id"] for each in mantel.call("GET", "/api/members") if each["name"] == "Ana")
        kinds = {(each["kind"], tuple(each["memberIds"])) for each in mantel.call("GET", "/api/calendars")}
        assert {("google", (ana,)), ("local", ())} == kinds


@on_the_phone
def test_without_a_client_the_registration_is_explained_field_by_field(page: Page, tmp_path: Path) -> None:
    google = GoogleStandIn()
    google.put("Swimming", at(18), at(18) + HOUR)
    with with_google(tmp_path, google, {}) as mantel:
        to_the_calendar(page, mantel, tmp_path / "data.log")
        page.get_by_role("button", name="See and change it here").tap()
        expect(page.get_by_text(f"{mantel.url}/api/oauth/google/callback")).to_be_visible()
        assert_accessible(page)
        page.get_by_label("Client ID").tap()
        page.keyboard.type(google.CLIENT_ID)
        page.get_by_label("Client secret").tap()
        page.keyboard.type(google.SECRET)
        page.get_by_role("button", name="Save and continue").tap()
        page.get_by_role("button", name="Continue with Google").tap()
        page.get_by_role("link", name="Allow").tap()
        expect(page.get_by_role("region", name="ana@example.org")).to_contain_text("1 event found")
        check_colours(mantel)


@on_the_phone
def test_a_phone_that_google_cannot_return_to_says_where_to_do_it(page: Page, tmp_path: Path) -> None:
    with serving(tmp_path / "data", host=PLAIN_HOST) as mantel:
        to_the_calendar(page, mantel, tmp_path / "data.log")
        page.get_by_role("button", name="See and change it here").tap()
        expect(page.get_by_text("Google cannot bring you back to this device")).to_be_visible()
        for said in ("Mantel’s user name at Google", "The password that belongs to it", "brings you back here"):
            expect(page.get_by_text(said).first).to_be_visible()
        assert_accessible(page)
        # Addresses are broken after a slash, not within a word.
        assert_whole_words(page.get_by_role("group", name="Return address").locator("code"))
        page.get_by_role("button", name="See our Google calendar here").tap()
        link = page.get_by_role("link", name="calendar.google.com/calendar/r/settings")
        assert_whole_words(link.locator("span"))


def assert_whole_words(address: Locator) -> None:
    """Each part of the address, which ends with a slash, is on one line."""
    parts = address.evaluate("""address => [...address.childNodes]
        .filter(node => node.nodeType === Node.TEXT_NODE && node.data.trim())
        .map(node => {
            const range = new Range()
            range.selectNodeContents(node)
            return range.getClientRects().length
        })""")
    assert {1} == set(parts)
