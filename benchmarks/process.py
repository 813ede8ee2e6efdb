"""Memory and start: a real server process, idle and after its routes were used."""

import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from benchmarks.report import Row, report

STARTS = 5
SECRET = "a-key-for-this-benchmark"
# The test tools bring these. Litestar and Granian load them wherever they are installed; a household's server has none.
TEST_TOOLS = ("pydantic", "annotated_types", "dotenv", "opentelemetry", "starlette")
SERVE = f"import sys; sys.modules.update(dict.fromkeys({TEST_TOOLS})); from appliance.__main__ import main; main()"
USED = ("/api/settings", "/api/members", "/api/categories", "/api/calendars", "/openapi.json", "/docs/", "/")


def main() -> None:
    """Print resident memory and the time to the first answer, warm disk."""
    with tempfile.TemporaryDirectory() as folder:
        starts = [_start(Path(folder))[0] for _ in range(STARTS)]
        _, first, _ = _start(Path(folder), stay=True)
        _, idle, used = _start(Path(folder), stay=True)
    rows = [
        Row(what=f"start to first 200, median of {STARTS}", value=statistics.median(starts), unit="s", budget=0.6),
        Row(what="resident, idle after the first start", value=first, unit="MB", budget=80),
        Row(what="resident, idle after another start", value=idle, unit="MB", budget=80),
        Row(what="resident, after the main routes were used", value=used, unit="MB", budget=150),
    ]
    report("One server process, HTTPS and mDNS on", rows)


def _start(folder: Path, stay: bool = False) -> tuple[float, float, float]:
    port = free_port()
    environment = {"PATH": os.environ["PATH"], "PORT": str(port), "HOST": "127.0.0.1", "DATA_DIR": str(folder)}
    environment["ADMIN_API_KEY"] = SECRET
    before = time.monotonic()
    server = subprocess.Popen(
        [sys.executable, "-c", SERVE, "serve"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not _answers(f"http://127.0.0.1:{port}/api/health"):
            time.sleep(0.01)
        taken = time.monotonic() - before
        if not stay:
            return taken, 0, 0
        time.sleep(3)
        idle = resident(server.pid)
        for _ in range(20):
            for path in USED:
                _answers(f"http://127.0.0.1:{port}{path}")
        return taken, idle, resident(server.pid)
    finally:
        server.terminate()
        server.wait()


def _answers(url: str) -> bool:
    try:
        with urlopen(Request(url, headers={"Authorization": f"Bearer {SECRET}"}), timeout=5) as answer:
            answer.read()
            return True
    except HTTPError:
        return True
    except (URLError, OSError):
        return False


def resident(pid: int) -> float:
    """Resident memory in MB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
