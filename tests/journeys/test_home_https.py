"""The home's own HTTPS in a real browser: it is trusted by a certificate, checked, and good for passkeys."""

import base64
import os
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import apsw
import httpx
import pytest
from playwright.sync_api import Browser, BrowserType, Error, Page, expect

from appliance.kernel.encryption import Cipher
from appliance.network import certificates
from tests.journeys import browser as chromium
from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import TIMEOUT_S, MantelServer, free_port, serving
from tests.journeys.nss_trust import home_trusting
from tests.journeys.viewports import SCREENS, in_both_schemes

pytestmark = pytest.mark.journey

on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
# Names are looked up by the browser itself: what a network says of .local is tested without one.
NAMES = "--host-resolver-rules=MAP *.local 127.0.0.1, MAP bank.example 127.0.0.1"


class Home:
    """A household that serves http and https, and the browsers of its devices."""

    def __init__(self, mantel: MantelServer, secure_port: int, folder: Path) -> None:
        self.mantel = mantel
        self.port = int(mantel.url.rpartition(":")[2])
        self.secure_port = secure_port
        self.folder = folder
        self.plain = MantelServer(f"http://mantel.local:{self.port}")
        self.secure = MantelServer(f"https://mantel.local:{secure_port}")
        self.authority = httpx.get(f"{mantel.url}/api/home/mantel.crt").content


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    secure_port = free_port()
    with serving(tmp_path / "data", HTTPS_PORT=str(secure_port)) as mantel:
        until = time.monotonic() + TIMEOUT_S
        while not mantel.call("GET", "/api/home")["https"]:
            assert time.monotonic() < until, "https did not come up"
            time.sleep(0.05)
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        mantel.call("PATCH", "/api/settings", {"themeMode": "auto"})
        yield Home(mantel, secure_port, tmp_path)


@contextmanager
def device(browser_type: BrowserType, home: Home, *, trusting: bool) -> Iterator[Browser]:
    """A browser of its own, with or without the home's authority among those it trusts."""
    folder = home_trusting(home.folder, home.authority) if trusting else home.folder
    opened = browser_type.launch(
        executable_path=chromium.required(),
        args=[*chromium.launch_flags(), NAMES],
        env={**os.environ, "HOME": str(folder)},
    )
    try:
        yield opened
    finally:
        opened.close()


def refusal(page: Page, url: str) -> str:
    """Why the browser does not open an address."""
    with pytest.raises(Error) as refused:
        page.goto(url)
    return str(refused.value)


def test_the_steps_lead_to_trust_and_the_page_turns_green(browser_type: BrowserType, home: Home) -> None:
    with device(browser_type, home, trusting=False) as before:
        page = before.new_page(**SCREENS["phone"], reduced_motion="reduce")
        page.goto(f"{home.plain.url}/trust")
        expect(page.get_by_role("status").filter(has_text="Not set up yet")).to_be_visible()
        page.get_by_role("radiogroup").get_by_text("Android").tap()
        with page.expect_download() as fetched:
            page.get_by_role("link", name="Download certificate").tap()
        assert home.authority == Path(fetched.value.path()).read_bytes()
        page.get_by_role("radiogroup").get_by_text("iPhone").tap()
        assert "/api/home/mantel.mobileconfig" == page.get_by_role("link", name="Download profile").get_attribute(
            "href"
        )
        assert "ERR_CERT_AUTHORITY_INVALID" in refusal(page, home.secure.url)

    with device(browser_type, home, trusting=True) as after:
        page = after.new_page(**SCREENS["phone"], reduced_motion="reduce")
        page.goto(f"{home.plain.url}/trust")
        expect(page.get_by_role("status").filter(has_text="This device trusts the certificate")).to_be_visible()
        assert_accessible(page)
        page.get_by_role("link", name=f"Open mantel.local:{home.secure_port}").tap()
        expect(page.get_by_text("No passkey exists yet")).to_be_visible()
        assert page.evaluate("isSecureContext")
        assert home.secure.url == page.evaluate("location.origin")


def test_a_passkey_is_made_and_used_over_the_homes_https(browser_type: BrowserType, home: Home) -> None:
    with device(browser_type, home, trusting=True) as opened:
        page = opened.new_page(**SCREENS["phone"], reduced_motion="reduce")
        devtools = page.context.new_cdp_session(page)
        devtools.send("WebAuthn.enable")
        finger = {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True,
        }  # fmt: skip
        devtools.send("WebAuthn.addVirtualAuthenticator", {"options": finger})
        home.secure.sign_in(page, "/settings/passkeys")
        page.get_by_role("button", name="Create passkey").tap()
        type_into(page.get_by_label("Name"), "Ana’s phone")
        page.get_by_role("button", name="Create", exact=True).tap()
        expect(page.get_by_role("list", name="Passkeys")).to_contain_text("Ana’s phone")

        home.secure.go(page, "/settings/device")
        page.get_by_role("button", name="Sign out").tap()
        page.locator("dialog[open]").get_by_role("button", name="Sign out").tap()
        page.get_by_role("button", name="Sign in with a passkey").tap()
        expect(page.locator("#main")).to_be_visible()
        home.secure.go(page, "/settings/device")
        expect(page.get_by_text("Signed in as “Passkey: Ana’s phone”")).to_be_visible()

        home.secure.go(page, "/settings/phones")
        here = page.get_by_role("listitem").filter(has_text="This device")
        expect(here).to_contain_text("At home over https")
        expect(page.get_by_role("list", name="All devices")).to_contain_text("Passkey: Ana’s phone")
    [seen] = home.mantel.call("GET", "/api/home/devices")
    assert ("Passkey: Ana’s phone", 2) == (seen["name"], seen["connectionKind"])


def test_what_the_homes_authority_signs_for_others_is_refused(browser_type: BrowserType, home: Home) -> None:
    """Somebody has stolen the key and signs for a bank: a device that trusts the home does not believe it."""
    with device(browser_type, home, trusting=True) as opened:
        page = opened.new_page()
        with impostor(home, "mantel.local") as port:
            page.goto(f"https://mantel.local:{port}")  # the stolen key itself is good
        for name in ("bank.example", "printer.local"):
            with impostor(home, name) as port:
                assert "ERR_CERT_INVALID" in refusal(page, f"https://{name}:{port}")


@contextmanager
def impostor(home: Home, name: str) -> Iterator[int]:
    """A server with a certificate for a name, signed with the key of the home's own authority; its port."""
    data = home.folder / "data"
    rows = apsw.Connection(str(data / "mantel.db")).execute("SELECT fingerprint, encrypted_key FROM authorities")
    [(fingerprint, sealed)] = list(rows)
    key = Cipher(base64.b64decode((data / "encryption.key").read_text())).decrypt(sealed, f"authority {fingerprint}")
    now = datetime.now(UTC)
    file = home.folder / f"{name}.pem"
    day = timedelta(days=1)
    file.write_text(certificates.make_leaf(home.authority, key, name, [], now - day, now + day))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hello)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Hello(BaseHTTPRequestHandler):
    """Answers every question alike."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@on_wall_and_phone
@in_both_schemes
def test_phones_and_https_can_be_used_by_everybody(page: Page, home: Home, screen: str) -> None:
    wall = screen != "phone"
    home.mantel.sign_in(page, "/settings/phones", wall=wall)
    expect(page.get_by_role("img", name="Scan this with the phone’s camera")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="This device")).to_contain_text("The server machine")
    expect(page.get_by_text(f"mantel.local:{home.port}/trust")).to_be_visible()
    assert_accessible(page)
    page.get_by_text("Verify the certificate").tap()
    shown = page.locator("details code").inner_text()
    assert certificates.fingerprint(home.authority) == shown.replace(" ", "").lower()

    home.mantel.go(page, "/trust")
    expect(page.get_by_role("heading", name="Set up https")).to_be_visible()
    for kind in ("iPhone, iPad", "Android", "Computer"):
        page.get_by_role("radiogroup").get_by_text(kind).tap()
        assert_accessible(page)
