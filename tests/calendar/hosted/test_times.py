"""Times of hosted providers in zones with unusual rules, compared with the zone database."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.google import events as google
from appliance.calendar.providers.hosted import times
from appliance.calendar.providers.microsoft import events as microsoft
from appliance.calendar.providers.models import Draft, Edit, Times, Window
from appliance.kernel.scheduling.clock import instant

ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]
WINDOWS = {
    "Europe/Berlin": "W. Europe Standard Time",
    "America/New_York": "Eastern Standard Time",
    "Australia/Lord_Howe": "Lord Howe Standard Time",
    "Pacific/Apia": "Samoa Standard Time",
}
BERLIN = ZoneInfo("Europe/Berlin")
patiently = settings(deadline=None, max_examples=60)
zones = st.sampled_from(ZONES)
# Apia skipped a whole day at the end of 2011; summer time comes and goes in all of them.
walls = st.datetimes(datetime(2011, 12, 1), datetime(2037, 12, 31)).map(lambda at: at.replace(microsecond=0))
lengths = st.integers(0, 60 * 24 * 20).map(lambda minutes: timedelta(minutes=minutes))
days = st.dates(date(2011, 12, 1), date(2037, 12, 31))


def from_google(start: dict[str, Any], end: dict[str, Any], household: ZoneInfo = BERLIN) -> Occurrence:
    event = msgspec.convert({"id": "x", "start": start, "end": end}, google.Event)
    return google.occurrence(event, household)


def from_microsoft(start: dict[str, Any], end: dict[str, Any], household: ZoneInfo = BERLIN, **more: Any) -> Occurrence:
    event = msgspec.convert({"id": "x", "start": start, "end": end, **more}, microsoft.Event)
    return microsoft.occurrence(event, household)


@patiently
@given(walls, lengths, zones, zones)
def test_a_time_with_an_offset_needs_no_zone(wall: datetime, length: timedelta, zone: str, household: str) -> None:
    at = wall.replace(tzinfo=ZoneInfo(zone))
    end = (at.astimezone(UTC) + length).astimezone(ZoneInfo(zone))
    event = from_google(
        {"dateTime": at.isoformat(), "timeZone": zone},
        {"dateTime": end.isoformat(), "timeZone": zone},
        ZoneInfo(household),
    )
    # In a zone's gap an offset is that of before; the moment it means is the same everywhere.
    moment = datetime.fromisoformat(at.isoformat()).astimezone(UTC)
    assert (instant(moment), instant(datetime.fromisoformat(end.isoformat()))) == (event.start, event.end)
    assert False is event.all_day


@patiently
@given(walls, zones, zones)
def test_a_floating_time_is_of_its_zone_or_the_households(wall: datetime, zone: str, household: str) -> None:
    text = {"dateTime": wall.isoformat()}
    named, own = {**text, "timeZone": zone}, ZoneInfo(household)
    expected = instant(wall.replace(tzinfo=ZoneInfo(zone)))
    home = instant(wall.replace(tzinfo=own))
    assert (expected, home) == (from_google(named, named, own).start, from_google(text, text, own).start)
    windows = {**text, "timeZone": WINDOWS[zone]}
    brief = {"dateTime": f"{wall.isoformat()}.0000000", "timeZone": zone}
    assert {expected} == {from_microsoft(each, each, own).start for each in (windows, brief)}


@patiently
@given(walls, lengths, zones)
def test_utc_as_microsoft_is_asked_for_it(wall: datetime, length: timedelta, household: str) -> None:
    def when(at: datetime) -> dict[str, str]:
        return {"dateTime": f"{at.isoformat()}.0000000", "timeZone": "UTC"}

    event = from_microsoft(when(wall), when(wall + length), ZoneInfo(household))
    assert (f"{wall.isoformat()}.000Z", f"{(wall + length).isoformat()}.000Z") == (event.start, event.end)


@patiently
@given(days, st.integers(1, 30), zones)
def test_whole_days_are_the_same_days_everywhere(day: date, count: int, household: str) -> None:
    after, zone = day + timedelta(days=count), ZoneInfo(household)
    there = from_google({"date": day.isoformat()}, {"date": after.isoformat()}, zone)
    begin, end = ({"dateTime": f"{each}T00:00:00.0000000", "timeZone": "UTC"} for each in (day, after))
    here = from_microsoft(begin, end, zone, isAllDay=True)
    expected = (day.isoformat(), after.isoformat(), True)
    assert expected == (there.start, there.end, there.all_day) == (here.start, here.end, here.all_day)


@patiently
@given(st.dates(date(2013, 1, 1), date(2037, 12, 31)), zones)
def test_a_day_given_as_another_zones_midnight_is_put_back(day: date, zone: str) -> None:
    own = ZoneInfo(zone)
    midnights = [datetime(each.year, each.month, each.day, tzinfo=own) for each in (day, day + timedelta(days=1))]
    begin, end = (
        {"dateTime": each.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S"), "timeZone": "UTC"} for each in midnights
    )
    event = from_microsoft(begin, end, isAllDay=True, originalStartTimeZone=WINDOWS[zone])
    assert (day.isoformat(), (day + timedelta(days=1)).isoformat()) == (event.start, event.end)


@patiently
@given(walls, lengths, zones)
def test_written_values_are_read_back(wall: datetime, length: timedelta, zone: str) -> None:
    begin = wall.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    start, end = instant(begin), instant(begin + length)
    times = Times(start=start, end=end, all_day=False)
    draft = Draft(title="X", times=times, location=None, description=None, reminders=None)
    to_google, to_microsoft = google.body(draft), microsoft.body(draft)
    back = [
        from_google(to_google["start"], to_google["end"]),
        from_microsoft(to_microsoft["start"], to_microsoft["end"]),
    ]
    assert {(start, end)} == {(each.start, each.end) for each in back}


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ({"dateTime": "2026-12-01T10:00:00Z"}, {"dateTime": "2026-12-01T09:00:00Z"}),
        ({"date": "soon"}, {"date": "soon"}),
        ({"dateTime": ""}, {"dateTime": ""}),
        ({}, {}),
        ({"date": "0001-01-01"}, {"date": "0001-01-02"}),
        ({"date": "9999-12-30"}, {"date": "9999-12-31"}),
        ({"dateTime": "0001-01-01T00:00:00+12:00"}, {}),
    ],
)
def test_an_invalid_time_raises_an_error(start: dict[str, str], end: dict[str, str]) -> None:
    with pytest.raises((ValueError, OverflowError)):
        from_google(start, end)


def test_a_change_names_what_changes_and_nothing_else() -> None:
    title = Edit(title="X")
    assert ({"summary": "X"}, {"subject": "X"}) == (google.body(title, []), microsoft.body(title))
    days_ = Edit(times=Times(start="2026-12-01", end="2026-12-03", all_day=True))
    assert {
        "start": {"date": "2026-12-01", "dateTime": None, "timeZone": None},
        "end": {"date": "2026-12-03", "dateTime": None, "timeZone": None},
    } == google.body(days_, [])
    assert {"isAllDay", "start", "end"} == microsoft.body(days_).keys()


@pytest.mark.parametrize(
    ("start", "end", "all_day", "inside"),
    [
        ("2026-11-19T23:00:00.000Z", "2026-11-20T00:00:00.000Z", False, False),
        ("2026-11-20T00:00:00.000Z", "2026-11-20T00:00:00.000Z", False, True),
        ("2026-11-21", "2026-11-22", True, False),
        ("2026-11-20", "2026-11-21", True, True),
    ],
)
def test_occurrences_in_a_window(start: str, end: str, all_day: bool, inside: bool) -> None:
    one = Occurrence(
        external_id="x",
        series_id=None,
        title="X",
        start=start,
        end=end,
        all_day=all_day,
        location=None,
        description=None,
        reminders=None,
    )
    window = Window(begin=datetime(2026, 11, 20, tzinfo=UTC), end=datetime(2026, 11, 21, tzinfo=UTC))
    assert inside == times.is_within(one, window)
