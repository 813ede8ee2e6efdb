"""The server under a real systemd, in the sandbox of its unit: start, watchdog, restart and backup."""

import os
import re
import signal
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.image import packaged
from tests.ports import free_port
from tests.systemd.trixie import TIMEOUT_S, booted, unpack_root
from tests.wall.fake_kiosk import FakeKiosk

TREE = Path(__file__).parents[2]
KEY = "mtl_bootedbootedbooted"

pytestmark = pytest.mark.slow


class Machine:
    """A booted container. `systemctl` runs inside; `http` uses the network, which it shares with this machine."""

    def __init__(self, init: int, port: int) -> None:
        self.init = init
        self.http = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {KEY}"}, timeout=60
        )

    def systemctl(self, *arguments: str) -> str:
        command = ["nsenter", "-t", str(self.init), "-a", "systemctl", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

    def log(self) -> str:
        command = ["nsenter", "-t", str(self.init), "-a", "journalctl", "--no-pager", "-n", "40", "-u", "mantel"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def unit_property(self, name: str) -> str:
        return self.systemctl("show", "mantel.service", "--value", f"--property={name}")

    def main_process(self) -> int:
        """The process id of the server, outside of the container."""
        inner_pid = self.unit_property("MainPID")
        for entry in Path("/proc").glob("[0-9]*/status"):
            try:
                pids = next(line for line in entry.read_text().splitlines() if line.startswith("NSpid:")).split()[1:]
            except (OSError, StopIteration):
                continue
            if len(pids) > 1 and pids[-1] == inner_pid and b"appliance" in (entry.parent / "cmdline").read_bytes():
                return int(pids[0])
        raise AssertionError(f"the container has no process {inner_pid}")

    def is_healthy(self) -> bool:
        try:
            return self.http.get("/api/health").is_success
        except httpx.HTTPError:
            return False


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A Trixie system with the built wheel and the units."""
    root, port = unpack_root(tmp_path_factory.mktemp("machine") / "root"), free_port()
    subprocess.run([TREE / "image" / "install", root, "amd64"], check=True)
    settings = {"HOST": "127.0.0.1", "PORT": port, "HTTPS_PORT": free_port(), "MDNS": 1, "ADMIN_API_KEY": KEY}
    settings |= packaged.SETTINGS
    write_lines(root / "etc/mantel/mantel.env", [f"{name}={value}" for name, value in settings.items()])
    # A shorter watchdog timeout makes the test faster.
    write_lines(root / "etc/systemd/system/mantel.service.d/watch.conf", ["[Service]", "WatchdogSec=10"])
    subprocess.run(["systemctl", f"--root={root}", "enable", "mantel.service", "mantel-backup.timer"], check=True)

    with booted(root) as init:
        machine = Machine(init, port)
        wait_until(machine.is_healthy)
        yield machine


def test_it_notifies_systemd_when_it_is_ready(machine: Machine) -> None:
    assert ("active", "notify", "0") == tuple(
        machine.unit_property(name) for name in ("ActiveState", "Type", "NRestarts")
    )
    assert "active" == machine.systemctl("is-active", "mantel-backup.timer")


def test_the_server_works_in_its_sandbox(machine: Machine) -> None:
    status = Path(f"/proc/{machine.main_process()}/status").read_text()
    assert "Seccomp:\t2" in status
    assert "NoNewPrivs:\t1" in status
    assert "CapEff:\t0000000000000000" in status

    ana = machine.http.post("/api/members", json={"name": "Ana", "color": "#c8553d"})
    assert ana.is_success, ana.text
    assert [ana.json()["id"]] == [member["id"] for member in machine.http.get("/api/members").json()]
    for path in ("/", "/openapi.json", "/api/setup", "/api/calendars", "/api/chores", "/api/settings"):
        assert machine.http.get(path).is_success, path
    # TLS, multicast and adjtimex use system calls that the filter must allow.
    wait_until(lambda: machine.http.get("/api/home").json()["https"], machine)
    assert "does not work" not in machine.log()
    tools = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert machine.http.post("/mcp", json=tools, headers={"Accept": "application/json, text/event-stream"}).is_success


def test_what_is_installed_is_complete(machine: Machine) -> None:
    """The pictures' worker needs limits, and native libraries, which the sandbox must allow."""
    packaged.check(machine.http)


def test_the_kiosk_can_open_the_socket(machine: Machine) -> None:
    # The container's own file system, as the kernel shows it from outside.
    socket_path = Path(f"/proc/{machine.main_process()}/root/run/mantel/wall.sock")
    group = re.search(
        r"^mantel-wall:x:(\d+):", Path(f"/proc/{machine.main_process()}/root/etc/group").read_text(), re.M
    )
    assert group
    assert (0o660, int(group[1])) == (stat.S_IMODE(socket_path.stat().st_mode), socket_path.stat().st_gid)
    with FakeKiosk(socket_path) as kiosk:
        machine.http.post("/api/keys", json={"name": "Phone", "scope": "admin"}).raise_for_status()
        assert kiosk.request_key()["key"].startswith("mtl_")


def test_a_killed_server_restarts_with_its_data(machine: Machine) -> None:
    machine.http.patch("/api/settings", json={"timezone": "Australia/Lord_Howe"}).raise_for_status()
    restarts = int(machine.unit_property("NRestarts"))

    os.kill(machine.main_process(), signal.SIGKILL)
    wait_until(lambda: int(machine.unit_property("NRestarts")) > restarts and machine.is_healthy(), machine)

    assert "Australia/Lord_Howe" == machine.http.get("/api/settings").json()["timezone"]


def test_a_server_that_hangs_is_restarted(machine: Machine) -> None:
    restarts = int(machine.unit_property("NRestarts"))

    os.kill(machine.main_process(), signal.SIGSTOP)
    wait_until(lambda: int(machine.unit_property("NRestarts")) > restarts and machine.is_healthy(), machine)

    assert "active" == machine.systemctl("is-active", "mantel.service")


def test_the_backup_unit_makes_a_backup(machine: Machine) -> None:
    machine.systemctl("start", "mantel-backup.service")

    assert "success" == machine.systemctl("show", "mantel-backup.service", "--value", "--property=Result")
    assert machine.http.get("/api/backups").json()


def wait_until(condition: Callable[[], Any], machine: Machine | None = None) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < deadline, machine.log() if machine else "timeout"
        time.sleep(0.1)


def write_lines(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
