"""What a household shows of a series is what other programs read in its feed: our own reader, and ical.js."""

import json
import subprocess
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
from hypothesis import HealthCheck, given, settings

from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.read import read
from appliance.calendar.providers.models import Window
from tests.calendar.published_feeds.random_series import BEGIN, END, Published, Shown, published
from tests.check import node

HERE = Path(__file__).parent
UI = HERE.parents[2] / "appliance" / "ui"
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


@given(published())
@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
def test_our_own_reader_finds_the_same_occurrences(each: Published) -> None:
    reading = read(split_components(each.file), each.zone, Window(begin=BEGIN, end=END))

    assert 0 == reading.losses.events
    assert each.shown == sorted((found.title, found.start, found.end) for found in reading.occurrences)


@given(published())
@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
def test_without_the_dates_of_its_time_zone_a_feed_means_the_same(each: Published) -> None:
    """For Outlook reads no RDATE. Under an unknown name our reader takes the zone that the file describes."""
    file = without_dates(each.file).replace(each.zone.key.encode(), b"Home")

    reading = read(split_components(file), each.zone, Window(begin=BEGIN, end=END))

    assert each.shown == sorted((found.title, found.start, found.end) for found in reading.occurrences)


@given(published())
@settings(max_examples=50, deadline=None, suppress_health_check=SLOW)
def test_icalendar_reads_every_component(each: Published) -> None:
    calendar = icalendar.Calendar.from_ical(each.file)

    assert not [component.errors for component in calendar.walk() if component.errors]
    events: list[Any] = calendar.walk("VEVENT")
    for event in events:
        assert event.start < event.end
        assert {"UID", "DTSTAMP", "DTSTART", "SUMMARY"} <= event.keys()


def test_ical_js_finds_the_same_occurrences() -> None:
    """Except what `comparable` leaves out: there ical.js does not do what RFC 5545 says."""
    feeds: list[Published] = []

    @given(published())
    @settings(max_examples=150, deadline=None, suppress_health_check=SLOW, derandomize=True, database=None)
    def collect(each: Published) -> None:
        feeds.append(each)

    collect()
    for files in ([each.file for each in feeds], [without_dates(each.file) for each in feeds]):
        wrong = [
            (feed.rule, str(feed.zone), feed.file.decode(), sorted({*feed.shown} ^ {*found}))
            for feed, found in zip(feeds, with_ical_js(files), strict=True)
            if comparable(feed.shown, feed.zone) != comparable(found, feed.zone)
        ]
        assert not wrong, (len(wrong), wrong[0][3], wrong[0][2])


def without_dates(file: bytes) -> bytes:
    """A file without its RDATE lines, which are only in the description of its time zone."""
    return b"".join(line for line in file.splitlines(keepends=True) if not line.startswith(b"RDATE"))


def comparable(shown: Shown, zone: ZoneInfo) -> Shown:
    """Without the ends of those that last over a change of the clocks, and without those near a time that is skipped.

    ical.js adds a length to the local time, and reads a time that is skipped by the clocks after the change.
    """

    def offset(text: str, hours: int = 0) -> timedelta:
        return (datetime.fromisoformat(text) + timedelta(hours=hours)).astimezone(zone).utcoffset() or timedelta()

    def is_over_change(start: str, end: str) -> bool:
        return "T" in start and offset(start) != offset(end)

    def is_near_gap(start: str) -> bool:
        return "T" in start and offset(start, -1) < offset(start, 1)

    return sorted(
        (title, start, "" if is_over_change(start, end) else end)
        for title, start, end in shown
        if not is_near_gap(start)
    )


def with_ical_js(files: list[bytes]) -> list[Shown]:
    """What ical.js finds in each feed, sorted."""
    window = {"begin": BEGIN.isoformat(), "end": END.isoformat()}
    module = UI / "node_modules" / "ical.js" / "dist" / "ical.js"
    answer = subprocess.run(
        [node(), HERE / "read_with_ical_js.mjs", module],
        input=json.dumps([{"file": each.decode(), **window} for each in files]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == answer.returncode, answer.stderr
    found: list[list[list[Any]]] = json.loads(answer.stdout)
    return [sorted((title, start, end) for title, start, end in each) for each in found]
