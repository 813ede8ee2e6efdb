"""The scheduler: a loop that runs jobs when they are due. Next runs are stored, so that a power cut loses none."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import msgspec

from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import ApiError
from appliance.kernel.scheduling.clock import instant

log = logging.getLogger(__name__)

# For a job that decides itself what is due. Nothing about it is stored, so that an idle server writes nothing.
EVERY_TICK = timedelta(0)
# Each period is shorter by a random part of up to so much, and the first tick comes after up to so much of an interval.
# Servers of several households on one machine would otherwise make their backups and syncs in the same instant.
SPREAD = 0.2
FIRST_SPREAD = 0.02
LATE_TICKS = 5


class Job(msgspec.Struct, frozen=True):
    """Work that recurs every `every`, or somewhat earlier.

    `run` gets the current instant; it uses the network only outside transactions.
    """

    name: str
    every: timedelta
    run: Callable[[Database, datetime], Awaitable[None]]


class Scheduler:
    """Runs each job that is due, one after the other, about every `interval`."""

    def __init__(
        self,
        database: Database,
        jobs: list[Job],
        interval: timedelta,
        random_part: Callable[[], float] = random.random,
    ):
        """`random_part` gives a number from 0 to 1."""
        self._database = database
        self._jobs = jobs
        self._interval = interval
        self._random_part = random_part
        # By job name: the error that was logged last. A job that keeps failing the same way is logged once.
        self._errors: dict[str, str] = {}
        self._waits_for_clock = False
        # On the monotonic clock; None while the scheduler does not run.
        self._ticked_at: float | None = None

    @property
    def is_late(self) -> bool:
        """Whether the last tick ended five intervals ago or earlier: a job does not end, or each takes too long."""
        if self._ticked_at is None:
            return False
        return time.monotonic() - self._ticked_at > LATE_TICKS * self._interval.total_seconds()

    async def run(self) -> None:
        """Tick until cancelled. The first tick comes within seconds, for runs that a power cut delayed."""
        self._ticked_at = time.monotonic()
        await asyncio.sleep((self._interval * FIRST_SPREAD * self._random_part()).total_seconds())
        while True:
            await self.tick()
            self._ticked_at = time.monotonic()
            await asyncio.sleep(self._shorter(self._interval).total_seconds())

    async def tick(self) -> None:
        """Run the jobs that are due. A job that fails waits for its next run. A wrong clock postpones all jobs."""
        if self._database.clock_is_wrong:
            if not self._waits_for_clock:
                log.warning("the clock is wrong; no job runs until it is right")
            self._waits_for_clock = True
            return
        self._waits_for_clock = False
        for job in self._jobs:
            reader = self._database.read
            if not _is_due(reader, job):
                continue
            try:
                if job.every:
                    await self._database.write(_plan_next, job.name, self._shorter(job.every))
                await job.run(self._database, reader.now)
            except Exception as problem:
                self._log_failure(job, problem)
            else:
                if self._errors.pop(job.name, None):
                    log.info("job works again", extra={"job": job.name})

    def _shorter(self, period: timedelta) -> timedelta:
        return period * (1 - SPREAD * self._random_part())

    def _log_failure(self, job: Job, problem: Exception) -> None:
        error = f"{type(problem).__name__}: {problem}"
        if self._errors.get(job.name) == error:
            return
        self._errors[job.name] = error
        if isinstance(problem, ApiError):
            log.warning("job failed", extra={"job": job.name, "reason": problem.message})
        else:
            log.error("job failed", exc_info=problem, extra={"job": job.name})


def _is_due(db: Reader, job: Job) -> bool:
    if not job.every:
        return True
    due = db.value("SELECT next_at FROM jobs WHERE name = ?", job.name)
    # A run that is planned more than one period ahead was planned while the clock was ahead.
    return due is None or not instant(db.now) < str(due) <= instant(db.now + job.every)


def _plan_next(tx: Tx, name: str, after: timedelta) -> None:
    tx.run("INSERT OR REPLACE INTO jobs (name, next_at) VALUES (?, ?)", name, instant(tx.now + after))
