"""The card's image: built, looked into, and started on an emulated arm64 machine until the wall's page answers."""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.journeys.stage import free_port

TREE = Path(__file__).parents[2]
NEEDED = {
    "mmdebstrap": "mmdebstrap",
    "qemu-aarch64-static": "qemu-user-static",
    "qemu-system-aarch64": "qemu-system-arm",
    "mcopy": "mtools",
    "mkfs.vfat": "dosfstools",
    "sfdisk": "fdisk",
    "debugfs": "e2fsprogs",
    "arch-test": "arch-test",
    "systemd-sysusers": "systemd",
}
SECTOR = 512
BOOT_PATIENCE_S = 1200

pytestmark = pytest.mark.slow


class Card:
    """A built image; its partitions are read where they lie, nothing is mounted."""

    def __init__(self, file: Path) -> None:
        self.file = file
        told = subprocess.run(["sfdisk", "--json", file], capture_output=True, text=True, check=True).stdout
        self.table: dict[str, Any] = json.loads(told)["partitiontable"]

    def boot(self, *words: str) -> str:
        """What an mtools command says of the partition that the firmware reads."""
        at = f"{self.file}@@{self._start(0)}"
        return subprocess.run(
            [words[0], "-i", at, *words[1:]],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "LC_ALL": "C"},
        ).stdout

    def asked(self, partition: int, request: str) -> str:
        """What debugfs says of an ext4 partition (1 the system, 2 what changes)."""
        at = f"{self.file}?offset={self._start(partition)}"
        return subprocess.run(["debugfs", "-R", request, at], capture_output=True, text=True, check=True).stdout

    def _start(self, partition: int) -> int:
        return int(self.table["partitions"][partition]["start"]) * SECTOR


@pytest.fixture(scope="module")
def card() -> Card:
    """The image; the long part of its making is kept in build/image."""
    for program, package in NEEDED.items():
        if not shutil.which(program):
            pytest.skip(f"this machine has no {program} (sudo apt-get install {package})")
    file = TREE / "build" / "mantel.img"
    subprocess.run([TREE / "image" / "build", file], check=True)
    return Card(file)


def test_three_partitions_as_the_firmware_wants_them(card: Card) -> None:
    assert ("dos", ["c", "83", "83"]) == (card.table["label"], [one["type"] for one in card.table["partitions"]])
    assert "MANTEL-BOOT" in card.boot("mlabel", "-s", "::")
    assert "Filesystem volume name:   mantel-root" in card.asked(1, "stats -h")
    assert "Filesystem volume name:   mantel-data" in card.asked(2, "stats -h")


def test_the_firmware_finds_what_it_starts(card: Card) -> None:
    listed = card.boot("mdir", "-b", "::")
    for name in ("start4.elf", "fixup4.dat", "bcm2711-rpi-4-b.dtb", "bcm2712-rpi-5-b.dtb", "config.txt"):
        assert f"::/{name}\n" in listed
    settings = card.boot("mtype", "::config.txt")
    for kind in ("kernel=", "initramfs "):
        named = re.findall(rf"^{kind}(\S+)$", settings, re.MULTILINE)
        assert len(named) == 1
        assert f"::/{named[0]}\n" in listed
    assert "root=LABEL=mantel-root ro " in card.boot("mtype", "::cmdline.txt")


def test_the_units_are_switched_on_and_nobody_can_log_in(card: Card) -> None:
    wanted = card.asked(1, "ls -p /etc/systemd/system/multi-user.target.wants")
    assert "/mantel.service/" in wanted
    assert "/mantel-kiosk.service/" in card.asked(1, "ls -p /etc/systemd/system/graphical.target.wants")
    assert "/mantel-backup.timer/" in card.asked(1, "ls -p /etc/systemd/system/timers.target.wants")
    assert "mantel" == card.asked(1, "cat /etc/hostname").strip()

    passwords = {line.split(":")[1] for line in card.asked(1, "cat /etc/shadow").splitlines()}
    assert passwords <= {"!", "*", "!*", "!!"}
    assert "sshd" not in card.asked(1, "ls -p /usr/sbin")


def test_the_wall_has_its_programs_and_may_use_the_screen_and_the_network(card: Card) -> None:
    programs = card.asked(1, "ls -p /usr/bin")
    for program in ("labwc", "chromium", "wlopm", "wlr-randr", "nmcli"):
        assert f"/{program}/" in programs
    assert "/dbus_fast/" in card.asked(1, "ls -p /opt/mantel")

    names = [line.split(":")[0] for line in card.asked(1, "cat /etc/passwd").splitlines()]
    groups = {
        line.split(":")[0]: line.split(":")[3].split(",") for line in card.asked(1, "cat /etc/group").splitlines()
    }
    assert "mantel-wall" in names
    assert "mantel-wall" in groups
    assert [True, True, True] == ["mantel-wall" in groups[name] for name in ("video", "input", "render")]

    rule = card.asked(1, "cat /etc/polkit-1/rules.d/50-mantel-wall.rules")
    assert rule == (TREE / "image/files/etc/polkit-1/rules.d/50-mantel-wall.rules").read_text("utf-8")
    assert "wifi.powersave=2" in card.asked(1, "cat /etc/NetworkManager/conf.d/mantel.conf")
    assert "/brcm/" in card.asked(1, "ls -p /usr/lib/firmware")


def test_an_update_rewrites_the_system_and_not_the_household(card: Card) -> None:
    """What docs/operating.md tells people to write over: from the first partition to the end of the second."""
    told = re.search(r"bs=1M skip=(\d+) seek=(\d+) count=(\d+)", (TREE / "docs/operating.md").read_text("utf-8"))
    assert told
    skip, seek, count = (int(number) for number in told.groups())
    first, _, third = (int(partition["start"]) * SECTOR // 2**20 for partition in card.table["partitions"])
    assert (first, first, third - first) == (skip, seek, count)


def test_no_two_cards_share_a_secret(card: Card) -> None:
    assert "" == card.asked(1, "cat /etc/machine-id").strip()
    for folder in ("/lib/private", "/lib/mantel", "/lib/mantel-wall"):
        assert "mantel.db" not in card.asked(2, f"ls -p {folder}")
    assert "random-seed" not in card.asked(2, "ls -p /lib/systemd")


@pytest.fixture
def started(card: Card, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], int, Path]]:
    """A machine that was given the card for the first time. Its process, the port of its server, its console."""
    disk, console, port = tmp_path / "card.img", tmp_path / "console", free_port()
    subprocess.run(["cp", "--sparse=always", card.file, disk], check=True)
    # Somebody bought a larger card than the image needs.
    os.truncate(disk, card.file.stat().st_size + 2**30)
    made = TREE / "build" / "image" / "root" / "boot"
    command = ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", "2048", "-nographic"]
    command += ["-kernel", str(next(made.glob("vmlinuz-*"))), "-initrd", str(next(made.glob("initrd.img-*")))]
    # The emulation is some fifty times slower than the machine it plays.
    patience = "systemd.default_timeout_start_sec=900 systemd.default_device_timeout_sec=900"
    command += ["-append", f"console=ttyAMA0 root=LABEL=mantel-root ro rootwait net.ifnames=0 {patience}"]
    command += ["-drive", f"file={disk},format=raw,if=virtio", "-device", "virtio-net-pci,netdev=home,romfile="]
    command += ["-netdev", f"user,id=home,hostfwd=tcp:127.0.0.1:{port}-:80"]
    with console.open("wb") as said:
        machine = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
    yield machine, port, disk
    machine.kill()
    machine.wait()


def test_a_flashed_card_serves_the_wall(started: tuple[subprocess.Popen[bytes], int, Path]) -> None:
    machine, port, disk = started
    deadline = time.monotonic() + BOOT_PATIENCE_S
    page = ""
    while not page and time.monotonic() < deadline and machine.poll() is None:
        try:
            page = httpx.get(f"http://127.0.0.1:{port}/", timeout=30).text
        except httpx.HTTPError:
            time.sleep(1)
    assert "<title>Mantel" in page, (disk.parent / "console").read_text("utf-8", "replace")[-4000:]
    assert httpx.get(f"http://127.0.0.1:{port}/api/setup", timeout=60).json()["claimed"] is False

    table = Card(disk).table["partitions"]
    assert int(table[2]["size"]) * SECTOR > 2**30, "what changes was not given the rest of the card"
