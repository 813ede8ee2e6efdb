"""The connection between the server and its kiosk, over a real socket."""

import asyncio
import socket
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from appliance.access import actions as access
from appliance.access.models import Claim, NewKey
from appliance.app import Application, wall_socket
from appliance.kernel.local_socket import LINE_BYTES
from appliance.settings import Settings
from appliance.wall.kiosk_ipc import KioskConnection
from tests.client import Client, ClientOf, Loop
from tests.fakes import FakeClock
from tests.wall.conftest import Connect, listening
from tests.wall.fake_kiosk import REPORT, FakeKiosk

Eventually = Callable[[Callable[[], Any]], Any]


def test_the_kiosk_gets_the_setup_code_and_then_the_claim(application: Application, connect: Connect) -> None:
    code = application.setup_code.text = application.database.write_now(access.new_setup_code)
    kiosk = connect()
    status = kiosk.receive_with(type="household")
    address = f"{application.presence.home().http[0]}/#/setup?code={code}"
    assert {
        "type": "household",
        "claimed": False,
        "timezone": "Europe/Berlin",
        "language": "auto",
        "claim": {"code": code, "address": address, "until": None},
    } == status
    assert {"key": None, "why": "unclaimed", "type": "key"} == kiosk.request_key()

    application.database.write_now(
        access.claim, Claim(code=str(code), device_role="admin", device_name="Ana's phone"), None
    )
    status = kiosk.receive_with(type="household")
    assert (True, None) == (status["claimed"], status["claim"])
    assert kiosk.request_key()["key"].startswith("mtl_")


def test_an_outdated_setup_code_is_not_sent(application: Application, connect: Connect) -> None:
    application.setup_code.text = application.database.write_now(access.new_setup_code)
    application.database.write_now(access.new_setup_code)
    assert connect().receive_with(type="household")["claim"] is None


def test_settings_are_sent_at_once_and_when_they_change(connect: Connect, client: Client) -> None:
    kiosk = connect()
    first = kiosk.receive_with(type="settings")
    assert {
        "type": "settings",
        "sleepFrom": None,
        "sleepUntil": None,
        "idleMinutes": None,
        "rotation": 0,
        "brightness": 100,
        "nightBrightness": 40,
        "recycleAt": "03:30",
    } == first
    client.patch("/api/wall", {"sleepFrom": "22:00", "sleepUntil": "06:30", "brightness": 70})
    assert {**first, "sleepFrom": "22:00", "sleepUntil": "06:30", "brightness": 70} == kiosk.receive_with(
        type="settings"
    )
    client.patch("/api/settings", {"timezone": "Asia/Tokyo"})
    assert "Asia/Tokyo" == kiosk.receive_with(type="household")["timezone"]
    client.patch("/api/settings", {"language": "de"})
    assert "de" == kiosk.receive_with(type="household")["language"]


def test_the_key_is_valid_and_a_later_one_replaces_it(
    application: Application,
    client_of: ClientOf,
    connect: Connect,
    client: Client,
    recorded: Callable[[], Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("appliance.wall.kiosk_ipc.SAME_KEY_SECONDS", 300)
    kiosk = connect()
    first = kiosk.request_key()["key"]
    own = client_of(first)
    assert ("display", "This wall") == tuple(own.get("/api/me").json()[name] for name in ("scope", "keyName"))
    assert 200 == own.get("/api/wall").status_code
    assert first == kiosk.request_key()["key"], "a page that is loaded twice keeps its access"

    monkeypatch.setattr("appliance.wall.kiosk_ipc.SAME_KEY_SECONDS", 0)
    second = kiosk.request_key()["key"]
    assert second != first
    assert [401, 200] == [client_of(key).get("/api/me").status_code for key in (first, second)]
    assert ["This wall"] == [key["name"] for key in client.get("/api/keys").json() if key["scope"] == "display"]
    assert ["display.paired", "settings.changed"] == [topic for topic, _ in recorded()][-2:]
    for file in application.database.path.parent.glob("mantel.db*"):
        assert second.encode() not in file.read_bytes(), "only its hash may be stored"


def test_after_its_key_was_removed_the_wall_gets_none_until_an_admin_allows_it(
    client_of: ClientOf, connect: Connect, client: Client
) -> None:
    kiosk = connect()
    own = client_of(kiosk.request_key()["key"])
    client.delete(f"/api/keys/{client.get('/api/wall').json()['key']['id']}")
    assert 401 == own.get("/api/me").status_code
    for _ in range(2):
        assert {"type": "key", "key": None, "why": "removed"} == kiosk.request_key()
    assert {"id": None, "removed": True} == client.get("/api/wall").json()["key"]

    assert 200 == client.post("/api/wall/key").status_code
    assert kiosk.receive()["type"] == "household", "a kiosk whose page has no key asks again"
    assert client.get("/api/wall").json()["key"] is None
    assert 200 == client_of(kiosk.request_key()["key"]).get("/api/wall").status_code
    assert 409 == client.post("/api/wall/key").status_code


def test_a_report_is_returned_by_the_api(connect: Connect, client: Client, eventually: Eventually) -> None:
    kiosk = connect()
    kiosk.send_report(somethingNew=True)
    state = eventually(lambda: (found := client.get("/api/wall").json())["report"] and found)
    assert REPORT == state["report"]
    assert (True, "1") == (state["attached"], state["version"])
    assert "2026-11-20T15:24:00.000Z" == state["reportedAt"]
    kiosk.close()
    gone = eventually(lambda: not (found := client.get("/api/wall").json())["attached"] and found)
    assert REPORT == gone["report"]


@pytest.mark.parametrize(
    "message",
    [
        b"\n",
        b"GET / HTTP/1.1\r\n",
        b"[1, 2]\n",
        b"\xff\xfe\n",
        b'{"type": 7}\n',
        b'{"type": "report", "page": 9}\n',
        b'{"type": "report", "uptimeSeconds": 1e999}\n',
        b"[" * 20_000 + b"\n",
        b'{"type": {"key": "key"}}\n',
        b'{"type": "report", "memory": {"total": 99999999999999999999999, "available": 1}}\n',
        b'{"type": "hello", "version": {"a": 1}}\n',
    ],
)
def test_invalid_messages_are_ignored(connect: Connect, client: Client, eventually: Eventually, message: bytes) -> None:
    kiosk = connect()
    kiosk.send_bytes(message)
    kiosk.send_report()
    assert REPORT == eventually(lambda: client.get("/api/wall").json()["report"])
    assert kiosk.request_key()["key"]


def test_a_line_that_is_too_long_ends_the_connection(connect: Connect, client: Client, eventually: Eventually) -> None:
    kiosk = connect()
    kiosk.receive_with(type="settings")
    with pytest.raises(OSError):
        for _ in range(100):
            kiosk.send_bytes(b"x" * LINE_BYTES)
    eventually(lambda: not client.get("/api/wall").json()["attached"])
    assert connect().request_key()["key"]


def test_a_new_kiosk_replaces_an_older_one(
    connect: Connect, client: Client, eventually: Eventually, kiosk_connection: KioskConnection
) -> None:
    older = connect()
    older.receive_with(type="settings")
    newer = connect()
    newer.receive_with(type="settings")
    assert {} == older.receive()
    assert newer.request_key()["key"]
    assert client.get("/api/wall").json()["attached"]


def test_a_connection_without_hello_is_ignored(connect: Connect, client: Client) -> None:
    kiosk = connect()
    kiosk.receive_with(type="settings")
    other = connect(hello=False)
    other.send({"type": "request-key"})
    other.send_report(temperature=99)
    assert kiosk.request_key()["key"]
    assert client.get("/api/wall").json()["report"] is None


def test_a_flood_of_messages_does_not_block_the_server(
    connect: Connect, client: Client, eventually: Eventually
) -> None:
    def wall_keys() -> list[Any]:
        return [key for key in client.get("/api/keys").json() if key["name"] == "This wall"]

    kiosk = connect()
    kiosk.socket.setblocking(False)
    with pytest.raises(BlockingIOError):
        while True:
            kiosk.socket.send(b'{"type":"request-key"}\n' * 1000)
    for _ in range(20):
        assert 200 == client.get("/api/rev").status_code
    eventually(wall_keys)
    assert 1 == len(wall_keys())


def test_a_kiosk_that_does_not_read_is_disconnected(
    kiosk_connection: KioskConnection, connect: Connect, client: Client, loop: Loop, eventually: Eventually
) -> None:
    kiosk = connect()
    kiosk.receive_with(type="settings")
    kiosk.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)

    async def flood() -> None:
        for _ in range(40_000):
            if kiosk_connection.state.attached:
                kiosk_connection.restart_browser()

    loop.run(flood())
    eventually(lambda: not kiosk_connection.state.attached)
    assert 409 == client.post("/api/wall/restart").status_code


def test_a_socket_file_of_a_crashed_server_is_replaced(application: Application, loop: Loop, socket_path: Path) -> None:
    stale = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    stale.bind(str(socket_path))
    stale.close()
    with listening(application.kiosk, loop, socket_path):
        assert 0o600 == stat.S_IMODE(socket_path.stat().st_mode)
    assert not socket_path.exists()


@pytest.mark.parametrize("obstacle", ["a file", "no folder"])
def test_without_a_socket_the_server_keeps_running(
    application: Application, client: Client, loop: Loop, socket_path: Path, obstacle: str
) -> None:
    if obstacle == "a file":
        socket_path.write_text("mine")
        path = socket_path
    else:
        path = socket_path.parent / ("x" * 200) / "wall.sock"
    loop.run(KioskConnection(application.database, path, 0o600, application.setup_code, str).run())
    assert not client.get("/api/wall").json()["attached"]
    assert obstacle != "a file" or "mine" == socket_path.read_text()


def test_in_systemds_runtime_folder_the_group_may_open_the_socket(tmp_path: Path) -> None:
    assert (tmp_path / "wall.sock", 0o660) == wall_socket(Settings(runtime_directory=tmp_path))
    assert (tmp_path / "wall.sock", 0o600) == wall_socket(Settings(data_dir=tmp_path))


def test_a_rotation_trial_ends_by_itself(
    application: Application, loop: Loop, client: Client, socket_path: Path, clock: FakeClock
) -> None:
    connection = KioskConnection(
        application.database, socket_path, 0o600, application.setup_code, str, trial_seconds=0.2
    )

    async def try_rotation() -> None:
        connection.try_rotation(90)

    with listening(connection, loop, socket_path), FakeKiosk(socket_path) as kiosk:
        assert 0 == kiosk.receive_with(type="settings")["rotation"]
        loop.run(try_rotation())
        assert 90 == kiosk.receive_with(type="settings")["rotation"]
        assert 0 == kiosk.receive_with(type="settings")["rotation"]
    assert connection.trial is None


def test_a_dark_screen_comes_back_on_by_itself(
    application: Application, loop: Loop, client: Client, socket_path: Path
) -> None:
    connection = KioskConnection(
        application.database, socket_path, 0o600, application.setup_code, str, dark_seconds=0.1
    )

    async def switch_off() -> None:
        connection.switch_screen("off")

    with listening(connection, loop, socket_path), FakeKiosk(socket_path) as kiosk:
        kiosk.receive_with(type="settings")
        loop.run(switch_off())
        assert ["screen-off", "screen-on"] == [kiosk.receive_with(type="command")["name"] for _ in range(2)]


def test_the_server_stops_while_a_kiosk_hangs(application: Application, loop: Loop, socket_path: Path) -> None:
    with listening(application.kiosk, loop, socket_path) as stop, FakeKiosk(socket_path) as kiosk:
        kiosk.receive_with(type="settings")
        kiosk.send({"type": "request-key"})
        stop()
        # The key may have been sent just before.
        while kiosk.receive():
            pass
        # The database is closed next, so nothing may read it any more.
        assert not [task for task in asyncio.all_tasks(loop.loop) if "KioskConnection" in repr(task)]
    assert not socket_path.exists()


def test_a_household_that_lost_its_last_key_gives_the_wall_no_new_one(
    application: Application, connect: Connect, loop: Loop
) -> None:
    only = application.database.write_now(access.make_key, NewKey(name="Phone", scope="admin"))
    kiosk = connect()
    assert kiosk.request_key()["key"]
    application.database.write_now(access.revoke_key, only.id)
    found = [key for key in _keys(application) if key != only.id]
    application.database.write_now(access.revoke_key, found[0])
    assert "removed" == kiosk.request_key()["why"]


def _keys(application: Application) -> list[str]:
    return [key_id for (key_id,) in application.database.read.rows("SELECT id FROM keys")]
