import logging
import re
from pathlib import Path
from uuid import UUID

import pytest

from appliance.app import Application
from appliance.settings import Settings
from tests.client import Changes, Client
from tests.webhooks.conftest import Deliver
from tests.webhooks.receiver import Receiver

URL = "https://example.com/hook"


def test_a_webhook_is_created_changed_and_deleted(client: Client, application: Application, recorded: Changes) -> None:
    made = client.post("/api/webhooks", {"url": URL, "events": ["list.changed"]})
    assert 201 == made.status_code
    shown = {key: value for key, value in made.json().items() if key != "secret"}
    expected = {"url": URL, "events": ["list.changed"], "enabled": True, "createdAt": "2026-11-20T15:24:00.000Z"}
    assert expected == {key: value for key, value in shown.items() if key != "id"}
    assert 4 == UUID(made.json()["secret"]).version
    assert 4 == UUID(shown["id"]).version

    before = application.database.rev
    changed = client.patch(f"/api/webhooks/{shown['id']}", {"enabled": False, "events": []})
    assert (200, shown | {"enabled": False, "events": []}) == (changed.status_code, changed.json())
    assert before + 1 == application.database.rev
    assert [changed.json()] == client.get("/api/webhooks").json()

    assert {"ok": True} == client.delete(f"/api/webhooks/{shown['id']}").json()
    assert [] == client.get("/api/webhooks").json()
    assert before + 2 == application.database.rev
    assert [] == recorded()


def test_webhooks_are_listed_in_order_of_creation(client: Client) -> None:
    made = [client.post("/api/webhooks", {"url": f"{URL}/{n}", "events": []}).json()["id"] for n in range(5)]
    assert made == [each["id"] for each in client.get("/api/webhooks").json()]


def test_a_secret_is_shown_once_and_encrypted_in_the_database(client: Client, application: Application) -> None:
    made = client.post("/api/webhooks", {"url": URL, "events": [], "secret": "correct horse"}).json()
    assert "correct horse" == made["secret"]
    rotated = client.post(f"/api/webhooks/{made['id']}/rotate").json()
    assert 4 == UUID(rotated["secret"]).version
    client.patch(f"/api/webhooks/{made['id']}", {"secret": "battery staple"})

    assert "secret" not in client.get("/api/webhooks").json()[0]
    stored = application.database.read.value("SELECT secret FROM webhooks")
    assert re.fullmatch(r"v1:[\w+/=]+:[\w+/=]+", stored)
    assert "battery staple" == application.database.cipher.decrypt(stored, made["id"])


def test_an_address_is_encrypted_in_the_database(client: Client, application: Application) -> None:
    made = client.post("/api/webhooks", {"url": "https://hooks.example.com/t0ken", "events": []}).json()
    client.patch(f"/api/webhooks/{made['id']}", {"url": "https://hooks.example.com/n3w-t0ken"})

    assert "t0ken" not in str(list(application.database.read.rows("SELECT * FROM webhooks")))
    assert "https://hooks.example.com/n3w-t0ken" == client.get("/api/webhooks").json()[0]["url"]


def test_a_replaced_encryption_key_leaves_the_list_readable(client: Client, application: Application) -> None:
    client.post("/api/webhooks", {"url": "https://hooks.example.com/t0ken", "events": []})
    application.database.write_now(lambda tx: tx.run("UPDATE webhooks SET url = 'v1:AAAA:AAAA'"))

    assert [""] == [each["url"] for each in client.get("/api/webhooks").json()]


def test_a_rotation_is_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    made = client.post("/api/webhooks", {"url": URL, "events": []}).json()
    with caplog.at_level(logging.INFO):
        rotated = client.post(f"/api/webhooks/{made['id']}/rotate").json()
    [line] = [record for record in caplog.records if "rotated" in record.message]
    assert made["id"] == line.__dict__["webhook"]
    assert rotated["secret"] not in str(line.__dict__)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"events": []}, "url: is required"),
        ({"url": URL}, "events: is required"),
        ({"url": "", "events": []}, "url: must not be empty"),
        ({"url": "ftp://example.com", "events": []}, "url: must be a http or https address"),
        ({"url": URL, "events": "list.changed"}, "events: Expected `array`, got `str`"),
        ({"url": URL, "events": [1]}, "events.0: Expected `str`, got `int`"),
        ({"url": URL, "events": [], "secret": ""}, "secret: must not be empty"),
        ({"url": URL, "events": [], "enabled": 1}, "enabled: Expected `bool`, got `int`"),
    ],
)
def test_an_invalid_webhook_names_its_field(client: Client, body: object, error: str) -> None:
    answer = client.post("/api/webhooks", body)
    assert (400, error) == (answer.status_code, answer.json()["error"])
    assert [] == client.get("/api/webhooks").json()


def test_names_of_events_are_not_checked(client: Client) -> None:
    made = client.post("/api/webhooks", {"url": URL, "events": ["no.such.event"]})
    assert (201, ["no.such.event"]) == (made.status_code, made.json()["events"])


def test_an_unknown_webhook_is_404(client: Client) -> None:
    for method, path in [("PATCH", ""), ("DELETE", ""), ("POST", "/rotate"), ("GET", "/deliveries")]:
        assert 404 == client.request(method, f"/api/webhooks/nobody{path}", json={}).status_code


def test_the_delivery_log_is_never_cached(client: Client, receiver: Receiver, hook: str, deliver_all: Deliver) -> None:
    first = client.get(f"/api/webhooks/{hook}/deliveries")
    assert [] == first.json()
    client.patch("/api/settings", {"familyName": "Linden"})
    deliver_all()
    again = client.get(f"/api/webhooks/{hook}/deliveries", headers={"If-None-Match": first.headers.get("etag", "*")})
    assert ["delivered"] == [each["state"] for each in again.json()]


class TestPrivateReceiversNotAllowed:
    """A server that allows private addresses for feeds only."""

    @pytest.fixture
    def settings(self, tmp_path: Path) -> Settings:
        return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin", allow_private_feed_urls=True)

    @pytest.mark.parametrize("url", ["http://127.0.0.1:1/", "http://192.168.1.5/hook", "http://nas.local/"])
    def test_an_address_in_the_home_is_rejected(self, client: Client, url: str) -> None:
        answer = client.post("/api/webhooks", {"url": url, "events": []})
        expected = {"error": "url: must be a public address, not one of the home network", "code": "private_address"}
        assert (400, expected) == (answer.status_code, answer.json())

        made = client.post("/api/webhooks", {"url": URL, "events": []}).json()
        assert 400 == client.patch(f"/api/webhooks/{made['id']}", {"url": url}).status_code
        assert URL == client.get("/api/webhooks").json()[0]["url"]
