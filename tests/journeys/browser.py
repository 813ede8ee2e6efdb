"""Finds the Chromium of the journeys, and installs Debian's package where it is missing."""

import os
import shutil
import subprocess
from collections.abc import Sequence

import pytest

from kiosk.chromium import find

PACKAGES = ("chromium", "chromium-sandbox", "fonts-noto-color-emoji")
# Chromium without its windows, with which a journey takes two thirds of the processor time. Not every system has it.
SHELL = "chromium-headless-shell"
INSTALL = ("apt-get", "install", "-y", "--no-install-recommends")
MISSING = "There is no Chromium on this machine."
# By its name a server on plain http is no secure context, as for a phone; 127.0.0.1 is one.
PLAIN_HOST = "mantel.local"
LAUNCH = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1",
)


def chromium() -> str | None:
    """The path of Chromium: the variable CHROMIUM when it is set, else the first on PATH."""
    return find(os.environ.get("CHROMIUM"))


def without_window() -> str:
    """The path of Chromium's headless shell; of Chromium itself where the shell is missing or CHROMIUM is set.

    The shell shows no notifications and has no push service.
    """
    path = required()
    shell = None if os.environ.get("CHROMIUM") else shutil.which(SHELL)
    return shell or path


def launch_flags() -> list[str]:
    """Command line options of Chromium, which switch off its own network requests."""
    return [*LAUNCH, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


def demanded() -> bool:
    """Whether a missing Chromium fails the tests (CI=true) instead of skipping them."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def required() -> str:
    """The path of Chromium. Without it skips the test, or fails it with CI=true."""
    if path := chromium():
        return path
    reason = f"{MISSING} {advice()}"
    return pytest.fail(reason) if demanded() else pytest.skip(reason)


def advice() -> str:
    """The command that installs Chromium on this machine."""
    if shutil.which("apt-get"):
        return f"To install it: sudo apt-get install {' '.join(PACKAGES)}"
    return "Install Chromium with this system's package manager."


def bring(*, root: bool) -> str | None:
    """Install Debian's packages when that needs no password. Answers the error, or None."""
    rights = permission(root=root)
    if rights is None:
        return MISSING
    apt = [*rights, "env", "DEBIAN_FRONTEND=noninteractive"]
    for command in (("apt-get", "update"), (*INSTALL, *PACKAGES)):
        if subprocess.run([*apt, *command], check=False).returncode:
            return f"{MISSING} {' '.join(command[:2])} failed."
    subprocess.run([*apt, *INSTALL, SHELL], check=False)
    return None if chromium() else f"{MISSING} Its package was installed without it."


def permission(*, root: bool) -> Sequence[str] | None:
    """The prefix of a command that installs packages without a password; None when that is not possible."""
    if not shutil.which("apt-get"):
        return None
    if root:
        return ()
    if (
        shutil.which("sudo")
        and subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0
    ):
        return ("sudo", "-n")
    return None
