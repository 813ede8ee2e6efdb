"""The day of a household of sixty chores of all kinds, after one and after ten years of them."""

import statistics
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from appliance.chores import actions as chores
from appliance.chores import chore_day, queries
from appliance.chores.away import actions as away
from appliance.chores.away.models import NewAwayRange
from appliance.chores.models import NewChore
from appliance.chores.routines.models import NewChoreStep
from appliance.chores.timing import DayPart
from appliance.chores.turns import actions as turns
from appliance.kernel.database.transactions import Tx
from appliance.lists import actions as lists
from appliance.lists.models import NewItem, NewList
from benchmarks.chores import ONE_OFFS_A_YEAR, RULES
from benchmarks.harness import household
from benchmarks.report import Row, report
from benchmarks.server import Process, serving

COUNT = 60
YEARS = (1, 10)
ROUNDS = 3
TIMES = 100
DAY = timedelta(days=1)
AFTER_DAYS = 3
# Places in `_kinds`.
KINDS = 11
ROUTINES, AFTER_LAST, WITH_A_YES = 5, 6, 9
# Decided turns are kept for two years.
TURNS_OF = timedelta(days=700)
PARTS: tuple[DayPart | None, ...] = (None, "morning", "afternoon", "evening")
PEOPLE = [str(UUID(int=number + 1)) for number in range(6)]
# The last one is away today; no chore is this one's alone.
AT_HOME, AWAY = PEOPLE[:-1], PEOPLE[-1]


def main() -> None:
    """Print the ratio of the day to an empty route, and of ten years of history to one."""
    today = datetime.now(ZoneInfo("Europe/Berlin")).date()
    path = f"/api/chores/day?date={today}"
    with _served(YEARS[0]) as young, _served(YEARS[1]) as old:
        rounds = [(young.cpu("/empty", 1000), young.cpu(path, TIMES), old.cpu(path, TIMES)) for _ in range(ROUNDS)]
    what = "chore day, 60 chores of all kinds due"
    report(
        "CPU per request, as a multiple of an empty route; chores of all kinds, ten years of history beside one",
        [
            Row(what=what, value=statistics.median(ten / unit for unit, _, ten in rounds), budget=6),
            Row(
                what=f"{what}: ten years beside one",
                value=statistics.median(ten / one for _, one, ten in rounds),
                budget=1.2,
            ),
        ],
    )


@contextmanager
def _served(years: int) -> Iterator[Process]:
    with household() as (application, key):
        application.database.write_now(fill, years)
        entries = chore_day.day(application.database.read, application.database.read.today)
        assert len({entry.id for entry in entries}) == COUNT, "a chore is not due today"
        with serving(application.settings.data_dir, key) as server:
            yield server


def fill(tx: Tx, years: int) -> None:
    """Sixty chores due today, most of them done on each day of the years; today some wait, were sent back or begun."""
    tx.run_many(
        "INSERT INTO members (id, name, color, sort, created_at) VALUES (?, ?, '#e57', ?, ?)",
        [(member, f"Person {number}", number, tx.now) for number, member in enumerate(PEOPLE)],
    )
    start = tx.today - timedelta(days=365 * years)
    checklist = lists.create(tx, NewList(name="Bathroom", kind="reusable")).id
    lists.add_items(tx, checklist, [NewItem(title=f"Part {number}") for number in range(6)])
    for number, kind in enumerate(_kinds(start, checklist)):
        chore: dict[str, Any] = {
            "rrule": RULES[number % 3],
            "due_date": start,
            "day_part": PARTS[number % 4],
            "points": 5,
            "emoji": "🧹",
        } | kind
        chores.add(tx, NewChore(id=UUID(int=10**9 + number), title=f"Chore {number}", sort=number, **chore))
    _fill_past(tx, start)
    _fill_today(tx)
    tx.touch()


def _kinds(start: date, checklist: str) -> Iterable[dict[str, Any]]:
    """What the chores differ in: five or six of each kind."""
    steps = [NewChoreStep(title=f"Step {number}", emoji="🪥", timer_seconds=120) for number in range(5)]
    for number in range(COUNT):
        mine = AT_HOME[number % len(AT_HOME)]
        yield (
            {"member_id": mine},
            {"share": "each", "member_ids": [mine, AWAY]},
            {"share": "anyone", "member_ids": [mine, AWAY]},
            {"share": "turn", "member_ids": [mine, AWAY, AT_HOME[number % 3]], "turn_by": "due"},
            {"share": "turn", "member_ids": [mine, AWAY, AT_HOME[number % 3]], "turn_by": "completion"},
            {"member_id": mine, "steps": steps},
            {"member_id": mine, "rrule": None, "after_days": AFTER_DAYS},
            {"member_id": mine, "season_from": start, "season_until": start.replace(year=start.year + 50)},
            {"member_id": mine, "due_by": f"{7 + number % 12:02}:00"},
            {"member_id": mine, "needs_approval": True},
            {"member_id": mine, "list_id": checklist},
        )[number % KINDS]


def _fill_past(tx: Tx, start: date) -> None:
    """Completions of every day, decided turns, past one-offs, and holidays of everybody each half year."""
    stored = [(chore, number % KINDS) for number, chore in enumerate(queries.chores(tx))]
    days = [start + DAY * number for number in range((tx.today - start).days)]
    tx.run_many(
        "INSERT INTO chore_completions (id, chore_id, date, slot, member_id, completed_at, points)"
        " VALUES (?, ?, ?, ?, ?, ?, 5)",
        (
            (f"{day}-{number}", chore.id, day, slot, chore.member_id or slot or AT_HOME[0], tx.now)
            for number, (chore, kind) in enumerate(stored)
            for day in days
            if number % 4 and (kind != AFTER_LAST or (tx.today - day).days % AFTER_DAYS == 0)
            for slot in (chore.member_ids[:1] if chore.share == "each" else [""])
        ),
    )
    tx.run_many(
        "INSERT INTO chores (id, title, member_id, points, due_date, active, sort, created_at)"
        " VALUES (?, 'Once', ?, 5, ?, 0, ?, ?)",
        [
            (str(UUID(int=10**10 + number)), AT_HOME[0], start + DAY * number * 3, COUNT + number, tx.now)
            for number in range(ONE_OFFS_A_YEAR * len(days) // 365)
        ],
    )
    for day in days[30 :: 365 // 2]:
        away.add(tx, NewAwayRange(first_day=day, last_day=day + 7 * DAY))
    away.add(tx, NewAwayRange(first_day=tx.today - DAY, last_day=tx.today + 3 * DAY, member_id=AWAY))
    since = max(start, tx.today - TURNS_OF)
    tx.run("UPDATE chore_rotations SET since = ?, through = ?", since, since - DAY)
    turns.settle_all(tx)


def _fill_today(tx: Tx) -> None:
    """Some chores done, some steps of the routines, some ticks that wait and some that were sent back."""
    stored = list(enumerate(queries.chores(tx)[:COUNT]))
    approved = [chore.id for number, chore in stored if number % KINDS == WITH_A_YES]
    for chore_id in approved[::2]:
        tx.run(
            "INSERT INTO waiting_ticks (id, chore_id, date, member_id, completed_at, points) VALUES (?, ?, ?, ?, ?, 5)",
            f"waiting-{chore_id}",
            chore_id,
            tx.today,
            AT_HOME[0],
            tx.now,
        )
    for chore_id in approved[1::2]:
        tx.run(
            "INSERT INTO rejections (chore_id, date, by, note, at) VALUES (?, ?, 'Phone', 'Not yet', ?)",
            chore_id,
            tx.today,
            tx.now,
        )
    for number, chore in stored:
        if number % KINDS == ROUTINES:
            for step in chore.steps[:2]:
                tx.run(
                    "INSERT INTO chore_step_ticks (chore_id, date, step_id) VALUES (?, ?, ?)",
                    chore.id,
                    tx.today,
                    step.id,
                )
        elif number % KINDS in (0, 2, 7):
            tx.run(
                "INSERT INTO chore_completions (id, chore_id, date, member_id, completed_at, points)"
                " VALUES (?, ?, ?, ?, ?, 5)",
                f"today-{chore.id}",
                chore.id,
                tx.today,
                AT_HOME[0],
                tx.now,
            )
