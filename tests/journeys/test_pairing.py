"""Journeys of sign-in: pairing a wall from a phone, recovery codes, passkeys."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.qr_codes import scan
from tests.journeys.viewports import SCREENS, every_size, in_both_schemes, on_the_phone
from tests.journeys.virtual_authenticator import add_authenticator
from tests.waiting import until

pytestmark = pytest.mark.journey

on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")

# The server does not distinguish a wrong token from an expired code.
FORGET_THE_TOKEN = """() => {
  const waiting = JSON.parse(localStorage.getItem('mantel.pairing'))
  localStorage.setItem('mantel.pairing', JSON.stringify({ ...waiting, pollToken: 'forgotten' }))
}"""


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    """A claimed household; its colour scheme follows the device."""
    with serving(tmp_path / "data") as served:
        served.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        served.call("PATCH", "/api/settings", {"themeMode": "auto"})
        yield served


@pytest.fixture
def parent(browser: Browser, mantel: MantelServer) -> Iterator[Page]:
    """A parent's phone, signed in."""
    context = browser.new_context(**SCREENS["phone"], reduced_motion="reduce")
    phone = context.new_page()
    mantel.sign_in(phone)
    yield phone
    context.close()


def code_on(page: Page) -> str:
    shown = page.get_by_role("status").filter(has_text="Pairing code")
    expect(shown).to_have_text(re.compile(r"\d{3} \d{3}$"))
    return "".join(re.findall(r"\d", shown.inner_text()))


def approve(phone: Page, name: str) -> None:
    type_into(phone.get_by_label("Device name"), name)
    phone.get_by_role("button", name="Approve").tap()


@on_the_wall
def test_a_second_wall_is_paired_from_a_phone(page: Page, parent: Page, mantel: MantelServer) -> None:
    page.goto(f"{mantel.url}/?wall=1")
    code = code_on(page)
    shown = page.get_by_role("img", name="Scan this with a parent’s phone")
    expect(shown).to_be_visible()
    # Not localhost, which is the phone itself on a phone: the IP address and the mDNS name.
    number = mantel.url.removeprefix("http://")
    expect(page.get_by_text(f"{number} or mantel.local:{number.partition(':')[2]}")).to_be_visible()

    address, _, path = scan(shown, page).partition("/#")
    assert mantel.url == address
    mantel.go(parent, path)
    expect(parent.get_by_label("Pairing code")).to_have_value(code)
    expect(parent.get_by_text("It asks to join mantel.local")).to_be_visible()
    parent.get_by_role("button", name="Change").tap()
    expect(parent.get_by_role("radio", name="The family’s screen")).to_be_checked()
    expect(parent.get_by_role("radio", name="A parent’s")).to_be_disabled()
    approve(parent, "Hall tablet")
    expect(parent.get_by_role("heading", name="“Hall tablet” was added")).to_be_visible()

    expect(page.locator("#main")).to_be_visible()
    assert ["Hall tablet"] == [key["name"] for key in mantel.call("GET", "/api/keys") if key["scope"] == "display"]
    mantel.go(page, f"/pair?code={code}")
    expect(page.get_by_role("heading", name="Only a parent can do this")).to_be_visible()


@on_the_phone
def test_a_parents_phone_becomes_one_after_a_parent_approves_it(page: Page, parent: Page, mantel: MantelServer) -> None:
    page.goto(f"{mantel.url}/#/join")
    page.get_by_role("button", name="A parent’s").tap()
    code = code_on(page)

    mantel.go(parent, "/pair")
    asking = parent.get_by_role("list", name="Waiting for you").get_by_role("button")
    expect(asking).to_contain_text(re.compile(r"Computer.*A parent’s device, at 127\.0\.0\.1"))
    asking.tap()
    expect(parent.get_by_text(f"Does it show {code[:3]} {code[3:]}?")).to_be_visible()
    expect(parent.get_by_text("A parent’s", exact=True)).to_be_visible()
    approve(parent, "Ben’s phone")

    expect(page.locator("#main")).to_be_visible()
    keys = mantel.call("GET", "/api/keys")
    assert [("Ben’s phone", "admin")] == [(key["name"], key["scope"]) for key in keys]
    mantel.go(page, "/settings/keys")
    expect(page.get_by_text("This device", exact=True)).to_be_visible()


@pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
def test_typing_replaces_a_suggested_name(page: Page, parent: Page, screen: str, mantel: MantelServer) -> None:
    page.goto(f"{mantel.url}/?wall=1")
    mantel.go(parent, f"/pair?code={code_on(page)}")
    name = parent.get_by_label("Device name")
    expect(name).to_have_value("Kitchen wall")
    if screen == "phone":
        name.tap()
        parent.keyboard.type("Hall")
    else:
        # A parent who uses the wall's own keyboard.
        parent.evaluate("localStorage.setItem('mantel.wall', '1')")
        parent.reload()
        name.tap()
        for key in "Hall":
            parent.get_by_role("button", name=key, exact=True).tap()
    expect(name).to_have_value("Hall")
    # What was typed is changed, not replaced.
    name.tap()
    parent.keyboard.press("End")
    parent.keyboard.type(" 2")
    expect(name).to_have_value("Hall 2")


@on_the_phone
def test_a_childs_device_opens_with_that_childs_day(page: Page, parent: Page, mantel: MantelServer) -> None:
    ida = mantel.call("POST", "/api/members", {"name": "Ida", "color": "#4a6fd6"})
    mantel.call("POST", "/api/chores", {"title": "Feed the cat", "memberId": ida["id"], "rrule": "FREQ=DAILY"})
    page.goto(f"{mantel.url}/#/join")
    page.get_by_role("button", name="A child’s").tap()
    code_on(page)

    mantel.go(parent, "/pair")
    parent.get_by_role("list", name="Waiting for you").get_by_role("button").tap()
    parent.get_by_role("button", name="Approve").tap()
    expect(parent.get_by_role("alert")).to_have_text("Choose the child.")
    parent.get_by_role("button", name="Ida").tap()
    expect(parent.get_by_label("Device name")).to_have_value("Ida’s Computer")
    parent.get_by_role("button", name="Approve").tap()

    expect(page.get_by_role("heading", name="Ida’s day")).to_be_visible()
    expect(page.get_by_text("Feed the cat")).to_be_visible()
    assert ida["id"] == page.evaluate("localStorage.getItem('mantel.follows')")
    assert [("Ida’s Computer", "display")] == [(key["name"], key["scope"]) for key in mantel.call("GET", "/api/keys")]


@on_wall_and_phone
def test_the_code_is_typed_key_by_key_or_pasted(page: Page, mantel: MantelServer, screen: str) -> None:
    """The focus stays in the field for the code, from the first digit to the last."""
    code = mantel.call("POST", "/api/pair")["code"]
    mantel.sign_in(page, "/pair", wall=screen != "phone")
    field = page.get_by_label("Pairing code")
    expect(field).to_be_focused()
    if screen == "phone":
        page.keyboard.type(code)
    else:
        for digit in code:
            page.locator(".keyboard").get_by_role("button", name=digit, exact=True).tap()
    expect(field).to_have_value(code)
    expect(field).to_be_focused()
    expect(page.get_by_text(f"Does it show {code[:3]} {code[3:]}?")).to_be_visible()

    field.press("Control+a")
    field.press("Delete")
    paste(page, f"http://mantel.local:8080/#/pair?code={code}&home=mantel.local")
    approve(page, "Hall tablet")
    expect(page.get_by_role("heading", name="“Hall tablet” was added")).to_be_visible()


def paste(page: Page, text: str) -> None:
    """Paste into the focused field, as the clipboard does: the whole text at once."""
    page.context.new_cdp_session(page).send("Input.insertText", {"text": text})


@on_the_wall
def test_a_code_survives_a_reload_and_is_renewed_when_it_has_expired(page: Page, mantel: MantelServer) -> None:
    page.goto(f"{mantel.url}/?wall=1")
    code = code_on(page)
    page.reload()
    assert code == code_on(page)

    page.evaluate(FORGET_THE_TOKEN)
    page.reload()
    # The screen may show the old code until the server has rejected its token.
    until(lambda: code != code_on(page), page=page)


@on_the_phone
def test_a_wrong_pairing_code_is_explained(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/settings/keys")
    page.get_by_role("button", name="Add a device").tap()
    type_into(page.get_by_label("Pairing code"), "12 34")
    approve(page, "Hall tablet")
    expect(page.get_by_role("alert")).to_have_text("Enter six digits.")
    type_into(page.get_by_label("Pairing code"), "123 456")
    page.get_by_role("button", name="Approve").tap()
    expect(page.get_by_role("alert")).to_contain_text("No device shows this code")


@on_the_wall
def test_a_wall_shows_that_too_many_codes_are_open(page: Page, mantel: MantelServer) -> None:
    for _ in range(5):
        mantel.call("POST", "/api/pair")
    page.goto(f"{mantel.url}/?wall=1")
    expect(page.get_by_role("status")).to_contain_text("Too many screens are waiting to be paired")


@on_the_wall
def test_a_wall_offers_no_parent_sign_in(page: Page, mantel: MantelServer) -> None:
    page.goto(f"{mantel.url}/?wall=1")
    page.get_by_role("button", name="Other options").tap()
    expect(page.get_by_text("Parents cannot sign in here")).to_be_visible()
    expect(page.get_by_role("button", name="Enter a key")).to_be_visible()
    expect(page.get_by_role("button", name="passkey")).to_have_count(0)
    expect(page.get_by_role("button", name="recovery code")).to_have_count(0)


@on_the_phone
def test_a_recovery_code_signs_in_once(page: Page, parent: Page, mantel: MantelServer) -> None:
    mantel.go(parent, "/settings/passkeys")
    parent.get_by_role("button", name="Create recovery codes").tap()
    codes = parent.get_by_role("list", name="New recovery codes").get_by_role("listitem")
    expect(codes).to_have_count(8)
    code = codes.first.inner_text()
    assert_accessible(parent)
    parent.get_by_role("button", name="I saved them").tap()
    expect(parent.get_by_text("8 of 8 codes left")).to_be_visible()

    page.goto(mantel.url)
    use(page, code.lower().replace("-", " "))
    expect(page.locator("#main")).to_be_visible()
    expect(parent.get_by_text("7 of 8 codes left")).to_be_visible()

    mantel.go(page, "/settings/device")
    expect(page.get_by_text("Sign out first")).to_be_visible()
    page.get_by_role("button", name="Sign out").tap()
    page.locator("dialog[open]").get_by_role("button", name="Sign out").tap()
    use(page, code)
    expect(page.get_by_role("alert")).to_have_text("This code is not valid or was already used.")
    assert [] == [key["name"] for key in mantel.call("GET", "/api/keys") if key["name"] == "Recovery code"]


def use(page: Page, code: str) -> None:
    page.get_by_role("button", name="Use a recovery code").tap()
    type_into(page.get_by_label("Recovery code"), code)
    page.get_by_role("button", name="Sign in").tap()


@on_the_phone
def test_a_passkey_is_created_used_renamed_and_deleted(page: Page, mantel: MantelServer) -> None:
    """On plain HTTP at localhost, which browsers treat as a secure context."""
    page.goto("about:blank")
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    add_authenticator(devtools)
    home = MantelServer(mantel.url.replace("127.0.0.1", "localhost"))

    home.sign_in(page, "/settings/passkeys")
    make(page, "Ana’s phone")
    expect(page.get_by_role("list", name="Passkeys")).to_contain_text("Ana’s phone")
    # Making it has signed the device in once more, which it ends.
    until(lambda: [] == home.call("GET", "/api/keys"), page=page)

    make(page, "Ana’s phone again")
    expect(page.get_by_role("alert")).to_contain_text("already has a passkey")
    page.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Discard").tap()

    sign_out(page)
    page.get_by_role("button", name="Sign in with a passkey").tap()
    expect(page.locator("#main")).to_be_visible()
    home.go(page, "/settings/device")
    expect(page.get_by_text("Signed in as “Passkey: Ana’s phone”")).to_be_visible()

    home.go(page, "/settings/passkeys")
    page.get_by_role("button", name="Ana’s phone").tap()
    type_into(page.get_by_label("Name"), "Ana’s old phone")
    page.get_by_role("button", name="Save").tap()
    page.get_by_role("button", name="Ana’s old phone").tap()
    page.get_by_role("button", name="Delete").tap()
    page.locator("dialog[open]").last.get_by_role("button", name="Delete").tap()
    expect(page.get_by_role("heading", name="This device needs a new key")).to_be_visible()
    assert [] == home.call("GET", "/api/passkeys")
    home.close()


@on_the_phone
def test_becoming_a_wall_ends_the_parents_session(page: Page, mantel: MantelServer) -> None:
    code = mantel.call("POST", "/api/recovery-codes")["codes"][0]
    page.goto(mantel.url)
    use(page, code)
    expect(page.locator("#main")).to_be_visible()
    assert ["Recovery code"] == [key["name"] for key in mantel.call("GET", "/api/keys")]

    page.goto(f"{mantel.url}/?wall=1")
    code_on(page)
    expect(page.get_by_role("img", name="Scan this with a parent’s phone")).to_be_visible()
    assert [] == mantel.call("GET", "/api/keys")
    assert "mtl_" not in page.evaluate("JSON.stringify(localStorage)")


def make(page: Page, name: str) -> None:
    page.get_by_role("button", name="Create passkey").tap()
    type_into(page.get_by_label("Name"), name)
    page.get_by_role("button", name="Create", exact=True).tap()


def sign_out(page: Page) -> None:
    page.evaluate("location.hash = '/settings/device'")
    page.get_by_role("button", name="Sign out").tap()
    page.locator("dialog[open]").get_by_role("button", name="Sign out").tap()


@every_size
@on_wall_and_phone
@in_both_schemes
def test_sign_in_is_accessible(page: Page, mantel: MantelServer, screen: str) -> None:
    page.goto(mantel.url)
    expect(page.get_by_text("No passkey exists yet")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Use a recovery code").tap()
    assert_accessible(page)
    page.get_by_role("button", name="Other options").tap()
    page.get_by_role("button", name="Enter a key").tap()
    assert_accessible(page)
    page.get_by_role("button", name="Other options").tap()
    page.get_by_role("button", name="Connect this device").tap()
    expect(page.get_by_role("heading", name="Whose device is this?")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="The family’s screen").tap()
    code_on(page)
    expect(page.get_by_role("img", name="Scan this with a parent’s phone")).to_be_visible()
    assert_accessible(page)

    page.goto("about:blank")
    mantel.sign_in(page, "/pair", wall=screen != "phone")
    expect(page.get_by_role("heading", name="Add a device")).to_be_visible()
    page.get_by_role("button", name="Approve").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    assert_accessible(page)
    mantel.go(page, "/settings/passkeys")
    expect(page.get_by_role("heading", name="Recovery codes", exact=True)).to_be_visible()
    assert_accessible(page)
