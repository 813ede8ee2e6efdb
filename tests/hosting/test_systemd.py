"""deploy/systemd/mantel-host.service under a real systemd, in its sandbox, with its state in a bucket."""

import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from tests.hosting.bucket import Store, found, needs_bucket, seaweedfs
from tests.hosting.host import ROOT, send
from tests.hosting.writes import photo_at
from tests.ports import free_port
from tests.systemd.trixie import booted, unpack_root
from tests.waiting import until

pytestmark = [pytest.mark.slow, needs_bucket]
UNIT = ROOT / "deploy/systemd/mantel-host.service"
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
SECONDS = 180


class Machine:
    """A booted container, which shares this machine's network."""

    def __init__(self, init: int):
        self._init = init
        self.socket = Path(f"/proc/{init}/root/var/lib/mantel-host/sockets/berg/web.sock")

    def run(self, command: str) -> str:
        """What a command of root says there, which has to succeed."""
        shell = ["nsenter", "-t", str(self._init), "-a", "env", "-i", f"PATH={SYSTEM_PATH}", "sh", "-c", command]
        done = subprocess.run(shell, capture_output=True, text=True, check=False)
        assert 0 == done.returncode, (command, done.stdout, done.stderr, self.log())
        return done.stdout.strip()

    def log(self) -> str:
        """The end of the unit's journal."""
        command = ["nsenter", "-t", str(self._init), "-a", "journalctl", "--no-pager", "-n", "60", "-u", "mantel-host"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def unit(self, name: str) -> str:
        """A property of the unit."""
        return self.run(f"systemctl show mantel-host --value --property={name}")

    def host(self, command: str) -> str:
        """What `mantel host` says, as docs/hosting.md has it."""
        return self.run(f"HOSTING_DIR=/var/lib/mantel-host mantel host {command}")

    def request(self, method: str, path: str, body: object = None, key: str = "") -> tuple[int, Any]:
        """A request to the household through its socket. Raises OSError."""
        return send(self.socket, "berg.example.org", method, path, body, key, "192.0.2.1")

    def answers(self) -> bool:
        """Whether the household answers."""
        with suppress(OSError, HTTPException):
            return self.request("GET", "/api/health")[0] == 200
        return False

    def status_of(self, argument: str) -> str:
        """What the kernel says about the household's process, or about the parent (`main`)."""
        pid = self.unit("MainPID") if argument == "main" else self.run("pgrep -u 200001 -o")
        return self.run(f"cat /proc/{pid}/status")


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory, store: Store) -> Iterator[Machine]:
    """A Trixie system with the wheel, the unit, and the two programs."""
    root = unpack_root(tmp_path_factory.mktemp("host") / "root")
    subprocess.run([ROOT / "image/install", root, "amd64"], check=True)
    shutil.copy(UNIT, root / "etc/systemd/system")
    for name in ("litestream", "rclone"):
        shutil.copy(str(found(name)), root / "usr/local/bin" / name)
    shutil.copytree(store.folder / "secrets", root / "etc/mantel/host-secrets")
    settings = {name: value for name, value in store.variables.items() if name != "HOSTING_SECRETS"}
    settings |= {"HOSTING_GROUP": "nogroup", "HOSTING_ASK_PORT": str(free_port())}
    (root / "etc/mantel/host.env").write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
    shorter = root / "etc/systemd/system/mantel-host.service.d/watch.conf"
    shorter.parent.mkdir()
    shorter.write_text("[Service]\nWatchdogSec=10\n")
    subprocess.run(["systemctl", f"--root={root}", "enable", "mantel-host.service"], check=True)
    with booted(root) as init:
        made = Machine(init)
        until(lambda: is_running(made), seconds=SECONDS)
        yield made


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with seaweedfs() as made:
        yield made


def is_running(machine: Machine) -> bool:
    """Whether the registry answers."""
    with suppress(AssertionError):
        machine.host("list")
        return True
    return False


def test_the_unit_runs_a_host(machine: Machine, store: Store) -> None:
    assert ("active", "notify") == (machine.unit("ActiveState"), machine.unit("Type"))
    code = re.search(r"code=(\d+)", machine.host("add berg berg.example.org"))
    assert code
    body = {"code": code[1], "deviceRole": "admin", "deviceName": "Phone"}
    status, answer = machine.request("POST", "/api/setup/claim", body)
    assert status == 200, answer
    key = answer["adminKey"]

    household, parent = machine.status_of("household"), machine.status_of("main")
    for each in (household, parent):
        assert "Seccomp:\t2" in each
        assert "NoNewPrivs:\t1" in each
    assert "Uid:\t200001\t200001\t200001\t200001" in household
    assert "CapEff:\t0000000000000000" in household
    assert "1 of 1 households of cell main answer" == machine.unit("StatusText")

    # A picture is decoded in a process of its own, which the sandbox must allow.
    assert photo_at(machine.socket, key)
    until(lambda: store.bucket.get("cells/main/files/berg/encryption.key"))
    until(lambda: store.bucket.folders("cells/main/files/berg/"), lambda names: names == ["photos"])

    assert 201 == add(machine, key, "Ida")
    restarts = int(machine.unit("NRestarts"))
    for number in (signal.SIGKILL, signal.SIGSTOP):
        before = machine.unit("MainPID")
        machine.run(f"systemctl kill --kill-whom=main --signal={number} mantel-host")
        until(lambda: machine.unit("MainPID"), partial(is_another, before), seconds=SECONDS)
        until(machine.answers, seconds=SECONDS)
        assert 201 == add(machine, key, f"Member {number}")
    assert restarts + 2 == int(machine.unit("NRestarts"))
    assert [f"Member {int(number)}" for number in (signal.SIGKILL, signal.SIGSTOP)] == members(machine, key)[1:]

    machine.run("systemctl stop mantel-host")
    assert ("inactive", "success") == (machine.unit("ActiveState"), machine.unit("Result"))
    assert "gave the lease back" in machine.log()
    assert "" == machine.run("pgrep -u 200001 || true")
    # Another machine goes on with it.
    other = store.host("main", "b")
    try:
        other.start_waiting()
        until(lambda: other.answers("berg"), seconds=SECONDS)
        assert "Ida" in [each["name"] for each in other.request("berg", "GET", "/api/members", key=key)[1]]
    finally:
        other.kill()


def is_another(before: str, pid: str) -> bool:
    """Whether a process is there, and not the one of before."""
    return pid not in (before, "0")


def add(machine: Machine, key: str, name: str) -> int:
    """The status of the answer to a new member."""
    return machine.request("POST", "/api/members", {"name": name, "color": "#aa3344"}, key)[0]


def members(machine: Machine, key: str) -> list[str]:
    """The members of the household."""
    return [each["name"] for each in machine.request("GET", "/api/members", key=key)[1]]
