"""What a household shows of a series is what other programs read in its feed: our own reader, and ical.js."""

import json
import subprocess
from datetime import datetime
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

    assert 0 == reading.unreadable
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
    """Except the end of one that lasts over a change of the clocks: ical.js adds its length to the local time."""
    feeds: list[Published] = []

    @given(published())
    @settings(max_examples=150, deadline=None, suppress_health_check=SLOW, derandomize=True, database=None)
    def collect(each: Published) -> None:
        feeds.append(each)

    collect()
    wrong = [
        (feed.rule, str(feed.zone), feed.file.decode(), sorted({*feed.shown} ^ {*found}))
        for feed, found in zip(feeds, with_ical_js(feeds), strict=True)
        if comparable(feed.shown, feed.zone) != comparable(found, feed.zone)
    ]
    assert not wrong, (len(wrong), wrong[0])


def comparable(shown: Shown, zone: ZoneInfo) -> Shown:
    """Without the ends of those that last over a change of the clocks."""

    def is_over_change(start: str, end: str) -> bool:
        first, after = (datetime.fromisoformat(each).astimezone(zone) for each in (start, end))
        return "T" in start and first.utcoffset() != after.utcoffset()

    return sorted((title, start, "" if is_over_change(start, end) else end) for title, start, end in shown)


def with_ical_js(feeds: list[Published]) -> list[Shown]:
    """What ical.js finds in each feed, sorted."""
    window = {"begin": BEGIN.isoformat(), "end": END.isoformat()}
    module = UI / "node_modules" / "ical.js" / "dist" / "ical.js"
    answer = subprocess.run(
        [node(), HERE / "read_with_ical_js.mjs", module],
        input=json.dumps([{"file": each.file.decode(), **window} for each in feeds]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == answer.returncode, answer.stderr
    found: list[list[list[Any]]] = json.loads(answer.stdout)
    return [sorted((title, start, end) for title, start, end in each) for each in found]
