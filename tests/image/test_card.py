"""The SD-card image: built, inspected, and booted on an emulated arm64 machine until the server answers."""

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

from tests.ports import free_port

TREE = Path(__file__).parents[2]
PACKAGES_BY_PROGRAM = {
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
# Of the first slot, and the data: places in the partition table.
BOOT, SYSTEM, DATA = 1, 4, 6
BOOT_TIMEOUT_SECONDS = 1200

pytestmark = pytest.mark.slow


class Card:
    """A built image. Its partitions are read without mounting them."""

    def __init__(self, file: Path) -> None:
        self.file = file
        table = subprocess.run(["sfdisk", "--json", file], capture_output=True, text=True, check=True).stdout
        self.table: dict[str, Any] = json.loads(table)["partitiontable"]

    def run_mtools(self, *command: str) -> str:
        """Run an mtools command on the boot partition. Returns its output."""
        partition = f"{self.file}@@{self._start(BOOT)}"
        return subprocess.run(
            [command[0], "-i", partition, *command[1:]],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "LC_ALL": "C"},
        ).stdout

    def run_debugfs(self, partition: int, request: str) -> str:
        """Run a debugfs request on an ext4 partition. Returns its output."""
        location = f"{self.file}?offset={self._start(partition)}"
        return subprocess.run(["debugfs", "-R", request, location], capture_output=True, text=True, check=True).stdout

    def _start(self, partition: int) -> int:
        return int(self.table["partitions"][partition]["start"]) * SECTOR


@pytest.fixture(scope="module")
def card() -> Card:
    """The image. Its base system is cached in build/image."""
    for program, package in PACKAGES_BY_PROGRAM.items():
        if not shutil.which(program):
            pytest.skip(f"this machine has no {program} (sudo apt-get install {package})")
    file = TREE / "build" / "mantel.img"
    subprocess.run([TREE / "image" / "build", file], check=True)
    return Card(file)


def test_the_card_has_two_slots(card: Card) -> None:
    assert ("dos", ["c", "c", "c", "f", "83", "83", "83"]) == (
        card.table["label"],
        [partition["type"] for partition in card.table["partitions"]],
    )
    assert "MANTEL-BOOT" in card.run_mtools("mlabel", "-s", "::")
    assert "Filesystem volume name:   mantel-root" in card.run_debugfs(SYSTEM, "stats -h")
    assert "Filesystem volume name:   mantel-data" in card.run_debugfs(DATA, "stats -h")
    assert "/tryboot/" in card.run_debugfs(SYSTEM, "ls -p /usr/lib/mantel")
    assert "/rauc/" in card.run_debugfs(SYSTEM, "ls -p /usr/bin")


def test_the_boot_partition_has_firmware_and_kernel(card: Card) -> None:
    files = card.run_mtools("mdir", "-b", "::")
    for name in ("start4.elf", "fixup4.dat", "bcm2711-rpi-4-b.dtb", "bcm2712-rpi-5-b.dtb", "config.txt"):
        assert f"::/{name}\n" in files
    config = card.run_mtools("mtype", "::config.txt")
    for setting in ("kernel=", "initramfs "):
        names = re.findall(rf"^{setting}(\S+)$", config, re.MULTILINE)
        assert len(names) == 1
        assert f"::/{names[0]}\n" in files
    assert "root=PARTUUID=4d544c31-05 ro " in card.run_mtools("mtype", "::cmdline.txt")


def test_the_units_are_enabled_and_login_is_disabled(card: Card) -> None:
    units = card.run_debugfs(SYSTEM, "ls -p /etc/systemd/system/multi-user.target.wants")
    assert "/mantel.service/" in units
    assert "/mantel-kiosk.service/" in units
    assert "/mantel-backup.timer/" in card.run_debugfs(SYSTEM, "ls -p /etc/systemd/system/timers.target.wants")
    assert "mantel" == card.run_debugfs(SYSTEM, "cat /etc/hostname").strip()

    passwords = {line.split(":")[1] for line in card.run_debugfs(SYSTEM, "cat /etc/shadow").splitlines()}
    assert passwords <= {"!", "*", "!*", "!!"}
    assert "sshd" not in card.run_debugfs(SYSTEM, "ls -p /usr/sbin")


def test_the_kiosk_has_its_programs_and_permissions(card: Card) -> None:
    programs = card.run_debugfs(SYSTEM, "ls -p /usr/bin")
    for program in ("labwc", "chromium", "wlopm", "wlr-randr", "nmcli"):
        assert f"/{program}/" in programs
    assert "/dbus_fast/" in card.run_debugfs(SYSTEM, "ls -p /opt/mantel")

    users = [line.split(":")[0] for line in card.run_debugfs(SYSTEM, "cat /etc/passwd").splitlines()]
    groups = {
        line.split(":")[0]: line.split(":")[3].split(",")
        for line in card.run_debugfs(SYSTEM, "cat /etc/group").splitlines()
    }
    assert "mantel-wall" in users
    assert "mantel-wall" in groups
    assert [True, True, True] == ["mantel-wall" in groups[name] for name in ("video", "input", "render")]

    rule = card.run_debugfs(SYSTEM, "cat /etc/polkit-1/rules.d/50-mantel-wall.rules")
    assert rule == (TREE / "image/files/etc/polkit-1/rules.d/50-mantel-wall.rules").read_text("utf-8")
    assert "/stick/" in card.run_debugfs(SYSTEM, "ls -p /media")
    assert "What=/dev/mantel-stick" in card.run_debugfs(SYSTEM, "cat /usr/lib/systemd/system/media-stick.mount")
    assert "wifi.powersave=2" in card.run_debugfs(SYSTEM, "cat /etc/NetworkManager/conf.d/mantel.conf")
    assert "/brcm/" in card.run_debugfs(SYSTEM, "ls -p /usr/lib/firmware")


def test_the_card_says_the_licences_of_what_it_contains(card: Card) -> None:
    notices = card.run_debugfs(SYSTEM, "cat /opt/mantel/appliance/NOTICES.md")
    for package in ("- pi-heif ", "- litestar ", "- User interface: licenses"):
        assert package in notices
    assert "pillow_heif" not in card.run_debugfs(SYSTEM, "ls -p /opt/mantel")

    packages = card.run_debugfs(SYSTEM, "cat /usr/share/doc/mantel/debian-packages").splitlines()
    assert {"labwc", "chromium", "python3"} < {line.partition(" ")[0] for line in packages}
    assert "Copyright" in card.run_debugfs(SYSTEM, "cat /usr/share/doc/labwc/copyright")


def test_an_update_overwrites_the_system_and_not_the_data(card: Card) -> None:
    """The dd command in docs/operating.md writes from the first partition to the beginning of the data."""
    command = re.search(r"bs=1M skip=(\d+) seek=(\d+) count=(\d+)", (TREE / "docs/operating.md").read_text("utf-8"))
    assert command
    skip, seek, count = (int(number) for number in command.groups())
    starts = [int(partition["start"]) * SECTOR // 2**20 for partition in card.table["partitions"]]
    assert (starts[0], starts[0], starts[DATA] - starts[0]) == (skip, seek, count)


def test_the_image_holds_no_secret_and_no_identity(card: Card) -> None:
    assert "" == card.run_debugfs(SYSTEM, "cat /etc/machine-id").strip()
    for folder in ("/lib/private", "/lib/mantel", "/lib/mantel-wall"):
        assert "mantel.db" not in card.run_debugfs(DATA, f"ls -p {folder}")
    assert "random-seed" not in card.run_debugfs(DATA, "ls -p /lib/systemd")


@pytest.fixture
def booted(card: Card, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], int, Path]]:
    """A virtual machine that boots a new card. Yields its process, the port of its server, and the disk."""
    disk, console, port = tmp_path / "card.img", tmp_path / "console", free_port()
    subprocess.run(["cp", "--sparse=always", card.file, disk], check=True)
    # The card is larger than the image.
    os.truncate(disk, card.file.stat().st_size + 2**30)
    boot_dir = TREE / "build" / "image" / "root" / "boot"
    command = ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", "2048", "-nographic"]
    command += ["-kernel", str(next(boot_dir.glob("vmlinuz-*"))), "-initrd", str(next(boot_dir.glob("initrd.img-*")))]
    # The emulation is about fifty times slower than a real machine.
    timeouts = "systemd.default_timeout_start_sec=900 systemd.default_device_timeout_sec=900"
    command += ["-append", f"console=ttyAMA0 root=PARTUUID=4d544c31-05 ro rootwait net.ifnames=0 {timeouts}"]
    command += ["-drive", f"file={disk},format=raw,if=virtio", "-device", "virtio-net-pci,netdev=home,romfile="]
    command += ["-netdev", f"user,id=home,hostfwd=tcp:127.0.0.1:{port}-:80"]
    with console.open("wb") as log:
        machine = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    yield machine, port, disk
    machine.kill()
    machine.wait()


def test_a_new_card_boots_and_serves_the_page(booted: tuple[subprocess.Popen[bytes], int, Path]) -> None:
    machine, port, disk = booted
    deadline = time.monotonic() + BOOT_TIMEOUT_SECONDS
    page = ""
    while not page and time.monotonic() < deadline and machine.poll() is None:
        try:
            page = httpx.get(f"http://127.0.0.1:{port}/", timeout=30).text
        except httpx.HTTPError:
            time.sleep(1)
    assert "<title>Mantel" in page, (disk.parent / "console").read_text("utf-8", "replace")[-4000:]
    assert httpx.get(f"http://127.0.0.1:{port}/api/setup", timeout=60).json()["claimed"] is False

    table = Card(disk).table["partitions"]
    assert int(table[DATA]["size"]) * SECTOR > 2**30, "the data partition was not enlarged"
