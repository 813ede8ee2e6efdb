import msgspec
import pytest

from appliance.access import actions
from appliance.app import Application
from appliance.settings import Settings
from tests.client import Client, ClientOf, Loop
from tests.fakes import FakeClock
from tests.waiting import until

START = "/api/oauth/google/start?key="


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """A household that can connect Google calendars."""
    return msgspec.structs.replace(settings, google_client_id="id", google_client_secret="secret")


@pytest.fixture
def key(application: Application, loop: Loop, client: Client, clock: FakeClock) -> str:
    """A navigation key, made ten seconds before its maker's last use is an hour old."""
    key_id = str(application.database.read.value("SELECT id FROM keys"))
    application.database.write_now(actions.mark_used, key_id)
    clock.turn(minutes=59, seconds=50)
    made: str = client.post("/api/keys/navigation").json()["key"]
    clock.turn(seconds=20)
    return made


def test_a_navigation_key_works_once_also_when_its_use_is_noted(anybody: Client, key: str) -> None:
    assert 302 == anybody.get(START + key).status_code

    assert 401 == anybody.get(START + key).status_code


def test_a_navigation_key_ends_after_a_minute(anybody: Client, key: str, clock: FakeClock) -> None:
    clock.turn(seconds=40)
    assert 401 == anybody.get(START + key).status_code


def test_a_used_navigation_key_is_no_bearer_key(client_of: ClientOf, anybody: Client, key: str) -> None:
    anybody.get(START + key)

    assert 401 == client_of(key).get("/api/keys").status_code


def test_the_use_of_a_navigation_key_counts_for_its_maker(
    application: Application, anybody: Client, client: Client, key: str
) -> None:
    anybody.get(START + key)

    def used_at() -> object:
        return application.database.read.value("SELECT last_used_at FROM keys")

    until(lambda: used_at() == "2026-11-20T16:24:10.000Z")
