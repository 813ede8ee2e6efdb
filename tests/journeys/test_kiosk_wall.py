"""Journeys of the wall that a kiosk shows: claimed by a phone, its key, its status."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.qr_codes import scan
from tests.journeys.viewports import SCREENS, every_size, in_both_schemes, on_every_screen
from tests.waiting import until
from tests.wall.fake_kiosk import FakeKiosk

on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


class Bridge:
    """The bridge between the page and the server's kiosk socket, as the real kiosk provides it."""

    def __init__(self, kiosk: FakeKiosk):
        self._kiosk = kiosk
        self._received: list[dict[str, Any]] = []
        self._last_status: dict[str, Any] = {}
        self.asked: list[dict[str, Any]] = []
        kiosk.socket.settimeout(None)
        threading.Thread(target=self._listen, daemon=True).start()

    def bind(self, page: Page) -> None:
        """Give the page its binding. `pass_on` delivers the server's messages."""
        page.expose_binding("mantelKiosk", lambda _, text: self._on_request(json.loads(text)))

    def pass_on(self, page: Page) -> None:
        """Send the page the messages received from the server meanwhile."""
        while self._received:
            message = self._received.pop(0)
            if not message:
                continue
            if message["type"] == "household":
                self._last_status = message
                if message["claimed"]:
                    self._kiosk.send({"type": "request-key"})
                self._send(page, {"claim": message["claim"]})
            elif message["type"] == "key":
                self._send(page, {name: message[name] for name in ("key", "why") if name in message})

    def pass_on_until(self, page: Page, reached: Callable[[], object]) -> None:
        """Send the page the messages that are received until the condition is true."""

        def ask() -> object:
            self.pass_on(page)
            return reached()

        until(ask, page=page)

    def _listen(self) -> None:
        while message := self._kiosk.receive():
            self._received.append(message)

    def _on_request(self, request: dict[str, Any]) -> None:
        self.asked.append(request)
        if request["do"] == "hello" and not request["key"]:
            self._kiosk.send({"type": "request-key"})
            self._received.append(self._last_status)

    def _send(self, page: Page, detail: dict[str, Any]) -> None:
        page.evaluate("detail => { dispatchEvent(new CustomEvent('mantel:kiosk', { detail })) }", detail)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A parent's phone beside the wall."""
    context = browser.new_context(**SCREENS["phone"], reduced_motion="reduce")
    yield context.new_page()
    context.close()


@on_the_wall
@in_both_schemes
def test_a_wall_is_claimed_by_a_phone_and_gets_its_key(page: Page, phone: Page, tmp_path: Path) -> None:
    with serving(tmp_path / "data", HOST="0.0.0.0") as mantel, FakeKiosk(tmp_path / "data" / "wall.sock") as kiosk:
        bridge = Bridge(kiosk)
        bridge.bind(page)
        page.goto(f"{mantel.url}/?wall=1")
        code = page.get_by_role("img", name="Scan this with a parent’s phone")
        bridge.pass_on_until(page, code.is_visible)
        assert_accessible(page)
        address = scan(code, page)
        assert re.fullmatch(r"http://[0-9.]+:[0-9]+/#/setup\?code=[0-9]{6}", address)
        assert code.bounding_box()["width"] > 300  # type: ignore[index]

        phone.goto(address)
        phone.get_by_role("button", name="Start", exact=True).tap()
        expect(phone.get_by_role("heading", name="Language and clock")).to_be_visible()
        waits = page.get_by_role("heading", name="Continue on the phone")
        bridge.pass_on_until(page, waits.is_visible)
        assert_accessible(page)
        page.get_by_role("button", name="Show the board now").tap()
        expect(waits).to_be_hidden()
        expect(page.get_by_role("link", name="Today")).to_be_visible()
        # The page says hello again with its key.
        bridge.pass_on_until(page, lambda: [one["key"] for one in bridge.asked if one["do"] == "hello"][-1:] == [True])
        keys = [(key["name"], key["scope"]) for key in mantel.call("GET", "/api/keys")]
        assert ("This wall", "display") in keys


@on_the_wall
def test_a_wall_can_be_set_up_on_its_own_screen(page: Page, tmp_path: Path) -> None:
    with serving(tmp_path / "data") as mantel, FakeKiosk(tmp_path / "data" / "wall.sock") as kiosk:
        bridge = Bridge(kiosk)
        bridge.bind(page)
        page.goto(f"{mantel.url}/?wall=1")
        here = page.get_by_role("button", name="Set it up on this screen")
        bridge.pass_on_until(page, here.is_visible)
        here.tap()
        page.get_by_role("button", name="Start", exact=True).tap()
        expect(page.get_by_role("heading", name="Language and clock")).to_be_visible()


@pytest.fixture(scope="module")
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[MantelServer, Path]]:
    """A household with Ana, and the path of its kiosk socket."""
    folder = tmp_path_factory.mktemp("wall") / "data"
    with serving(folder) as mantel:
        mantel.call("PATCH", "/api/settings", {"themeMode": "auto"})
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        yield mantel, folder / "wall.sock"


@pytest.fixture
def kiosk(application: tuple[MantelServer, Path]) -> Iterator[FakeKiosk]:
    with FakeKiosk(application[1]) as kiosk:
        kiosk.send_report()
        yield kiosk


@on_the_wall
def test_a_removed_wall_shows_it_and_returns_when_it_is_allowed(
    application: tuple[MantelServer, Path], kiosk: FakeKiosk, page: Page, phone: Page
) -> None:
    mantel, _ = application
    bridge = Bridge(kiosk)
    bridge.bind(page)
    page.goto(f"{mantel.url}/?wall=1")
    view = page.get_by_role("link", name="Today")
    bridge.pass_on_until(page, view.is_visible)

    mantel.call("DELETE", f"/api/keys/{mantel.call('GET', '/api/wall')['key']['id']}")
    removed = page.get_by_text("A parent removed this wall’s key")
    bridge.pass_on_until(page, removed.is_visible)
    expect(page.get_by_role("img", name="Scan this with a parent’s phone")).to_be_visible()
    assert_accessible(page)

    mantel.sign_in(phone, "/settings/wall")
    phone.get_by_role("button", name="Allow again").tap()
    expect(phone.get_by_role("button", name="Allow again")).to_have_count(0)
    bridge.pass_on_until(page, view.is_visible)


@every_size
@on_every_screen
@in_both_schemes
def test_the_wall_status_is_accessible(application: tuple[MantelServer, Path], kiosk: FakeKiosk, page: Page) -> None:
    mantel, _ = application
    mantel.sign_in(page, "/settings/wall")
    expect(page.get_by_text("51 °C")).to_be_visible()
    expect(page.get_by_text("The page is shown")).to_be_visible()
    expect(page.get_by_text("3 times (kiosk started")).to_be_visible()
    expect(page.get_by_text(": nightly restart.")).to_be_visible()
    assert_accessible(page)
    kiosk.send_report(page="silent", temperature=86)
    expect(page.get_by_role("heading", name="Something is wrong")).to_be_visible()
    expect(page.get_by_text("Too hot: the processor slows down")).to_be_visible()
    assert_accessible(page)


@on_every_screen
def test_without_a_kiosk_the_page_shows_how_to_install_one(page: Page, tmp_path: Path) -> None:
    with serving(tmp_path / "data") as mantel:
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        mantel.sign_in(page, "/settings/about")
        page.get_by_role("link", name="Wall status").last.tap()
        expect(page.get_by_role("heading", name="No screen attached")).to_be_visible()
        expect(page.get_by_text("Storage", exact=True)).to_be_visible()
        expect(page.get_by_role("switch", name="Screen off at night")).to_have_count(0)
        assert_accessible(page)


@on_the_wall
def test_the_wall_is_controlled_from_its_own_settings(
    application: tuple[MantelServer, Path], kiosk: FakeKiosk, page: Page, context: BrowserContext
) -> None:
    mantel, _ = application
    mantel.call("PATCH", "/api/wall", {"rotation": 0})
    received: list[dict[str, Any]] = []
    key = kiosk.request_key()["key"]

    def listen() -> None:
        for each in iter(kiosk.receive, {}):
            received.append(each)

    threading.Thread(target=listen, daemon=True).start()
    context.expose_binding("mantelKiosk", lambda _, text: None)
    page.goto(f"{mantel.url}/#/enter?key={key}&wall=1")
    page.locator("#main").wait_for()
    mantel.go(page, "/settings/wall")

    page.get_by_role("switch", name="Screen off at night").tap()
    expect(page.get_by_role("button", name="Off from")).to_be_visible()
    wait_for_message(page, received, sleepFrom="22:00", sleepUntil="06:30")
    page.get_by_role("button", name="Increase Night brightness").tap()
    wait_for_message(page, received, nightBrightness=45)

    turn(page, "Upside down")
    asked = page.get_by_role("dialog", name="Keep this rotation?")
    expect(asked).to_be_visible()
    wait_for_message(page, received, rotation=180)
    assert_accessible(page)
    asked.get_by_role("button", name="Change back").tap()
    wait_for_message(page, received, rotation=0)
    assert 0 == mantel.call("GET", "/api/wall")["settings"]["rotation"]

    turn(page, "90° clockwise")
    asked.get_by_role("button", name="Keep").tap()
    expect(page.get_by_role("button", name="Rotation")).to_contain_text("90° clockwise")
    expect(asked).to_be_hidden()
    wait_for_message(page, received, rotation=90)

    page.get_by_role("button", name="Restart the screen").tap()
    page.get_by_role("dialog").get_by_role("button", name="Restart the screen").tap()
    wait_for_message(page, received, type="command", name="restart")
    page.get_by_role("button", name="Screen off for ten seconds").tap()
    wait_for_message(page, received, type="command", name="screen-off")
    mantel.call("PATCH", "/api/wall", {"rotation": 0, "sleepFrom": None, "sleepUntil": None})


def turn(page: Page, words: str) -> None:
    page.get_by_role("button", name="Rotation").tap()
    page.get_by_role("option", name=words).tap()


def wait_for_message(page: Page, received: list[dict[str, Any]], **wanted: Any) -> None:
    """Wait until the kiosk has received a message with all of these values, then forget the received ones."""
    until(lambda: received, lambda messages: any(wanted.items() <= each.items() for each in messages), page=page)
    received.clear()
