"""A data folder, and the real processes that work on it: started, asked, and killed like a machine that loses power."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.served import ALONE

ROOT = Path(__file__).parent.parent
ADMIN_KEY = "an-admin-key-of-the-tests"


class Machine:
    """One data folder and one port. What the server logs is in `log`, of all its lives."""

    def __init__(self, folder: Path, log: Path, **variables: str):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.folder = folder
        self.log = log
        self.server: subprocess.Popen[bytes] | None = None
        self._environment = {
            "PATH": os.environ["PATH"], **ALONE, "PORT": str(self.port), "DATA_DIR": str(folder),
            "ADMIN_API_KEY": ADMIN_KEY, "TZ": "Europe/Berlin", **variables,
        }  # fmt: skip

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """`mantel` with arguments, to its end."""
        return subprocess.run(
            [sys.executable, "-m", "appliance", *arguments], env=self._environment | variables, cwd=ROOT, text=True,
            capture_output=True, timeout=300, check=False,
        )  # fmt: skip

    def begin(self, *arguments: str) -> subprocess.Popen[bytes]:
        """`mantel` with arguments, without waiting for it."""
        with self.log.open("ab") as out:
            return subprocess.Popen(
                [sys.executable, "-m", "appliance", *arguments], env=self._environment, cwd=ROOT,
                stdout=subprocess.DEVNULL, stderr=out,
            )  # fmt: skip

    def start_only(self) -> subprocess.Popen[bytes]:
        """`mantel serve`, without waiting for it."""
        self.server = self.begin("serve")
        return self.server

    def start(self) -> None:
        """`mantel serve`, until it answers. Raises AssertionError with what it said when it does not."""
        server = self.start_only()
        for _ in range(20_000):
            try:
                if self.ask("GET", "/api/health")[0] == 200:
                    return
            except (OSError, http.client.HTTPException):
                if server.poll() is not None:
                    break
                time.sleep(0.01)
        raise AssertionError(f"the server does not answer: {self.said()}")

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Status and JSON of one call with the admin key, on a connection of its own."""
        with self.connected() as connection:
            return asked(connection, method, path, body)

    @contextmanager
    def connected(self) -> Iterator[http.client.HTTPConnection]:
        """A connection to keep for several calls."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            yield connection
        finally:
            connection.close()

    def cut(self) -> None:
        """SIGKILL: no warning, no goodbye."""
        if self.server:
            self.server.kill()
            self.server.wait()

    def stop(self) -> int:
        """SIGTERM; the exit code."""
        assert self.server
        self.server.send_signal(signal.SIGTERM)
        return self.server.wait(300)

    def said(self) -> str:
        """Everything that was logged."""
        return self.log.read_text() if self.log.exists() else ""


def asked(connection: http.client.HTTPConnection, method: str, path: str, body: object = None) -> tuple[int, Any]:
    """Status and JSON of one call. Raises OSError or HTTPException when the connection breaks."""
    headers = {"Authorization": f"Bearer {ADMIN_KEY}", "Content-Type": "application/json"}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    return answer.status, json.loads(text) if text else None
