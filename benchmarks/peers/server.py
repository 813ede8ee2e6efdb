"""A running program to measure: its requests, its CPU time and its memory."""

import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

TICKS = os.sysconf("SC_CLK_TCK")
STARTS_IN_SECONDS = 180
AT_LEAST_SECONDS = 0.6

Ask = Callable[[int], httpx.Response]


@dataclass(frozen=True, kw_only=True)
class Peer:
    """A program that was started. `requests` maps what is asked to a function of the request's number."""

    name: str
    process: subprocess.Popen[bytes]
    port: int
    started_s: float
    start_cpu_s: float
    requests: Mapping[str, Ask]

    def cpu_ms(self, what: str) -> float:
        """CPU milliseconds of one request: repeated until the sum is well above a clock tick of 10 ms."""
        ask = self.requests[what]
        for number in range(3):
            ask(number).raise_for_status()
        before, number = self.spent_s(), 0
        while self.spent_s() - before < AT_LEAST_SECONDS:
            ask(number).raise_for_status()
            number += 1
        return (self.spent_s() - before) / number * 1000

    def memory_mb(self) -> float:
        """Proportional set size, in MB."""
        found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{self.process.pid}/smaps_rollup").read_text(), re.MULTILINE)
        return int(found[1]) / 1024 if found else 0.0

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def spent_s(self) -> float:
        """CPU seconds that the process has used."""
        return _spent_s(self.process)


def start(
    command: list[str], folder: Path, url: str, env: dict[str, str] | None = None
) -> tuple[subprocess.Popen[bytes], float, float]:
    """Run a server until it answers on `url`: the process, seconds until then, CPU seconds until then.

    Its log is `folder/log`. Raises AssertionError with the end of the log when it does not start.
    """
    log = folder / "log"
    with log.open("ab") as out:
        before = time.monotonic()
        process = subprocess.Popen(command, cwd=folder, env={**os.environ, **(env or {})}, stdout=out, stderr=out)
    while time.monotonic() - before < STARTS_IN_SECONDS and process.poll() is None:
        with suppress(httpx.HTTPError):
            httpx.get(url)
            return process, time.monotonic() - before, _spent_s(process)
        time.sleep(0.01)
    process.kill()
    raise AssertionError(f"{command[0]} did not start: {log.read_text('utf-8', 'replace')[-2000:]}")


def free_port() -> int:
    """A TCP port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _spent_s(process: subprocess.Popen[bytes]) -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS
