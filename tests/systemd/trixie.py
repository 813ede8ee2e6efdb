"""A Debian Trixie file system for tests: built once with mmdebstrap, cached, and unpacked for each test module."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

PACKAGES = ("systemd-sysv", "dbus", "python3", "iproute2", "ca-certificates", "procps")
# Additional packages for the kiosk.
SCREEN_PACKAGES = (
    *("labwc", "seatd", "chromium", "chromium-sandbox", "wlr-randr", "wlopm", "grim"),
    *("fonts-dejavu-core", "tzdata", "udev"),
)
# Additional packages for the slots of a card.
CARD_PACKAGES = ("fdisk",)
# Additional packages for Wi-Fi.
NETWORK_PACKAGES = ("network-manager", "polkitd", "wpasupplicant", "tzdata")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mantel-tests"
TIMEOUT_SECONDS = 90


def unpack_root(folder: Path, *, screen: bool = False, network: bool = False, card: bool = False) -> Path:
    """Create `folder` with a fresh root file system. Skips the test when this machine cannot build or run one."""
    for program in ("mmdebstrap", "systemd-nspawn"):
        if not shutil.which(program):
            pytest.skip(f"this machine has no {program} (sudo apt-get install mmdebstrap systemd-container)")
    if os.geteuid() != 0:
        pytest.skip("only root may start a system in a container")

    packages = PACKAGES + SCREEN_PACKAGES * screen + NETWORK_PACKAGES * network + CARD_PACKAGES * card
    archive = CACHE / f"trixie{'-wall' * screen}{'-network' * network}{'-card' * card}.tar"
    if not archive.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        partial = archive.with_suffix(".partial.tar")
        include = f"--include={','.join(packages)}"
        no_recommends = '--aptopt=APT::Install-Recommends "false"'
        subprocess.run(
            ["mmdebstrap", "--quiet", "--variant=apt", no_recommends, include, "trixie", partial], check=True
        )
        partial.replace(archive)
    folder.mkdir()
    # systemd-nspawn creates the device files. The /dev/console of the archive would make it fail.
    subprocess.run(["tar", "-C", folder, "--exclude=./dev/*", "-xf", archive], check=True)
    for file in ("etc/machine-id", "etc/fstab"):
        (folder / file).unlink(missing_ok=True)
    return folder


@contextmanager
def booted(root: Path, *options: str) -> Iterator[int]:
    """Boot a root file system in a container until the block ends. Yields its init's process id on this machine."""
    container = boot(root, *options)
    try:
        yield init_of(container.pid)
    finally:
        container.terminate()
        container.wait(TIMEOUT_SECONDS)


def boot(root: Path, *options: str, arguments: Sequence[str] = ()) -> "subprocess.Popen[bytes]":
    """Boot a root file system in a container, which ends when its system powers off or restarts.

    `options` are for systemd-nspawn, `arguments` for systemd.
    """
    command = ["systemd-nspawn", "-q", "--register=no", "--keep-unit", "--console=pipe", *options]
    return subprocess.Popen(
        [*command, "-D", str(root), "--boot", *arguments], env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
    )


def init_of(nspawn: int) -> int:
    """The child that is process 1 of its own namespace. For a moment systemd-nspawn has another child before it."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        for child in Path(f"/proc/{nspawn}/task/{nspawn}/children").read_text().split():
            # A child may end between the two readings.
            with suppress(OSError):
                status = Path(f"/proc/{child}/status").read_text()
                if next(line for line in status.splitlines() if line.startswith("NSpid:")).split()[2:] == ["1"]:
                    return int(child)
        time.sleep(0.05)
    raise AssertionError(f"the container has no init after {TIMEOUT_SECONDS} s")
