"""Runs one Chromium process from start to end, and reports why it ended."""

import asyncio
import logging
import os
import shutil
from typing import Any, Protocol

from kiosk import chromium, language
from kiosk.config import KioskConfig
from kiosk.devtools import DevTools, DevToolsError
from kiosk.tab import Tab, TabObserver

log = logging.getLogger("kiosk")

SHUTDOWN_SECONDS = 10
# When the pipe breaks, Chromium is about to end. Its exit code, which tells a crash from a quit, follows within this.
EXIT_CODE_SECONDS = 2


class BrowserObserver(TabObserver, Protocol):
    """Is called when the browser starts and when its tab opens or closes."""

    def on_started(self, process: chromium.Process, end: "asyncio.Future[str]") -> None:
        """Chromium runs. Setting the result of `end` ends it; the result is the reason."""

    def on_tab_opened(self, tab: Tab | None) -> None:
        """The tab is ready, or None: it is closed."""


async def run_browser(config: KioskConfig, observer: BrowserObserver) -> str:
    """Run Chromium until it ends. Returns why: exited, crashed, silent, or the reason that the observer gave.

    On cancellation Chromium is asked to quit, then killed. Raises OSError when it cannot be started.
    """
    chromium.clear_crash_state(config.profile_dir)
    if config.cache_dir is not None:
        shutil.rmtree(config.cache_dir, ignore_errors=True)
    tag = language.stored(config.profile_dir)
    arguments = chromium.build_arguments(
        config.profile_dir,
        root=os.geteuid() == 0,
        wayland="WAYLAND_DISPLAY" in os.environ,
        cache_dir=config.cache_dir,
        extra=(*language.arguments(tag), *config.chromium_flags),
    )
    # With a session bus, Chromium asks systemd to move it out of the unit that limits its memory and ends it.
    environment = {**os.environ, **language.environment(tag), "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
    process = chromium.start(config.chromium, arguments, environment)
    log.info("Chromium runs as process %d.", process.pid)
    end: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    observer.on_started(process, end)
    exit_task = asyncio.create_task(asyncio.to_thread(process.wait))
    tab_task = asyncio.create_task(watch_tab(config, process, observer, end))
    reason = "asked"
    try:
        tasks: list[asyncio.Future[Any]] = [exit_task, tab_task, end]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if not end.done():
            await asyncio.wait({exit_task}, timeout=EXIT_CODE_SECONDS)
        if end.done():
            reason = end.result()
        else:
            reason = "exited" if exit_task.done() and exit_task.result() >= 0 else "crashed"
        return reason
    finally:
        observer.on_tab_opened(None)
        tab_task.cancel()
        await asyncio.wait({tab_task}, timeout=SHUTDOWN_SECONDS)
        if not exit_task.done():
            # A browser that does not answer does not react to SIGTERM either.
            if reason not in ("silent", "crashed"):
                process.terminate()
                await asyncio.wait({exit_task}, timeout=SHUTDOWN_SECONDS)
            process.kill()
        log.info("Chromium ended with code %d.", await exit_task)


async def watch_tab(
    config: KioskConfig, process: chromium.Process, observer: BrowserObserver, end: "asyncio.Future[str]"
) -> None:
    """Show the wall in the browser's tab and watch that it answers. Raises DevToolsError when it does not."""

    def end_because(reason: str) -> None:
        if not end.done():
            end.set_result(reason)

    async with DevTools(process.read, process.write) as devtools:
        tab = Tab(config, devtools, await devtools.attach_to_page(), observer, lambda: end_because("crashed"))
        try:
            await tab.open()
            observer.on_tab_opened(tab)
            await tab.watch()
        except asyncio.CancelledError:
            # Chromium writes local storage to disk only when it quits by itself, so the pipe must still be open.
            await devtools.close_browser(timeout=SHUTDOWN_SECONDS / 2)
            raise
        except DevToolsError as error:
            # A closed pipe means that Chromium ends by itself. Its exit code gives the reason.
            if not devtools.is_closed:
                log.warning("Chromium does not answer and is ended: %s.", error)
                end_because("silent")
            raise
        finally:
            tab.close()
