"""The journey of a family with a new Mantel: from a blank card to a wall, two phones and a child's tablet."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.journeys.feed_server import PATH, feed_server
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.qr_codes import scan
from tests.journeys.test_kiosk_wall import Bridge
from tests.journeys.viewports import ALL
from tests.morning import ZONE, today
from tests.test_language import is_technical
from tests.wall.fake_kiosk import FakeKiosk
from tests.weather.web import Web, forecast
from tests.weather.web import serving as weather_service

pytestmark = pytest.mark.journey

# Of the first start, and of the two devices that join it afterwards.
MAX_TAPS, MAX_JOINING_TAPS = 10, 5
on_the_wall = pytest.mark.parametrize("screen", ["wall-1080"], indirect=True, scope="session")

LISBON = {
    "name": "Lisbon",
    "latitude": 38.71667,
    "longitude": -9.13333,
    "country_code": "pt",
    "country": "Portugal",
    "timezone": "Europe/Lisbon",
}


class Family:
    """The people in front of the devices. Counts their taps; typing on a phone's own keyboard is not counted.

    `technical` are the lines on their way that only somebody who knows computers understands.
    """

    def __init__(self) -> None:
        self.taps: list[str] = []
        self.technical: set[str] = set()

    def tap(self, what: Locator) -> None:
        expect(what).to_be_enabled()
        self.technical.update(filter(is_technical, what.page.locator("body").inner_text().split("\n")))
        self.taps.append(what.inner_text().split("\n")[0])
        what.tap()

    def type(self, field: Locator, text: str) -> None:
        """Type into a field that has the focus already: it needs no tap."""
        expect(field).to_be_focused()
        field.page.keyboard.type(text)


@pytest.fixture
def devices(browser: Browser) -> Iterator[tuple[Page, Page, Page]]:
    """The phones of two parents, and a child's tablet."""
    with ExitStack() as contexts:
        pages = []
        for size in ("phone", "phone", "tablet"):
            context = browser.new_context(**ALL[size], timezone_id=ZONE.key, reduced_motion="reduce")
            contexts.callback(context.close)
            pages.append(context.new_page())
        yield pages[0], pages[1], pages[2]


@contextmanager
def new_mantel(folder: Path) -> Iterator[tuple[MantelServer, FakeKiosk, str]]:
    """A server that nobody has claimed, its wall, and the address of the school's calendar."""
    start = today() + timedelta(days=1)
    school = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:school\r\nBEGIN:VEVENT\r\nUID:trip\r\nDTSTAMP:20260101T000000Z\r\n"
        f"DTSTART;VALUE=DATE:{start:%Y%m%d}\r\nSUMMARY:School trip\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    with weather_service() as web, feed_server(school) as feeds:
        prepare(web)
        options: dict[str, Any] = {
            "HOST": "0.0.0.0",
            "ALLOW_PRIVATE_FEED_URLS": "1",
            "OPEN_METEO_URL": web.url,
            "OPEN_METEO_GEOCODING_URL": web.url,
        }
        with serving(folder, **options) as mantel, FakeKiosk(folder / "wall.sock") as kiosk:
            yield mantel, kiosk, feeds + PATH


def prepare(web: Web) -> None:
    web.answers["/v1/forecast"] = forecast(today())
    web.answers["/v1/search"] = {"results": [LISBON]}


@on_the_wall
def test_a_blank_card_becomes_a_wall_with_everything(
    page: Page, devices: tuple[Page, Page, Page], tmp_path: Path
) -> None:
    phone, other_phone, tablet = devices
    family, joining = Family(), Family()
    with new_mantel(tmp_path / "data") as (mantel, kiosk, school):
        bridge = Bridge(kiosk)
        bridge.bind(page)
        page.goto(f"{mantel.url}/?wall=1")
        code = page.get_by_role("img", name="Scan this with a parent’s phone")
        bridge.pass_on_until(page, code.is_visible)

        phone.goto(scan(code, page))
        begin(family, phone)
        waits = page.get_by_role("heading", name="Continue on the phone")
        bridge.pass_on_until(page, waits.is_visible)
        # The wall has its key from the server, and asks nobody for another one.
        assert [] == mantel.call("GET", "/api/pair/waiting")
        set_up(family, phone, school, page)
        expect(waits).to_be_hidden()

        address = scan(phone.get_by_role("img", name="Scan this with the new device"), phone)
        tablet.goto(address)
        joining.tap(tablet.get_by_role("button", name="A child’s"))
        asks = phone.get_by_role("region", name="Waiting for you")
        joining.tap(asks.get_by_role("button", name="Ida"))
        joining.tap(asks.get_by_role("button", name="Approve"))
        expect(tablet.get_by_role("heading", name="Ida’s day")).to_be_visible()

        other_phone.goto(address)
        joining.tap(other_phone.get_by_role("button", name="A parent’s"))
        expect(asks.get_by_text("A parent’s", exact=True)).to_be_visible()
        joining.tap(asks.get_by_role("button", name="Approve"))
        other_phone.locator("#main").wait_for()
        family.tap(phone.get_by_role("button", name="Continue"))
        family.tap(phone.get_by_role("group", name="Who are you?").get_by_role("button", name="Ana"))
        family.tap(phone.get_by_role("button", name="Open Mantel"))
        phone.locator("#main").wait_for()

        assert len(family.taps) <= MAX_TAPS, family.taps
        assert len(joining.taps) <= MAX_JOINING_TAPS, joining.taps
        assert set() == family.technical | joining.technical
        check_the_wall(page)
        check_the_household(mantel)
        check_that_no_screen_is_empty(mantel, phone)


def begin(family: Family, phone: Page) -> None:
    """Claim the household on the phone of the first parent."""
    family.tap(phone.get_by_role("button", name="Start", exact=True))
    expect(phone.get_by_role("heading", name="Language and clock")).to_be_visible()


def set_up(family: Family, phone: Page, school: str, wall: Page) -> None:
    """On the same phone, in the order in which it asks; the wall shows what is done."""
    go_on = phone.get_by_role("button", name="Continue")
    family.tap(go_on)
    family.type(phone.get_by_label("Family name"), "The Lindens\n")
    family.type(phone.get_by_label("Town"), "Lisbon\n")
    expect(phone.get_by_text("Lisbon, Portugal")).to_be_visible()
    expect(wall.get_by_role("listitem").filter(has_text="Family name")).to_contain_text("The Lindens")
    family.tap(go_on)
    family.type(phone.get_by_label("Name", exact=True), "Ana\nBen\nIda\nTheo\n")
    expect(phone.get_by_role("list", name="Members").get_by_role("button")).to_have_count(4)
    family.tap(go_on)
    family.tap(phone.get_by_role("button", name="Another calendar"))
    family.type(phone.get_by_label("Calendar address"), f"{school}\n")
    found = phone.get_by_role("region", name="Another calendar")
    expect(found).to_contain_text("1 event found")
    expect(found.get_by_role("button", name="Everybody", pressed=True)).to_be_visible()
    family.tap(go_on)
    family.tap(phone.get_by_role("button", name="Add these"))
    expect(phone.get_by_role("heading", name="The Lindens")).to_be_visible()


def check_the_wall(wall: Page) -> None:
    """It shows the family, its town's weather and the coming event by itself."""
    for name in ("Ana", "Ben", "Ida", "Theo"):
        expect(wall.get_by_text(name, exact=True).first).to_be_visible()
    expect(wall.get_by_text("School trip").first).to_be_visible()
    expect(wall.get_by_text("Make the bed").first).to_be_visible()


def check_the_household(mantel: MantelServer) -> None:
    settings = mantel.call("GET", "/api/settings")
    assert ("The Lindens", "Europe/Lisbon") == (settings["familyName"], settings["timezone"])
    assert "Lisbon" == settings["location"]["name"]
    ids = {member["name"]: member["id"] for member in mantel.call("GET", "/api/members")}
    chores = mantel.call("GET", "/api/chores")
    assert {ids["Ida"]: 3, ids["Theo"]: 3} == {
        member: sum(chore["memberId"] == member for chore in chores) for member in (ids["Ida"], ids["Theo"])
    }
    assert 6 == len(chores)
    assert ["ics", "local"] == sorted(calendar["kind"] for calendar in mantel.call("GET", "/api/calendars"))
    people = {member["color"] for member in mantel.call("GET", "/api/members")}
    assert set() == people & {calendar["color"] for calendar in mantel.call("GET", "/api/calendars")}
    keys = sorted((key["name"], key["scope"]) for key in mantel.call("GET", "/api/keys"))
    assert [
        ("Computer", "admin"),
        ("Computer", "admin"),
        ("Ida’s Computer", "display"),
        ("This wall", "display"),
    ] == keys


def check_that_no_screen_is_empty(mantel: MantelServer, phone: Page) -> None:
    for path, text in (("/calendar", "School trip"), ("/chores", "Make the bed"), ("/lists", "Shopping")):
        mantel.go(phone, path)
        if path == "/chores":
            phone.get_by_role("button", name="Ida", exact=True).tap()
        expect(phone.get_by_text(text).first).to_be_visible()
