"""Weeks, months and years that nobody asked for before: beside ended series, and among many events."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import repeat

from appliance.calendar.events.models import StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from appliance.people import actions as people
from appliance.people.models import NewMember
from benchmarks.harness import household, write_occurrences
from benchmarks.report import Row, report
from benchmarks.server import Process, serving

ROUNDS, MONTHS, YEARS = 7, 24, 2
LIVE, ENDED, MANY_ENDED = 200, 200, 2_000
EVENTS, MANY_EVENTS = 1_800, 180_000
# The first is in the time of which occurrences are stored.
FIRST_MONTH = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=40)
PAST_MONTH = datetime(2017, 1, 1, tzinfo=UTC)
START = datetime(2016, 1, 4, 6, tzinfo=UTC)

RULES = (
    "FREQ=WEEKLY;BYDAY=TU",
    "FREQ=WEEKLY;BYDAY=MO,WE,FR",
    "FREQ=WEEKLY;INTERVAL=2",
    "FREQ=DAILY;INTERVAL=3",
    "FREQ=MONTHLY;BYMONTHDAY=15",
    "FREQ=MONTHLY;BYDAY=2TU",
    "FREQ=YEARLY",
    "FREQ=YEARLY",
)


Household = tuple[str, int, int, int]

HOUSEHOLDS: list[Household] = [
    (f"{LIVE} live series", LIVE, 0, EVENTS),
    (f"the same beside {ENDED:,} ended weekly series", LIVE, ENDED, EVENTS),
    (f"the same beside {MANY_ENDED:,} ended weekly series", LIVE, MANY_ENDED, EVENTS),
    (f"the same with {MANY_EVENTS // EVENTS} times the single events", LIVE, 0, MANY_EVENTS),
]


def main() -> None:
    """Print ratios to the empty route, of months and years that are asked for once, and of households to the first.

    The households take turns, so that a busy machine slows all of them.
    """
    with ExitStack() as stack:
        asked = [_MeasuredHousehold(stack.enter_context(_served(*each[1:]))) for each in HOUSEHOLDS]
        rounds = [[each.round() for each in asked] for _ in range(ROUNDS)]
        event, weekly, daily = (min(costs) for costs in zip(*(asked[0].writes() for _ in range(ROUNDS)), strict=True))
    rows: list[Row] = []
    # The least of the rounds: other programs can only add to it.
    least = [
        [min(costs) for costs in zip(*(each[index] for each in rounds), strict=True)] for index in range(len(asked))
    ]
    for (what, *_), costs in zip(HOUSEHOLDS, least, strict=True):
        week, month, past, year = (cost / costs[0] for cost in costs[1:])
        growth = month / (least[0][2] / least[0][0])
        rows += [
            Row(what=f"a month not shown before: {what}", value=month, budget=40),
            Row(what="the same, beside the first household", value=growth, budget=1.2),
            Row(what="a busy week", value=week),
            Row(what="a month of ten years ago", value=past),
            Row(what="a year", value=year),
        ]
    rows += [
        Row(what="adding a weekly series, beside an event", value=weekly / event, budget=3),
        Row(what="adding a daily series", value=daily * 1000, unit="ms", budget=15),
    ]
    report("CPU per request, as a multiple of an empty route of the same server", rows)


class _MeasuredHousehold:
    """A served household that is asked for other months in each round, and gets more events."""

    def __init__(self, server: Process):
        self._server = server
        self._weeks, self._months = _ranges(FIRST_MONTH, 7), _ranges(FIRST_MONTH, 31)
        self._past, self._years = _ranges(PAST_MONTH, 31), _ranges(FIRST_MONTH, 365)

    def round(self) -> tuple[float, ...]:
        """CPU seconds of an empty route, a new week, a new month, a past one, and a year."""
        server = self._server
        return (
            server.cpu_once(repeat("/empty"), 300),
            server.cpu_once(self._weeks, MONTHS),
            server.cpu_once(self._months, MONTHS),
            server.cpu_once(self._past, MONTHS),
            server.cpu_once(self._years, YEARS),
        )

    def writes(self) -> tuple[float, float, float]:
        """CPU seconds of adding an event, a weekly series, and a daily one."""
        event, weekly, daily = (
            self._server.cpu_of_writes("/api/events", [_request(rule)] * 5)
            for rule in (None, "FREQ=WEEKLY", "FREQ=DAILY")
        )
        return event, weekly, daily


@contextmanager
def _served(live: int, ended: int, count: int) -> Iterator[Process]:
    with household() as (application, key):
        application.database.write_now(fill, live, ended, count)
        write_occurrences(application.database)
        with serving(application.settings.data_dir, key) as server:
            yield server


def fill(tx: Tx, live: int, ended: int, count: int) -> None:
    """Single events at a constant density, live series of all usual rules, and weekly series of one term each."""
    for number in range(4):
        people.add(tx, NewMember(name=f"Person {number}", color="#c8553d"))
        tx.run(
            "INSERT INTO calendars (id, kind, name, writable, created_at) VALUES (?, 'local', 'Family', 1, ?)",
            f"c{number}",
            tx.now,
        )
    # In the months that are asked for there are as many, however many there are.
    apart = timedelta(days=20 * 365) / EVENTS
    singles = (
        series_or_event(f"e{number}", START + apart * (number % EVENTS) - _era(number), None) for number in range(count)
    )
    series = (
        series_or_event(f"l{number}", START + timedelta(days=number, minutes=5 * number), RULES[number % len(RULES)])
        for number in range(live)
    )
    over = (
        series_or_event(f"o{number}", begin, f"FREQ=WEEKLY;{_end(number, begin)}")
        for number in range(ended)
        for begin in (START + timedelta(days=number * 3500 // ended, minutes=5 * (number % 100)),)
    )
    for rows in (singles, series, over):
        occurrences.put(tx, rows)
    tx.touch()


def _era(number: int) -> timedelta:
    """Twenty years earlier for each further set of events."""
    return timedelta(days=20 * 365) * (number // EVENTS)


def _end(number: int, begin: datetime) -> str:
    return "COUNT=12" if number % 2 else f"UNTIL={begin + timedelta(weeks=12):%Y%m%dT%H%M%SZ}"


def series_or_event(identity: str, start: datetime, rrule: str | None) -> StoredEvent:
    """An event of an hour in one of four calendars, `c0` to `c3`; a series with a rule."""
    return StoredEvent(
        id=identity,
        calendar_id=f"c{len(identity) % 4}",
        external_id=None,
        series_id=None,
        title=f"Event {identity}",
        start=instant(start),
        end=instant(start + timedelta(hours=1)),
        all_day=False,
        location=None,
        description=None,
        rrule=rrule,
        category_id=None,
        reminders=None,
        travel_minutes=None,
        remind_before_leave=False,
    )


def _request(rrule: str | None) -> dict[str, object]:
    start = FIRST_MONTH.replace(hour=9)
    times = {"start": instant(start), "end": instant(start + timedelta(hours=1)), "allDay": False}
    return {"calendarId": "c1", "title": "Event", "rrule": rrule, **times}


def _ranges(first: datetime, days: int) -> Iterator[str]:
    """A path for so many days, from each day on."""
    while True:
        yield _path(first, first + timedelta(days=days))
        first += timedelta(days=1)


def month_path(year: int, month: int) -> str:
    """The path of the events of a month of UTC."""
    first = datetime(year, month, 1, tzinfo=UTC)
    return _path(first, (first + timedelta(days=31)).replace(day=1))


def _path(begin: datetime, end: datetime) -> str:
    return f"/api/events?from={instant(begin)}&to={instant(end)}"


if __name__ == "__main__":
    main()
