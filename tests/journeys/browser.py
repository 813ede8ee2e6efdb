"""Where the journeys' Chromium comes from: the machine's own, or Debian's package where it may be installed."""

import os
import shutil
import subprocess
from collections.abc import Sequence

import pytest

from kiosk.chromium import find

PACKAGES = ("chromium", "chromium-sandbox", "fonts-noto-color-emoji")
INSTALL = ("apt-get", "install", "-y", "--no-install-recommends", *PACKAGES)
MISSING = "There is no Chromium on this machine."
LAUNCH = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def chromium() -> str | None:
    """The Chromium that every journey drives: CHROMIUM when it is set, else the first on PATH."""
    return find(os.environ.get("CHROMIUM"))


def launch_flags() -> list[str]:
    """What a journey's Chromium is started with, so that it asks nobody for anything."""
    return [*LAUNCH, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


def demanded() -> bool:
    """Whether a missing Chromium is a failure and not only a reason to skip."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def required() -> str:
    """The path of Chromium for a test that cannot do without; skips the test, or fails it with CI=true."""
    if path := chromium():
        return path
    reason = f"{MISSING} {advice()}"
    return pytest.fail(reason) if demanded() else pytest.skip(reason)


def advice() -> str:
    """The command that brings Chromium to this machine, for a person to type."""
    if shutil.which("apt-get"):
        return f"To install it: sudo apt-get install {' '.join(PACKAGES)}"
    return "Install Chromium with this system's package manager."


def bring(*, root: bool) -> str | None:
    """Install Debian's packages when that needs no password. What went wrong, or None."""
    rights = permission(root=root)
    if rights is None:
        return MISSING
    for command in (("apt-get", "update"), INSTALL):
        if subprocess.run([*rights, "env", "DEBIAN_FRONTEND=noninteractive", *command], check=False).returncode:
            return f"{MISSING} {' '.join(command[:2])} failed."
    return None if chromium() else f"{MISSING} Its package was installed and brought none."


def permission(*, root: bool) -> Sequence[str] | None:
    """What a command is prefixed with to install packages without a question; None when that is not possible."""
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
