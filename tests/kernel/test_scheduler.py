import asyncio
from datetime import datetime, timedelta

from appliance.app import Application
from appliance.kernel.database.database import Database
from appliance.kernel.scheduling.scheduler import EVERY_TICK, Job, Scheduler
from appliance.settings import Settings
from tests.building import build
from tests.fakes import FakeClock


class Bell:
    """Work that notes when it was done."""

    def __init__(self, fails: bool = False):
        self.rung: list[datetime] = []
        self._fails = fails

    async def ring(self, database: Database, now: datetime) -> None:
        self.rung.append(now)
        if self._fails:
            raise OSError("cracked")


def scheduler(application: Application, *bells: Bell) -> Scheduler:
    jobs = [Job(f"bell {n}", timedelta(minutes=10), bell.ring) for n, bell in enumerate(bells)]
    return Scheduler(application.database, jobs, timedelta(seconds=120))


def test_a_job_runs_when_it_is_due_and_not_before(application: Application, clock: FakeClock) -> None:
    bell = Bell()
    ticking = scheduler(application, bell)
    start = clock.now()

    for _ in range(12):
        asyncio.run(ticking.tick())
        clock.turn(minutes=2)

    assert [0, 10, 20] == [(at - start) / timedelta(minutes=1) for at in bell.rung]


def test_a_restart_neither_skips_nor_repeats(settings: Settings, clock: FakeClock) -> None:
    bell = Bell()
    for _ in range(4):
        application = build(settings, clock=clock)
        asyncio.run(scheduler(application, bell).tick())
        application.database.close()
        clock.turn(minutes=4)

    assert 2 == len(bell.rung)


def test_a_job_that_fails_waits_for_its_next_turn_and_stops_no_other(
    application: Application, clock: FakeClock
) -> None:
    cracked, sound = Bell(fails=True), Bell()

    asyncio.run(scheduler(application, cracked, sound).tick())

    assert 1 == len(cracked.rung) == len(sound.rung)


def test_nothing_runs_while_the_clock_stands_before_the_last_write(application: Application, clock: FakeClock) -> None:
    bell = Bell()
    application.database.write_now(lambda tx: tx.touch())
    clock.turn(days=-1)

    asyncio.run(scheduler(application, bell).tick())

    assert [] == bell.rung


def test_a_run_planned_by_a_clock_in_the_future_is_due_now(application: Application, clock: FakeClock) -> None:
    bell = Bell()
    clock.turn(days=4000)
    asyncio.run(scheduler(application, bell).tick())
    clock.turn(days=-4000)

    asyncio.run(scheduler(application, bell).tick())

    assert 2 == len(bell.rung)


def test_a_job_of_every_tick_runs_at_every_tick_and_leaves_nothing(application: Application, clock: FakeClock) -> None:
    bell = Bell()
    ticking = Scheduler(application.database, [Job("bell", EVERY_TICK, bell.ring)], timedelta(minutes=2))
    for _ in range(3):
        asyncio.run(ticking.tick())
    assert [clock.at] * 3 == bell.rung
    assert [] == list(application.database.read.rows("SELECT name FROM jobs"))
