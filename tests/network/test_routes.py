"""REST endpoints of the home network: which keys may call them, and no secret in an answer."""

import plistlib
import ssl
from pathlib import Path

import pytest

from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.app import Application
from appliance.network import actions, certificates
from appliance.settings import Settings
from tests.client import Client, ClientOf


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", host="192.168.1.5", public_url="https://family.example")


def test_the_address_of_the_home_needs_no_key(anybody: Client) -> None:
    assert {
        "name": "mantel.local",
        "http": ["http://192.168.1.5:8080", "http://mantel.local:8080"],
        "https": [],
        "publicUrl": "https://family.example",
        "fingerprint": None,
    } == anybody.get("/api/home").json()
    assert "etag" not in anybody.get("/api/home").headers


@pytest.mark.parametrize("name", ["mantel.crt", "mantel.mobileconfig"])
def test_an_authority_that_is_not_there_is_not_found(anybody: Client, name: str) -> None:
    assert 404 == anybody.get(f"/api/home/{name}").status_code


def test_the_authority_needs_no_key_and_contains_no_secret(
    anybody: Client, application: Application, caplog: pytest.LogCaptureFixture
) -> None:
    leaf, pem = application.database.write_now(actions.sign, "mantel", "mantel", ["192.168.1.5", "8.8.8.8"])
    assert ["192.168.1.5"] == leaf.addresses
    plain = anybody.get("/api/home/mantel.crt")
    assert "application/x-x509-ca-cert" == plain.headers["content-type"]
    assert leaf.authority == certificates.fingerprint(plain.content)
    profile = anybody.get("/api/home/mantel.mobileconfig")
    assert "application/x-apple-aspen-config" == profile.headers["content-type"]
    assert plain.content == plistlib.loads(profile.content)["PayloadContent"][0]["PayloadContent"]

    rows = list(application.database.read.rows("SELECT * FROM authorities"))
    assert 1 == len(rows)
    key = application.database.read.cipher.decrypt(rows[0][3], f"authority {leaf.authority}")
    answers = repr(rows) + caplog.text + repr(plain.content) + profile.text
    assert [] == [each for each in (key, pem) if each.splitlines()[1] in answers]
    assert "PRIVATE" not in answers
    assert ssl.DER_cert_to_PEM_cert(plain.content).startswith("-----BEGIN CERTIFICATE-----")


def test_a_typed_address_leads_to_the_steps(anybody: Client) -> None:
    for path in ("/trust", "/trust/"):
        answer = anybody.get(path)
        assert (302, "/#/trust") == (answer.status_code, answer.headers["location"])


def test_every_device_reports_its_connection_and_an_admin_sees_all(
    application: Application, client_of: ClientOf, client: Client, anybody: Client
) -> None:
    wall = application.database.write_now(access.make_key, NewKey(name="Kitchen wall"))
    display = client_of(wall.key)
    assert 401 == anybody.post("/api/home/standing").status_code
    assert (401, 403) == (anybody.get("/api/home/devices").status_code, display.get("/api/home/devices").status_code)

    assert {"connectionKind": 0} == display.post("/api/home/standing", headers={"Host": "localhost:8080"}).json()
    assert {"connectionKind": 1} == client.post("/api/home/standing", headers={"Host": "mantel.local:8080"}).json()
    assert {"connectionKind": 3} == client.post("/api/home/standing", headers={"Host": "family.example"}).json()
    rev = application.database.rev
    client.post("/api/home/standing", headers={"Host": "family.example"})
    assert rev == application.database.rev

    seen = client.get("/api/home/devices").json()
    assert [("Phone", "admin", 3), ("Kitchen wall", "display", 0)] == [
        (each["name"], each["scope"], each["connectionKind"]) for each in seen
    ]
    client.delete(f"/api/keys/{wall.id}")
    assert ["Phone"] == [each["name"] for each in client.get("/api/home/devices").json()]
