"""Journeys of the parents' PIN: set on a parent's phone, asked for on shared screens."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import SCREENS, in_both_schemes

pytestmark = pytest.mark.journey
PIN = "4512"
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household whose displays ask for a PIN."""
    with serving(tmp_path_factory.mktemp("mantel") / "data") as served:
        served.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        served.call("PATCH", "/api/settings", {"themeMode": "auto"})
        yield served


@pytest.fixture
def shared(mantel: MantelServer, page: Page, screen: str) -> Page:
    """A shared screen, with a display key of its own."""
    mantel.call("PUT", "/api/settings/pin", {"pin": PIN})
    key = mantel.call("POST", "/api/keys", {"name": "Screen", "scope": "display"})["key"]
    page.goto(f"{mantel.url}/#/enter?key={key}{'' if screen == 'phone' else '&wall=1'}")
    page.locator("#main").wait_for()
    return page


def pad_on(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Enter the parents’ PIN")


def titles(mantel: MantelServer) -> list[str]:
    return [chore["title"] for chore in mantel.call("GET", "/api/chores")]


@on_wall_and_phone
@in_both_schemes
def test_a_new_chore_waits_for_the_pin_that_is_typed(
    mantel: MantelServer, shared: Page, screen: str, scheme: str
) -> None:
    title = f"Water the plants, {screen}, {scheme}"
    mantel.go(shared, "/chores")
    shared.get_by_role("button", name="New chore").tap()
    sheet = shared.get_by_role("dialog", name="New chore")
    type_into(sheet.get_by_label("Chore", exact=True), title)
    sheet.get_by_role("button", name="Save").tap()

    pad = pad_on(shared)
    expect(pad.get_by_label("PIN", exact=True)).to_be_focused()
    assert_accessible(shared)
    shared.keyboard.type("9999")
    shared.keyboard.press("Enter")
    expect(pad.get_by_role("alert")).to_have_text("Wrong PIN. 4 tries left.")

    shared.keyboard.press("Escape")
    expect(pad).to_have_count(0)
    expect(shared.get_by_text("This change needs the parents’ PIN.")).to_be_visible()
    expect(sheet.get_by_label("Chore", exact=True)).to_have_value(title)
    assert title not in titles(mantel)

    sheet.get_by_role("button", name="Save").tap()
    expect(pad.get_by_label("PIN", exact=True)).to_be_focused()
    shared.keyboard.type(f"{PIN}x")
    shared.keyboard.press("Enter")
    expect(shared.get_by_role("dialog")).to_have_count(0)
    assert title in titles(mantel)
    expect(shared.get_by_text(re.compile(r"Parent mode · [45]:\d\d"))).to_be_visible()


@on_wall_and_phone
def test_a_list_is_deleted_after_the_pin_was_touched(mantel: MantelServer, shared: Page) -> None:
    made = mantel.call("POST", "/api/lists", {"name": "Holiday", "kind": "todo"})
    mantel.go(shared, f"/lists/{made['id']}")
    shared.get_by_role("button", name="Menu").tap()
    shared.get_by_role("button", name="Delete list").tap()

    pad = pad_on(shared)
    unlock = pad.get_by_role("button", name="Unlock")
    expect(unlock).to_be_disabled()
    for digit in "459":
        pad.get_by_role("button", name=digit, exact=True).tap()
    pad.get_by_role("button", name="Delete the last digit").tap()
    for digit in PIN[2:]:
        pad.get_by_role("button", name=digit, exact=True).tap()
    unlock.tap()
    expect(shared.get_by_text("“Holiday” was deleted")).to_be_visible()

    shared.get_by_role("button", name="Done", exact=True).tap()
    expect(shared.get_by_text("Parent mode is off.")).to_be_visible()
    expect(shared.get_by_text("Parent mode ·")).to_have_count(0)


@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
def test_five_wrong_pins_make_the_screen_wait(mantel: MantelServer, shared: Page) -> None:
    mantel.go(shared, "/chores?chore=new")
    sheet = shared.get_by_role("dialog", name="New chore")
    type_into(sheet.get_by_label("Chore", exact=True), "Bins")
    sheet.get_by_role("button", name="Save").tap()
    pad = pad_on(shared)
    for _ in range(5):
        expect(pad.get_by_label("PIN", exact=True)).to_have_value("")
        expect(pad.get_by_label("PIN", exact=True)).to_be_focused()
        shared.keyboard.type("0000")
        shared.keyboard.press("Enter")
    expect(pad.get_by_role("alert")).to_have_text("Too many wrong PINs. Try again in 15 minutes.")
    expect(pad.get_by_role("button", name="1", exact=True)).to_be_disabled()
    assert_accessible(shared)
    pad.get_by_role("button", name="Cancel").tap()
    expect(sheet.get_by_label("Chore", exact=True)).to_have_value("Bins")


@pytest.mark.parametrize("screen", ["phone"], indirect=True, scope="session")
def test_a_parent_sets_changes_and_removes_the_pin(mantel: MantelServer, page: Page, browser: Browser) -> None:
    mantel.call("DELETE", "/api/settings/pin")
    mantel.sign_in(page, "/settings/passkeys")
    page.get_by_role("button", name="Set a PIN").tap()
    dialog = page.get_by_role("dialog", name="Set a PIN")
    type_into(dialog.get_by_label("New PIN"), "12")
    dialog.get_by_role("button", name="Save").tap()
    expect(dialog.get_by_label("New PIN")).to_have_attribute("aria-invalid", "true")
    type_into(dialog.get_by_label("New PIN"), "123456")
    page.keyboard.press("Enter")
    expect(page.get_by_text("A PIN is set.")).to_be_visible()
    assert_accessible(page)

    key = mantel.call("POST", "/api/keys", {"name": "Tablet", "scope": "display"})["key"]
    context = browser.new_context(**SCREENS["phone"], reduced_motion="reduce")
    tablet = context.new_page()
    tablet.goto(f"{mantel.url}/#/enter?key={key}")
    tablet.locator("#main").wait_for()
    mantel.go(tablet, "/chores?chore=new")
    type_into(tablet.get_by_role("dialog", name="New chore").get_by_label("Chore", exact=True), "Rake leaves")
    tablet.get_by_role("dialog", name="New chore").get_by_role("button", name="Save").tap()
    expect(pad_on(tablet).get_by_label("PIN", exact=True)).to_be_focused()
    tablet.keyboard.type("123456")
    tablet.keyboard.press("Enter")
    expect(tablet.get_by_role("dialog")).to_have_count(0)
    assert "Rake leaves" in titles(mantel)
    context.close()

    page.get_by_role("button", name="Remove the PIN").tap()
    page.get_by_role("dialog", name="Remove the PIN?").get_by_role("button", name="Remove the PIN").tap()
    expect(page.get_by_text("No PIN is set.")).to_be_visible()
