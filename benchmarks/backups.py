"""A backup of ten years while the family reads on: the worst pause of a reader, with a backup beside it and without."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

from appliance.app import Application
from appliance.backups import actions
from appliance.kernel.database.transactions import Tx
from benchmarks.chores import fill
from benchmarks.harness import household, prepare_request
from benchmarks.report import Row, report

ROUNDS = 5
ITEMS = 20_000


def main() -> None:
    """Print ratios within one run; the reader and the backup share one process, as in the server."""
    with household() as (application, key):
        application.database.write_now(fill, 10)
        application.database.write_now(_fill_items)
        size = application.database.path.stat().st_size + Path(f"{application.database.path}-wal").stat().st_size
        path = f"/api/chores/day?date={datetime.now(ZoneInfo('Europe/Berlin')).date()}"
        rounds = [asyncio.run(_round(application, prepare_request(application.app, path, key))) for _ in range(ROUNDS)]
    usual, worst, usual_beside, worst_beside = (statistics.median(each) for each in zip(*rounds, strict=True))
    report(
        f"Reading a chore day while {size / 1_000_000:.0f} MB are backed up",
        [
            Row(what="a request beside a backup, as a multiple of one without", value=usual_beside / usual),
            Row(what="the worst one beside a backup, as a multiple of the worst without", value=worst_beside / worst),
            Row(what="the worst one beside a backup, as a multiple of the usual one", value=worst_beside / usual),
        ],
    )


async def _round(application: Application, read: Callable[[], Awaitable[object]]) -> tuple[float, float, float, float]:
    """The usual and the worst time of a request: first beside a backup, then for as long without one."""
    await read()
    with TemporaryDirectory(dir=application.settings.data_dir) as folder:
        backup = asyncio.create_task(
            asyncio.to_thread(
                actions.make, application.database.path, Path(folder), "manual", application.database.clock.now(), 1
            )
        )
        beside = await _paces(read, lambda _: not backup.done())
        await backup
    alone = await _paces(read, lambda count: count < len(beside))
    return statistics.median(alone), max(alone), statistics.median(beside), max(beside)


async def _paces(read: Callable[[], Awaitable[object]], goes_on: Callable[[int], bool]) -> list[float]:
    paces: list[float] = []
    while goes_on(len(paces)):
        before = time.perf_counter()
        await read()
        await asyncio.sleep(0)  # others of the loop wait as long as this one
        paces.append(time.perf_counter() - before)
    return paces


def _fill_items(tx: Tx) -> None:
    """Items, in place of everything else that ten years bring."""
    tx.run(
        "INSERT INTO lists (id, name, kind, group_by, sort_by, sort, archived, created_at)"
        " VALUES ('list', 'Years', 'todo', 'none', 'manual', 0, 0, ?)",
        tx.now,
    )
    tx.run_many(
        "INSERT INTO items (id, list_id, title, memory, notes, priority, done, sort, created_at, updated_at)"
        " VALUES (?, 'list', ?, ?, ?, 'normal', 1, ?, ?, ?)",
        [
            (
                f"item {number}",
                f"Item {number}",
                f"item {number}",
                "What to bring: book and pencil. " * 8,
                number,
                tx.now,
                tx.now,
            )
            for number in range(ITEMS)
        ],
    )
    tx.touch()
