"""The kiosk with a real Chromium: what a household sees when things start, stop, hang and break."""

import asyncio
import os
import re
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest

from kiosk.keeper import Keeper
from kiosk.screen import Screen
from kiosk.wall import Wall
from tests.journeys import browser
from tests.kiosk.stage import Server, done, kiosk

pytestmark = pytest.mark.journey


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def quick_wall(url: str, profile: Path) -> Wall:
    flags = ("--headless=new",)
    return Wall(url, profile, browser.required(), flags, patience=0.1, beat=0.2, answer_within=1.0)


def test_opens_the_wall_page_and_stops_when_told(tmp_path: Path) -> None:
    with Server().running() as server, kiosk(server.url, tmp_path) as shown:
        pid = shown.chromium()
        assert "1/?wall=1&hash=/calendar" == server.next_visit()
        assert 0 == shown.stop()
        assert not alive(pid)


def test_a_killed_chromium_comes_back(tmp_path: Path) -> None:
    with Server().running() as server, kiosk(server.url, tmp_path) as shown:
        first = shown.chromium()
        server.next_visit()
        os.kill(first, signal.SIGKILL)
        shown.says("Starting Chromium again")
        assert first != shown.chromium()
        assert server.next_visit().endswith("/?wall=1&hash=/calendar")


def test_waits_for_a_server_that_comes_late(tmp_path: Path) -> None:
    port = free_port()
    with kiosk(f"http://127.0.0.1:{port}", tmp_path) as shown:
        assert f"Waiting for http://127.0.0.1:{port} to answer" in shown.says("Waiting")
        with Server(port=port).running() as server:
            assert "1/?wall=1&hash=/calendar" == server.next_visit()


def test_can_be_stopped_while_it_waits(tmp_path: Path) -> None:
    with kiosk(f"http://127.0.0.1:{free_port()}", tmp_path) as shown:
        shown.says("Waiting")
        assert 0 == shown.stop()


def test_what_the_page_stored_is_there_after_a_restart(tmp_path: Path) -> None:
    with Server().running() as server:
        with kiosk(server.url, tmp_path):
            assert server.next_visit().startswith("1/")
        with kiosk(server.url, tmp_path):
            assert server.next_visit().startswith("2/")


def test_one_profile_has_one_kiosk(tmp_path: Path) -> None:
    with Server().running() as server, kiosk(server.url, tmp_path):
        server.next_visit()
        with kiosk(server.url, tmp_path) as second:
            assert "Another kiosk is using the profile" in second.says("profile")
            assert 2 == second.exit_code()


def test_a_page_that_could_not_load_is_tried_again(tmp_path: Path) -> None:
    async def until_visited(server: Server) -> list[str]:
        wall = asyncio.create_task(Keeper(quick_wall(server.url, tmp_path), Screen()).run())
        visits = [await asyncio.to_thread(server.next_visit) for _ in range(3)]
        wall.cancel()
        with suppress(asyncio.CancelledError):
            await wall
        return visits

    with Server(drops=2).running() as server:
        assert ["dropped", "dropped", "1/?wall=1&hash=/calendar"] == done(until_visited(server))


@pytest.mark.slow
def test_it_asks_nobody_outside(tmp_path: Path) -> None:
    log = tmp_path / "net.json"
    with Server().running() as server, kiosk(server.url, tmp_path / "profile", f"--log-net-log={log}") as shown:
        server.next_visit()
        # The first of Chromium's own requests come within half a minute, updates within the next.
        time.sleep(75)
        assert 0 == shown.stop()
    assert {"127.0.0.1"} == set(re.findall(r'"url":"https?://([^/:"]+)', log.read_text("utf-8")))
