"""A served household that may use 600 MB of memory and half a core, less than its systemd unit allows."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

MEMORY_BYTES = 600 * 1024 * 1024
CORES = 0.5
CGROUPS = Path("/sys/fs/cgroup")


class LimitedServer:
    """A server process with a limit; `limited` is False where this machine does not allow control groups."""

    def __init__(self, process: "subprocess.Popen[str]", port: int, limited: bool):
        self.process = process
        self.url = f"http://127.0.0.1:{port}"
        self.limited = limited

    @property
    def is_alive(self) -> bool:
        """Whether the process still runs."""
        return self.process.poll() is None

    def processor_seconds(self) -> float:
        """The processor time of the process so far; 0 when it has ended."""
        with suppress(OSError):
            return time.clock_gettime((~self.process.pid << 3) | 2)  # clock_getcpuclockid(3)
        return 0

    def peak_mb(self) -> float:
        """The highest resident memory so far, in MB; 0 when the process has ended."""
        with suppress(FileNotFoundError, ProcessLookupError):
            found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
            return int(found[1]) / 1024 if found else 0
        return 0


@contextmanager
def serving(folder: Path, **environment: str) -> Iterator[LimitedServer]:
    """Run `mantel serve` on a data folder, within the limits. Stops it at the end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    settings = {"DATA_DIR": str(folder), "PORT": str(port), "HOST": "127.0.0.1", "MDNS": "0", "HTTPS_PORT": "0"}
    with _limits(port) as join, (folder.parent / "server.log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "appliance", "serve"],
            env={**os.environ, "TZ": "Europe/Berlin", **settings, **environment},
            stdout=log,
            stderr=log,
            text=True,
        )
        limited = join(process.pid)
        try:
            server = LimitedServer(process, port, limited)
            _wait(server)
            yield server
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def _limits(port: int) -> Iterator["_Join"]:
    """Control groups (version 1) of the memory and the processor, removed at the end."""
    name = f"mantel-benchmark-{port}"
    files = {
        CGROUPS / "memory" / name: {"memory.limit_in_bytes": MEMORY_BYTES},
        CGROUPS / "cpu" / name: {"cpu.cfs_period_us": 100_000, "cpu.cfs_quota_us": int(CORES * 100_000)},
    }
    made = []
    with suppress(OSError):
        for folder, values in files.items():
            folder.mkdir()
            made.append(folder)
            for file, value in values.items():
                (folder / file).write_text(str(value))
    try:
        yield _Join(made if len(made) == len(files) else [])
    finally:
        for folder in made:
            with suppress(OSError):
                folder.rmdir()


class _Join:
    def __init__(self, folders: list[Path]):
        self._folders = folders

    def __call__(self, pid: int) -> bool:
        for folder in self._folders:
            (folder / "cgroup.procs").write_text(str(pid))
        return bool(self._folders)


def _wait(server: LimitedServer) -> None:
    for _ in range(300):
        with suppress(httpx.HTTPError):
            if httpx.get(f"{server.url}/api/health").status_code == 200:
                return
        time.sleep(0.1)
    raise RuntimeError("the server did not start")
