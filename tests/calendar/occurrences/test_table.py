"""The stored occurrences of series: they are those of the rules, whatever is written and however time passes."""

import random
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.calendars.models import NewCalendar
from appliance.calendar.events import actions as events
from appliance.calendar.events import queries as event_queries
from appliance.calendar.events.models import StoredEvent
from appliance.calendar.occurrences import actions, queries
from appliance.calendar.occurrences.jobs import rewrite_occurrences
from appliance.calendar.occurrences.rules import occurrence_times
from appliance.household.models import SettingsPatch
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.scheduling.zone_data import ZoneData
from appliance.transfer.zone import change_settings
from tests.calendar.occurrences.stored import some_rule, stored_series
from tests.fakes import FRIDAY, FakeClock

MONTH = (FRIDAY, FRIDAY + timedelta(days=31))


@pytest.fixture
def home(database: Database) -> str:
    return database.write_now(calendars.add, NewCalendar(kind="local", name="Family")).id


@pytest.fixture
def run_job(database: Database, loop: Any) -> Callable[[], None]:
    return lambda: loop.run(rewrite_occurrences(database, database.clock.now()))


def weekly(home: str, **more: Any) -> StoredEvent:
    return stored_series(
        "FREQ=WEEKLY", "2026-01-05T17:00:00.000Z", "2026-01-05T18:00:00.000Z", calendar_id=home, **more
    )


def anything(source: random.Random, home: str, number: int) -> StoredEvent:
    rule = some_rule(source).replace("2011", "2027")
    days = source.choice([0, 0, 1, 3, 39, 41, 365])
    day = date(2024, 6, 1) + timedelta(days=source.randrange(900))
    exclusions = tuple(sorted({(day + timedelta(days=source.randrange(400))).isoformat() for _ in range(9)}))
    common: dict[str, Any] = {"id": f"s{number}", "calendar_id": home, "exclusions": source.choice([None, exclusions])}
    if source.random() < 0.4:
        return stored_series(rule, day.isoformat(), (day + timedelta(days=days)).isoformat(), all_day=True, **common)
    start = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(minutes=15 * source.randrange(96))
    end = start + timedelta(days=days, minutes=source.choice([0, 60, 1_200]))
    return stored_series(rule, instant(start), instant(end), **common)


def stored(database: Database, begin: datetime, end: datetime) -> dict[str, list[tuple[str, str]]] | None:
    """The stored occurrences of a range by series; None where they are not stored."""
    if not queries.are_stored(database.read, begin, end):
        return None
    home = [each.id for each in calendar_queries.calendars(database.read)]
    found = event_queries.in_range(database.read, begin, end, home)
    return {event.id: times for (event, _), times in found if times is not None}


@pytest.mark.parametrize("seed", range(8))
def test_what_is_stored_is_what_the_rules_give(database: Database, home: str, seed: int) -> None:
    source = random.Random(seed)
    series = [anything(source, home, number) for number in range(60)]
    database.write_now(actions.put, series)
    changed = [replace(anything(source, home, 0), id=each.id) for each in series[:20]]
    database.write_now(actions.put, changed)
    database.write_now(event_queries.remove, series[20].id)

    for _ in range(25):
        begin = FRIDAY + timedelta(minutes=15 * source.randrange(-34_000, 60_000))
        if source.random() < 0.5:
            begin = begin.replace(hour=0, minute=0)
        end = begin + timedelta(minutes=source.choice([1, 60, 1_440, 44_640, 131_400]))
        expected = {
            each.id: times
            for each in [*changed, *series[21:]]
            if (times := occurrence_times(each, database.read.zone, begin, end, each.exclusions))
        }
        assert expected == stored(database, begin, end), (begin, end)
        one = source.choice(changed)
        assert expected.get(one.id, []) == actions.times(database.read, one, begin, end)


def test_a_range_that_is_not_stored_is_read_all_the_same(database: Database, home: str) -> None:
    database.write_now(actions.put, [weekly(home)])

    for begin in (FRIDAY + timedelta(days=4_000), FRIDAY + timedelta(days=700)):
        end = begin + timedelta(days=140)
        assert None is stored(database, begin, end)
        assert 20 == len(events.between(database.read, begin, end))
        assert 20 == len(actions.times(database.read, weekly(home), begin, end))


def test_time_passes(database: Database, home: str, clock: FakeClock, run_job: Callable[[], None]) -> None:
    database.write_now(actions.put, [weekly(home)])
    first = queries.horizon(database.read)
    run_job()
    assert first == queries.horizon(database.read)

    for by in (61, 61, 400, -900):
        clock.turn(days=by)
        run_job()
        for away in (-366, 0, 2 * 366 - 31):
            begin = clock.now() + timedelta(days=away)
            end = begin + timedelta(days=31)
            expected = occurrence_times(weekly(home), database.read.zone, begin, end)
            assert ({"s": expected} if expected else {}) == stored(database, begin, end)


def test_while_all_series_are_written_what_is_known_is_read(database: Database, home: str, clock: FakeClock) -> None:
    database.write_now(actions.put, [weekly(home, id=f"s{number:02}") for number in range(15)])
    clock.turn(days=61)

    def check() -> None:
        assert 15 == len(stored(database, *MONTH) or {})
        assert None is stored(database, clock.now() + timedelta(days=731), clock.now() + timedelta(days=762))

    database.write_now(actions.open_horizon)
    check()
    after = database.write_now(actions.rewrite, "")
    assert "s09" == after
    check()
    # What is written meanwhile is written for all of the new range, and is not lost.
    database.write_now(actions.put, [replace(weekly(home), id="a")])
    while after is not None:
        after = database.write_now(actions.rewrite, after)
    database.write_now(actions.close_horizon)
    assert 16 == len(stored(database, clock.now() + timedelta(days=731), clock.now() + timedelta(days=762)) or {})


def test_another_zone_is_followed(database: Database, home: str, run_job: Callable[[], None]) -> None:
    database.write_now(actions.put, [weekly(home)])
    database.write_now(change_settings, SettingsPatch(timezone="Asia/Tokyo"))

    assert None is stored(database, *MONTH)
    before = [each.start for each in events.between(database.read, *MONTH)]
    run_job()
    assert before == [start for start, _ in (stored(database, *MONTH) or {})["s"]]


def test_a_zone_that_changes_while_all_series_are_written_is_not_missed(database: Database, home: str) -> None:
    database.write_now(actions.put, [weekly(home)])
    database.write_now(actions.open_horizon)
    database.write_now(change_settings, SettingsPatch(timezone="Asia/Tokyo"))
    database.write_now(actions.rewrite, "")
    database.write_now(actions.close_horizon)

    assert None is stored(database, *MONTH)


def test_newer_zone_data_is_followed(
    database: Database, home: str, run_job: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    database.write_now(actions.put, [weekly(home)])
    for module in ("actions", "jobs"):
        newer = lambda: ZoneData(package="9999z", system=None)  # noqa: E731
        monkeypatch.setattr(f"appliance.calendar.occurrences.{module}.zone_data", newer)

    run_job()

    horizon = queries.horizon(database.read)
    assert horizon is not None
    assert ("9999z", True) == (horizon.zone_data, horizon.known_end == horizon.ends)
    assert stored(database, *MONTH)


def test_many_series_at_once_are_left_to_the_job(database: Database, home: str, run_job: Callable[[], None]) -> None:
    many = [weekly(home, id=f"s{number}") for number in range(actions.MOST_AT_ONCE + 1)]
    database.write_now(actions.put, many)

    assert None is stored(database, *MONTH)
    assert 4 * len(many) <= len(events.between(database.read, *MONTH))
    run_job()
    assert len(many) == len(stored(database, *MONTH) or {})


def test_nothing_is_left_of_a_calendar_that_is_removed(database: Database, home: str) -> None:
    database.write_now(actions.put, [weekly(home)])
    assert database.read.value("SELECT count(*) FROM occurrences")

    database.write_now(lambda tx: Tx.run(tx, "DELETE FROM calendars"))
    assert 0 == database.read.value("SELECT count(*) FROM occurrences")
