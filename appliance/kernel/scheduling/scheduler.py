"""One loop that ticks, and jobs that keep their next run in a row, so that a power cut loses no run."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import msgspec

from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import ApiError
from appliance.kernel.scheduling.clock import instant

log = logging.getLogger(__name__)

# For work that knows itself what is due: nothing about it is kept, so that an idle house writes nothing.
EVERY_TICK = timedelta(0)


class Job(msgspec.Struct, frozen=True):
    """Work that recurs. `run` gets the instant it was due at; network only outside its transactions."""

    name: str
    every: timedelta
    run: Callable[[Database, datetime], Awaitable[None]]


class Scheduler:
    """Runs each job that is due, one after the other, every `interval`."""

    def __init__(self, database: Database, jobs: list[Job], interval: timedelta):
        self._database = database
        self._jobs = jobs
        self._interval = interval

    async def run(self) -> None:
        """Tick until cancelled; the first tick comes at once, for what a power cut made late."""
        while True:
            await self.tick()
            await asyncio.sleep(self._interval.total_seconds())

    async def tick(self) -> None:
        """Run what is due. A failing job is logged and waits for its next turn; a wrong clock postpones everything."""
        if self._database.clock_is_wrong:
            log.warning("the clock cannot be believed; nothing is run until it is right")
            return
        for job in self._jobs:
            reader = self._database.read
            if not _is_due(reader, job):
                continue
            try:
                if job.every:
                    await self._database.write(_plan_next, job)
                await job.run(self._database, reader.now)
            except ApiError as refusal:
                log.warning("job failed", extra={"job": job.name, "reason": refusal.message})
            except Exception:
                log.exception("job failed", extra={"job": job.name})


def _is_due(db: Reader, job: Job) -> bool:
    if not job.every:
        return True
    due = db.value("SELECT next_at FROM jobs WHERE name = ?", job.name)
    # A run planned further ahead than one period was planned by a clock that stood in the future.
    return due is None or not instant(db.now) < str(due) <= instant(db.now + job.every)


def _plan_next(tx: Tx, job: Job) -> None:
    tx.run("INSERT OR REPLACE INTO jobs (name, next_at) VALUES (?, ?)", job.name, instant(tx.now + job.every))
