"""A real server process to measure, with an empty Litestar route beside the household's own."""

import asyncio
import gc
import http.client
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from typing import Any

from granian.constants import Interfaces
from granian.server.embed import Server
from litestar import Litestar, get

from appliance.app import build
from appliance.kernel.http.asgi import App
from appliance.settings import Settings

BATCHES = 5


class Process:
    """A served household: `cpu(path)` is the CPU seconds that one request costs the server."""

    def __init__(self, pid: int, port: int, key: str):
        self.pid, self.port = pid, port
        self._numbers = count()
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._headers = {"Authorization": f"Bearer {key}"}

    def request(self, path: str, headers: dict[str, str] | None = None) -> http.client.HTTPResponse:
        """One request on the kept connection. Raises AssertionError when it fails."""
        self._connection.request("GET", path, headers=self._headers | (headers or {}))
        answer = self._connection.getresponse()
        answer.read()
        assert answer.status < 400, (path, answer.status)
        return answer

    def send(self, method: str, path: str, body: object = None) -> Any:
        """A request with a JSON body; its answer, decoded. Raises AssertionError when it fails."""
        self._connection.request(
            method, path, json.dumps(body), headers=self._headers | {"Content-Type": "application/json"}
        )
        answer = self._connection.getresponse()
        text = answer.read()
        assert answer.status < 400, (path, answer.status, text)
        return json.loads(text) if text else None

    def cpu_of_one(self, path: str) -> float:
        """CPU seconds of one request."""
        return self._batch([path])

    def cpu(self, path: str, times: int) -> float:
        """The median of several batches. Every request differs in an unused parameter: no response is a kept one."""
        self.request(path)
        return statistics.median(self.cpu_of_each(path, times) for _ in range(BATCHES))

    def cpu_again(self, path: str, times: int, headers: dict[str, str] | None = None) -> float:
        """As `cpu`, with the same request over and over."""
        self.request(path, headers)
        return statistics.median(self.cpu_of_equal(path, times, headers) for _ in range(BATCHES))

    def cpu_of_each(self, path: str, times: int) -> float:
        """One batch of `cpu`."""
        return self._batch(self._unlike(path, times)) / times

    def cpu_of_equal(self, path: str, times: int, headers: dict[str, str] | None = None) -> float:
        """One batch of `cpu_again`."""
        return self._batch([path] * times, headers) / times

    def cpu_once(self, paths: Iterator[str], times: int) -> float:
        """CPU seconds of the next so many paths, each asked once after a first one."""
        self.request(next(paths))
        return self._batch(list(islice(paths, times))) / times

    def cpu_each(self, paths: list[str]) -> list[float]:
        """CPU seconds of each request by itself, after a first one of the same path."""
        self.request(paths[0])
        return [self._batch(self._unlike(path, 1)) for path in paths]

    def cpu_of_writes(self, path: str, bodies: list[dict[str, object]]) -> float:
        """CPU seconds of a POST, as the mean of these: nothing of a write is kept."""
        before = self.spent()
        for body in bodies:
            self.send("POST", path, body)
        return (self.spent() - before) / len(bodies)

    def resident(self) -> float:
        """Resident memory in MB."""
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text())
        return int(found[1]) / 1024 if found else 0

    def _unlike(self, path: str, times: int) -> list[str]:
        start = "&" if "?" in path else "?"
        return [f"{path}{start}request={next(self._numbers)}" for _ in range(times)]

    def _batch(self, paths: list[str], headers: dict[str, str] | None = None) -> float:
        before = self.spent()
        for path in paths:
            self.request(path, headers)
        return self.spent() - before

    def spent(self) -> float:
        """CPU seconds of the process since it began."""
        # What clock_getcpuclockid(3) answers: the CPU clock of all threads of a process, finer than the ticks of /proc.
        return time.clock_gettime(~self.pid << 3 | 2)


@contextmanager
def serving(folder: Path, key: str) -> Iterator[Process]:
    """Serve the household in a folder from a process of its own."""
    server = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.server", str(folder)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout
        yield Process(server.pid, int(server.stdout.readline()), key)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


@get("/empty")
async def empty() -> dict[str, str]:
    """The unit of every ratio."""
    return {}


async def nothing(_scope: Any, _receive: Any, send: Any) -> None:
    """What the HTTP server and its event loop cost by themselves."""
    await send({"type": "http.response.start", "status": 304, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def _serve(folder: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    application = build(Settings(data_dir=folder, tz="Europe/Berlin"))
    gc.collect()
    gc.freeze()  # as `mantel serve` does
    unit: Any = Litestar([empty], openapi_config=None, logging_config=None)

    beside: dict[str, App] = {"/empty": unit, "/nothing": nothing}

    # Not a coroutine of its own, which `mantel serve` has not.
    def either(scope: Any, receive: Any, send: Any) -> Awaitable[None]:
        return beside.get(scope["path"], application.app)(scope, receive, send)

    server = Server(
        either, address="127.0.0.1", port=port, interface=Interfaces.ASGINL, websockets=False, log_enabled=False
    )
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, server.stop)
    asyncio.get_running_loop().call_later(0.3, lambda: print(port, flush=True))
    await server.serve()
    application.database.close()


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1])))
    # As in `mantel serve`: threads of the HTTP server would abort the interpreter while it shuts down.
    os._exit(0)
