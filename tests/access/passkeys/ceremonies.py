"""Complete passkey ceremonies over REST, for tests that need a passkey."""

from typing import Any

import httpx

from tests.access.passkeys.authenticator import Authenticator
from tests.client import Client


def options(client: Client, **request: Any) -> dict[str, Any]:
    """The options of a registration that may begin."""
    answer = client.post("/api/passkeys/register/options", request)
    assert 200 == answer.status_code, answer.text
    creation_options: dict[str, Any] = answer.json()
    return creation_options


def register(client: Client, device: Authenticator, name: str = "Ana's phone", **request: Any) -> httpx.Response:
    """A registration to its end."""
    made = device.create(options(client, **request))
    return client.post("/api/passkeys/register/verify", {"name": name, "response": made, **request})


def challenge(client: Client) -> dict[str, Any]:
    """The options of a login."""
    answer = client.post("/api/passkeys/login/options")
    assert 200 == answer.status_code, answer.text
    creation_options: dict[str, Any] = answer.json()
    return creation_options


def sign_in(client: Client, device: Authenticator) -> httpx.Response:
    """A login to its end."""
    return client.post("/api/passkeys/login/verify", {"response": device.use(challenge(client))})
