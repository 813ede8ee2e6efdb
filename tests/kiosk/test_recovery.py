"""The wall recovers from a browser that hangs, crashes, exits or leaks. Prints the seconds each recovery took."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from kiosk import machine
from kiosk.config import MEGABYTE, KioskConfig
from kiosk.devtools import DevToolsError
from kiosk.screen import Screen
from kiosk.supervisor import Supervisor
from tests.journeys import browser
from tests.kiosk.harness import PageServer, run_in_thread

GOOD = """<!doctype html><title>Wall</title><script>fetch('/visit/good')</script>"""
HANGING = """<!doctype html><title>Wall</title><script>fetch('/visit/bad').then(() => { for (;;) {} })</script>"""
LEAKING = """<!doctype html><title>Wall</title><script>
const arrays = [];
fetch('/visit/bad').then(() => setInterval(() => arrays.push(new Uint8Array(16 << 20).fill(1)), 20));
</script>"""
Break = Callable[[Supervisor, int], Awaitable[None]]

pytestmark = pytest.mark.journey


def renderer_processes(group: int) -> list[int]:
    """The process ids of a browser's renderers, which run its pages."""
    found = []
    for member in machine.group_processes(group):
        with suppress(OSError):
            if b"--type=renderer" in (member / "cmdline").read_bytes():
                found.append(int(member.name))
    return found


async def nothing(_: Supervisor, __: int) -> None:
    """The page breaks by itself."""


async def crash_renderer(_: Supervisor, pid: int) -> None:
    for renderer in renderer_processes(pid):
        os.kill(renderer, signal.SIGSEGV)


async def crash_page(supervisor: Supervisor, _: int) -> None:
    """Same effect as chrome://crash, which DevTools may not open."""
    assert supervisor.tab is not None
    with suppress(DevToolsError):
        await supervisor.tab.devtools.call("Page.crash", supervisor.tab.session, timeout=1)


async def crash_browser(_: Supervisor, pid: int) -> None:
    os.kill(pid, signal.SIGSEGV)


async def kill_browser(_: Supervisor, pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


async def quit_browser(supervisor: Supervisor, _: int) -> None:
    assert supervisor.tab is not None
    await supervisor.tab.devtools.close_browser(timeout=10)


@pytest.mark.parametrize(
    ("page", "break_it", "reason"),
    [
        pytest.param(HANGING, nothing, "silent", id="a page that hangs"),
        pytest.param(GOOD, crash_renderer, "crashed", id="SIGSEGV to the renderer"),
        pytest.param(GOOD, crash_page, "crashed", id="a page that crashes"),
        pytest.param(GOOD, crash_browser, "crashed", id="SIGSEGV to the browser"),
        pytest.param(GOOD, kill_browser, "crashed", id="SIGKILL to the browser"),
        pytest.param(GOOD, quit_browser, "exited", id="a browser that exits"),
        pytest.param(LEAKING, nothing, "memory", id="a page that leaks"),
    ],
)
def test_the_wall_recovers(
    tmp_path: Path,
    page: str,
    break_it: Break,
    reason: str,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def recovery_seconds(server: PageServer) -> float:
        config = KioskConfig(
            url=server.url,
            profile_dir=tmp_path / "profile",
            chromium=browser.required(),
            chromium_flags=("--headless=new",),
            cache_dir=tmp_path / "cache",
            memory_limit_bytes=600 * MEGABYTE,
            retry_seconds=0.2,
            heartbeat_seconds=0.5,
            heartbeat_timeout_seconds=1.0,
        )
        supervisor = Supervisor(config, Screen())
        task = asyncio.create_task(supervisor.run())
        try:
            assert ("bad" if page != GOOD else "good") == await asyncio.to_thread(server.next_visit)
            assert supervisor.process is not None
            first, broken_at = supervisor.process.pid, time.monotonic()
            await break_it(supervisor, first)
            assert "good" == await asyncio.to_thread(server.next_visit)
            seconds = time.monotonic() - broken_at
            assert supervisor.process.pid != first
            assert (1, reason) == (supervisor.status.restarts, (supervisor.status.last_restart or {})["why"])
            return seconds
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    with PageServer(page, GOOD).running() as server:
        seconds = run_in_thread(recovery_seconds(server))
    with capsys.disabled():
        print(f"\n  {request.node.callspec.id}: recovered after {seconds:.1f} s")  # noqa: T201  the measured time
