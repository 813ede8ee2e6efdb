"""The REST endpoints of the wall: with and without a kiosk, access, and error messages."""

from typing import Any

import pytest

from tests.client import Client, ClientOf
from tests.fakes import FakeClock
from tests.wall.conftest import Connect


def test_without_a_kiosk_the_machine_is_reported(client: Client, clock: FakeClock) -> None:
    status = client.get("/api/wall").json()
    disk = status["machine"].pop("disk")
    assert 0 < disk["free"] <= disk["total"]
    assert {
        "attached": False,
        "since": None,
        "version": None,
        "reportedAt": None,
        "report": None,
        "trial": None,
        "settings": {
            "sleepFrom": None,
            "sleepUntil": None,
            "idleMinutes": None,
            "rotation": 0,
            "brightness": 100,
            "nightBrightness": 40,
            "recycleAt": "03:30",
        },
        "machine": {
            "clock": "unknown",
            "now": "2026-11-20T15:24:00.000Z",
            "lastSync": {"calendars": 0, "at": None, "failing": []},
            "remoteBackup": None,
            "degraded": [],
        },
        "key": None,
    } == status
    clock.right = True
    assert "right" == client.get("/api/wall").json()["machine"]["clock"]
    clock.right = False
    machine = client.get("/api/wall").json()["machine"]
    assert ("wrong", ["clock"]) == (machine["clock"], machine["degraded"])


def test_settings_are_stored_and_raise_rev(client: Client) -> None:
    before = client.get("/api/rev").json()["rev"]
    night = {"sleepFrom": "22:00", "sleepUntil": "06:30", "idleMinutes": 30}
    rest = {"rotation": 90, "brightness": 80, "nightBrightness": 10, "recycleAt": "04:00"}
    assert {**night, **rest} == client.patch("/api/wall", {**night, **rest}).json()
    assert {**night, **rest} == client.get("/api/wall").json()["settings"]
    assert client.get("/api/rev").json()["rev"] > before


@pytest.mark.parametrize(
    ("patch", "error"),
    [
        ({"rotation": 45}, "rotation: Invalid enum value 45"),
        ({"brightness": 4}, "brightness: Expected `int` >= 5"),
        ({"brightness": 101}, "brightness: Expected `int` <= 100"),
        ({"brightness": "80"}, "brightness: Expected `int`, got `str`"),
        ({"nightBrightness": 0}, "nightBrightness: Expected `int` >= 1"),
        ({"idleMinutes": 0}, "idleMinutes: Expected `int` >= 1"),
        ({"idleMinutes": 1441}, "idleMinutes: Expected `int` <= 1440"),
        ({"recycleAt": "3:30"}, "recycleAt: must be HH:MM"),
        ({"recycleAt": None}, "recycleAt: Expected `str`, got `null`"),
        ({"sleepFrom": "22:00"}, "sleepUntil: sleepFrom and sleepUntil are set together"),
        ({"sleepFrom": "25:00", "sleepUntil": "06:00"}, "sleepFrom: must be HH:MM"),
    ],
)
def test_an_invalid_setting_is_named(client: Client, patch: dict[str, Any], error: str) -> None:
    answer = client.patch("/api/wall", patch)
    assert (400, error) == (answer.status_code, answer.json()["error"])


KIOSK_COMMANDS = [
    ("POST", "/api/wall/restart", None),
    ("POST", "/api/wall/screen", {"power": "off"}),
    ("POST", "/api/wall/rotation", {"rotation": 90}),
]


@pytest.mark.parametrize(("method", "path", "body"), KIOSK_COMMANDS)
def test_kiosk_commands_answer_409_without_a_kiosk(client: Client, method: str, path: str, body: Any) -> None:
    answer = client.request(method, path, json=body)
    assert (409, {"error": "no kiosk is connected to this server", "code": "no_kiosk"}) == (
        answer.status_code,
        answer.json(),
    )


def test_commands_reach_the_kiosk(client: Client, connect: Connect) -> None:
    kiosk = connect()
    kiosk.receive_with(type="settings")
    for method, path, body in KIOSK_COMMANDS:
        assert 200 == client.request(method, path, json=body).status_code
    assert ["restart", "screen-off"] == [kiosk.receive_with(type="command")["name"] for _ in range(2)]
    assert 90 == kiosk.receive_with(type="settings")["rotation"]
    tried = client.get("/api/wall").json()
    assert (90, 0) == (tried["trial"]["rotation"], tried["settings"]["rotation"])

    assert 90 == client.patch("/api/wall", {"rotation": 90}).json()["rotation"]
    assert client.get("/api/wall").json()["trial"] is None
    client.post("/api/wall/rotation", {"rotation": 180})
    assert 180 == kiosk.receive_with(type="settings")["rotation"]
    client.patch("/api/wall", {"rotation": 90})
    assert 90 == kiosk.receive_with(type="settings")["rotation"]


def test_the_wall_key_has_access_and_another_display_key_has_not(
    client_of: ClientOf, client: Client, display: Client, anybody: Client, connect: Connect
) -> None:
    kiosk = connect()
    own = client_of(kiosk.request_key()["key"])
    callers = {"own": own, "display": display, "anybody": anybody, "admin": client}
    calls: list[tuple[str, str, Any]] = [
        ("GET", "/api/wall", None),
        ("PATCH", "/api/wall", {"brightness": 90}),
        *KIOSK_COMMANDS,
    ]
    for method, path, body in calls:
        given = {"json": body} if body is not None else {}
        answers = {name: caller.request(method, path, **given).status_code for name, caller in callers.items()}
        assert {"own": 200, "display": 403, "anybody": 401, "admin": 200} == answers, path
    assert 403 == own.post("/api/wall/key").status_code
    assert 403 == own.get("/api/keys").status_code


def test_the_status_is_never_cached(client: Client) -> None:
    assert "etag" not in client.get("/api/wall").headers
