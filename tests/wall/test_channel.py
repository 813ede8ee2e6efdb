"""The channel between the house and its kiosk, over a real socket."""

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
from appliance.wall.channel import Channel
from tests.client import Client, Loop
from tests.fakes import FakeClock
from tests.wall.conftest import Attach, there
from tests.wall.kiosk import REPORT, Kiosk

Eventually = Callable[[Callable[[], Any]], Any]


def test_an_unclaimed_house_tells_its_code_and_then_that_it_is_claimed(
    application: Application, attach: Attach
) -> None:
    code = application.setup_code.text = application.database.write_now(access.new_setup_code)
    kiosk = attach()
    told = kiosk.until(tell="house")
    address = f"{application.presence.home().http[0]}/#/setup?code={code}"
    assert {
        "tell": "house", "claimed": False, "timezone": "Europe/Berlin",
        "claim": {"code": code, "address": address, "until": None},
    } == told  # fmt: skip
    assert {"key": None, "why": "unclaimed", "tell": "key"} == kiosk.key()

    application.database.write_now(access.claim, Claim(str(code), "admin", "Ana's phone"), None)
    told = kiosk.until(tell="house")
    assert (True, None) == (told["claimed"], told["claim"])
    assert kiosk.key()["key"].startswith("mtl_")


def test_a_code_that_is_no_longer_the_one_is_not_told(application: Application, attach: Attach) -> None:
    application.setup_code.text = application.database.write_now(access.new_setup_code)
    application.database.write_now(access.new_setup_code)
    assert attach().until(tell="house")["claim"] is None


def test_settings_are_told_at_once_and_when_they_change(attach: Attach, client: Client) -> None:
    kiosk = attach()
    first = kiosk.until(tell="settings")
    assert {
        "tell": "settings", "sleepFrom": None, "sleepUntil": None, "idleMinutes": None, "rotation": 0,
        "brightness": 100, "nightBrightness": 40, "recycleAt": "03:30",
    } == first  # fmt: skip
    client.patch("/api/wall", {"sleepFrom": "22:00", "sleepUntil": "06:30", "brightness": 70})
    assert {**first, "sleepFrom": "22:00", "sleepUntil": "06:30", "brightness": 70} == kiosk.until(tell="settings")
    client.patch("/api/settings", {"timezone": "Asia/Tokyo"})
    assert "Asia/Tokyo" == kiosk.until(tell="house")["timezone"]


def test_the_key_is_good_and_a_later_one_takes_its_place(
    application: Application,
    loop: Loop,
    attach: Attach,
    client: Client,
    recorded: Callable[[], Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kiosk = attach()
    first = kiosk.key()["key"]
    own = Client(application.app, loop, first)
    assert ("display", "This wall") == tuple(own.get("/api/me").json()[name] for name in ("scope", "keyName"))
    assert 200 == own.get("/api/wall").status_code
    assert first == kiosk.key()["key"], "a page that was loaded twice is not locked out by itself"

    monkeypatch.setattr("appliance.wall.channel.SAME_KEY_SECONDS", 0)
    second = kiosk.key()["key"]
    assert second != first
    assert [401, 200] == [Client(application.app, loop, key).get("/api/me").status_code for key in (first, second)]
    assert ["This wall"] == [key["name"] for key in client.get("/api/keys").json() if key["scope"] == "display"]
    assert ["display.paired", "settings.changed"] == [topic for topic, _ in recorded()][-2:]
    for file in application.database.path.parent.glob("mantel.db*"):
        assert second.encode() not in file.read_bytes(), "only its hash may be kept"


def test_a_removed_key_is_not_made_again_until_a_parent_allows_it(
    application: Application, loop: Loop, attach: Attach, client: Client
) -> None:
    kiosk = attach()
    own = Client(application.app, loop, kiosk.key()["key"])
    client.delete(f"/api/keys/{client.get('/api/wall').json()['key']['id']}")
    assert 401 == own.get("/api/me").status_code
    for _ in range(2):
        assert {"tell": "key", "key": None, "why": "removed"} == kiosk.key()
    assert {"id": None, "removed": True} == client.get("/api/wall").json()["key"]

    assert 200 == client.post("/api/wall/key").status_code
    assert client.get("/api/wall").json()["key"] is None
    assert 200 == Client(application.app, loop, kiosk.key()["key"]).get("/api/wall").status_code
    assert 409 == client.post("/api/wall/key").status_code


def test_a_report_is_answered_as_it_came(attach: Attach, client: Client, eventually: Eventually) -> None:
    kiosk = attach()
    kiosk.report(somethingNew=True)
    state = eventually(lambda: (found := client.get("/api/wall").json())["report"] and found)
    assert REPORT == state["report"]
    assert (True, "1") == (state["attached"], state["version"])
    assert "2026-11-20T15:24:00.000Z" == state["reportedAt"]
    kiosk.close()
    gone = eventually(lambda: not (found := client.get("/api/wall").json())["attached"] and found)
    assert REPORT == gone["report"]


@pytest.mark.parametrize(
    "noise",
    [
        b"\n", b"GET / HTTP/1.1\r\n", b"[1, 2]\n", b"\xff\xfe\n", b'{"tell": 7}\n', b'{"tell": "report", "page": 9}\n',
        b'{"tell": "report", "uptimeSeconds": 1e999}\n', b"[" * 20_000 + b"\n", b'{"ask": {"key": "key"}}\n',
        b'{"tell": "report", "memory": {"total": 99999999999999999999999, "available": 1}}\n',
        b'{"tell": "hello", "version": {"a": 1}}\n',
    ],
)  # fmt: skip
def test_noise_is_passed_over(attach: Attach, client: Client, eventually: Eventually, noise: bytes) -> None:
    kiosk = attach()
    kiosk.shout(noise)
    kiosk.report()
    assert REPORT == eventually(lambda: client.get("/api/wall").json()["report"])
    assert kiosk.key()["key"]


def test_a_line_that_does_not_end_is_hung_up_on(attach: Attach, client: Client, eventually: Eventually) -> None:
    kiosk = attach()
    kiosk.until(tell="settings")
    with pytest.raises(OSError):
        for _ in range(100):
            kiosk.shout(b"x" * LINE_BYTES)
    eventually(lambda: not client.get("/api/wall").json()["attached"])
    assert attach().key()["key"]


def test_a_newer_kiosk_takes_the_place_of_an_older_one(
    attach: Attach, client: Client, eventually: Eventually, channel: Channel
) -> None:
    older = attach()
    older.until(tell="settings")
    newer = attach()
    newer.until(tell="settings")
    assert {} == older.hear()
    assert newer.key()["key"]
    assert client.get("/api/wall").json()["attached"]


def test_somebody_who_does_not_say_who_he_is_disturbs_nobody(attach: Attach, client: Client) -> None:
    kiosk = attach()
    kiosk.until(tell="settings")
    stranger = attach(hello=False)
    stranger.say({"ask": "key"})
    stranger.report(temperature=99)
    assert kiosk.key()["key"]
    assert client.get("/api/wall").json()["report"] is None


def test_a_flood_does_not_hold_the_house_up(attach: Attach, client: Client, eventually: Eventually) -> None:
    def handed() -> list[Any]:
        return [key for key in client.get("/api/keys").json() if key["name"] == "This wall"]

    kiosk = attach()
    kiosk.socket.setblocking(False)
    with pytest.raises(BlockingIOError):
        while True:
            kiosk.socket.send(b'{"ask":"key"}\n' * 1000)
    for _ in range(20):
        assert 200 == client.get("/api/rev").status_code
    eventually(handed)
    assert 1 == len(handed())


def test_a_kiosk_that_reads_nothing_is_hung_up_on(
    channel: Channel, attach: Attach, client: Client, loop: Loop, eventually: Eventually
) -> None:
    kiosk = attach()
    kiosk.until(tell="settings")
    kiosk.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)

    async def talk() -> None:
        for _ in range(40_000):
            if channel.state.attached:
                channel.restart()

    loop.run(talk())
    eventually(lambda: not channel.state.attached)
    assert 409 == client.post("/api/wall/restart").status_code


def test_what_a_crash_left_behind_is_put_away(application: Application, loop: Loop, socket_path: Path) -> None:
    left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(str(socket_path))
    left.close()
    running = asyncio.run_coroutine_threadsafe(application.channel.run(), loop.loop)
    loop.run(there(socket_path))
    assert 0o600 == stat.S_IMODE(socket_path.stat().st_mode)
    running.cancel()
    loop.run(asyncio.sleep(0.01))
    assert not socket_path.exists()


@pytest.mark.parametrize("obstacle", ["a file", "no folder"])
def test_without_a_socket_the_house_goes_on(
    application: Application, client: Client, loop: Loop, socket_path: Path, obstacle: str
) -> None:
    if obstacle == "a file":
        socket_path.write_text("mine")
        path = socket_path
    else:
        path = socket_path.parent / ("x" * 200) / "wall.sock"
    loop.run(Channel(application.database, path, 0o600, application.setup_code, str).run())
    assert not client.get("/api/wall").json()["attached"]
    assert obstacle != "a file" or "mine" == socket_path.read_text()


def test_systemds_folder_is_open_to_the_walls_group(tmp_path: Path) -> None:
    assert (tmp_path / "wall.sock", 0o660) == wall_socket(Settings(runtime_directory=tmp_path))
    assert (tmp_path / "wall.sock", 0o600) == wall_socket(Settings(data_dir=tmp_path))


def test_a_rotation_is_tried_and_turns_back_by_itself(
    application: Application, loop: Loop, client: Client, socket_path: Path, clock: FakeClock
) -> None:
    channel = Channel(application.database, socket_path, 0o600, application.setup_code, str, trial_seconds=0.2)
    running = asyncio.run_coroutine_threadsafe(channel.run(), loop.loop)
    loop.run(there(socket_path))

    async def turn() -> None:
        channel.try_rotation(90)

    with Kiosk(socket_path) as kiosk:
        assert 0 == kiosk.until(tell="settings")["rotation"]
        loop.run(turn())
        assert 90 == kiosk.until(tell="settings")["rotation"]
        assert 0 == kiosk.until(tell="settings")["rotation"]
    assert channel.trial is None
    running.cancel()


def test_a_dark_screen_comes_back_by_itself(
    application: Application, loop: Loop, client: Client, socket_path: Path
) -> None:
    channel = Channel(application.database, socket_path, 0o600, application.setup_code, str, dark_seconds=0.1)
    running = asyncio.run_coroutine_threadsafe(channel.run(), loop.loop)
    loop.run(there(socket_path))

    async def darken() -> None:
        channel.switch("off")

    with Kiosk(socket_path) as kiosk:
        kiosk.until(tell="settings")
        loop.run(darken())
        assert ["screen-off", "screen-on"] == [kiosk.until(tell="do")["what"] for _ in range(2)]
    running.cancel()


def test_the_house_stops_while_a_kiosk_hangs(application: Application, loop: Loop, socket_path: Path) -> None:
    running = asyncio.run_coroutine_threadsafe(application.channel.run(), loop.loop)
    loop.run(there(socket_path))
    with Kiosk(socket_path) as kiosk:
        kiosk.until(tell="settings")
        running.cancel()
        assert {} == kiosk.hear()
    assert not socket_path.exists()


def test_a_key_of_a_house_whose_keys_are_all_gone(application: Application, attach: Attach, loop: Loop) -> None:
    only = application.database.write_now(access.make_key, NewKey("Phone", "admin"))
    kiosk = attach()
    own = kiosk.key()["key"]
    application.database.write_now(access.revoke_key, only.id)
    found = [key for key in _keys(application) if key != only.id]
    application.database.write_now(access.revoke_key, found[0])
    assert "unclaimed" == kiosk.key()["why"]
    application.database.write_now(access.make_key, NewKey("Phone", "admin"))
    assert own != kiosk.key()["key"]


def _keys(application: Application) -> list[str]:
    return [key_id for (key_id,) in application.database.read.rows("SELECT id FROM keys")]
