"""The wall's Wi-Fi and a real NetworkManager, under the polkit rule of the card. There is no radio here."""

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.systemd.trixie import unpacked

TREE = Path(__file__).parents[2]
MACHINE = "mantel-nm"
PATIENCE_S = 90
KEPT = "var/lib/NetworkManager/system-connections"

SAID = """
import asyncio, json, sys
from dataclasses import asdict
from kiosk import networkmanager as nm, networks
from kiosk.wifi import Wifi

async def keep(ssid, password):
    # As a join does it once the connection is up: first in memory, then written down.
    async with nm.NetworkManager() as manager:
        wished = networks.profile(ssid.encode(), password, "wpa-psk", False)
        add = ("AddConnection2", "a{sa{sv}}ua{sv}", wished, 0x2, {})
        path, _ = await manager.call(nm.SETTINGS_PATH, nm.SETTINGS, *add)
        await manager.call(path, nm.PROFILE, "Update2", "a{sa{sv}}ua{sv}", {}, 0x1, {})

async def main(verb, *words):
    try:
        said = await (keep(*words) if verb == "keep" else getattr(Wifi(), verb)(*words))
        return asdict(said) if verb == "state" else said
    except networks.WifiError as error:
        return error.why
    except nm.ErrorAnswer as refused:
        return refused.name

print(json.dumps(asyncio.run(main(*sys.argv[1:]))))
"""

pytestmark = pytest.mark.slow


class Machine:
    """A booted file system with a network of its own, whose other end is here."""

    def __init__(self, init: int, root: Path) -> None:
        self._enter = ["nsenter", "-t", str(init), "-a"]
        self.kept = root / KEPT

    def run(self, *words: str) -> str:
        done = subprocess.run([*self._enter, *words], capture_output=True, text=True, check=False)
        return done.stdout.strip()

    def said(self, *words: str, user: str = "mantel-wall") -> Any:
        """What the kiosk's own code says there, asked by that user."""
        command = ["runuser", "-u", user, "--", "env", "PYTHONPATH=/opt/mantel", "python3", "-c", SAID, *words]
        done = subprocess.run([*self._enter, *command], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    root = unpacked(tmp_path_factory.mktemp("machine") / "root", network=True)
    subprocess.run([TREE / "image" / "install", root, "amd64"], check=True)
    for folder in ("etc/polkit-1", "etc/NetworkManager"):
        subprocess.run(["cp", "-r", TREE / "image/files" / folder, root / "etc"], check=True)
    subprocess.run(["systemctl", f"--root={root}", "enable", "NetworkManager.service"], check=True)

    command = ["systemd-nspawn", "-q", "--register=no", "--keep-unit", "--console=pipe", f"--machine={MACHINE}"]
    command += ["--network-veth", "-D", str(root), "--boot"]
    container = subprocess.Popen(command, env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"})
    try:
        children = Path(f"/proc/{container.pid}/task/{container.pid}/children")
        until(lambda: bool(children.read_text().split()))
        machine = Machine(int(children.read_text().split()[0]), root)
        until(lambda: machine.run("systemctl", "is-active", "NetworkManager") == "active")
        yield machine
    finally:
        container.terminate()
        container.wait(PATIENCE_S)


def test_a_machine_without_an_adapter_says_so(machine: Machine) -> None:
    now = machine.said("state")
    assert (True, False, None) == (now["managed"], now["adapter"], now["connected"])
    assert "adapter" == machine.said("scan")
    assert "adapter" == machine.said("join", "Home", "correct horse")


def test_a_cable_is_seen_with_its_address(machine: Machine) -> None:
    subprocess.run(["ip", "link", "set", f"ve-{MACHINE}", "up"], check=True)
    cable = "con add type ethernet con-name cable ifname host0 ipv4.method manual ipv4.addresses 10.99.7.2/30"
    machine.run("nmcli", *cable.split(), "ipv6.method", "ignore")
    machine.run("nmcli", "con", "up", "cable")
    until(lambda: machine.said("state")["wired"])
    assert "10.99.7.2" == machine.said("state")["address"]


def test_the_wall_may_keep_and_forget_a_network_and_nobody_else_may(machine: Machine) -> None:
    assert "org.freedesktop.NetworkManager.Settings.PermissionDenied" == machine.said(
        "keep", "Home", "correct horse", user="nobody"
    )
    assert None is machine.said("keep", "Home", "correct horse")
    kept = machine.kept / "Home.nmconnection"
    assert "psk=correct horse" in kept.read_text("utf-8")
    assert 0o600 == kept.stat().st_mode & 0o777

    assert "forbidden" == machine.said("forget", "Home", user="nobody")
    assert None is machine.said("forget", "Home")
    assert not kept.exists()
    assert "unknown" == machine.said("forget", "Home")


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        if true():
            return
        time.sleep(0.2)
    raise AssertionError(f"not within {PATIENCE_S} s")
