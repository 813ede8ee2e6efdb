"""Journeys of a connected app: it requests access, a parent consents on a phone, it calls tools, it is removed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import TIMEOUT_SECONDS, MantelServer, serving
from tests.journeys.mcp_assistant import Assistant, visiting
from tests.journeys.viewports import every_size, in_both_schemes, on_the_phone

pytestmark = pytest.mark.journey

on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
BACK = "https://app.example/back"


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    """A household with a chore; its colour scheme follows the device."""
    with serving(tmp_path / "data") as served:
        served.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        served.call("POST", "/api/chores", {"title": "Water the plants", "rrule": "FREQ=DAILY"})
        served.call("PATCH", "/api/settings", {"themeMode": "auto"})
        yield served


def authorize_url(mantel: MantelServer, name: str = "Butler", **other: str) -> str:
    """The authorization URL that an app opens."""
    request = {"redirect_uris": [BACK], "client_name": name}
    client = (
        httpx.post(f"{mantel.url}/oauth/register", json=request, timeout=TIMEOUT_SECONDS)
        .raise_for_status()
        .json()["client_id"]
    )
    asked = {
        "response_type": "code",
        "client_id": client,
        "redirect_uri": BACK,
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        "state": "abc",
        **other,
    }
    return f"{mantel.url}/oauth/authorize?{httpx.QueryParams(asked)}"


def chores(result: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = result.structured_content["chores"]
    return found


def status(mantel: MantelServer, assistant: Assistant, path: str = "/mcp") -> int:
    """The status that the server answers to the assistant's token now."""
    assert assistant.tokens
    headers = {"Authorization": f"Bearer {assistant.tokens.access_token}"}
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    return httpx.post(f"{mantel.url}{path}", headers=headers, json=ping, timeout=TIMEOUT_SECONDS).status_code


@on_the_phone
def test_an_assistant_is_connected_used_and_removed(page: Page, mantel: MantelServer) -> None:
    code = mantel.call("POST", "/api/recovery-codes")["codes"][0]
    with visiting(mantel.url, "Butler") as assistant:
        page.goto(assistant.page())
        expect(page.get_by_text("An app wants to connect")).to_be_visible()
        page.get_by_role("button", name="Use a recovery code").tap()
        type_into(page.get_by_label("Recovery code"), code)
        page.get_by_role("button", name="Sign in").tap()

        expect(page.get_by_role("heading", name="“Butler” wants to access Mantel")).to_be_visible()
        expect(page.get_by_text("a program on this device")).to_be_visible()
        expect(page.get_by_role("radio", name="Everyday access")).to_be_checked()
        page.get_by_role("button", name="Connect", exact=True).tap()
        expect(page.get_by_role("heading", name="You may close this page")).to_be_visible()

        [chore] = chores(assistant.do("list_chores"))
        assert ("Water the plants", False) == (chore["title"], chore["completed"])
        assert {"ok": True} == assistant.do("complete_chore", choreId=chore["id"]).structured_content
        [done] = chores(assistant.do("list_chores"))
        assert done["completed"] is True
        rejected = assistant.do("add_member", name="Zoe", color="#123456")
        assert (True, "display key cannot access this route") == (rejected.is_error, rejected.content[0].text)
        assert ["Ana"] == [member["name"] for member in mantel.call("GET", "/api/members")]
        assert assistant.tokens and "mantel:display" == assistant.tokens.scope
        assert 200 == status(mantel, assistant)

        page.goto(f"{mantel.url}/#/settings/apps")
        listed = page.get_by_role("list", name="Connected apps")
        expect(listed).to_contain_text("Butler")
        expect(listed).to_contain_text("Everyday access")
        expect(listed).to_contain_text("by “Recovery code”")
        expect(listed).to_contain_text("Last used")
        page.get_by_role("button", name="Disconnect Butler").tap()
        page.locator("dialog[open]").get_by_role("button", name="Disconnect").tap()
        expect(page.get_by_text("No connected apps.")).to_be_visible()

        assert 401 == status(mantel, assistant)
        # Without tokens it requests access again, and the parent denies it.
        assistant.request("list_chores")
        page.goto(assistant.page())
        page.get_by_role("button", name="Deny").tap()
        expect(page.get_by_role("heading", name="You may close this page")).to_be_visible()
        assert "access_denied" in repr(assistant.answer())
    assert [] == mantel.call("GET", "/api/authorizations")


@on_the_phone
def test_full_access_has_to_be_selected(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page)
    with visiting(mantel.url, "Butler") as assistant:
        page.goto(assistant.page())
        expect(page.get_by_text("The app asks for full access")).to_be_visible()
        page.get_by_role("radio", name="Full access").check()
        expect(page.get_by_text("The app asks for full access")).to_have_count(0)
        page.get_by_role("button", name="Connect", exact=True).tap()
        expect(page.get_by_role("heading", name="You may close this page")).to_be_visible()
        assert not assistant.do("add_member", name="Zoe", color="#123456").is_error
    assert ["Ana", "Zoe"] == [member["name"] for member in mantel.call("GET", "/api/members")]


@on_the_phone
def test_an_unknown_app_gets_an_error(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page)
    page.goto(authorize_url(mantel).replace("app.example", "evil.example"))
    expect(page.get_by_role("heading", name="This app cannot be connected")).to_be_visible()
    assert page.url.startswith(f"{mantel.url}/oauth/authorize?")
    assert_accessible(page)
    mantel.sign_in(page, "/authorize?client_id=nobody&redirect_uri=https://app.example/back")
    expect(page.get_by_text("The request has expired or was changed.")).to_be_visible()
    expect(page.get_by_role("button", name="Connect", exact=True)).to_have_count(0)


@on_the_phone
def test_a_display_key_cannot_consent(page: Page, mantel: MantelServer) -> None:
    key = mantel.call("POST", "/api/keys", {"name": "Tablet"})["key"]
    page.goto(f"{mantel.url}/#/enter?key={key}")
    page.locator("#main").wait_for()
    page.goto(authorize_url(mantel))
    expect(page.get_by_role("heading", name="Only a parent can do this")).to_be_visible()
    expect(page.get_by_role("button", name="Connect", exact=True)).to_have_count(0)


@every_size
@on_wall_and_phone
@in_both_schemes
def test_consent_and_connected_apps_are_accessible(page: Page, mantel: MantelServer) -> None:
    page.goto(authorize_url(mantel))
    expect(page.get_by_text("An app wants to connect")).to_be_visible()
    assert_accessible(page)
    page.goto("about:blank")
    mantel.sign_in(page)
    page.goto(authorize_url(mantel, "A butler with a name that is about as long as any name may be, which is eighty"))
    expect(page.get_by_text("The response goes to app.example.")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("radio", name="Full access").check()
    assert_accessible(page)
    mantel.go(page, "/settings/apps")
    expect(page.get_by_text("No connected apps.")).to_be_visible()
    assert_accessible(page)
