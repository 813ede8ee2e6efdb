"""A Debian Trixie file system to try things in: made once with mmdebstrap, kept, and unpacked for each test."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PACKAGES = ("systemd-sysv", "dbus", "python3", "iproute2", "ca-certificates", "procps")
# What the wall's screen needs on top.
SCREEN = (
    *("labwc", "seatd", "chromium", "chromium-sandbox", "wlr-randr", "wlopm", "grim"),
    *("fonts-dejavu-core", "tzdata", "udev"),
)
# What joins it to a network on top.
NETWORK = ("network-manager", "polkitd", "wpasupplicant", "tzdata")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mantel-tests"


def unpacked(folder: Path, *, screen: bool = False, network: bool = False) -> Path:
    """A fresh root in `folder`, with what a screen or a network needs on top; skips the test where none can be made."""
    for program in ("mmdebstrap", "systemd-nspawn"):
        if not shutil.which(program):
            pytest.skip(f"this machine has no {program} (sudo apt-get install mmdebstrap systemd-container)")
    if os.geteuid() != 0:
        pytest.skip("only root may start a system in a container")

    more = SCREEN * screen + NETWORK * network
    kept = CACHE / f"trixie{'-wall' * screen}{'-network' * network}.tar"
    if not kept.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        half = kept.with_suffix(".half.tar")
        include = f"--include={','.join((*PACKAGES, *more))}"
        lean = '--aptopt=APT::Install-Recommends "false"'
        subprocess.run(["mmdebstrap", "--quiet", "--variant=apt", lean, include, "trixie", half], check=True)
        half.replace(kept)
    folder.mkdir()
    # Device files are nspawn's to make, and /dev/console of the archive would be in its way.
    subprocess.run(["tar", "-C", folder, "--exclude=./dev/*", "-xf", kept], check=True)
    for of_this_machine in ("etc/machine-id", "etc/fstab"):
        (folder / of_this_machine).unlink(missing_ok=True)
    return folder
