"""A browser that hangs, crashes, exits or leaks: each time the wall is back, and the seconds that took are printed."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk import machine
from kiosk.devtools import DevToolsError
from kiosk.keeper import Keeper
from kiosk.screen import Screen
from kiosk.wall import MEGABYTE, Wall
from tests.journeys import browser
from tests.kiosk.stage import Server, done

GOOD = """<!doctype html><title>Wall</title><script>fetch('/visit/good')</script>"""
HANGING = """<!doctype html><title>Wall</title><script>fetch('/visit/bad').then(() => { for (;;) {} })</script>"""
LEAKING = """<!doctype html><title>Wall</title><script>
const kept = [];
fetch('/visit/bad').then(() => setInterval(() => kept.push(new Uint8Array(16 << 20).fill(1)), 20));
</script>"""
Breaks = Callable[[Keeper, int], Awaitable[None]]

pytestmark = pytest.mark.journey


def renderers(group: int) -> list[int]:
    """The processes of a browser in which its pages run."""
    found = []
    for member in machine.members(group):
        with suppress(OSError):
            if b"--type=renderer" in (member / "cmdline").read_bytes():
                found.append(int(member.name))
    return found


async def nothing(_: Keeper, __: int) -> None:
    """The page does it by itself."""


async def segment_fault(_: Keeper, pid: int) -> None:
    for one in renderers(pid):
        os.kill(one, signal.SIGSEGV)


async def page_crash(keeper: Keeper, _: int) -> None:
    """What chrome://crash does, where DevTools may not open that."""
    assert keeper.tab is not None
    with suppress(DevToolsError):
        await keeper.tab.devtools.call("Page.crash", keeper.tab.session, within=1)


async def browser_fault(_: Keeper, pid: int) -> None:
    os.kill(pid, signal.SIGSEGV)


async def killed(_: Keeper, pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


async def leaves(keeper: Keeper, _: int) -> None:
    assert keeper.tab is not None
    await keeper.tab.devtools.close_browser(within=10)


@pytest.mark.parametrize(
    ("shown", "breaks", "why"),
    [
        pytest.param(HANGING, nothing, "silent", id="a page that hangs"),
        pytest.param(GOOD, segment_fault, "crashed", id="kill -SEGV of the page's process"),
        pytest.param(GOOD, page_crash, "crashed", id="a page that crashes"),
        pytest.param(GOOD, browser_fault, "crashed", id="kill -SEGV of the browser"),
        pytest.param(GOOD, killed, "crashed", id="kill -KILL of the browser"),
        pytest.param(GOOD, leaves, "exited", id="a browser that exits"),
        pytest.param(LEAKING, nothing, "memory", id="a page that leaks"),
    ],
)
def test_the_wall_comes_back(
    tmp_path: Path,
    shown: str,
    breaks: Breaks,
    why: str,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def until_back(server: Server) -> float:
        wall = Wall(server.url, tmp_path / "profile", browser.required(), ("--headless=new",), tmp_path / "cache")
        keeper = Keeper(replace(wall, patience=0.2, beat=0.5, answer_within=1.0, memory=600 * MEGABYTE), Screen())
        kept = asyncio.create_task(keeper.run())
        try:
            assert ("bad" if shown != GOOD else "good") == await asyncio.to_thread(server.next_visit)
            assert keeper.process is not None
            first, began = keeper.process.pid, time.monotonic()
            await breaks(keeper, first)
            assert "good" == await asyncio.to_thread(server.next_visit)
            took = time.monotonic() - began
            assert keeper.process.pid != first
            assert (1, why) == (keeper.status.restarts, (keeper.status.last or {})["why"])
            return took
        finally:
            kept.cancel()
            with suppress(asyncio.CancelledError):
                await kept

    with Server(shown, GOOD).running() as server:
        seconds = done(until_back(server))
    with capsys.disabled():
        print(f"\n  {request.node.callspec.id}: the wall is back after {seconds:.1f} s")  # noqa: T201  the figure
