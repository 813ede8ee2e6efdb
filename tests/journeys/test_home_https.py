"""The home's own HTTPS in a real browser: installing the certificate, the check, passkeys."""

import base64
import os
import ssl
import threading
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
from tests.journeys.mantel_server import TIMEOUT_SECONDS, MantelServer, serving
from tests.journeys.nss_trust import home_trusting
from tests.journeys.viewports import SCREENS, every_size, in_both_schemes
from tests.journeys.virtual_authenticator import add_authenticator
from tests.ports import free_port
from tests.waiting import until

pytestmark = pytest.mark.journey

on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
# The browser resolves the names itself, without mDNS.
NAMES = "--host-resolver-rules=MAP *.local 127.0.0.1, MAP bank.example 127.0.0.1"


class Home:
    """A server with HTTP and HTTPS, and the browsers of devices."""

    def __init__(self, mantel: MantelServer, secure_port: int, folder: Path) -> None:
        self.mantel = mantel
        self.port = int(mantel.url.rpartition(":")[2])
        self.secure_port = secure_port
        self.folder = folder
        self.plain = MantelServer(f"http://mantel.local:{self.port}")
        self.secure = MantelServer(f"https://mantel.local:{secure_port}")
        self.authority = httpx.get(f"{mantel.url}/api/home/mantel.crt", timeout=TIMEOUT_SECONDS).content


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    secure_port = free_port()
    with serving(tmp_path / "data", HTTPS_PORT=str(secure_port)) as mantel:
        until(lambda: mantel.call("GET", "/api/home")["https"])
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        mantel.call("PATCH", "/api/settings", {"themeMode": "auto"})
        yield Home(mantel, secure_port, tmp_path)


@contextmanager
def device(browser_type: BrowserType, home: Home, *, trusting: bool) -> Iterator[Browser]:
    """A browser with its own profile, which may trust the home's certificate authority."""
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


def connection_error(page: Page, url: str) -> str:
    """The browser's error for an address."""
    with pytest.raises(Error) as failure:
        page.goto(url)
    return str(failure.value)


def test_the_steps_install_the_certificate_and_the_page_confirms_it(browser_type: BrowserType, home: Home) -> None:
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
        assert "ERR_CERT_AUTHORITY_INVALID" in connection_error(page, home.secure.url)

    with device(browser_type, home, trusting=True) as after:
        page = after.new_page(**SCREENS["phone"], reduced_motion="reduce")
        page.goto(f"{home.plain.url}/trust")
        expect(page.get_by_role("status").filter(has_text="This device trusts the certificate")).to_be_visible()
        assert_accessible(page)
        page.get_by_role("link", name=f"Open mantel.local:{home.secure_port}").tap()
        expect(page.get_by_text("No passkey exists yet")).to_be_visible()
        assert page.evaluate("isSecureContext")
        assert home.secure.url == page.evaluate("location.origin")


def test_a_passkey_is_created_and_used_over_the_homes_https(browser_type: BrowserType, home: Home) -> None:
    with device(browser_type, home, trusting=True) as opened:
        page = opened.new_page(**SCREENS["phone"], reduced_motion="reduce")
        devtools = page.context.new_cdp_session(page)
        devtools.send("WebAuthn.enable")
        add_authenticator(devtools)
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

        home.secure.go(page, "/settings/https")
        here = page.get_by_role("listitem").filter(has_text="This device")
        expect(here).to_contain_text("At home over https")
        expect(page.get_by_role("list", name="All devices")).to_contain_text("Passkey: Ana’s phone")
    [seen] = home.mantel.call("GET", "/api/home/devices")
    assert ("Passkey: Ana’s phone", 2) == (seen["name"], seen["connectionKind"])


def test_a_certificate_of_the_homes_authority_for_another_domain_is_rejected(
    browser_type: BrowserType, home: Home
) -> None:
    """An attacker with the authority's key signs for a bank: a device that trusts the authority rejects it."""
    with device(browser_type, home, trusting=True) as opened:
        page = opened.new_page()
        with impostor(home, "mantel.local") as port:
            page.goto(f"https://mantel.local:{port}")  # the key itself is valid
        for name in ("bank.example", "printer.local"):
            with impostor(home, name) as port:
                assert "ERR_CERT_INVALID" in connection_error(page, f"https://{name}:{port}")


@contextmanager
def impostor(home: Home, name: str) -> Iterator[int]:
    """A server whose certificate for a name is signed by the home's authority; yields its port."""
    data = home.folder / "data"
    rows = apsw.Connection(str(data / "mantel.db")).execute("SELECT fingerprint, encrypted_key FROM authorities")
    [(fingerprint, encrypted)] = list(rows)
    key = Cipher(base64.b64decode((data / "encryption.key").read_text())).decrypt(encrypted, f"authority {fingerprint}")
    now = datetime.now(UTC)
    file = home.folder / f"{name}.pem"
    day = timedelta(days=1)
    file.write_text(certificates.make_leaf(home.authority, key, name, [], now - day, now + day))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hello)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Hello(BaseHTTPRequestHandler):
    """Answers every request alike."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@every_size
@on_wall_and_phone
@in_both_schemes
def test_the_secure_connection_is_accessible(page: Page, home: Home, screen: str) -> None:
    wall = screen != "phone"
    home.mantel.sign_in(page, "/settings/https", wall=wall)
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
