"""What the kiosk's unit needs from this machine. What is missing is said on the console."""

import logging
import os
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from shutil import which

from kiosk import chromium

log = logging.getLogger("kiosk")

CONSOLE = Path("/dev/tty1")
DEBIAN_CHROMIUM = Path("/usr/lib/chromium")
# The driver of a graphics card may be loaded later than the unit starts.
GRAPHICS_SECONDS = 30.0
CLEAR = "\033c"
# Ends of the unit that need no words: somebody stopped it, or `check` has said why it does not start.
QUIET_RESULTS = ("success", "exec-condition")


def check(console: Path = CONSOLE) -> int:
    """Say on the console what is missing. Returns the exit code: 1 when something is, else 0."""
    missing = [*missing_packages(), *desktop(), *graphics(Path("/dev/dri"), os.environ)]
    if not missing:
        return 0
    log.error("The wall cannot be shown: %s", " ".join(missing))
    show(
        console,
        "Mantel cannot show the wall on this screen.",
        *missing,
        "Then: sudo systemctl start mantel-kiosk\nAlt+F2 opens a login.",
    )
    return 1


def tell_end(console: Path = CONSOLE) -> int:
    """Say on the console that the unit failed and starts again. systemd tells how it ended. Returns 0."""
    result = os.environ.get("SERVICE_RESULT", "success")
    if result not in QUIET_RESULTS:
        show(
            console,
            f"Mantel's screen has ended ({result}) and starts again.",
            "If this stays: journalctl -u mantel-kiosk says why. Alt+F2 opens a login.",
        )
    return 0


def missing_packages(find: Callable[[str], str | None] = which, library: Path = DEBIAN_CHROMIUM) -> list[str]:
    """A sentence about the packages of Debian without which the wall cannot start."""
    packages = [name for name in ("labwc", "seatd") if not find(name)]
    if not any(find(name) for name in chromium.PROGRAM_NAMES):
        packages += ["chromium", "chromium-sandbox"]
    elif library.is_dir() and not (library / "chrome-sandbox").exists():
        packages.append("chromium-sandbox")
    return [f"It needs programs that are missing: sudo apt install {' '.join(packages)}"] if packages else []


def desktop() -> list[str]:
    """A sentence about a desktop, which uses the screen itself."""
    with suppress(OSError):
        command = ["systemctl", "show", "--property=ActiveState", "--property=Id", "--value", "display-manager.service"]
        shown = subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()
        if "active" in shown:
            name = next(word for word in shown if word != "active")
            return [
                f"A desktop uses the screen ({name}). Without it:\n"
                f"sudo systemctl set-default multi-user.target && sudo systemctl stop {name}\n"
                "Beside it: start mantel kiosk in the desktop's session. (docs/appliance.md)"
            ]
    return []


def graphics(devices: Path, environment: Mapping[str, str], patience: float = GRAPHICS_SECONDS) -> list[str]:
    """A sentence about a graphics card that does not appear within `patience` seconds."""
    if "WLR_BACKENDS" in environment:  # somebody chose another output
        return []
    end = time.monotonic() + patience
    while not list(devices.glob("card*")):
        if time.monotonic() > end:
            return [
                f"There is no graphics device ({devices}). "
                "On a Raspberry Pi, config.txt needs the line dtoverlay=vc4-kms-v3d and a restart."
            ]
        time.sleep(0.5)
    return []


def show(console: Path, *paragraphs: str) -> None:
    """Write to the console, if there is one that can be written to."""
    with suppress(OSError):
        terminal = os.open(console, os.O_WRONLY | os.O_NOCTTY)
        with os.fdopen(terminal, "w", encoding="utf-8") as out:
            out.write(CLEAR + "\n\n".join(("", *paragraphs, "")))
