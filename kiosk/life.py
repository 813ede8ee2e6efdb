"""One life of one Chromium, from its start to its end, and why it ended."""

import asyncio
import logging
import os
import shutil
from typing import Any, Protocol

from kiosk import chromium
from kiosk.devtools import DevTools, DevToolsError
from kiosk.tab import Tab, Watcher
from kiosk.wall import Wall

log = logging.getLogger("kiosk")

GOODBYE_SECONDS = 10
# When the pipe breaks, the process is about to end or was ended; which it is shows a moment later.
LAST_WORDS_SECONDS = 2


class Keeper(Watcher, Protocol):
    """Who wants to know about the life of the browser, and may end it."""

    def began(self, process: chromium.Process, end: "asyncio.Future[str]") -> None:
        """Chromium runs; whoever sets `end` ends it, and says why."""

    def opened(self, tab: Tab | None) -> None:
        """There is a tab to talk to, or none any more."""


async def show(wall: Wall, keeper: Keeper) -> str:
    """One life of one Chromium. Why it ended: exited, crashed, silent, or what the keeper said.

    When cancelled it is asked to end, then ended. Raises OSError when it cannot be started.
    """
    chromium.tidy(wall.profile)
    if wall.cache is not None:
        shutil.rmtree(wall.cache, ignore_errors=True)
    given = chromium.arguments(
        wall.profile,
        root=os.geteuid() == 0,
        wayland="WAYLAND_DISPLAY" in os.environ,
        cache=wall.cache,
        extra=wall.flags,
    )
    # It would ask the session's systemd to take it out of the unit that limits its memory and ends it.
    process = chromium.start(wall.program, given, {**os.environ, "DBUS_SESSION_BUS_ADDRESS": "disabled:"})
    log.info("Chromium runs as process %d.", process.pid)
    end: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    keeper.began(process, end)
    ended = asyncio.create_task(asyncio.to_thread(process.wait))
    driven = asyncio.create_task(drive(wall, process, keeper, end))
    why = "asked"
    try:
        ends: list[asyncio.Future[Any]] = [ended, driven, end]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if not end.done():
            await asyncio.wait({ended}, timeout=LAST_WORDS_SECONDS)
        if end.done():
            why = end.result()
        else:
            why = "exited" if ended.done() and ended.result() >= 0 else "crashed"
        return why
    finally:
        keeper.opened(None)
        driven.cancel()
        await asyncio.wait({driven}, timeout=GOODBYE_SECONDS)
        if not ended.done():
            # What has stopped answering is not going to end in good order.
            if why not in ("silent", "crashed"):
                process.ask_to_end()
                await asyncio.wait({ended}, timeout=GOODBYE_SECONDS)
            process.end()
        log.info("Chromium ended with code %d.", await ended)


async def drive(wall: Wall, process: chromium.Process, keeper: Keeper, end: "asyncio.Future[str]") -> None:
    """Send the tab to the wall and watch that it goes on answering. Raises DevToolsError when it does not."""

    def ends(why: str) -> None:
        if not end.done():
            end.set_result(why)

    async with DevTools(process.read, process.write) as devtools:
        tab = Tab(wall, devtools, await devtools.attach(), keeper, lambda: ends("crashed"))
        try:
            await tab.open()
            keeper.opened(tab)
            await tab.watch()
        except asyncio.CancelledError:
            # Only in good order, and while the pipe is open, does Chromium write down what the pages have stored.
            await devtools.close_browser(within=GOODBYE_SECONDS / 2)
            raise
        except DevToolsError as silence:
            # One that hung up has ended, or is about to, and its exit code says how.
            if not devtools.hung_up:
                log.warning("Chromium is ended: %s.", silence)
                ends("silent")
            raise
        finally:
            tab.close()
