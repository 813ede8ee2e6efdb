"""Passkeys in a real browser: Chromium's virtual authenticator signs, the server verifies."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from tests.journeys.mantel_server import KEY, MantelServer, serving
from tests.journeys.virtual_authenticator import add_authenticator

pytestmark = pytest.mark.journey

CEREMONY = """async ({ begin, finish, make, key, body, more }) => {
  const ask = async (path, sent) => {
    const headers = { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) }
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(sent) })
    return { status: answer.status, body: await answer.json() }
  }
  const asked = await ask(begin, body)
  if (asked.status !== 200) return asked
  try {
    const credential = make
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked.body),
        })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked.body) })
    return await ask(finish, { response: credential.toJSON(), ...more })
  } catch (problem) {
    return { status: 0, body: problem.name }
  }
}"""


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    with serving(tmp_path / "data") as served:
        yield served


@pytest.fixture
def devtools(page: Page, mantel: MantelServer) -> CDPSession:
    """The page at localhost, and a virtual authenticator that confirms every request."""
    page.goto(mantel.url.replace("127.0.0.1", "localhost"))
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    add_authenticator(session)
    return session


def register(page: Page, name: str, key: str | None = KEY, **request: Any) -> Any:
    steps = {"begin": "/api/passkeys/register/options", "finish": "/api/passkeys/register/verify", "make": True}
    token = {"token": request["token"]} if "token" in request else {}
    return page.evaluate(CEREMONY, {**steps, "key": key, "body": request, "more": {"name": name, **token}})


def sign_in(page: Page) -> Any:
    steps = {"begin": "/api/passkeys/login/options", "finish": "/api/passkeys/login/verify", "make": False}
    return page.evaluate(CEREMONY, {**steps, "key": None, "body": {}, "more": {}})


def test_a_passkey_is_created_used_and_removed(page: Page, mantel: MantelServer, devtools: CDPSession) -> None:
    token = mantel.call("POST", "/api/passkeys/register-token")["token"]

    made = register(page, "Ana's phone", key=None, token=token, authenticator="platform")

    assert 200 == made["status"], made
    for _ in range(2):
        session = sign_in(page)
        assert 200 == session["status"], session
        assert {"kind": "session", "keyName": "Passkey: Ana's phone"}.items() <= me(
            page, session["body"]["key"]
        ).items()
    [listed] = mantel.call("GET", "/api/passkeys")
    assert (made["body"]["id"], ["internal"]) == (listed["id"], listed["transports"])
    assert listed["lastUsedAt"]

    # The authenticator reports that it already has one.
    again = register(page, "Ana's phone")
    assert (0, "InvalidStateError") == (again["status"], again["body"])

    mantel.call("DELETE", f"/api/passkeys/{listed['id']}")
    assert 401 == me(page, session["body"]["key"])["status"]
    assert 401 == sign_in(page)["status"]


def test_two_devices_sign_in_with_their_own_passkeys(page: Page, mantel: MantelServer, devtools: CDPSession) -> None:
    assert 200 == register(page, "Phone")["status"]
    devtools.send("WebAuthn.disable")
    devtools.send("WebAuthn.enable")
    add_authenticator(devtools)
    assert 200 == register(page, "Tablet")["status"]
    session = sign_in(page)
    assert "Passkey: Tablet" == me(page, session["body"]["key"])["keyName"]


def test_an_ip_address_is_rejected_before_the_browser_is_asked(page: Page, mantel: MantelServer) -> None:
    page.goto(mantel.url)
    rejected = register(page, "Phone")
    assert 400 == rejected["status"]
    assert "open Mantel by its name" in rejected["body"]["error"]


def me(page: Page, key: str) -> Any:
    return page.evaluate(
        """async (key) => {
          const answer = await fetch('/api/me', { headers: { Authorization: `Bearer ${key}` } })
          return { status: answer.status, ...(await answer.json()) }
        }""",
        key,
    )
