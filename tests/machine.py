"""A data folder and real `mantel` processes on it, which tests start, call and kill as a power cut does."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.morning import ZONE
from tests.ports import free_port
from tests.served import ALONE

ROOT = Path(__file__).parent.parent
ADMIN_KEY = "an-admin-key-of-the-tests"


class Machine:
    """One data folder and one port. `log` collects the log output of all processes."""

    def __init__(self, folder: Path, log: Path, **variables: str):
        self.port = free_port()
        self.folder = folder
        self.log = log
        self.server: subprocess.Popen[bytes] | None = None
        self._environment = {
            "PATH": os.environ["PATH"],
            **ALONE,
            "PORT": str(self.port),
            "DATA_DIR": str(folder),
            "ADMIN_API_KEY": ADMIN_KEY,
            "TZ": ZONE.key,
            **variables,
        }

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run `mantel` with arguments and wait for its end."""
        return subprocess.run(
            [sys.executable, "-m", "tests.set_clock", *arguments],
            env=self._environment | variables,
            cwd=ROOT,
            text=True,
            capture_output=True,
            timeout=300,
            check=False,
        )

    def spawn(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start `mantel` with arguments without waiting for it."""
        with self.log.open("ab") as out:
            return subprocess.Popen(
                [sys.executable, "-m", "tests.set_clock", *arguments],
                env=self._environment,
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
                stderr=out,
            )

    def start_without_waiting(self) -> subprocess.Popen[bytes]:
        """Start `mantel serve` without waiting until it answers."""
        self.server = self.spawn("serve")
        return self.server

    def start(self) -> None:
        """Start `mantel serve` and wait until it answers. Raises AssertionError with its log when it does not."""
        server = self.start_without_waiting()
        for _ in range(20_000):
            try:
                if self.request("GET", "/api/health")[0] == 200:
                    return
            except (OSError, http.client.HTTPException):
                if server.poll() is not None:
                    break
                time.sleep(0.01)
        raise AssertionError(f"the server does not answer: {self.logged()}")

    def request(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Send one request with the admin key on a new connection. Return status and decoded JSON."""
        with self.connect() as connection:
            return send_request(connection, method, path, body)

    @contextmanager
    def connect(self) -> Iterator[http.client.HTTPConnection]:
        """Open a connection for several requests."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            yield connection
        finally:
            connection.close()

    def kill(self) -> None:
        """Kill the server with SIGKILL, as a power cut does."""
        if self.server:
            self.server.kill()
            self.server.wait()

    def stop(self) -> int:
        """Stop the server with SIGTERM. Return its exit code."""
        assert self.server
        self.server.send_signal(signal.SIGTERM)
        return self.server.wait(300)

    def logged(self) -> str:
        """Return everything that was logged so far."""
        return self.log.read_text() if self.log.exists() else ""


def send_request(
    connection: http.client.HTTPConnection, method: str, path: str, body: object = None
) -> tuple[int, Any]:
    """Send one request. Return status and decoded JSON. Raises OSError or HTTPException when the connection breaks."""
    headers = {"Authorization": f"Bearer {ADMIN_KEY}", "Content-Type": "application/json"}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    return answer.status, json.loads(text) if text else None
