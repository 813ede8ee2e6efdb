"""Series that have ended are not read, however they were stored."""

from datetime import UTC, datetime, timedelta

import pytest

from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import NewCalendar
from appliance.calendar.events import actions, queries
from appliance.calendar.events.models import Event, EventPatch, NewEvent
from appliance.kernel.database.database import Database

WEEK = timedelta(days=7)
LATER = datetime(2026, 11, 1, tzinfo=UTC)


@pytest.fixture
def course(database: Database) -> Event:
    """A course of three weeks in January."""
    calendar = database.write_now(calendars.add, NewCalendar(kind="local", name="Family"))
    request = NewEvent(
        calendar_id=calendar.id,
        title="Course",
        start="2026-01-05T17:00:00.000Z",
        end="2026-01-05T18:00:00.000Z",
        all_day=False,
        rrule="FREQ=WEEKLY;COUNT=3",
    )
    return database.write_now(actions.add, request)


def read(database: Database, course: Event, begin: datetime) -> list[str]:
    """The ids of the rows that are read for a week."""
    return [stored.id for stored, _ in queries.series(database.read, begin, begin + WEEK, [course.calendar_id])]


def titles(database: Database, begin: datetime) -> list[str]:
    return [event.title for event in actions.between(database.read, begin, begin + WEEK)]


def test_an_ended_series_is_not_read(database: Database, course: Event) -> None:
    assert [] == read(database, course, LATER)
    assert [course.id] == read(database, course, datetime(2026, 1, 18, tzinfo=UTC))
    assert ["Course"] == titles(database, datetime(2026, 1, 18, tzinfo=UTC))


@pytest.mark.parametrize("rrule", ["FREQ=WEEKLY", "FREQ=WEEKLY;COUNT=90", "FREQ=WEEKLY;UNTIL=20301231"])
def test_a_series_that_a_change_continues_is_shown_again(database: Database, course: Event, rrule: str) -> None:
    database.write_now(actions.edit, course.id, EventPatch(rrule=rrule))

    assert ["Course"] == titles(database, LATER)


def test_a_series_that_ends_by_a_change_is_not_read(database: Database, course: Event) -> None:
    database.write_now(actions.edit, course.id, EventPatch(rrule="FREQ=WEEKLY"))
    database.write_now(actions.edit, course.id, EventPatch(rrule="FREQ=WEEKLY;UNTIL=20260301"))

    assert [] == read(database, course, LATER)
