"""A real `mantel host` on a folder of its own, with the households that a test adds."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from appliance.kernel.http.local_connection import UnixConnection
from tests.served import NO_WEATHER
from tests.waiting import until

ROOT = Path(__file__).parents[2]
# A machine with other work took more than a minute for a start that takes a second.
PATIENCE_SECONDS = 240


class Cell:
    """One `mantel host` process, and the commands that ask it."""

    def __init__(self, folder: Path, name: str, variables: dict[str, str]):
        self.name, self.folder = name, folder
        self.log = folder.parent / f"{name}.log"
        self._environment = {
            "PATH": os.environ["PATH"],
            "OPEN_METEO_URL": NO_WEATHER,
            "HOSTING_DIR": str(folder),
            "HOSTING_CELL": name,
            "HOSTING_FIRST_UID": "0",
            **variables,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *prefix: str) -> None:
        """Start it, if given by another program, and wait until its registry answers."""
        self.start_waiting(*prefix)
        until(
            lambda: self.command("list").returncode == 0 or (self.process and self.process.poll() is not None),
            seconds=PATIENCE_SECONDS,
        )
        assert self.process
        assert self.process.poll() is None, self.log.read_text()

    def start_waiting(self, *prefix: str) -> None:
        """Start it, and wait for nothing: another host may have its lease."""
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [*prefix, sys.executable, "-m", "appliance", "host"],
                env=self._environment,
                cwd=ROOT,
                stdout=out,
                stderr=out,
            )

    def command(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run `mantel host` with a sub-command."""
        return subprocess.run(
            [sys.executable, "-m", "appliance", "host", *arguments],
            env=self._environment | variables,
            cwd=ROOT,
            text=True,
            capture_output=True,
            timeout=300,
            check=False,
        )

    def do(self, *arguments: str) -> str:
        """As `command`; it must succeed. What it printed."""
        done = self.command(*arguments)
        assert done.returncode == 0, (arguments, done.stderr, self.log.read_text())
        return done.stdout

    def add(self, name: str) -> str:
        """Add a household and claim it. An admin key."""
        code = re.search(r"code=(\d+)", self.do("add", name, f"{name}.example.org"))
        assert code
        body = {"code": code[1], "deviceRole": "admin", "deviceName": "Phone"}
        status, answer = self.request(name, "POST", "/api/setup/claim", body)
        assert status == 200, answer
        return str(answer["adminKey"])

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """A request to the registry's API."""
        return send(self.folder / "cells" / self.name / "api.sock", "localhost", method, path, body)

    def household(self, name: str) -> dict[str, Any]:
        """What the registry says about a household."""
        answer: dict[str, Any] = self.ask("GET", f"/households/{name}")[1]
        return answer

    def pid(self, name: str) -> int:
        """The process of a household that runs."""
        found = until(
            lambda: self.household(name)["process"],
            lambda process: process and process["state"] == "running",
            seconds=PATIENCE_SECONDS,
        )
        return int(found["pid"])

    def request(
        self, name: str, method: str, path: str, body: object = None, key: str = "", address: str = "192.0.2.1"
    ) -> tuple[int, Any]:
        """A request to a household, as its proxy sends it for an address. Raises OSError when it does not answer."""
        socket = self.folder / "sockets" / name / "web.sock"
        return send(socket, f"{name}.example.org", method, path, body, key, address)

    def answers(self, name: str) -> bool:
        """Whether a household answers."""
        with suppress(OSError, HTTPException):
            return self.request(name, "GET", "/api/health")[0] == 200
        return False

    def kill(self) -> None:
        """Kill the parent, as a lack of memory does."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Stop it in order. Its exit status."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_SECONDS)


def send(
    socket: Path, host: str, method: str, path: str, body: object, key: str = "", address: str = ""
) -> tuple[int, Any]:
    """Status and decoded JSON of a request over a Unix socket. Raises OSError."""
    connection = UnixConnection(socket, PATIENCE_SECONDS)
    try:
        headers = {"Host": host, "Content-Type": "application/json", "X-Forwarded-For": address}
        headers |= {"Authorization": f"Bearer {key}"} if key else {}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


@contextmanager
def cells(*names: str, **variables: str) -> Iterator[list[Cell]]:
    """Cells with one registry, not started yet. What is left of them is killed."""
    # The path of a socket has at most 107 bytes, fewer than folders of pytest.
    with TemporaryDirectory(prefix="mtl") as folder:
        Path(folder).chmod(0o711)  # users of households pass through it
        made = [Cell(Path(folder, "host"), name, variables) for name in names]
        try:
            yield made
        finally:
            for cell in made:
                if cell.process:
                    cell.kill()
            # Their households end with them.
            until(lambda: not list(processes_of(Path(folder))))


def processes_of(folder: Path) -> Iterator[int]:
    """Processes that have a file in a folder open."""
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdecimal() and any(
                os.readlink(each).startswith(str(folder)) for each in (process / "fd").iterdir()
            ):
                yield int(process.name)
