"""Writes: what a durable write costs beside a bare one, and what sixteen writers share."""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

import apsw

from appliance.app import Application
from benchmarks.harness import household
from benchmarks.report import Row, report

WRITES = 200
ROUNDS = 5


def main() -> None:
    """Print ratios; both sides wait for the same disk, so this is wall time."""
    with household() as (application, _):
        bare = statistics.median(_bare() for _ in range(ROUNDS))
        alone = statistics.median(_throughput(application, 1) for _ in range(ROUNDS))
        crowd = statistics.median(_throughput(application, 16) for _ in range(ROUNDS))
    rows = [
        Row(what="one writer, as a multiple of BEGIN; INSERT; COMMIT", value=bare / alone, budget=2),
        Row(what="sixteen writers, throughput of one", value=crowd / alone, budget=3, at_least=True),
    ]
    report("Durable writes", rows)


def _bare() -> float:
    """Writes a second through SQLite alone."""
    with tempfile.TemporaryDirectory() as folder:
        connection = apsw.Connection(str(Path(folder) / "bare.db"))
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        connection.execute("PRAGMA synchronous = FULL; CREATE TABLE t (a TEXT, b TEXT)")
        before = time.monotonic()
        for _ in range(WRITES):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO t VALUES (?, ?)", ("2026-11-20T00:00:00.000Z", "{}"))
            connection.execute("COMMIT")
        return WRITES / (time.monotonic() - before)


def _throughput(application: Application, writers: int) -> float:
    """Writes a second through the writer thread."""

    async def writer() -> None:
        for _ in range(WRITES // writers):
            await application.database.write(lambda tx: tx.touch())

    async def crowd() -> None:
        await asyncio.gather(*(writer() for _ in range(writers)))

    before = time.monotonic()
    asyncio.run(crowd())
    return WRITES // writers * writers / (time.monotonic() - before)
