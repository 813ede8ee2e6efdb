"""Journeys of the setup: a new household is claimed and set up, on the wall and on a phone."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, printed_code, serving
from tests.journeys.qr_codes import scan, scan_printed
from tests.journeys.viewports import SCREENS, every_size, in_both_schemes, on_the_phone
from tests.waiting import until
from tests.weather.web import serving as web_server

pytestmark = pytest.mark.journey

LOUD_FAMILY = (
    "Ana",
    "Bartholomäus-Maximilian von und zu Hohenstein-Lichtenberg",
    "نور الهدى",
    "🦄",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "יעל",
    "👩🏽‍🚀 Zoë",
)
# The second step of the setup on a parent's phone, as a reload finds it.
BEGIN_AT_THE_TOWN = """() => sessionStorage.setItem('mantel.setup', JSON.stringify({
  role: 'admin', step: 'town', adminKey: '', adminKeyId: '', hasMembers: false, parentAdded: false,
}))"""

Fresh = Callable[[], tuple[MantelServer, str]]
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Fresh]:
    """Starts an unclaimed server; answers it and its setup code."""
    with ExitStack() as servers:

        def serve() -> tuple[MantelServer, str]:
            mantel = servers.enter_context(serving(tmp_path / "data"))
            return mantel, printed_code(tmp_path / "data.log")

        yield serve


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A parent's phone beside the wall."""
    context = browser.new_context(**SCREENS["phone"], reduced_motion="reduce")
    yield context.new_page()
    context.close()


def go_on(page: Page) -> None:
    page.get_by_role("button", name="Continue").tap()


def see(page: Page, heading: str) -> None:
    expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()


def claim(page: Page) -> None:
    page.get_by_role("button", name="Start", exact=True).tap()


def open_mantel(page: Page) -> None:
    """The last step on a parent's own device."""
    go_on(page)
    see(page, "Your phone")
    page.get_by_role("button", name="Open Mantel").tap()
    page.locator("#main").wait_for()


def pair_a_parent(mantel: MantelServer, wall: Page, phone: Page) -> None:
    """On the last step of a wall, which ends only with a parent's device."""
    expect(wall.get_by_role("button", name="Open the wall")).to_be_disabled()
    phone.goto(f"{mantel.url}/#/join")
    phone.get_by_role("button", name="A parent’s").tap()
    asks = wall.get_by_role("region", name="Waiting for you")
    expect(asks.get_by_text("A parent’s", exact=True)).to_be_visible()
    asks.get_by_role("button", name="Approve").tap()
    phone.locator("#main").wait_for()
    wall.get_by_role("button", name="Open the wall").tap()
    wall.locator("#main").wait_for()


def choose_the_clock(page: Page) -> None:
    see(page, "Language and clock")
    page.get_by_role("radiogroup", name="First day of the week").get_by_text("Sunday").tap()
    page.get_by_role("radiogroup", name="Clock").get_by_text("17:30").tap()
    go_on(page)


def name_the_family(page: Page) -> None:
    see(page, "What is your family called?")
    type_into(page.get_by_label("Family name"), "The Lindens")
    go_on(page)


def choose_the_time_zone(page: Page) -> None:
    see(page, "Where do you live?")
    page.get_by_role("button", name="Time zone").tap()
    type_into(page.get_by_label("City or region"), "lisb")
    page.get_by_role("button", name="Lisbon").tap()
    go_on(page)


def add_the_family(page: Page) -> None:
    see(page, "Who is in the family?")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("Ana\nBen\n")
    expect(page.get_by_role("list", name="Members").get_by_role("listitem")).to_have_count(2)
    page.keyboard.type("Ida")
    go_on(page)


def set_up_household(page: Page) -> None:
    choose_the_clock(page)
    name_the_family(page)
    choose_the_time_zone(page)
    add_the_family(page)
    see(page, "Do you already have a calendar?")
    page.get_by_role("button", name="No, continue").tap()
    see(page, "A good start")
    page.get_by_role("button", name="Add these").tap()
    see(page, "\u2068The Lindens\u2069, you are all set")


def check_the_household(mantel: MantelServer) -> None:
    settings = mantel.call("GET", "/api/settings")
    assert ("The Lindens", "Europe/Lisbon", 0, "24") == (
        settings["familyName"],
        settings["timezone"],
        settings["weekStart"],
        settings["clock"],
    )
    family = mantel.call("GET", "/api/members")
    assert [("Ana", "A"), ("Ben", "B"), ("Ida", "I")] == [(member["name"], member["avatar"]) for member in family]
    assert 3 == len({member["color"] for member in family})
    calendars = mantel.call("GET", "/api/calendars")
    assert [("Family", "local")] == [(each["name"], each["kind"]) for each in calendars]
    assert [("Shopping", "shopping")] == [(each["name"], each["kind"]) for each in mantel.call("GET", "/api/lists")]
    assert 5 == len(mantel.call("GET", "/api/categories"))
    # Three for the child, none for the adults.
    assert [family[2]["id"]] * 3 == [chore["memberId"] for chore in mantel.call("GET", "/api/chores")]


@on_the_wall
def test_a_wall_is_set_up_alone_and_pairs_a_parent_instead_of_showing_a_key(
    page: Page, phone: Page, fresh: Fresh
) -> None:
    mantel, code = fresh()
    page.goto(f"{mantel.url}/#/setup?code={code}&wall=1")
    claim(page)
    set_up_household(page)
    expect(page.get_by_text("mtl_")).to_have_count(0)
    pair_a_parent(mantel, page, phone)
    expect(page.get_by_text("Ana").first).to_be_visible()

    check_the_household(mantel)
    keys = [(key["name"], key["scope"]) for key in mantel.call("GET", "/api/keys")]
    assert [("Computer", "admin"), ("Kitchen wall", "display")] == sorted(keys)
    kept = page.evaluate("JSON.stringify([...Object.values(localStorage), ...Object.values(sessionStorage)])")
    assert 1 == kept.count("mtl_")


@on_the_wall
def test_a_new_wall_is_claimed_from_a_phone_with_its_codes(page: Page, phone: Page, tmp_path: Path) -> None:
    with serving(tmp_path / "data", HOST="0.0.0.0") as mantel:
        page.goto(f"{mantel.url}/?wall=1")
        see(page, "Welcome to Mantel")
        address = scan_printed((tmp_path / "data.log").read_text("utf-8"))
        assert re.fullmatch(r"http://[0-9.]+:[0-9]+/#/setup\?code=[0-9]{6}", address)

        phone.goto(address)
        claim(phone)
        set_up_household(phone)
        open_mantel(phone)

        shown = page.get_by_role("img", name="Scan this with a parent’s phone")
        expect(shown).to_be_visible()
        path = scan(shown, page).partition("/#")[2]
        assert re.fullmatch(r"/pair\?code=[0-9]{6}&home=mantel\.local%3A[0-9]+", path)
        mantel.go(phone, path)
        type_into(phone.get_by_label("Device name"), "Kitchen wall")
        phone.get_by_role("button", name="Approve").tap()
        expect(page.get_by_text("Ana").first).to_be_visible()
        check_the_household(mantel)
        keys = [(key["name"], key["scope"]) for key in mantel.call("GET", "/api/keys")]
        assert ("Kitchen wall", "display") in keys
        assert ["display", "admin"] == sorted((scope for _, scope in keys), reverse=True)


@on_the_phone
def test_a_phone_claims_and_becomes_admin(page: Page, fresh: Fresh) -> None:
    mantel, code = fresh()
    page.goto(f"{mantel.url}/#/setup?code={code}")
    see(page, "Welcome to Mantel")
    expect(page.get_by_label("Setup code")).to_have_count(0)
    claim(page)
    set_up_household(page)
    go_on(page)
    see(page, "Your phone")
    page.get_by_role("group", name="Who are you?").get_by_role("button", name="Ben").tap()
    expect(page.get_by_role("heading", name="Add to the home screen")).to_be_visible()
    expect(page.get_by_role("heading", name="notifications")).to_be_visible()
    page.get_by_role("button", name="Open Mantel").tap()
    page.locator("#main").wait_for()
    expect(page.get_by_role("heading", name="Who are you?")).to_have_count(0)

    check_the_household(mantel)
    mantel.go(page, "/settings/keys")
    expect(page.get_by_text("This device", exact=True)).to_be_visible()


@on_the_wall
def test_a_reload_loses_nothing_and_back_works(page: Page, fresh: Fresh) -> None:
    mantel, code = fresh()
    page.goto(f"{mantel.url}/#/setup?code={code}")
    claim(page)
    choose_the_clock(page)
    name_the_family(page)
    choose_the_time_zone(page)
    see(page, "Who is in the family?")
    page.keyboard.type("Ana\n")
    expect(page.get_by_role("list", name="Members").get_by_text("Ana")).to_be_visible()
    page.keyboard.type("Be")
    page.reload()

    expect(page.get_by_label("Next name")).to_have_value("Be")
    page.get_by_role("button", name="Back", exact=True).tap()
    expect(page.get_by_role("button", name="Time zone: Lisbon")).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).tap()
    expect(page.get_by_label("Family name")).to_have_value("The Lindens")
    go_on(page)
    go_on(page)
    expect(page.get_by_role("list", name="Members").get_by_text("Ana")).to_be_visible()


@on_the_phone
def test_a_step_that_is_skipped_while_it_is_being_saved_takes_no_other_with_it(page: Page, fresh: Fresh) -> None:
    mantel, code = fresh()
    page.goto(f"{mantel.url}/#/setup?code={code}")
    claim(page)
    choose_the_clock(page)
    see(page, "What is your family called?")
    held: list[Route] = []
    page.route("**/api/settings", lambda route: hold_writes(route, held))
    type_into(page.get_by_label("Family name"), "The Lindens")
    go_on(page)
    until(lambda: held, page=page)
    page.get_by_role("button", name="Skip").tap()
    see(page, "Where do you live?")
    with page.expect_response(lambda response: response.request.method == "PATCH") as saved:
        held.pop().continue_()
    saved.value.finished()
    page.get_by_role("button", name="Skip").tap()
    see(page, "Who is in the family?")


def hold_writes(route: Route, held: list[Route]) -> None:
    if route.request.method == "GET":
        route.continue_()
    else:
        held.append(route)


@on_the_phone
def test_the_town_gives_the_time_zone_and_can_wait_without_the_internet(page: Page, tmp_path: Path) -> None:
    with web_server() as web, serving(tmp_path / "data", OPEN_METEO_GEOCODING_URL=web.url) as mantel:
        mantel.call("POST", "/api/members", {"name": "Eve", "color": "#e5604d"})
        mantel.sign_in(page)
        page.evaluate(BEGIN_AT_THE_TOWN)
        page.reload()
        see(page, "Where do you live?")
        type_into(page.get_by_label("Town"), "Berlin\n")
        # The only place of this name is taken at once.
        expect(page.get_by_role("button", name="Time zone: Berlin")).to_contain_text("Europe")

        web.status = 500
        type_into(page.get_by_label("Another town"), "Lisbon")
        go_on(page)
        expect(page.get_by_role("alert")).to_contain_text("Mantel cannot reach the internet right now")
        go_on(page)
        see(page, "Who is in the family?")
        settings = mantel.call("GET", "/api/settings")
        assert ("Berlin", "Europe/Berlin") == (settings["location"]["name"], settings["timezone"])


@on_the_phone
def test_a_calendar_address_that_fails_is_explained_and_can_be_left_out(page: Page, fresh: Fresh) -> None:
    mantel, code = fresh()
    page.goto(f"{mantel.url}/#/setup?code={code}")
    claim(page)
    for _ in range(4):
        page.get_by_role("button", name="Skip").tap()
    see(page, "Do you already have a calendar?")
    page.get_by_role("button", name="Another calendar").tap()
    expect(page.get_by_label("Calendar address")).to_be_focused()
    page.keyboard.type("http://127.0.0.1:1/school.ics")
    page.get_by_role("button", name="Connect").tap()
    expect(page.get_by_role("alert")).to_contain_text("public address")
    page.get_by_role("button", name="Skip").tap()
    see(page, "A good start")
    assert ["local"] == [each["kind"] for each in mantel.call("GET", "/api/calendars")]


@on_the_wall
def test_a_wrong_code_and_a_household_claimed_meanwhile_are_shown(page: Page, fresh: Fresh) -> None:
    mantel, code = fresh()
    page.goto(f"{mantel.url}/#/setup")
    type_into(page.get_by_label("Setup code"), "12345x")
    claim(page)
    expect(page.get_by_role("alert")).to_contain_text("This code is not valid")

    mantel.call("POST", "/api/members", {"name": "Eve", "color": "#e5604d"})
    type_into(page.get_by_label("Setup code"), f"{code[:3]} {code[3:]}")
    claim(page)
    expect(page.get_by_role("alert")).to_contain_text("Mantel is already set up here")
    page.get_by_role("button", name="Sign in").tap()
    expect(page.get_by_role("button", name="Connect this device")).to_be_visible()


@on_the_wall
def test_too_many_attempts_are_shown(page: Page, fresh: Fresh) -> None:
    mantel, _ = fresh()
    page.goto(f"{mantel.url}/#/setup?code=000000000")
    for _ in range(10):
        with page.expect_response("**/api/setup/claim") as answered:
            claim(page)
        assert 401 == answered.value.status
        expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    claim(page)
    expect(page.get_by_role("alert")).to_contain_text("Too many attempts")


@every_size
@on_wall_and_phone
@in_both_schemes
def test_every_step_is_accessible(page: Page, fresh: Fresh, screen: str) -> None:
    mantel, code = fresh()
    mantel.call("PATCH", "/api/settings", {"themeMode": "auto"})
    page.goto(f"{mantel.url}/#/setup?code={code}")
    see(page, "Welcome to Mantel")
    assert_accessible(page)
    claim(page)
    see(page, "Language and clock")
    assert_accessible(page)
    choose_the_clock(page)
    see(page, "What is your family called?")
    assert_accessible(page)
    name_the_family(page)
    see(page, "Where do you live?")
    assert_accessible(page)
    choose_the_time_zone(page)
    add_the_loud_family(page)
    assert_accessible(page)
    go_on(page)
    for source in ("Google", "Apple", "Outlook", "Another calendar"):
        page.get_by_role("button", name=source).first.tap()
        assert_accessible(page)
    page.get_by_role("button", name="Skip").tap()
    see(page, "A good start")
    assert_accessible(page)
    page.get_by_role("button", name="Add these").tap()
    see(page, "\u2068The Lindens\u2069, you are all set")
    expect(page.get_by_role("img", name="Scan this with the new device")).to_be_visible()
    mantel.call("POST", "/api/pair", {"kind": "child", "deviceName": "iPad"})
    expect(page.get_by_role("region", name="Waiting for you")).to_be_visible()
    assert_accessible(page)
    if screen == "phone":
        go_on(page)
        see(page, "Your phone")
        assert_accessible(page)


def add_the_loud_family(page: Page) -> None:
    """Seven people, with names that are long, written from right to left, or emoji only."""
    see(page, "Who is in the family?")
    page.keyboard.type("".join(f"{name}\n" for name in LOUD_FAMILY))
    expect(page.get_by_role("list", name="Members").get_by_role("button")).to_have_count(len(LOUD_FAMILY))
