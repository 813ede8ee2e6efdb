"""A host of households that nobody has used yet: memory and start of each, beside a lone server's.

`HOUSEHOLDS` is how many of them there are.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Any

from appliance.kernel.http.local_connection import UnixConnection
from benchmarks.process import SERVE
from benchmarks.report import Row, report

HOUSEHOLDS = int(os.environ.get("HOUSEHOLDS", "10"))
# Memory is given back two seconds after a start.
SETTLE_SECONDS = 6
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print what each household costs. The files are there from an earlier start."""
    with tempfile.TemporaryDirectory(prefix="mtl") as folder:
        lone, lone_cpu = _lone(Path(folder))
        own, own_cpu, parent, whole, start = _hosted(Path(folder))
    rows = [
        Row(what="private memory of a lone server", value=lone, unit="MB"),
        Row(what=f"private memory of a household, median of {HOUSEHOLDS}", value=own, unit="MB"),
        Row(what="the same, beside a lone server", value=own / lone),
        Row(what="CPU of a lone server until it is idle", value=lone_cpu, unit="s"),
        Row(what="CPU of a household until it is idle", value=own_cpu, unit="s"),
        Row(what="the same, beside a lone server", value=own_cpu / lone_cpu),
        Row(what="private memory of the parent", value=parent, unit="MB"),
        Row(what="memory of the host, of all processes, for each household", value=whole / HOUSEHOLDS, unit="MB"),
        Row(what="start of the host until all households answer", value=start, unit="s"),
    ]
    report(f"A host of {HOUSEHOLDS} households", rows)


def _lone(folder: Path) -> tuple[float, float]:
    socket = folder / "web.sock"
    variables = {
        "DATA_DIR": str(folder / "lone"),
        "UNIX_SOCKET": str(socket),
        "PUBLIC_URL": "https://lone.example.org",
    }
    for _ in range(2):  # the first makes the files
        with _running(["serve"], variables) as process:
            while not _ask(socket, "GET", "/api/health"):
                time.sleep(0.05)
            time.sleep(SETTLE_SECONDS)
            figures = private(process.pid), cpu(process.pid)
    return figures


def _hosted(folder: Path) -> tuple[float, float, float, float, float]:
    socket = folder / "host/cells/main/api.sock"
    variables = {"HOSTING_DIR": str(folder / "host"), "HOSTING_FIRST_UID": "0"}
    for again in (False, True):
        with _running(["host"], variables) as parent:
            before = time.monotonic()
            while not _ask(socket, "GET", "/cells"):
                time.sleep(0.05)
            for number in range(0 if again else HOUSEHOLDS):
                _ask(socket, "POST", "/households", {"name": f"h{number}", "hostName": f"h{number}.example.org"})
            while len(pids := _pids(socket)) < HOUSEHOLDS:
                time.sleep(0.1)
            start = time.monotonic() - before
            time.sleep(SETTLE_SECONDS)
            own, spent = [private(pid) for pid in pids], [cpu(pid) for pid in pids]
            whole = sum(_memory(pid, "Pss") for pid in (*pids, parent.pid))
            figures = statistics.median(own), statistics.median(spent), private(parent.pid), whole, start
    return figures


def _pids(socket: Path) -> list[int]:
    """The processes of the households that answer."""
    processes = [each["process"] for each in _ask(socket, "GET", "/households") or []]
    return [each["pid"] for each in processes if each and each["state"] == "running"]


@contextmanager
def _running(arguments: list[str], variables: dict[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    environment = {"PATH": os.environ["PATH"], "OPEN_METEO_URL": "http://127.0.0.1:9", **variables}
    command = [sys.executable, "-c", SERVE, *arguments]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def _ask(socket: Path, method: str, path: str, body: object = None) -> Any:
    """The answer as JSON; None while nothing answers."""
    connection = UnixConnection(socket, 30)
    try:
        connection.request(method, path, json.dumps(body), {"Host": "localhost", "Content-Type": "application/json"})
        return json.loads(connection.getresponse().read())
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()


def private(pid: int) -> float:
    """What would be free if the process ended, in MB."""
    return _memory(pid, "Private_Dirty") + _memory(pid, "Private_Clean")


def cpu(pid: int) -> float:
    """CPU seconds of a process since it began."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _memory(pid: int, name: str) -> float:
    found = re.search(rf"^{name}:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
    return int(found[1]) / 1024 if found else 0
