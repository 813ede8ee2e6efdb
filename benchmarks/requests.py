"""What requests cost in CPU: an empty route, a 304, the settings, and a month of events among few and many."""

import statistics
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from uuid import UUID

import msgspec

from appliance.calendar.occurrences import actions as occurrences
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from benchmarks.harness import household, write_occurrences
from benchmarks.months import series_or_event
from benchmarks.report import Row, report
from benchmarks.server import Process, serving

MONTH = "/api/events?from=2026-11-01T00:00:00.000Z&to=2026-12-01T00:00:00.000Z"
FEW, MANY = 2_000, 200_000
A_MONTH_HOLDS = 170
RULES = 300
YEARS_BACK = 60
SMALL, ROUNDS = 200, 40


def main() -> None:
    """Print ratios to the empty route, and of the months of two households to each other. All of them take turns."""
    with ExitStack() as stack:
        small = stack.enter_context(_served(FEW))
        large = stack.enter_context(_served(MANY))
        ruled = stack.enter_context(_served(MANY, _fill_rules))
        unit, nothing, unchanged, settings, rev, written = _small(small)
        months: list[Callable[[], float]] = [
            lambda: small.cpu_of_each("/empty", SMALL),
            lambda: small.cpu_of_each(MONTH, 20),
            lambda: small.cpu_of_equal(MONTH, 100),
            lambda: large.cpu_of_each(MONTH, 20),
            lambda: ruled.cpu_of_each(MONTH, 10),
        ]
        empty, few, again, many, with_rules = _in_turns(months)
    rows = [
        Row(what="an application that does nothing", value=nothing / unit),
        Row(what="304", value=unchanged / unit, budget=1),
        Row(what="`/api/rev`, polled while nothing is written", value=rev / unit, budget=1.2),
        Row(what="`/api/rev`, the first time after a write", value=written / unit, budget=2.5),
        Row(what="a small read: the settings", value=settings / unit, budget=2.5),
        Row(what=f"month of {A_MONTH_HOLDS} events among {FEW:,}", value=few / empty, budget=60),
        Row(what="the same request again, while nothing is written", value=again / empty, budget=60),
        Row(what=f"the month among {MANY:,}, beside {FEW:,}", value=many / few, budget=1.2),
        Row(what=f"month with {RULES} recurring rules more", value=with_rules / empty, budget=60),
    ]
    report("CPU per request, as a multiple of an empty route of the same server", rows)


def _small(server: Process) -> list[float]:
    """The empty route, an application that does nothing, a 304, the settings, `/api/rev` again and the first time."""
    tag = {"If-None-Match": server.request("/api/settings").headers["etag"]}
    asked: list[Callable[[], float]] = [
        lambda: server.cpu_of_each("/empty", SMALL),
        lambda: server.cpu_of_equal("/nothing", SMALL),
        lambda: server.cpu_of_equal("/api/settings", SMALL, tag),
        lambda: server.cpu_of_each("/api/settings", SMALL),
        lambda: server.cpu_of_equal("/api/rev", SMALL),
        lambda: server.cpu_of_each("/api/rev", SMALL),
    ]
    return _in_turns(asked)


def _in_turns(asked: list[Callable[[], float]]) -> list[float]:
    """The lower quartile of each, after a first time. Other programs only ever slow a request down."""
    rounds = [[each() for each in asked] for _ in range(ROUNDS + 1)][1:]
    return [statistics.quantiles(each, n=4)[0] for each in zip(*rounds, strict=True)]


@contextmanager
def _served(count: int, *more: Callable[[Tx], None]) -> Iterator[Process]:
    with household() as (application, key):
        application.database.write_now(_fill, count)
        for fill in more:
            application.database.write_now(fill)
        write_occurrences(application.database)
        with serving(application.settings.data_dir, key) as server:
            yield server


def _fill(tx: Tx, count: int) -> None:
    """One-off events: the same number in the month asked for, the rest spread over sixty years before it."""
    tx.run("INSERT INTO calendars (id, kind, name, writable, created_at) VALUES ('c', 'local', 'Family', 1, ?)", tx.now)
    month, past = datetime(2026, 11, 1, 8, tzinfo=UTC), datetime(2026 - YEARS_BACK, 1, 1, 8, tzinfo=UTC)
    rows = []
    for number in range(count):
        inside = number < A_MONTH_HOLDS
        start = (
            month + timedelta(hours=4 * number) if inside else past + timedelta(hours=2.5 * (number - A_MONTH_HOLDS))
        )
        span = instant(start), instant(start + timedelta(hours=1))
        rows.append((str(UUID(int=number)), f"Event {number}", *span, *span, tx.now))
    tx.run_many(
        "INSERT INTO events (id, calendar_id, title, starts, ends, all_day, span_start, span_end, created_at)"
        " VALUES (?, 'c', ?, ?, ?, 0, ?, ?, ?)",
        rows,
    )


def _fill_rules(tx: Tx) -> None:
    rules = ("FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=DAILY;INTERVAL=3", "FREQ=MONTHLY;BYDAY=2TU", "FREQ=YEARLY")
    start = datetime(2016, 3, 1, 15, tzinfo=UTC)
    occurrences.put(
        tx,
        (
            msgspec.structs.replace(
                series_or_event(
                    str(UUID(int=10**9 + number)),
                    start + timedelta(days=number, minutes=5 * number),
                    rules[number % len(rules)],
                ),
                calendar_id="c",
            )
            for number in range(RULES)
        ),
    )
