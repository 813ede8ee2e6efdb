"""A card with two slots for tests: its partitions, a firmware that chooses one of them, and power that can be cut.

Two parts of a real card stand in. RAUC: `STAND_IN` copies the slot that runs into the other one and runs the bundle
there, which is a script; tests/updates/test_rauc.py runs RAUC itself. The firmware: its own decision (`tryboot`) is
made by a Raspberry Pi only; this one follows its documentation.
"""

import ctypes
import fcntl
import os
import re
import shutil
import signal
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.systemd.test_booted import KEY, Machine, write_lines
from tests.systemd.trixie import TIMEOUT_SECONDS, boot, init_of, unpack_root
from tests.updates.release_server import ARCHITECTURE, Release
from tests.waiting import until

TREE = Path(__file__).parents[2]
IMAGE = TREE / "image"
PROGRAMS = ("mmdebstrap", "systemd-nspawn", "losetup", "mke2fs", "mkfs.vfat", "mcopy", "mtype", "sfdisk")
SIZES = {"BOOT_MB": "34", "ROOT_MB": "1536", "DATA_MB": "768"}
UNITS = (
    *("mantel.service", "mantel-kiosk.service", "firmware.service"),
    *("mantel-update.path", "mantel-update-slot.service", "mantel-update-watch.service"),
)
# Places of the partitions in the table.
SLOTS, DATA = {"A": 4, "B": 5}, 6
SECTOR = 512
# It loses what has not been written yet. Source: fs/ext4/ext4.h of Linux.
EXT4_IOC_SHUTDOWN, NO_LOG_FLUSH = 0x8004587D, 2
CLONE_NEWNS = 0x00020000
# Busy machines are slow. A card waits for three minutes.
START_SECONDS = 120
SECONDS = 900
HANDLER = "/usr/lib/mantel/tryboot"
WITHOUT_HARDWARE = [
    "[Service]",
    "Environment=WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 LIBSEAT_BACKEND=noop",
]
OF_TEST = ["[Service]", "Environment=TRYBOOT_DISK=/srv/card TRYBOOT_CMDLINE=/srv/cmdline"]
# As rauc, which asks its service: the unit of the update may not mount anything.
CLIENT = f"""#!/bin/sh
set -eu
export TRYBOOT_DISK=/srv/card TRYBOOT_CMDLINE=/srv/cmdline
case "$1 $2" in
    "install "*) cp "$2" /run/bundle && systemctl start rauc-stand-in.service ;;
    "status mark-good") {HANDLER} set-state "$({HANDLER} get-current)" good ;;
esac
"""
# In the order of RAUC: the slot is bad while it is written.
STAND_IN = f"""#!/bin/sh
set -eu
export TRYBOOT_DISK=/srv/card TRYBOOT_CMDLINE=/srv/cmdline
current=$({HANDLER} get-current)
case $current in A) other=B ;; B) other=A ;; esac
{HANDLER} set-state $other bad
dd if=/srv/slot-$current of=/srv/slot-$other bs=4M conv=fsync status=none
mkdir -p /run/slot
mount /srv/slot-$other /run/slot
(cd /run/slot && sh -eu /run/bundle)
umount /run/slot
{HANDLER} set-primary $other
{HANDLER} set-state $other good
"""
# What the firmware is asked for, before anything is unmounted.
FIRMWARE = [
    *("[Unit]", "After=local-fs.target", "[Service]", "Type=oneshot", "RemainAfterExit=yes", "ExecStart=/bin/true"),
    "ExecStop=-/bin/cp /run/systemd/reboot-param /srv/firmware/",
    *("[Install]", "WantedBy=multi-user.target"),
]


def make_card(folder: Path, port: int, release: Release) -> Path:
    """The image of a card whose household has Ana, in a folder. Skips the test where this machine cannot make one."""
    if missing := [name for name in PROGRAMS if not shutil.which(name)]:
        pytest.skip(f"this machine has no {', '.join(missing)} (mmdebstrap systemd-container mtools dosfstools fdisk)")
    root = unpack_root(folder / "root", screen=True, card=True)
    subprocess.run([IMAGE / "install", root, ARCHITECTURE], check=True)
    for name in ("usr/lib/mantel", "usr/lib/systemd", "etc/rauc"):
        shutil.copytree(IMAGE / "files" / name, root / name, dirs_exist_ok=True)
    for unit in ("mantel-first-boot.service", "media-stick.mount", "mantel.service.d/stick.conf"):
        (root / "usr/lib/systemd/system" / unit).unlink()
    settings = {"HOST": "127.0.0.1", "PORT": port, "HTTPS_PORT": 0, "MDNS": 0, "ADMIN_API_KEY": KEY}
    settings |= {"UPDATE_FOLDER": "/var/release", "UPDATE_KEY": release.signer.public, "UPDATE_TRIAL_SECONDS": 5}
    write_lines(root / "etc/mantel/mantel.env", [f"{name}={value}" for name, value in settings.items()])
    # Not as localhost, where the page of an earlier version may come from its service worker.
    write_lines(root / "etc/mantel/kiosk.env", [f"KIOSK_URL=http://mantel.local:{port}", "KIOSK_FLAGS=--disable-gpu"])
    write_lines(root / "etc/hosts", ["127.0.0.1 localhost mantel.local"])
    write_lines(root / "etc/machine-id", ["0123456789abcdef0123456789abcdef"])
    units = root / "etc/systemd/system"
    for name in ("mantel-update", "mantel-update-slot", "mantel-update-watch"):
        write_lines(units / f"{name}.service.d/test.conf", OF_TEST)
    write_lines(units / "mantel-kiosk.service.d/test.conf", WITHOUT_HARDWARE)
    write_lines(units / "firmware.service", FIRMWARE)
    write_lines(units / "rauc-stand-in.service", ["[Service]", "Type=oneshot", "ExecStart=/usr/lib/rauc-stand-in"])
    for path, text in (("usr/bin/rauc", CLIENT), ("usr/lib/rauc-stand-in", STAND_IN)):
        (root / path).write_text(text, "utf-8")
        (root / path).chmod(0o755)
    for name in ("card", "cmdline", "slot-A", "slot-B"):
        (root / "srv" / name).touch()
    (root / "srv/firmware").mkdir()
    rules = root / "opt/mantel/appliance/updates/rules.py"
    text = rules.read_text("utf-8")
    assert "\nSTART_SECONDS = 180\n" in text
    rules.write_text(text.replace("\nSTART_SECONDS = 180\n", f"\nSTART_SECONDS = {START_SECONDS}\n"), "utf-8")
    subprocess.run(["systemd-sysusers", f"--root={root}", "mantel.conf"], check=True)
    subprocess.run(["systemctl", f"--root={root}", "-q", "enable", *UNITS], check=True)
    subprocess.run(["systemctl", f"--root={root}", "-q", "set-default", "multi-user.target"], check=True)
    return _partitions(folder, root)


def _partitions(folder: Path, root: Path) -> Path:
    for name in ("firmware", "work"):
        (folder / name).mkdir()
    (folder / "firmware/config.txt").write_text("kernel=vmlinuz\n", "utf-8")
    (root / "var").rename(folder / "var")
    (root / "var").mkdir()
    card = folder / "card.img"
    parts = (root, folder / "firmware", folder / "var", folder / "work")
    subprocess.run([IMAGE / "partitions", *parts, card], env={"PATH": os.environ["PATH"], **SIZES}, check=True)
    for part in parts:
        shutil.rmtree(part)
    return card


@contextmanager
def plugged_in(card: Path, port: int, release: Release) -> Iterator["TwoSlots"]:
    """The machine of a card, off at first. At the end nothing of it is mounted.

    This thread gets mounts of its own: a container that somebody else starts would copy those of the card, and keep a
    file system alive whose power was cut.
    """
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNS):
        pytest.skip(f"no mounts of its own: {os.strerror(ctypes.get_errno())}")
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    machine = TwoSlots(card, port, release)
    try:
        yield machine
    finally:
        machine.unplug()


class TwoSlots:
    """A machine that boots a slot of a card."""

    def __init__(self, card: Path, port: int, release: Release) -> None:
        self.card, self.port, self.release = card, port, release
        self.folder = card.parent
        self.root = self.folder / "mounted"
        self.tryboot = False
        self.running = ""
        self.boots: list[str] = []
        self.machine: Machine | None = None
        self._process: subprocess.Popen[bytes] | None = None
        for name in ("mounted", "asked"):
            (self.folder / name).mkdir(exist_ok=True)
        table = subprocess.run(["sfdisk", "-d", card], capture_output=True, text=True, check=True).stdout
        places = [(int(a), int(b)) for a, b in re.findall(r"start= *(\d+), size= *(\d+)", table)]
        self._devices = {name: self._loop(*places[place]) for name, place in (*SLOTS.items(), ("data", DATA))}

    def _loop(self, start: int, size: int) -> str:
        where = [f"--offset={start * SECTOR}", f"--sizelimit={size * SECTOR}"]
        made = subprocess.run(
            ["losetup", "-f", "--show", *where, self.card], capture_output=True, text=True, check=False
        )
        if made.returncode:
            pytest.skip(f"no loop device: {made.stderr}")
        return made.stdout.strip()

    def boot(self, *options: str) -> None:
        """Let the firmware choose a slot, and boot it. `options` are for systemd there."""
        self.running = self._choice()
        self.boots.append(self.running)
        self.tryboot = False
        number = {"A": 5, "B": 6}[self.running]
        (self.folder / "cmdline").write_text(f"ro root=PARTUUID=4d544c31-0{number} quiet\n", "utf-8")
        subprocess.run(["mount", "-o", "ro", self._devices[self.running], self.root], check=True)
        subprocess.run(["mount", self._devices["data"], self.root / "var"], check=True)
        binds = [f"--bind={self._devices[slot]}:/srv/slot-{slot}" for slot in SLOTS]
        binds += [f"--bind={self.card}:/srv/card", f"--bind={self.folder}/asked:/srv/firmware"]
        binds += [f"--bind-ro={self.folder}/cmdline:/srv/cmdline"]
        flags = ["--resolv-conf=off", "--timezone=off", "--link-journal=no", *binds]
        self._process = boot(self.root, *flags, arguments=options)
        self.machine = Machine(init_of(self._process.pid), self.port)

    def _choice(self) -> str:
        """By the flag once, else the default."""
        shown = subprocess.run(["mtype", "-i", f"{self.card}@@4M", "::autoboot.txt"], capture_output=True, check=True)
        sections = dict(re.findall(r"\[(\w+)\]\n((?:[^\[].*\n)*)", shown.stdout.decode()))
        assert "tryboot_a_b=1\n" in sections["all"]
        [partition] = re.findall(r"boot_partition=(\d)", sections["tryboot" if self.tryboot else "all"])
        return {"2": "A", "3": "B"}[partition]

    def has_ended(self) -> bool:
        """Whether the system has restarted or powered off; what it asked the firmware for is known then."""
        if self._process is None or self._process.poll() is None:
            return False
        asked = self.folder / "asked/reboot-param"
        self.tryboot = asked.exists() and asked.read_text("utf-8").strip() == "0 tryboot"
        self._unmount()
        return True

    def power_off(self) -> None:
        """Shut down in order."""
        assert self._process
        self._process.terminate()
        self._process.wait(TIMEOUT_SECONDS)
        self.has_ended()
        self.tryboot = False

    def cut_power(self) -> None:
        """Lose what is not on the disk, and end everything at once."""
        if self._process is None or self.machine is None:
            return
        if os.path.ismount(self.root / "var"):
            handle = os.open(self.root / "var", os.O_RDONLY | os.O_DIRECTORY)
            try:
                fcntl.ioctl(handle, EXT4_IOC_SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
            finally:
                os.close(handle)
        if self._process.poll() is None:
            os.kill(self.machine.init, signal.SIGKILL)
        self._process.wait(TIMEOUT_SECONDS)
        self._unmount()
        self.tryboot = False

    def _unmount(self) -> None:
        self._process = None
        for place in (self.root / "var", self.root):
            until(lambda place=place: self._is_unmounted(place), seconds=TIMEOUT_SECONDS)  # type: ignore[misc]
        # A mount of the same device would be the same file system, also after a power cut.
        for device in self._devices.values():
            until(lambda device=device: self._is_free(device), seconds=TIMEOUT_SECONDS)  # type: ignore[misc]
        (self.folder / "asked/reboot-param").unlink(missing_ok=True)

    @staticmethod
    def _is_free(device: str) -> bool:
        try:
            os.close(os.open(device, os.O_RDWR | os.O_EXCL))
        except OSError:
            return False
        return True

    @staticmethod
    def _is_unmounted(place: Path) -> bool:
        return not os.path.ismount(place) or subprocess.run(["umount", place], check=False).returncode == 0

    def unplug(self) -> None:
        """Leave nothing behind."""
        self.cut_power()
        for device in self._devices.values():
            subprocess.run(["losetup", "-d", device], check=True)

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """An answer of the server; None without one."""
        assert self.machine
        try:
            answer = self.machine.http.request(method, path, **body)
            return answer.json() if answer.is_success else None
        except httpx.HTTPError:
            return None

    def names(self) -> list[str]:
        return [each["name"] for each in until(lambda: self.ask("GET", "/api/members"), seconds=SECONDS)]

    def publish(self, version: str, script: str) -> None:
        """A release whose bundle is a script, which changes the new slot."""
        [info] = (self.root / "opt/mantel").glob("mantel-*.dist-info")
        named = f"sed -i 's/^Version: .*/Version: {version}/' opt/mantel/{info.name}/METADATA\n"
        for path in self.release.folder.iterdir():
            path.unlink()
        bundle = self.release.folder / f"mantel-{version}-{ARCHITECTURE}.raucb"
        bundle.write_text(named + script, "utf-8")
        self.release.sign(version)
        shutil.copytree(self.release.folder, self.root / "var/release", dirs_exist_ok=True)

    def install(self, version: str) -> None:
        """Ask the server to begin."""
        found = until(lambda: self.ask("POST", "/api/updates/check"), seconds=SECONDS)
        assert (version, "card") == (found["release"]["version"], found["kind"]), found
        assert self.ask("POST", "/api/updates/install")

    def settled(self, *options: str) -> Any:
        """The state of updates when none is under way, over the restarts of the machine."""

        def state() -> Any:
            if self._process is None or self.has_ended():
                self.boot(*options)
            return self.ask("GET", "/api/updates") if not self._is_under_way() else None

        return until(state, lambda found: found and found["work"] == "idle", seconds=SECONDS)

    def _is_under_way(self) -> bool:
        places = ("var/lib/mantel-update/slots.json", "var/lib/mantel/updates/keep")
        return any((self.root / place).exists() for place in places)
