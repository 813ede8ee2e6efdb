"""What ten and a hundred years of history add to a household's daily requests, to the start and to the memory."""

import statistics
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, date, datetime, timedelta
from itertools import count
from uuid import UUID
from zoneinfo import ZoneInfo

from appliance.calendar.occurrences import actions as occurrences
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from appliance.lists import actions as lists
from appliance.lists.models import NewItem, NewList
from benchmarks import chores
from benchmarks.harness import household, write_occurrences
from benchmarks.months import RULES, month_path, series_or_event
from benchmarks.report import Row, report
from benchmarks.server import Process, serving

YEARS = (1, 10, 100)
CALENDARS, LIVE_SERIES, SHOWN_ITEMS = 4, 200, 100
# Of each year: single events, weekly series of one term, and a list of items.
EVENTS, ENDED_SERIES, OLD_ITEMS = 2_000, 20, 150
ROUNDS, READS, WRITES = 5, 20, 20
BUDGET = 1.2
LIST_ID = UUID(int=7)
Ask = Callable[[Process], float]


def main() -> None:
    """Print multiples of an empty route after one year, and of that year after ten and a hundred.

    The households take turns, so that a busy machine slows all of them.
    """
    with ExitStack() as stack:
        served = [stack.enter_context(_served(years)) for years in YEARS]
        starts = [each.spent() for each in served]
        rows = [row for what, ask in _requests().items() for row in _grown(served, what, ask)]
        memory = [each.resident() for each in served]
    rows += [*_beside("the start", starts), *_beside("resident memory after all of them", memory)]
    report("Growth over one, ten and a hundred years: CPU per request, as a multiple of an empty route", rows)


def _grown(served: list[Process], what: str, ask: Ask) -> list[Row]:
    for each in served:
        ask(each)
    rounds = [[served[0].cpu("/empty", 300), *map(ask, served)] for _ in range(ROUNDS)]
    first = statistics.median(one / unit for unit, one, _, _ in rounds)
    ten, hundred = (statistics.median(costs[at] / costs[1] for costs in rounds) for at in (2, 3))
    return [Row(what=f"{what}, after one year", value=first), *_beside(what, [1, ten, hundred])]


def _beside(what: str, values: list[float]) -> list[Row]:
    """What is measured after ten and after a hundred years as multiples of what it is after one."""
    one, ten, hundred = values
    return [
        Row(what=f"{what}: ten years beside one", value=ten / one, budget=BUDGET),
        Row(what=f"{what}: a hundred years beside one", value=hundred / one, budget=BUDGET),
    ]


def _requests() -> dict[str, Ask]:
    """By the name of a request, the CPU seconds of one. None of them repeats a response that was kept."""
    today = datetime.now(ZoneInfo("Europe/Berlin")).date()
    before = today.replace(day=1) - timedelta(days=1)
    numbers = count(1)

    def read(path: str) -> Ask:
        return lambda server: server.cpu(path, READS)

    def write(path: str, body: Callable[[int], dict[str, object]]) -> Ask:
        return lambda server: server.cpu_of_writes(path, [body(next(numbers)) for _ in range(WRITES)])

    return {
        "the month": read(month_path(today.year, today.month)),
        "the month before": read(month_path(before.year, before.month)),
        "the board": read("/api/board"),
        "the day of chores": read(f"/api/chores/day?date={today}"),
        "the leaderboard": read("/api/leaderboard"),
        f"a list of {SHOWN_ITEMS} items": read(f"/api/lists/{LIST_ID}"),
        "a search for a frequent word": read("/api/search?q=event"),
        "adding an item": write(f"/api/lists/{LIST_ID}/items", lambda number: {"title": f"Item {number}"}),
        "adding an event": write("/api/events", lambda number: _event(today, number)),
    }


def _event(today: date, number: int) -> dict[str, object]:
    start = datetime(today.year, today.month, 1, tzinfo=UTC) + timedelta(minutes=number)
    times = {"start": instant(start), "end": instant(start + timedelta(hours=1)), "allDay": False}
    return {"calendarId": "c0", "title": f"Added {number}", **times}


@contextmanager
def _served(years: int) -> Iterator[Process]:
    with household() as (application, key):
        application.database.write_now(chores.fill, years)
        application.database.write_now(_fill, years)
        write_occurrences(application.database)
        with serving(application.settings.data_dir, key) as server:
            yield server


def _fill(tx: Tx, years: int) -> None:
    """Events up to half a year ahead, series that go on and series that have ended, and lists of years ago."""
    tx.run_many(
        "INSERT INTO calendars (id, kind, name, writable, created_at) VALUES (?, 'local', 'Family', 1, ?)",
        [(f"c{number}", tx.now) for number in range(CALENDARS)],
    )
    end, begin = tx.now + timedelta(days=183), tx.now - timedelta(days=365 * years)
    apart, apart_series = timedelta(days=365) / EVENTS, timedelta(days=365) / ENDED_SERIES
    occurrences.put(tx, (series_or_event(f"e{number}", end - apart * number, None) for number in range(EVENTS * years)))
    occurrences.put(
        tx,
        (
            series_or_event(
                f"l{number}", begin + timedelta(days=number, minutes=5 * number), RULES[number % len(RULES)]
            )
            for number in range(LIVE_SERIES)
        ),
    )
    occurrences.put(
        tx,
        (
            series_or_event(f"o{number}", begin + apart_series * number, "FREQ=WEEKLY;COUNT=12")
            for number in range(ENDED_SERIES * years)
        ),
    )
    for number in range(years + 1):
        made = lists.create(tx, NewList(name=f"List {number}", kind="todo", id=None if number else LIST_ID))
        items = OLD_ITEMS if number else SHOWN_ITEMS
        lists.add_items(tx, made.id, [NewItem(title=f"Item {each}") for each in range(items)])


if __name__ == "__main__":
    main()
