"""Keeps the wall on the screen: waits for the server, shows its page in Chromium, starts Chromium anew when it ends."""

import argparse
import asyncio
import logging
import os
import shlex
import signal
import sys
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from kiosk import chromium
from kiosk.bridge import Bridge
from kiosk.devtools import DevTools, DevToolsError
from kiosk.requests import HANDLERS

log = logging.getLogger("kiosk")

WALL_PAGE = "/?wall=1#/calendar"
# Where Chromium stands before it was sent anywhere, and after it could not load what it was sent to.
NOWHERE = ("about:", "chrome-error:")

STEADY_SECONDS = 60
GOODBYE_SECONDS = 10
REMINDER_SECONDS = 30


@dataclass(frozen=True)
class Wall:
    """What is shown, with which Chromium, and how patiently. All times are seconds."""

    url: str
    profile: Path
    program: str
    flags: tuple[str, ...] = ()
    patience: float = 1.0
    beat: float = 5.0
    answer_within: float = 3.0
    misses: int = 3


def main(argv: Sequence[str] | None = None) -> int:
    """Run until SIGTERM or SIGINT. The exit code: 0 after a signal, 2 when it could not begin."""
    given = options(argv)
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)

    program = chromium.find(given.chromium)
    if program is None:
        log.error(
            "%s was not found. On Debian: sudo apt install chromium chromium-sandbox", given.chromium or "Chromium"
        )
        return 2
    held = chromium.claim(given.profile)
    if held is None:
        log.error("Another kiosk is using the profile %s.", given.profile)
        return 2
    if os.geteuid() == 0:
        log.warning("Running as root: Chromium is started without its sandbox.")

    try:
        asyncio.run(until_told(Wall(given.url.rstrip("/"), given.profile, program, tuple(given.flag))))
    finally:
        os.close(held)
    return 0


def options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mantel kiosk", description="Show the wall full-screen in Chromium.")
    url = os.environ.get("KIOSK_URL") or "http://localhost:8080"
    parser.add_argument("url", nargs="?", type=address, default=url, help="default: %(default)s; KIOSK_URL sets it")
    parser.add_argument("--profile", type=Path, default=chromium.home(os.environ), help="default: %(default)s")
    parser.add_argument("--chromium", metavar="PROGRAM", help="which Chromium; without it the first on PATH")
    parser.add_argument(
        "--flag",
        action="append",
        default=shlex.split(os.environ.get("KIOSK_FLAGS", "")),
        help="one more argument for Chromium (--flag=--headless=new); KIOSK_FLAGS may hold several",
    )
    return parser.parse_args(argv)


def address(text: str) -> str:
    if urlsplit(text).scheme not in ("http", "https") or not urlsplit(text).hostname:
        raise argparse.ArgumentTypeError(f"{text} is not an address like http://localhost:8080")
    return text


async def until_told(wall: Wall) -> None:
    """Keep the wall open until SIGTERM or SIGINT."""
    told = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    open_wall = asyncio.create_task(keep_open(wall))
    waiting = asyncio.create_task(told.wait())
    await asyncio.wait({open_wall, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    open_wall.cancel()
    with suppress(asyncio.CancelledError):
        await open_wall


async def keep_open(wall: Wall) -> None:
    """Show the wall for ever: a Chromium that ends is started anew, after 1, 2, 4 … 30 seconds. Raises OSError."""
    clock = asyncio.get_running_loop().time
    pauses = chromium.pauses()
    while True:
        await server(wall)
        began = clock()
        await show(wall)
        if clock() - began > STEADY_SECONDS:
            pauses = chromium.pauses()
        pause = next(pauses)
        log.info("Starting Chromium again in %d s.", pause)
        await asyncio.sleep(pause)


async def server(wall: Wall) -> None:
    """Return when the server answers; until then say now and then what is being waited for."""
    clock = asyncio.get_running_loop().time
    said = None
    while (reason := await asyncio.to_thread(unwell, wall.url)) is not None:
        if said is None or clock() - said > REMINDER_SECONDS:
            said = clock()
            log.info("Waiting for %s to answer (%s).", wall.url, reason)
        await asyncio.sleep(wall.patience)


def unwell(url: str) -> str | None:
    """Why the server cannot serve yet, or None when it can."""
    # A proxy that the environment names is for the world outside, not for the wall's own server.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{url}/api/health", timeout=2):
            return None
    except (OSError, ValueError) as error:
        return str(getattr(error, "reason", error))


async def show(wall: Wall) -> None:
    """One life of one Chromium, to its end. When cancelled it is asked to end, then ended."""
    chromium.tidy(wall.profile)
    given = chromium.arguments(
        wall.profile, root=os.geteuid() == 0, wayland="WAYLAND_DISPLAY" in os.environ, extra=wall.flags
    )
    process = chromium.start(wall.program, given, os.environ)
    log.info("Chromium runs as process %d.", process.pid)
    ended = asyncio.create_task(asyncio.to_thread(process.wait))
    driven = asyncio.create_task(drive(wall, process))
    try:
        await asyncio.wait({ended, driven}, return_when=asyncio.FIRST_COMPLETED)
        if not ended.done():
            log.warning("Chromium is ended: %s.", driven.exception())
    finally:
        driven.cancel()
        await asyncio.wait({driven}, timeout=GOODBYE_SECONDS)
        if not ended.done():
            process.ask_to_end()
            await asyncio.wait({ended}, timeout=GOODBYE_SECONDS)
            process.end()
        log.info("Chromium ended with code %d.", await ended)


async def drive(wall: Wall, process: chromium.Process) -> None:
    """Send the page to the wall and watch that it goes on answering. Raises DevToolsError when it does not."""
    async with DevTools(process.read, process.write) as devtools:
        try:
            await watch(wall, devtools)
        except asyncio.CancelledError:
            # Only in good order, and while the pipe is open, does Chromium write down what the pages have stored.
            await devtools.close_browser(within=GOODBYE_SECONDS / 2)
            raise


async def watch(wall: Wall, devtools: DevTools) -> None:
    """Keep the page at the wall's address. Raises DevToolsError when it has not answered several times."""
    session = await devtools.attach()
    bridge = Bridge(devtools, session, wall.url, HANDLERS)
    await bridge.open()
    missed = 0
    while True:
        try:
            place = await devtools.evaluate("location.protocol", session, within=wall.answer_within)
            if place in NOWHERE:
                await server(wall)
                await devtools.call("Page.navigate", session, url=wall.url + WALL_PAGE)
            missed = 0
        except DevToolsError:
            missed += 1
            if missed >= wall.misses:
                raise
        await asyncio.sleep(wall.beat)
