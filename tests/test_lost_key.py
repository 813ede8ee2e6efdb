"""A household whose encryption key was lost: what was encrypted with it is entered again. (docs/operating.md)"""

import pytest

from appliance.app import Application
from appliance.kernel.encryption import Cipher
from tests.calendar.fixtures import FEED
from tests.client import Client, Loop

GOOGLE = {"clientId": "1.apps.googleusercontent.com", "clientSecret": "secret"}
LOST = "this connection cannot be used, because the encryption key was replaced; connect it again"


@pytest.fixture
def feed(client: Client, application: Application, loop: Loop) -> str:
    """The id of a calendar of a feed, beside a provider and a key pair for push; then the key is another one."""
    made = client.post("/api/calendars", {"kind": "ics", "name": "School", "url": FEED})
    # Its first sync would end with an error of its own.
    loop.run(application.syncer.close())
    assert 200 == client.put("/api/providers/google", GOOGLE).status_code
    assert 200 == client.get("/api/push/vapid-public-key").status_code
    application.database.cipher = Cipher(bytes(32))
    return str(made.json()["id"])


def test_an_oauth_client_is_entered_again(client: Client, anybody: Client, feed: str) -> None:
    missing = {"configured": False, "source": None, "secretSet": False}

    assert missing == client.get("/api/providers").json()["google"]
    assert {"google": False, "microsoft": False} == anybody.get("/api/setup").json()["oauth"]
    assert 400 == client.put("/api/providers/google", {"clientId": GOOGLE["clientId"]}).status_code
    assert 200 == client.put("/api/providers/google", GOOGLE).status_code
    assert client.get("/api/providers").json()["google"]["configured"]


def test_an_oauth_client_is_removed(client: Client, feed: str) -> None:
    assert 200 == client.delete("/api/providers/google").status_code


def test_push_has_a_new_key_pair(client: Client, feed: str) -> None:
    first, second = (client.get("/api/push/vapid-public-key") for _ in range(2))

    assert 200 == first.status_code
    assert first.json() == second.json()


def test_a_feed_says_what_is_wrong(client: Client, feed: str) -> None:
    answer = client.post(f"/api/calendars/{feed}/sync")

    assert (502, LOST) == (answer.status_code, answer.json()["error"])
    [calendar] = client.get("/api/calendars").json()
    assert (LOST, {"code": "not_connected"}) == (calendar["lastError"], calendar["lastErrorDetails"])
    changed = client.patch(f"/api/calendars/{feed}", {"url": f"{FEED}?year=2027"})
    assert (200, None) == (changed.status_code, changed.json()["lastError"])


def test_a_device_that_waits_for_its_key_begins_anew(client: Client, anybody: Client, application: Application) -> None:
    begun = anybody.post("/api/pair").json()
    approved = client.post("/api/pair/approve", {"code": begun["code"], "name": "Kitchen"})
    assert 200 == approved.status_code
    application.database.cipher = Cipher(bytes(32))

    answer = anybody.post("/api/pair/poll", {name: begun[name] for name in ("pairingId", "pollToken")})

    assert (404, "not found or expired") == (answer.status_code, answer.json()["error"])
