"""Servers in the home network are not called, by name or by address, unless a setting allows it."""

from pathlib import Path

import pytest

from appliance.calendar.accounts.actions import connect
from appliance.kernel.database.database import Database
from appliance.settings import Settings
from tests.calendar.servers import PASSWORD, USER, Radicale
from tests.client import Client


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """As the machine comes."""
    return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin")


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "localhost", "nas.local", "192.168.1.5", "2130706433"])
def test_a_server_at_home_is_rejected(client: Client, server: Radicale, host: str) -> None:
    port = server.url.rpartition(":")[2]
    body = {"name": "Home", "serverUrl": f"http://{host}:{port}", "username": USER, "password": PASSWORD}

    answer = client.post("/api/accounts/caldav", body)

    assert (400, "serverUrl: must be a public address, not one of the home network") == (
        answer.status_code,
        answer.json()["error"],
    )
    assert ([], []) == (server.requests, client.get("/api/accounts").json())


def test_a_calendar_at_home_is_rejected(client: Client, database: Database, server: Radicale) -> None:
    account = database.write_now(connect, "caldav", "Home", "{}")
    body = {"kind": "caldav", "name": "X", "accountId": account.id, "remoteId": f"{server.url}/{USER}/x/"}

    answer = client.post("/api/calendars", body)

    assert (400, "remoteId: must be a public address") == (answer.status_code, answer.json()["error"][:34])
    assert [] == server.requests
