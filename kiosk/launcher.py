"""The command line of the kiosk: parses the arguments and runs the supervisor until a signal."""

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

from kiosk import chromium, one_file, requirements, systemd
from kiosk.backlight import Backlight
from kiosk.config import MEGABYTE, KioskConfig
from kiosk.screen import Screen
from kiosk.supervisor import Supervisor

log = logging.getLogger("kiosk")


def main(argv: Sequence[str] | None = None) -> int:
    """Run until SIGTERM or SIGINT. Returns the exit code: 0 after a signal, 2 when it cannot start."""
    if getattr(sys, "frozen", False):
        one_file.restore(os.environ)
    options = parse_arguments(argv)
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)

    if options.check:
        return requirements.check()
    if options.tell_end:
        return requirements.tell_end()

    program = chromium.find(options.chromium)
    if program is None:
        log.error(
            "%s was not found. On Debian: sudo apt install chromium chromium-sandbox", options.chromium or "Chromium"
        )
        return 2
    lock = chromium.lock_profile(options.profile)
    if lock is None:
        log.error("Another kiosk is using the profile %s.", options.profile)
        return 2
    if os.geteuid() == 0:
        log.warning("Running as root: Chromium runs without its sandbox.")

    config = KioskConfig(
        url=options.url.rstrip("/"),
        profile_dir=options.profile,
        chromium=program,
        chromium_flags=tuple(options.flag),
        cache_dir=chromium.memory_cache_dir(os.environ),
        memory_limit_bytes=options.memory * MEGABYTE,
    )
    try:
        asyncio.run(run_until_signal(config, options))
    finally:
        os.close(lock)
    return 0


def parse_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line; the defaults come from the environment. Exits on an error."""
    parser = argparse.ArgumentParser(prog="mantel kiosk", description="Show the wall full-screen in Chromium.")
    url = os.environ.get("KIOSK_URL") or "http://localhost:8080"
    parser.add_argument("url", nargs="?", type=address, default=url, help="default: %(default)s; KIOSK_URL sets it")
    parser.add_argument(
        "--profile", type=Path, default=chromium.default_profile_dir(os.environ), help="default: %(default)s"
    )
    parser.add_argument("--chromium", metavar="PROGRAM", help="default: the first known browser on PATH")
    parser.add_argument(
        "--flag",
        action="append",
        default=shlex.split(os.environ.get("KIOSK_FLAGS", "")),
        help="an additional argument for Chromium (--flag=--headless=new); KIOSK_FLAGS may hold several",
    )
    parser.add_argument(
        "--memory",
        type=megabytes,
        default=os.environ.get("KIOSK_MEMORY_MB") or "700",
        metavar="MB",
        help="restart Chromium when it uses more memory, default: %(default)s; KIOSK_MEMORY_MB sets it",
    )
    parser.add_argument(
        "--socket",
        type=Path,
        default=os.environ.get("KIOSK_SOCKET") or None,
        help="the Unix socket of the server on this machine; KIOSK_SOCKET sets it",
    )
    parser.add_argument(
        "--output",
        default=os.environ.get("KIOSK_OUTPUT") or None,
        help="the name of the screen (HDMI-A-1) when there are several; KIOSK_OUTPUT sets it",
    )
    parser.add_argument(
        "--labwc",
        type=Path,
        default=os.environ.get("KIOSK_LABWC") or None,
        metavar="FOLDER",
        help="the folder of labwc's rc.xml, so that the touchscreen rotates with the picture; KIOSK_LABWC sets it",
    )
    parser.add_argument(
        "--check", action="store_true", help="only say, also on the console, what this machine lacks to show the wall"
    )
    # For the unit.
    parser.add_argument("--tell-end", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args(argv)


def address(text: str) -> str:
    """Check an http address. Raises ArgumentTypeError."""
    if urlsplit(text).scheme not in ("http", "https") or not urlsplit(text).hostname:
        raise argparse.ArgumentTypeError(f"{text} is not an address like http://localhost:8080")
    return text


def megabytes(text: str) -> int:
    """Parse a size of 100 to 1,000,000 megabytes. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit()) or not 100 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text} is not a number of megabytes of at least 100")
    return int(text)


async def run_until_signal(config: KioskConfig, options: argparse.Namespace) -> None:
    """Run the supervisor until SIGTERM or SIGINT."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    screen = Screen(output_name=options.output, labwc_dir=options.labwc, backlight=Backlight.find())
    supervisor = asyncio.create_task(Supervisor(config, screen, options.socket).run())
    waiting = asyncio.create_task(stop.wait())
    await asyncio.wait({supervisor, waiting}, return_when=asyncio.FIRST_COMPLETED)
    systemd.notify_stopping()
    waiting.cancel()
    supervisor.cancel()
    with suppress(asyncio.CancelledError):
        await supervisor
