"""Journeys of the setup: a new household is claimed and set up, on the wall and on a phone."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.qr_codes import scan, scan_printed
from tests.journeys.viewports import SCREENS, every_size, in_both_schemes, on_the_phone

pytestmark = pytest.mark.journey

Fresh = Callable[[], tuple[MantelServer, str]]
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Fresh]:
    """Starts an unclaimed server; answers it and its setup code."""
    with ExitStack() as servers:

        def serve() -> tuple[MantelServer, str]:
            mantel = servers.enter_context(serving(tmp_path / "data"))
            logged = re.search(r"setup code is (\d{3}) (\d{3})", (tmp_path / "data.log").read_text("utf-8"))
            assert logged
            return mantel, "".join(logged.groups())

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
    page.get_by_role("button", name="Start setup").tap()


def confirm_the_key(page: Page) -> str:
    see(page, "A key for the parents")
    key = page.locator("code").inner_text()
    expect(page.get_by_role("button", name="Continue")).to_be_disabled()
    page.get_by_role("switch", name="I saved the key").tap()
    go_on(page)
    return key


def name_the_family(page: Page) -> None:
    see(page, "Your family")
    type_into(page.get_by_label("Family name"), "The Lindens")
    page.get_by_role("button", name="Time zone").tap()
    type_into(page.get_by_label("City or region"), "lisb")
    page.get_by_role("button", name="Lisbon").tap()
    page.get_by_role("radiogroup", name="First day of the week").get_by_text("Sunday").tap()
    go_on(page)


def add(page: Page, question: str, name: str) -> None:
    type_into(page.get_by_label(question), name)
    page.get_by_role("button", name="Add member").tap()
    expect(page.get_by_role("list", name="Members").get_by_text(name)).to_be_visible()


def set_up_household(page: Page) -> None:
    name_the_family(page)
    see(page, "Family members")
    add(page, "First member", "Ana")
    type_into(page.get_by_label("Next member"), "Ben")
    go_on(page)
    see(page, "Calendar")
    go_on(page)
    see(page, "The Lindens, you are all set")


def check_the_household(mantel: MantelServer) -> None:
    settings = mantel.call("GET", "/api/settings")
    assert ("The Lindens", "Europe/Lisbon", 0) == (settings["familyName"], settings["timezone"], settings["weekStart"])
    family = mantel.call("GET", "/api/members")
    assert [("Ana", "A"), ("Ben", "B")] == [(member["name"], member["avatar"]) for member in family]
    assert 2 == len({member["color"] for member in family})
    calendars = mantel.call("GET", "/api/calendars")
    assert [("Family", "local")] == [(each["name"], each["kind"]) for each in calendars]


@on_the_wall
def test_the_wall_is_claimed_and_stores_only_its_own_key(page: Page, fresh: Fresh) -> None:
    mantel, code = fresh()
    page.goto(f"{mantel.url}/#/setup?code={code}&wall=1")
    claim(page)
    admin = confirm_the_key(page)
    set_up_household(page)
    page.get_by_role("button", name="Open the wall").tap()
    expect(page.get_by_text("Ana").first).to_be_visible()

    check_the_household(mantel)
    assert {"Kitchen wall (admin)", "Kitchen wall"} == {key["name"] for key in mantel.call("GET", "/api/keys")}
    kept = page.evaluate("JSON.stringify([...Object.values(localStorage), ...Object.values(sessionStorage)])")
    assert admin not in kept and "mtl_" in kept


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
        phone.get_by_role("button", name="Open the calendar").tap()
        phone.locator("#main").wait_for()

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
    claim(page)
    set_up_household(page)
    page.get_by_role("button", name="Open the calendar").tap()
    page.locator("#main").wait_for()

    check_the_household(mantel)
    mantel.go(page, "/settings/keys")
    expect(page.get_by_text("This device", exact=True)).to_be_visible()


@on_the_wall
def test_a_reload_loses_nothing_and_back_works(page: Page, fresh: Fresh) -> None:
    mantel, code = fresh()
    page.goto(f"{mantel.url}/#/setup?code={code}")
    claim(page)
    confirm_the_key(page)
    name_the_family(page)
    add(page, "First member", "Ana")
    type_into(page.get_by_label("Next member"), "Be")
    page.reload()

    expect(page.get_by_label("Next member")).to_have_value("Be")
    page.get_by_role("button", name="Back", exact=True).tap()
    expect(page.get_by_label("Family name")).to_have_value("The Lindens")
    go_on(page)
    expect(page.get_by_role("list", name="Members").get_by_text("Ana")).to_be_visible()


@on_the_wall
def test_a_wrong_code_and_a_household_claimed_meanwhile_are_shown(page: Page, fresh: Fresh) -> None:
    mantel, code = fresh()
    page.goto(f"{mantel.url}/#/setup")
    type_into(page.get_by_label("Setup code"), "12345x")
    claim(page)
    expect(page.get_by_role("alert")).to_contain_text("The code is not valid")

    mantel.call("POST", "/api/members", {"name": "Eve", "color": "#e5604d"})
    type_into(page.get_by_label("Setup code"), f"{code[:3]} {code[3:]}")
    claim(page)
    expect(page.get_by_role("alert")).to_contain_text("This Mantel has already been set up")
    page.get_by_role("button", name="Sign in").tap()
    expect(page.get_by_role("button", name="Pair this screen")).to_be_visible()


@on_the_wall
def test_too_many_attempts_are_shown(page: Page, fresh: Fresh) -> None:
    mantel, _ = fresh()
    page.goto(f"{mantel.url}/#/setup?code=000000000")
    for _ in range(10):
        with page.expect_response("**/api/setup/claim") as answered:
            claim(page)
        assert 401 == answered.value.status
        expect(page.get_by_role("button", name="Start setup")).to_be_enabled()
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
    if screen != "phone":
        see(page, "A key for the parents")
        expect(page.get_by_role("img", name="Scan this with your phone")).to_be_visible()
        assert_accessible(page)
        confirm_the_key(page)
    see(page, "Your family")
    assert_accessible(page)
    name_the_family(page)
    add(page, "First member", "Ana")
    assert_accessible(page)
    go_on(page)
    see(page, "Calendar")
    assert_accessible(page)
    go_on(page)
    see(page, "The Lindens, you are all set")
    assert_accessible(page)
