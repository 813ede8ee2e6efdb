import asyncio
import time
from datetime import datetime, timedelta
from functools import partial

import pytest

from appliance.app import Application
from appliance.kernel.database.database import Database
from appliance.kernel.scheduling.scheduler import EVERY_TICK, Job, Scheduler
from appliance.settings import Settings
from tests.building import build
from tests.fakes import FakeClock


class RecordingJob:
    """A job that notes when it ran."""

    def __init__(self, error: str = ""):
        self.runs: list[datetime] = []
        self.error = error

    async def run(self, database: Database, now: datetime) -> None:
        self.runs.append(now)
        if self.error:
            raise OSError(self.error)


def scheduler(application: Application, *recorders: RecordingJob) -> Scheduler:
    jobs = [Job(f"job {n}", timedelta(minutes=10), recorder.run) for n, recorder in enumerate(recorders)]
    return Scheduler(application.database, jobs, timedelta(seconds=120), random_part=lambda: 0)


def test_a_job_runs_when_it_is_due_and_not_before(application: Application, clock: FakeClock) -> None:
    recorder = RecordingJob()
    ticking = scheduler(application, recorder)
    start = clock.now()

    for _ in range(12):
        asyncio.run(ticking.tick())
        clock.turn(minutes=2)

    assert [0, 10, 20] == [(at - start) / timedelta(minutes=1) for at in recorder.runs]


def test_households_that_start_together_do_not_run_their_jobs_together(
    application: Application, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned, waits = [], []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 2:
            raise asyncio.CancelledError

    monkeypatch.setattr(asyncio, "sleep", sleep)
    job = Job("backups", timedelta(hours=1), RecordingJob().run)
    for part in (0.0, 0.25, 1.0):
        waits.clear()
        one = Scheduler(application.database, [job], timedelta(seconds=100), random_part=partial(float, part))
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(one.run())
        planned.append((*waits, application.database.read.value("SELECT next_at FROM jobs")))
        clock.turn(hours=2)

    assert [(0, 100), (0.5, 95), (2, 80)] == [each[:2] for each in planned]
    minutes = [str(each[2])[14:16] for each in planned]
    assert 3 == len(set(minutes)), minutes


def test_two_schedulers_draw_different_times(application: Application, clock: FakeClock) -> None:
    job = Job("backups", timedelta(hours=1), RecordingJob().run)
    planned = set()
    for _ in range(5):
        asyncio.run(Scheduler(application.database, [job], timedelta(seconds=100)).tick())
        planned.add(str(application.database.read.value("SELECT next_at FROM jobs"))[14:])
        clock.turn(hours=2)
    assert 5 == len(planned)


def test_a_restart_neither_skips_nor_repeats(settings: Settings, clock: FakeClock) -> None:
    recorder = RecordingJob()
    for _ in range(4):
        application = build(settings, clock=clock)
        asyncio.run(scheduler(application, recorder).tick())
        application.database.close()
        clock.turn(minutes=4)

    assert 2 == len(recorder.runs)


def test_a_job_that_fails_waits_for_its_next_turn_and_stops_no_other(
    application: Application, clock: FakeClock
) -> None:
    failing, sound = RecordingJob("disk gone"), RecordingJob()

    asyncio.run(scheduler(application, failing, sound).tick())

    assert 1 == len(failing.runs) == len(sound.runs)


def test_no_job_runs_while_the_clock_is_before_the_last_write(application: Application, clock: FakeClock) -> None:
    recorder = RecordingJob()
    application.database.write_now(lambda tx: tx.touch())
    clock.turn(days=-1)

    asyncio.run(scheduler(application, recorder).tick())

    assert [] == recorder.runs


def test_a_run_planned_by_a_clock_in_the_future_is_due_now(application: Application, clock: FakeClock) -> None:
    recorder = RecordingJob()
    clock.turn(days=4000)
    asyncio.run(scheduler(application, recorder).tick())
    clock.turn(days=-4000)

    asyncio.run(scheduler(application, recorder).tick())

    assert 2 == len(recorder.runs)


def test_a_job_of_every_tick_runs_at_every_tick_and_leaves_nothing(application: Application, clock: FakeClock) -> None:
    recorder = RecordingJob()
    ticking = Scheduler(application.database, [Job("job", EVERY_TICK, recorder.run)], timedelta(minutes=2))
    for _ in range(3):
        asyncio.run(ticking.tick())
    assert [clock.at] * 3 == recorder.runs
    assert [] == list(application.database.read.rows("SELECT name FROM jobs"))


def test_a_job_that_keeps_failing_is_logged_once(
    application: Application, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    job = RecordingJob("disk gone")
    ticking = Scheduler(application.database, [Job("job", EVERY_TICK, job.run)], timedelta(minutes=2))

    def logged() -> list[str]:
        caplog.clear()
        for _ in range(3):
            asyncio.run(ticking.tick())
        return [record.message for record in caplog.records]

    with caplog.at_level("INFO"):
        assert ["job failed"] == logged()
        assert [] == logged()
        job.error = "disk full"
        assert ["job failed"] == logged()
        job.error = ""
        assert ["job works again"] == logged()
    assert 12 == len(job.runs)


def test_a_wrong_clock_is_logged_once(
    application: Application, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    ticking = scheduler(application, RecordingJob())
    clock.right = False
    for _ in range(3):
        asyncio.run(ticking.tick())
    assert 1 == [record.message for record in caplog.records].count("the clock is wrong; no job runs until it is right")


def test_it_is_late_when_a_job_does_not_end(application: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    """Monotonic seconds: a clock that is set makes nothing late."""
    seconds = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: seconds[0])

    class Stuck(RecordingJob):
        async def run(self, database: Database, now: datetime) -> None:
            await asyncio.Event().wait()

    one = scheduler(application, Stuck())

    async def run() -> list[bool]:
        found = [one.is_late]
        running = asyncio.create_task(one.run())
        await asyncio.sleep(0)
        for past in (0, 600, 601):
            seconds[0] = 1000.0 + past
            found.append(one.is_late)
        running.cancel()
        return found

    assert [False, False, False, True] == asyncio.run(run())
