"""Feeds of real producers, compared with an independent library. The feeds are not part of the project."""

import os
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import icalendar
import pytest
import recurring_ical_events
from dateutil.rrule import rrulestr

from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.read import read
from appliance.calendar.providers.models import Window

FEEDS = Path(os.environ.get("TEST_FEEDS") or Path(__file__).parents[3].parent / "shared" / "data" / "feeds")
NAMES = [
    "Christian32Holidays",
    "EstoniaHolidays",
    "Standup",
    "evolution",
    "google_aus_holidays",
    "lotr",
]
YEARS = [2004, 2005, 2006, 2008, 2009, 2010, 2012, 2026]
ZONE = ZoneInfo("Europe/Tallinn")

pytestmark = pytest.mark.skipif(not FEEDS.is_dir(), reason=f"the feeds of real producers are not at {FEEDS}")


def window(year: int) -> Window:
    """The year, and a month before it."""
    return Window.around(datetime(year, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("name", NAMES)
def test_the_days_are_those_of_another_library(name: str, year: int) -> None:
    file, span = (FEEDS / f"{name}.ics").read_bytes(), window(year)

    expected = set()
    # A date in a zone that the library cannot take for a date.
    tidied = re.sub(rb"(DTSTART|DTEND);TZID=[^:]*:(\d{8})\r?\n", rb"\1;VALUE=DATE:\2\r\n", file)
    calendar = icalendar.Calendar.from_ical(tidied)
    for event in recurring_ical_events.of(calendar).between(span.begin, span.end):
        start = event["DTSTART"].dt
        if str(event.get("STATUS", "")) != "CANCELLED" and not _is_edge(start, span):
            expected.add((str(event.get("SUMMARY") or "(untitled)"), _written(start)))

    found = {(each.title, each.start) for each in read(split_components(file), ZONE, span).occurrences}
    assert expected == {pair for pair in found if not _is_edge(_read(pair[1]), span)}


@pytest.mark.parametrize("year", YEARS)
def test_the_days_of_plain_yearly_rules_are_those_of_dateutil(year: int) -> None:
    expected, lines = set(), (FEEDS / "lotr.ics").read_text("utf-8").splitlines()
    span = window(year)
    for block in "\n".join(lines).split("BEGIN:VEVENT")[1:]:
        start = datetime.fromisoformat(re.search(r"DTSTART;VALUE=DATE:(\d+)", block)[1])  # type: ignore[index]
        rule = re.search(r"RRULE:(.*)", block)
        title = re.search(r"SUMMARY:(.*)", block)[1].replace("\\,", ",")  # type: ignore[index]
        days = rrulestr(rule[1], dtstart=start) if rule else [start]
        for day in days:
            if day.date() >= span.end.date():
                break
            if day.date() >= span.begin.date():
                expected.add((title, day.date().isoformat()))

    found = {
        (each.title, each.start)
        for each in read(split_components((FEEDS / "lotr.ics").read_bytes()), ZONE, span).occurrences
    }
    assert expected == found
    assert len(expected) >= 36 or year == 2004


def test_the_standup_is_on_every_working_day_at_half_past_nine_in_melbourne() -> None:
    span = window(2026)

    found = read(split_components((FEEDS / "Standup.ics").read_bytes()), ZONE, span).occurrences

    days = [span.begin.date() + timedelta(days=number) for number in range(1, 394)]
    local = [datetime.fromisoformat(each.start).astimezone(ZoneInfo("Australia/Melbourne")) for each in found]
    assert {day for day in days if day.weekday() < 5} <= {each.date() for each in local}
    assert {(9, 30)} == {(each.hour, each.minute) for each in local}
    assert {(5,)} == {each.reminders for each in found}


def test_the_one_event_of_evolution_is_at_one_in_chicago() -> None:
    [found] = read(split_components((FEEDS / "evolution.ics").read_bytes()), ZONE, window(2008)).occurrences

    assert ("2008-06-24T18:00:00.000Z", "2008-06-24T19:30:00.000Z") == (found.start, found.end)


def _written(start: date) -> str:
    return f"{start.astimezone(UTC):%Y-%m-%dT%H:%M:%S.000Z}" if isinstance(start, datetime) else start.isoformat()


def _read(text: str) -> date:
    return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)


def _is_edge(start: date, span: Window) -> bool:
    """Within a day of the window's ends the two tell dates and instants apart differently."""
    day = start.astimezone(UTC).date() if isinstance(start, datetime) else start
    return not span.begin.date() + timedelta(days=1) < day < span.end.date() - timedelta(days=1)
