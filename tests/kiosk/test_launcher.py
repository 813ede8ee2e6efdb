"""The kiosk with a real Chromium: start, stop, crash, and a server that is not there yet."""

import asyncio
import os
import re
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from kiosk.config import KioskConfig
from kiosk.screen import Screen
from kiosk.supervisor import Supervisor
from tests.journeys import browser
from tests.kiosk.harness import PageServer, run_in_thread, running_kiosk
from tests.ports import free_port

pytestmark = pytest.mark.journey


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def quick_config(url: str, profile_dir: Path) -> KioskConfig:
    return KioskConfig(
        url=url,
        profile_dir=profile_dir,
        chromium=browser.required(),
        chromium_flags=("--headless=new",),
        retry_seconds=0.1,
        heartbeat_seconds=0.2,
        heartbeat_timeout_seconds=1.0,
    )


def test_it_opens_the_wall_page_and_stops_on_sigterm(tmp_path: Path) -> None:
    with PageServer().running() as server, running_kiosk(server.url, tmp_path) as kiosk:
        pid = kiosk.next_chromium()
        assert "1/?wall=1&hash=/calendar" == server.next_visit()
        assert 0 == kiosk.stop()
        assert not is_alive(pid)


def test_a_killed_chromium_is_started_again(tmp_path: Path) -> None:
    with PageServer().running() as server, running_kiosk(server.url, tmp_path) as kiosk:
        first = kiosk.next_chromium()
        server.next_visit()
        os.kill(first, signal.SIGKILL)
        kiosk.next_line("Starting Chromium again")
        assert first != kiosk.next_chromium()
        assert server.next_visit().endswith("/?wall=1&hash=/calendar")


def test_it_waits_for_a_server_that_starts_later(tmp_path: Path) -> None:
    port = free_port()
    with running_kiosk(f"http://127.0.0.1:{port}", tmp_path) as kiosk:
        assert f"Waiting for http://127.0.0.1:{port} to answer" in kiosk.next_line("Waiting")
        with PageServer(port=port).running() as server:
            assert "1/?wall=1&hash=/calendar" == server.next_visit()


def test_it_can_be_stopped_while_it_waits(tmp_path: Path) -> None:
    with running_kiosk(f"http://127.0.0.1:{free_port()}", tmp_path) as kiosk:
        kiosk.next_line("Waiting")
        assert 0 == kiosk.stop()


def test_local_storage_survives_a_restart(tmp_path: Path) -> None:
    with PageServer().running() as server:
        with running_kiosk(server.url, tmp_path):
            assert server.next_visit().startswith("1/")
        with running_kiosk(server.url, tmp_path):
            assert server.next_visit().startswith("2/")


def test_a_second_kiosk_with_the_same_profile_ends(tmp_path: Path) -> None:
    with PageServer().running() as server, running_kiosk(server.url, tmp_path):
        server.next_visit()
        with running_kiosk(server.url, tmp_path) as second:
            assert "Another kiosk is using the profile" in second.next_line("profile")
            assert 2 == second.wait()


def test_a_page_that_failed_to_load_is_opened_again(tmp_path: Path) -> None:
    async def next_visits(server: PageServer) -> list[str]:
        supervisor = asyncio.create_task(Supervisor(quick_config(server.url, tmp_path), Screen()).run())
        visits = [await asyncio.to_thread(server.next_visit) for _ in range(3)]
        supervisor.cancel()
        with suppress(asyncio.CancelledError):
            await supervisor
        return visits

    with PageServer(drops=2).running() as server:
        assert ["dropped", "dropped", "1/?wall=1&hash=/calendar"] == run_in_thread(next_visits(server))


@pytest.mark.slow
def test_chromium_contacts_no_other_host(tmp_path: Path) -> None:
    log = tmp_path / "net.json"
    with (
        PageServer().running() as server,
        running_kiosk(server.url, tmp_path / "profile", f"--log-net-log={log}") as kiosk,
    ):
        server.next_visit()
        # Chromium sends its first own requests within 30 seconds, and update checks within another 30.
        time.sleep(75)
        assert 0 == kiosk.stop()
    assert {"127.0.0.1"} == set(re.findall(r'"url":"https?://([^/:"]+)', log.read_text("utf-8")))
