"""The kiosk's Wi-Fi code against a real NetworkManager, under the polkit rule of the SD card. Without a radio."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.systemd.trixie import booted, unpack_root
from tests.waiting import until

TREE = Path(__file__).parents[2]
MACHINE = "mantel-nm"
PROFILES = "var/lib/NetworkManager/system-connections"

SCRIPT = """
import asyncio, json, sys
from dataclasses import asdict
from kiosk import networkmanager as nm, wifi_rules
from kiosk.wifi import Wifi

async def save(ssid, password):
    # The same calls as a join: add the profile in memory, then save it to disk.
    async with nm.NetworkManager() as manager:
        settings = wifi_rules.profile_settings(ssid.encode(), password, "wpa-psk", False)
        add = ("AddConnection2", "a{sa{sv}}ua{sv}", settings, 0x2, {})
        path, _ = await manager.call(nm.SETTINGS_PATH, nm.SETTINGS, *add)
        await manager.call(path, nm.PROFILE, "Update2", "a{sa{sv}}ua{sv}", {}, 0x1, {})

async def main(operation, *arguments):
    try:
        result = await (save(*arguments) if operation == "save" else getattr(Wifi(), operation)(*arguments))
        return asdict(result) if operation == "state" else result
    except wifi_rules.WifiError as error:
        return error.code
    except nm.ReplyError as error:
        return error.name

print(json.dumps(asyncio.run(main(*sys.argv[1:]))))
"""

pytestmark = pytest.mark.slow


class Machine:
    """A booted container with its own network, connected to this machine by a virtual cable."""

    def __init__(self, init: int, root: Path) -> None:
        self._enter = ["nsenter", "-t", str(init), "-a"]
        self.profiles = root / PROFILES

    def run(self, *command: str) -> str:
        completed = subprocess.run([*self._enter, *command], capture_output=True, text=True, check=False)
        return completed.stdout.strip()

    def wifi(self, *arguments: str, user: str = "mantel-wall") -> Any:
        """Run an operation of the kiosk's Wi-Fi code in the container as this user."""
        command = ["runuser", "-u", user, "--", "env", "PYTHONPATH=/opt/mantel", "python3", "-c", SCRIPT, *arguments]
        completed = subprocess.run([*self._enter, *command], capture_output=True, text=True, check=False)
        assert completed.returncode == 0, completed.stderr
        return json.loads(completed.stdout)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    root = unpack_root(tmp_path_factory.mktemp("machine") / "root", network=True)
    subprocess.run([TREE / "image" / "install", root, "amd64"], check=True)
    for folder in ("etc/polkit-1", "etc/NetworkManager"):
        subprocess.run(["cp", "-r", TREE / "image/files" / folder, root / "etc"], check=True)
    subprocess.run(["systemctl", f"--root={root}", "enable", "NetworkManager.service"], check=True)

    with booted(root, f"--machine={MACHINE}", "--network-veth") as init:
        machine = Machine(init, root)
        until(lambda: machine.run("systemctl", "is-active", "NetworkManager") == "active")
        yield machine


def test_a_machine_without_an_adapter_reports_it(machine: Machine) -> None:
    state = machine.wifi("state")
    assert (True, False, None) == (state["managed"], state["adapter"], state["connected"])
    assert "adapter" == machine.wifi("scan")
    assert "adapter" == machine.wifi("join", "Home", "correct horse")


def test_a_cable_is_reported_with_its_address(machine: Machine) -> None:
    subprocess.run(["ip", "link", "set", f"ve-{MACHINE}", "up"], check=True)
    cable = "con add type ethernet con-name cable ifname host0 ipv4.method manual ipv4.addresses 10.99.7.2/30"
    machine.run("nmcli", *cable.split(), "ipv6.method", "ignore")
    machine.run("nmcli", "con", "up", "cable")
    until(lambda: machine.wifi("state")["wired"])
    assert "10.99.7.2" == machine.wifi("state")["address"]


def test_only_the_wall_user_may_save_and_forget_a_network(machine: Machine) -> None:
    assert "org.freedesktop.NetworkManager.Settings.PermissionDenied" == machine.wifi(
        "save", "Home", "correct horse", user="nobody"
    )
    assert None is machine.wifi("save", "Home", "correct horse")
    saved = machine.profiles / "Home.nmconnection"
    assert "psk=correct horse" in saved.read_text("utf-8")
    assert 0o600 == saved.stat().st_mode & 0o777

    assert "forbidden" == machine.wifi("forget", "Home", user="nobody")
    assert None is machine.wifi("forget", "Home")
    assert not saved.exists()
    assert "unknown" == machine.wifi("forget", "Home")
