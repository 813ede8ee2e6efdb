"""Chores after one, ten and a hundred years: the day, the leaderboard with its streaks, members, and ticking."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from uuid import UUID
from zoneinfo import ZoneInfo

import apsw
import msgspec

from appliance.app import Application
from appliance.chores import actions as chores
from appliance.chores.models import CompleteRequest
from appliance.kernel.database.transactions import Tx
from benchmarks.harness import household, prepare_request
from benchmarks.report import Row, report
from benchmarks.server import Process, serving

Tick = Callable[[date], Awaitable[None]]

PEOPLE = 6
CHORES = 40
DAILY = 14
ONE_OFFS_A_YEAR = 100
YEARS = (1, 10, 100)
TICKS = 160
ROUNDS = 3
# Three rules that are due every day.
RULES = (
    "FREQ=DAILY",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU",
    "FREQ=MONTHLY;BYMONTHDAY=" + ",".join(str(day) for day in range(1, 32)),
)

PATHS = (
    ("chore day, 40 chores due", "/api/chores/day?date={today}", 200, 6),
    ("leaderboard of a week, with streaks", "/api/leaderboard", 100, 8),
    ("leaderboard of a month, with streaks", "/api/leaderboard?period=month", 100, 8),
    ("members with today, week and balance", "/api/members", 400, 3),
    ("a member's ledger", "/api/members/{member}/points", 500, 3),
)


def main() -> None:
    """Print ratios to an empty route, and of ten years to one; then durable ticks, which wait for the disk."""
    with _served(YEARS[0]) as young, _served(YEARS[1]) as old, _served(YEARS[2]) as oldest:
        rows = [row for each in PATHS for row in _read([young, old, oldest], *each)]
    report("CPU per request, as a multiple of an empty route; ten and a hundred years of history beside one", rows)
    _ticks()


@contextmanager
def _served(years: int) -> Iterator[Process]:
    with household() as (application, key):
        application.database.write_now(fill, years)
        with serving(application.settings.data_dir, key) as server:
            yield server


def _read(households: list[Process], what: str, path: str, times: int, budget: float | None) -> list[Row]:
    """The households and the unit take turns, so that a busy machine slows all of them."""
    path = path.format(today=datetime.now(ZoneInfo("Europe/Berlin")).date(), member=_person(0))
    rounds = [
        (households[0].cpu("/empty", 1000), *(each.cpu(path, times) for each in households)) for _ in range(ROUNDS)
    ]
    return [
        Row(what=what, value=statistics.median(ten / unit for unit, _, ten, _ in rounds), budget=budget),
        Row(
            what=f"{what}: ten years beside one",
            value=statistics.median(ten / one for _, one, ten, _ in rounds),
            budget=1.2,
        ),
        Row(
            what=f"{what}: a hundred years beside one",
            value=statistics.median(hundred / one for _, one, _, hundred in rounds),
        ),
    ]


def _ticks() -> None:
    """Ticks a second beside bare durable transactions on the same disk, taking turns; by themselves, and over REST."""
    with household() as (application, key):
        application.database.write_now(fill, YEARS[1])
        ways = [
            (clients, way) for way in (_by_action(application), _by_request(application, key)) for clients in (1, 16)
        ]
        rounds = [
            (
                _bare(),
                *(_ticked(application, way, clients, number * 4 + turn) for turn, (clients, way) in enumerate(ways)),
            )
            for number in range(ROUNDS)
        ]
    ratios = [(bare / one, many / one, bare / rest, crowd / rest) for bare, one, many, rest, crowd in rounds]
    alone, crowd, requests_alone, requests_crowd = (statistics.median(each) for each in zip(*ratios, strict=True))
    report(
        "Completing a chore after ten years of history",
        [
            Row(what="one client, as a multiple of BEGIN; INSERT; COMMIT", value=alone, budget=2),
            Row(what="sixteen clients, throughput of one", value=crowd, budget=3, at_least=True),
            Row(what="whole request, one client", value=requests_alone),
            Row(
                what="whole requests, sixteen clients, throughput of one", value=requests_crowd, budget=3, at_least=True
            ),
        ],
    )


def _by_action(application: Application) -> Tick:
    async def tick(day: date) -> None:
        await application.database.write(chores.complete, chore_id(0), CompleteRequest(date=day))

    return tick


def _by_request(application: Application, key: str) -> Tick:
    async def tick(day: date) -> None:
        await prepare_request(
            application.app, f"/api/chores/{chore_id(0)}/complete", key, "POST", msgspec.json.encode({"date": day})
        )()

    return tick


def _bare() -> float:
    with tempfile.TemporaryDirectory() as folder:
        connection = apsw.Connection(str(Path(folder) / "bare.db"))
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        connection.execute("PRAGMA synchronous = FULL; CREATE TABLE t (a TEXT, b TEXT)")
        before = time.monotonic()
        for _ in range(TICKS):
            connection.execute("BEGIN IMMEDIATE; INSERT INTO t VALUES ('2026-11-20T00:00:00.000Z', '{}'); COMMIT")
        return TICKS / (time.monotonic() - before)


def _ticked(application: Application, tick: Tick, clients: int, turn: int) -> float:
    """Ticks a second, each for a date of its own."""
    first = application.database.read.today + timedelta(days=1 + turn * TICKS)
    days = [first + timedelta(days=number) for number in range(TICKS)]

    async def client(number: int) -> None:
        for day in days[number::clients]:
            await tick(day)

    async def crowd() -> None:
        await asyncio.gather(*(client(number) for number in range(clients)))

    before = time.monotonic()
    asyncio.run(crowd())
    return TICKS / (time.monotonic() - before)


def fill(tx: Tx, years: int) -> None:
    """Six people, forty chores due every day, fourteen of them done (51,000 ticks in ten years), and past one-offs."""
    tx.run_many(
        "INSERT INTO members (id, name, color, sort, created_at) VALUES (?, ?, '#e57', ?, ?)",
        [(_person(number), f"Person {number}", number, tx.now) for number in range(PEOPLE)],
    )
    start = tx.today - timedelta(days=365 * years)
    tx.run_many(
        "INSERT INTO chores (id, title, member_id, points, rrule, due_date, active, sort, created_at)"
        " VALUES (?, ?, ?, 5, ?, ?, 1, ?, ?)",
        [
            (chore_id(number), f"Chore {number}", _person(number % PEOPLE), RULES[number % 3], start, number, tx.now)
            for number in range(CHORES)
        ]
        + [
            (chore_id(CHORES + number), "Once", _person(0), None, start + timedelta(days=number * 3), 0, tx.now)
            for number in range(ONE_OFFS_A_YEAR * years)
        ],
    )
    ticks = [
        (f"{number}", chore_id(chore), start + timedelta(days=number), _person(chore % PEOPLE), tx.now)
        for number in range(365 * years + 1)
        for chore in range(DAILY)
    ]
    tx.run_many(
        "INSERT INTO chore_completions (id, chore_id, date, member_id, completed_at, points) VALUES (?, ?, ?, ?, ?, 5)",
        ticks,
    )
    tx.touch()


def _person(number: int) -> str:
    return str(UUID(int=number + 1))


def chore_id(number: int) -> str:
    """The id of a chore that `fill` adds, by its number."""
    return str(UUID(int=10**9 + number))
