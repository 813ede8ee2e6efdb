"""RAUC itself installs a bundle into the other slot, by the handler of the card; on loop devices, without a boot slot.

Linux of test machines has often neither VFAT nor dm-verity, so the bundle has one image and the plain format.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.updates.test_card import HANDLER, IMAGE, PATH, FakePi

PROGRAMS = ("rauc", "mksquashfs", "dbus-run-session", "losetup", "openssl", "sfdisk", "mkfs.vfat", "mcopy", "mke2fs")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.geteuid() != 0 or not all(map(shutil.which, PROGRAMS)),
        reason="needs root, rauc, squashfs-tools, dbus, openssl, dosfstools, mtools, fdisk and e2fsprogs",
    ),
]
SYSTEM = """
[system]
compatible=mantel-raspberry-pi
bootloader=custom
bundle-formats=plain
mountprefix={folder}/mnt
statusfile={folder}/status
[handlers]
bootloader-custom-backend={folder}/handler
[keyring]
path={folder}/cert.pem
[slot.rootfs.0]
device={a}
type=ext4
bootname=A
[slot.rootfs.1]
device={b}
type=ext4
bootname=B
"""
MANIFEST = """
[update]
compatible=mantel-raspberry-pi
version=9.0.0
[bundle]
format=plain
[hooks]
filename=hook
[image.rootfs]
filename=rootfs.ext4
hooks=post-install
"""
# On a session bus, so that the machine's own RAUC, if it has one, is not asked.
SERVICE = """
export DBUS_STARTER_BUS_TYPE=session
rauc --conf={folder}/system.conf --override-boot-slot={slot} service 2>{folder}/log &
for _ in $(seq 100); do rauc status >/dev/null 2>&1 && break; sleep 0.2; done
{command}
kill $!
"""


@contextmanager
def loop_device(file: Path) -> Iterator[str]:
    with file.open("wb") as new:
        new.truncate(16 * 2**20)
    device = subprocess.run(["losetup", "-f", "--show", file], capture_output=True, text=True, check=False)
    if device.returncode:
        pytest.skip(f"no loop device: {device.stderr}")
    try:
        yield device.stdout.strip()
    finally:
        subprocess.run(["losetup", "-d", device.stdout.strip()], check=True)


def test_rauc_writes_the_other_slot_and_the_handler_keeps_it(tmp_path: Path) -> None:
    if "squashfs" not in Path("/proc/filesystems").read_text("utf-8"):
        pytest.skip("Linux of this machine cannot mount squashfs")
    pi = FakePi(tmp_path / "pi")
    content = tmp_path / "content"
    content.mkdir()
    shutil.copy(pi.folder / "work/root.ext4", content / "rootfs.ext4")
    shutil.copy(IMAGE / "bundle/hook", content / "hook")
    (content / "manifest.raucm").write_text(MANIFEST, "utf-8")
    key, cert, bundle = (str(tmp_path / name) for name in ("key.pem", "cert.pem", "out.raucb"))
    make_key = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert]
    subprocess.run([*make_key, "-subj", "/CN=Mantel"], check=True, capture_output=True)
    subprocess.run(["rauc", "bundle", f"--cert={cert}", f"--key={key}", str(content), bundle], check=True)
    variables = {"TRYBOOT_DISK": pi.disk, "TRYBOOT_STATE": pi.folder / "state", "TRYBOOT_CMDLINE": pi.cmdline}
    exports = "".join(f"export {name}={value}\n" for name, value in variables.items())
    (tmp_path / "handler").write_text(f'#!/bin/sh\n{exports}exec {HANDLER} "$@"\n', "utf-8")
    (tmp_path / "handler").chmod(0o755)
    for name in ("mnt", "mounted"):
        (tmp_path / name).mkdir()
    (tmp_path / "machine-id").write_text("of-this-machine\n", "utf-8")

    def rauc(command: str) -> None:
        script = SERVICE.format(folder=tmp_path, slot=pi.running, command=command)
        environment = {"PATH": PATH, "MACHINE_ID": str(tmp_path / "machine-id")}
        done = subprocess.run(
            ["dbus-run-session", "--", "sh", "-euc", script],
            env=environment, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        assert 0 == done.returncode, (done.stdout, done.stderr, (tmp_path / "log").read_text("utf-8"))

    with ExitStack() as devices:
        a, b = (devices.enter_context(loop_device(tmp_path / name)) for name in "ab")
        (tmp_path / "system.conf").write_text(SYSTEM.format(folder=tmp_path, a=a, b=b), "utf-8")
        rauc(f"rauc install {bundle}")
        assert ("A", "B") == (pi.handler("get-default"), pi.handler("get-primary"))
        subprocess.run(["mount", b, tmp_path / "mounted"], check=True)
        try:
            assert "of-this-machine\n" == (tmp_path / "mounted/etc/machine-id").read_text("utf-8")
        finally:
            subprocess.run(["umount", tmp_path / "mounted"], check=True)

        pi.tryboot = True
        pi.boot()
        rauc("rauc status mark-good")
    pi.boot()
    assert ("B", "B", "good") == (pi.running, pi.handler("get-primary"), pi.handler("get-state", "B"))
