import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from appliance.access import actions as access
from appliance.access.rules import SETUP_CLAIM_LIMIT
from appliance.app import Application
from appliance.kernel.http.request_origin import CrossSiteMiddleware, host_name, is_local, url_host
from appliance.settings import Settings
from tests.building import build
from tests.client import Client, Loop
from tests.fakes import FakeClock

ORIGIN = "https://family.example"


@pytest.fixture
def public(settings: Settings, clock: FakeClock) -> Iterator[Application]:
    """A household with a public address and one allowed origin."""
    named = msgspec.structs.replace(
        settings, public_url="https://home.example/", cors_origins=(ORIGIN,), allowed_hosts=("Pantry.example",)
    )
    built = build(named, clock=clock)
    yield built
    built.database.close()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8080", 200),
        ("mantel.local", 200),
        ("Mantel-2.LOCAL:8080", 200),
        ("192.168.1.7:8080", 200),
        ("[fe80::1]:8080", 200),
        ("home.example", 200),
        ("pantry.example:8443", 200),
        ("mantel.local.", 200),
        ("", 200),
        ("evil.example", 421),
        ("evil.example:8080", 421),
        ("sub.home.example", 421),
        ("local", 421),
        ("192.168.1.7.evil.example", 421),
        ("mantel.local.evil.example", 421),
        ("a b", 400),
        ("localhost@evil.example", 400),
    ],
)
@pytest.mark.parametrize("path", ["/api/home", "/api/setup", "/", "/mcp"])
def test_only_known_host_names_are_answered(public: Application, loop: Loop, host: str, status: int, path: str) -> None:
    answer = Client(public.app, loop).get(path, headers={"Host": host})

    assert status == (answer.status_code if answer.status_code in (400, 421) else 200), answer.text
    if status == 421:
        assert "ALLOWED_HOSTS" in answer.json()["error"]


CROSS_SITE = {
    "a page of another site": {"Sec-Fetch-Site": "cross-site"},
    "with its origin": {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
    "an older browser": {"Origin": "https://evil.example"},
    "without an origin to name": {"Origin": "null"},
    "another port of this host": {"Sec-Fetch-Site": "same-site", "Origin": "http://wall.test:3000"},
    "a host name that begins like ours": {"Origin": "http://wall.test.evil.example"},
}
OWN = {
    "a program": {},
    "this server's pages": {"Sec-Fetch-Site": "same-origin", "Origin": "http://wall.test"},
    "an older browser": {"Origin": "http://wall.test"},
    "behind a proxy that ends TLS": {"Origin": "https://wall.test"},
    "behind a proxy that renames the host": {"Sec-Fetch-Site": "same-origin", "Origin": "https://other.example"},
    "the public address": {"Origin": "https://home.example"},
    "an allowed origin": {"Sec-Fetch-Site": "cross-site", "Origin": ORIGIN},
}


@pytest.mark.parametrize("headers", CROSS_SITE.values(), ids=CROSS_SITE)
@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/api/setup/claim"), ("DELETE", "/api/keys/x"), ("POST", "/mcp")]
)
def test_a_page_of_another_site_changes_nothing(
    public: Application, loop: Loop, headers: dict[str, str], method: str, path: str
) -> None:
    answer = Client(public.app, loop).request(method, path, headers=headers)

    assert 403 == answer.status_code
    assert isinstance(answer.json()["error"], str)


@pytest.mark.parametrize("headers", OWN.values(), ids=OWN)
def test_own_pages_and_programs_may_change(public: Application, loop: Loop, headers: dict[str, str]) -> None:
    answer = Client(public.app, loop).post("/api/setup/claim", {"code": "000000"}, headers=headers)

    assert 400 == answer.status_code
    assert "another site" not in answer.text


def test_requests_of_another_site_use_up_no_attempts(application: Application, loop: Loop) -> None:
    code = application.database.write_now(access.new_setup_code)
    wrong = {"code": "000000" if code != "000000" else "000001", "deviceRole": "admin", "deviceName": "Page"}
    anybody = Client(application.app, loop)
    for _ in range(SETUP_CLAIM_LIMIT):
        for headers in CROSS_SITE.values():
            anybody.post("/api/setup/claim", wrong, headers=headers)

    assert (
        200
        == anybody.post("/api/setup/claim", {"code": code, "deviceRole": "admin", "deviceName": "Phone"}).status_code
    )


def test_another_site_may_read_what_a_browser_hides_from_it(anybody: Client) -> None:
    answer = anybody.get("/api/health", headers=CROSS_SITE["with its origin"])

    assert 200 == answer.status_code
    assert "access-control-allow-origin" not in answer.headers


def test_programs_of_other_sites_may_register(anybody: Client) -> None:
    request = {"client_name": "App", "redirect_uris": ["https://evil.example/back"]}
    assert 201 == anybody.post("/oauth/register", request, headers=CROSS_SITE["with its origin"]).status_code


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 200),
        ("application/json; charset=utf-8", 200),
        ("Application/JSON", 200),
        ("application/merge-patch+json", 200),
        ("text/plain", 400),
        ("text/plain;charset=UTF-8", 400),
        ("application/x-www-form-urlencoded", 400),
        ("multipart/form-data; boundary=x", 400),
        ("", 400),
    ],
)
def test_a_body_must_be_sent_as_json(client: Client, kind: str, status: int) -> None:
    answer = client.request(
        "PATCH", "/api/settings", content=b'{"familyName": "Linden"}', headers={"Content-Type": kind}
    )

    assert status == answer.status_code
    if status == 400:
        assert {"error": "request: must be sent with Content-Type: application/json"} == answer.json()


@pytest.mark.parametrize(
    ("text", "name"),
    [("A.Example:80", "a.example"), ("[::1]:80", "::1"), ("a.example.", "a.example"), ("", ""), ("a/b", None)],
)
def test_a_host_header_is_a_name_and_a_port(text: str, name: str | None) -> None:
    assert name == host_name(text)


def test_names_of_the_home_are_local() -> None:
    assert [True, True, False, False] == [is_local(each) for each in ("x.local", "127.0.0.1", "x.lan", "xlocal")]
    assert "home.example" == url_host("https://Home.example:8443/x")
    assert url_host(None) is None


def test_options_pass_the_cross_site_check() -> None:
    reached: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        reached.append(scope["method"])

    async def unused(message: Any = None) -> None:
        raise AssertionError(message)

    scope = {"type": "http", "method": "OPTIONS", "headers": [(b"sec-fetch-site", b"cross-site")]}
    asyncio.run(CrossSiteMiddleware(app, (), lambda: None)(scope, unused, unused))
    assert ["OPTIONS"] == reached
