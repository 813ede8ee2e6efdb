"""Keeps the wall on the screen: waits for the server, shows its page in Chromium, starts Chromium anew when it ends."""

import argparse
import asyncio
import logging
import os
import shlex
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from kiosk import chromium, notify
from kiosk.backlight import Backlight
from kiosk.keeper import Keeper
from kiosk.screen import Screen
from kiosk.wall import MEGABYTE, Wall

log = logging.getLogger("kiosk")


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

    wall = Wall(
        given.url.rstrip("/"),
        given.profile,
        program,
        tuple(given.flag),
        chromium.cache(os.environ),
        given.memory * MEGABYTE,
    )
    try:
        asyncio.run(until_told(wall, given))
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
    parser.add_argument(
        "--memory",
        type=megabytes,
        default=os.environ.get("KIOSK_MEMORY_MB") or "700",
        metavar="MB",
        help="what Chromium may hold before it is started anew, default: %(default)s; KIOSK_MEMORY_MB sets it",
    )
    parser.add_argument(
        "--socket",
        type=Path,
        default=os.environ.get("KIOSK_SOCKET") or None,
        help="where the server of this machine talks to its wall; KIOSK_SOCKET sets it",
    )
    parser.add_argument(
        "--output",
        default=os.environ.get("KIOSK_OUTPUT") or None,
        help="the screen's name (HDMI-A-1) where there are several; KIOSK_OUTPUT sets it",
    )
    parser.add_argument(
        "--labwc",
        type=Path,
        default=os.environ.get("KIOSK_LABWC") or None,
        metavar="FOLDER",
        help="where labwc reads its settings, so that touches turn with the picture; KIOSK_LABWC sets it",
    )
    return parser.parse_args(argv)


def address(text: str) -> str:
    if urlsplit(text).scheme not in ("http", "https") or not urlsplit(text).hostname:
        raise argparse.ArgumentTypeError(f"{text} is not an address like http://localhost:8080")
    return text


def megabytes(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or not 100 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text} is not a number of megabytes from 100 up")
    return int(text)


async def until_told(wall: Wall, given: argparse.Namespace) -> None:
    """Keep the wall going until SIGTERM or SIGINT."""
    told = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    screen = Screen(given.output, given.labwc, Backlight.find())
    kept = asyncio.create_task(Keeper(wall, screen, given.socket).run())
    waiting = asyncio.create_task(told.wait())
    await asyncio.wait({kept, waiting}, return_when=asyncio.FIRST_COMPLETED)
    notify.stopping()
    waiting.cancel()
    kept.cancel()
    with suppress(asyncio.CancelledError):
        await kept
