"""Mantel under a real systemd, in the sandbox its unit describes: it starts, is watched, and comes back."""

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

from tests.journeys.stage import free_port
from tests.systemd.trixie import unpacked
from tests.wall.kiosk import Kiosk

TREE = Path(__file__).parents[2]
KEY = "mtl_bootedbootedbooted"
PATIENCE_S = 90

pytestmark = pytest.mark.slow


class Machine:
    """A booted file system. `systemctl` is asked inside, `http` over this machine's own network."""

    def __init__(self, init: int, port: int) -> None:
        self.init = init
        self.http = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {KEY}"}, timeout=10
        )

    def systemctl(self, *words: str) -> str:
        command = ["nsenter", "-t", str(self.init), "-a", "systemctl", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

    def log(self) -> str:
        command = ["nsenter", "-t", str(self.init), "-a", "journalctl", "--no-pager", "-n", "40", "-u", "mantel"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def shown(self, name: str) -> str:
        return self.systemctl("show", "mantel.service", "--value", f"--property={name}")

    def main_process(self) -> int:
        """The server's number as this machine counts."""
        inside = self.shown("MainPID")
        for entry in Path("/proc").glob("[0-9]*/status"):
            try:
                numbers = next(line for line in entry.read_text().splitlines() if line.startswith("NSpid:")).split()[1:]
            except (OSError, StopIteration):
                continue
            if len(numbers) > 1 and numbers[-1] == inside and b"appliance" in (entry.parent / "cmdline").read_bytes():
                return int(numbers[0])
        raise AssertionError(f"no process is number {inside} inside")

    def healthy(self) -> bool:
        try:
            return self.http.get("/api/health").is_success
        except httpx.HTTPError:
            return False


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A Trixie system with the real wheel and the real units."""
    root, port = unpacked(tmp_path_factory.mktemp("machine") / "root"), free_port()
    subprocess.run([TREE / "image" / "install", root, "amd64"], check=True)
    settings = {"HOST": "127.0.0.1", "PORT": port, "HTTPS_PORT": free_port(), "MDNS": 1, "ADMIN_API_KEY": KEY}
    written(root / "etc/mantel/mantel.env", [f"{name}={value}" for name, value in settings.items()])
    # The watch is shortened, so that the test need not sit through it.
    written(root / "etc/systemd/system/mantel.service.d/watch.conf", ["[Service]", "WatchdogSec=10"])
    subprocess.run(["systemctl", f"--root={root}", "enable", "mantel.service", "mantel-backup.timer"], check=True)

    command = ["systemd-nspawn", "-q", "--register=no", "--keep-unit", "--console=pipe", "-D", str(root), "--boot"]
    container = subprocess.Popen(command, env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"})
    try:
        children = Path(f"/proc/{container.pid}/task/{container.pid}/children")
        until(lambda: children.read_text().split())
        machine = Machine(int(children.read_text().split()[0]), port)
        until(machine.healthy)
        yield machine
    finally:
        container.terminate()
        container.wait(PATIENCE_S)


def test_it_says_when_it_is_ready(machine: Machine) -> None:
    assert ("active", "notify", "0") == tuple(machine.shown(name) for name in ("ActiveState", "Type", "NRestarts"))
    assert "active" == machine.systemctl("is-active", "mantel-backup.timer")


def test_the_sandbox_lets_it_do_its_work(machine: Machine) -> None:
    mask = Path(f"/proc/{machine.main_process()}/status").read_text()
    assert "Seccomp:\t2" in mask
    assert "NoNewPrivs:\t1" in mask
    assert "CapEff:\t0000000000000000" in mask

    ana = machine.http.post("/api/members", json={"name": "Ana", "color": "#c8553d"})
    assert ana.is_success, ana.text
    assert [ana.json()["id"]] == [one["id"] for one in machine.http.get("/api/members").json()]
    for path in ("/", "/openapi.json", "/api/setup", "/api/calendars", "/api/chores", "/api/settings"):
        assert machine.http.get(path).is_success, path
    # TLS, multicast, and a question to the kernel about its clock, all of them through C libraries.
    until(lambda: machine.http.get("/api/home").json()["https"], machine)
    assert "does not work" not in machine.log()
    tools = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert machine.http.post("/mcp", json=tools, headers={"Accept": "application/json, text/event-stream"}).is_success


def test_the_wall_of_the_machine_finds_its_door(machine: Machine) -> None:
    door = Path(f"/proc/{machine.main_process()}/root/run/mantel/wall.sock")
    group = re.search(
        r"^mantel-wall:x:(\d+):", Path(f"/proc/{machine.main_process()}/root/etc/group").read_text(), re.M
    )
    assert group
    assert (0o660, int(group[1])) == (stat.S_IMODE(door.stat().st_mode), door.stat().st_gid)
    with Kiosk(door) as kiosk:
        machine.http.post("/api/keys", json={"name": "Phone", "scope": "admin"}).raise_for_status()
        assert kiosk.key()["key"].startswith("mtl_")


def test_a_killed_server_comes_back_with_what_it_knew(machine: Machine) -> None:
    machine.http.patch("/api/settings", json={"timezone": "Australia/Lord_Howe"}).raise_for_status()
    restarts = int(machine.shown("NRestarts"))

    os.kill(machine.main_process(), signal.SIGKILL)
    until(lambda: int(machine.shown("NRestarts")) > restarts and machine.healthy(), machine)

    assert "Australia/Lord_Howe" == machine.http.get("/api/settings").json()["timezone"]


def test_a_server_that_hangs_is_noticed_and_started_again(machine: Machine) -> None:
    restarts = int(machine.shown("NRestarts"))

    os.kill(machine.main_process(), signal.SIGSTOP)
    until(lambda: int(machine.shown("NRestarts")) > restarts and machine.healthy(), machine)

    assert "active" == machine.systemctl("is-active", "mantel.service")


def test_a_backup_is_made_under_the_same_locks(machine: Machine) -> None:
    machine.systemctl("start", "mantel-backup.service")

    assert "success" == machine.systemctl("show", "mantel-backup.service", "--value", "--property=Result")
    assert machine.http.get("/api/backups").json()


def until(seen: Callable[[], Any], machine: Machine | None = None) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not seen():
        assert time.monotonic() < deadline, machine.log() if machine else "it did not come to pass"
        time.sleep(0.1)


def written(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
