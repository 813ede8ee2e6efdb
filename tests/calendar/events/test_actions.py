"""Reading a range gives the same as looking at every event one by one."""

import random
from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest

from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import NewCalendar
from appliance.calendar.events import actions
from appliance.calendar.events.models import NewEvent, StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.household import actions as household
from appliance.household.models import SettingsPatch
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import cost
from appliance.kernel.scheduling.clock import instant

YEAR = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def calendar_id(database: Database) -> str:
    return database.write_now(calendars.add, NewCalendar(kind="local", name="Family")).id


@pytest.mark.parametrize("seed", range(5))
def test_a_range_holds_exactly_what_overlaps_it(database: Database, calendar_id: str, seed: int) -> None:
    chance = random.Random(seed)
    stored = [_anything(chance, calendar_id, number) for number in range(400)]
    database.write_now(occurrences.put, stored)

    for _ in range(60):
        begin = YEAR + timedelta(minutes=15 * chance.randrange(-100, 37_000))
        end = begin + timedelta(minutes=15 * chance.choice([1, 4, 96, 700, 2_900, 12_000]))
        expected = sorted(each.id for each in stored if _overlaps(each, begin, end))
        assert expected == sorted(each.id for each in actions.between(database.read, begin, end))


def test_a_series_is_found_long_after_it_began_and_not_before(database: Database, calendar_id: str) -> None:
    request = NewEvent(
        calendar_id=calendar_id, title="Bins", start="2016-02-29", end="2016-03-01", all_day=True, rrule="FREQ=YEARLY"
    )
    database.write_now(actions.add, request)

    found = actions.between(database.read, YEAR - timedelta(days=366 * 11), YEAR + timedelta(days=366 * 6))

    assert ["2016-02-29", "2020-02-29", "2024-02-29", "2028-02-29"] == [each.start for each in found]


def test_a_costly_rule_is_a_bad_request_and_a_stored_one_hides_only_itself(
    database: Database, calendar_id: str
) -> None:
    """Forty such rules, which never fall on a day, held the event loop for 12.6 seconds."""
    rules = [f"FREQ=DAILY;COUNT={50_000 + number};BYYEARDAY=366;BYMONTHDAY=1" for number in range(40)]
    request = NewEvent(
        calendar_id=calendar_id, title="Bins", start="2025-01-06", end="2025-01-07", all_day=True, rrule="FREQ=WEEKLY"
    )
    with pytest.raises(BadRequest, match=r"^rrule: "):
        database.write_now(actions.add, msgspec.structs.replace(request, rrule=rules[0]))
    database.write_now(actions.add, request)
    model = _anything(random.Random(1), calendar_id, 0)
    single = msgspec.structs.replace(model, id="single", start="2026-01-12", end="2026-01-13", all_day=True)
    stored = [
        msgspec.structs.replace(single, id=rule, start="1900-01-01", end="1900-01-02", rrule=rule) for rule in rules
    ]
    database.write_now(occurrences.put, [*stored, single])

    answers = []
    for day in range(8):
        with cost.limited() as meter:
            found = actions.between(database.read, YEAR, YEAR + timedelta(days=30 + day))
        answers.append((meter.left > -2_000, "2026-01-12" in [each.start for each in found]))

    assert [(True, True)] * 8 == answers
    # What each request finds out is kept, so that after some of them everything is there.
    assert ["2026-01-05", "2026-01-12", "2026-01-12", "2026-01-19", "2026-01-26"] == [
        each.start for each in actions.between(database.read, YEAR, YEAR + timedelta(days=30))
    ]
    assert set() == actions.incomplete_calendars(database.read, YEAR, YEAR + timedelta(days=30))


def test_a_zone_change_of_the_household_moves_its_series(database: Database, calendar_id: str) -> None:
    request = NewEvent(
        calendar_id=calendar_id,
        title="School",
        start="2026-07-06T06:00:00Z",
        end="2026-07-06T11:00:00Z",
        all_day=False,
        rrule="FREQ=WEEKLY;BYDAY=MO",
    )
    database.write_now(actions.add, request)
    winter = datetime(2026, 12, 7, tzinfo=UTC), datetime(2026, 12, 8, tzinfo=UTC)
    in_berlin = actions.between(database.read, *winter)

    database.write_now(_settle, "Asia/Tokyo")

    assert ["2026-12-07T07:00:00.000Z"] == [each.start for each in in_berlin]
    assert ["2026-12-07T06:00:00.000Z"] == [each.start for each in actions.between(database.read, *winter)]


def _settle(tx: Tx, zone: str) -> None:
    household.change_settings(tx, SettingsPatch(timezone=zone))


def _anything(chance: random.Random, calendar_id: str, number: int) -> StoredEvent:
    all_day = chance.random() < 0.4
    minutes = 15 * chance.randrange(36_000)
    length = timedelta(minutes=15 * chance.choice([1, 4, 96, 960, 3_840, 3_841, 9_600]))
    if all_day:
        first = date(2026, 1, 1) + timedelta(minutes=minutes)
        start, end = first.isoformat(), (first + length).isoformat()
    else:
        start, end = instant(YEAR + timedelta(minutes=minutes)), instant(YEAR + timedelta(minutes=minutes) + length)
    return StoredEvent(
        id=str(number),
        calendar_id=calendar_id,
        external_id=None,
        series_id=None,
        title="X",
        start=start,
        end=end,
        all_day=all_day,
        location=None,
        description=None,
        rrule=None,
        category_id=None,
        reminders=None,
        travel_minutes=None,
        remind_before_leave=False,
    )


def _overlaps(event: StoredEvent, begin: datetime, end: datetime) -> bool:
    starts, ends = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (event.start, event.end))
    if event.all_day and ends == starts:
        ends += timedelta(days=1)
    return ends > begin and starts < end
