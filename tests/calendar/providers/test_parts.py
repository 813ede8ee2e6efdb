"""Which parts of a changed feed are read again, and that the result is that of a reading from nothing."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from appliance.calendar.providers.ics.budget import Budget, TooMuch
from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.parts import by_uid
from appliance.calendar.providers.ics.read import Reading, read
from appliance.calendar.providers.ics.vevents import read_event, uid_of
from appliance.calendar.providers.ics.zones import Zones
from appliance.kernel.errors import BadGateway
from tests.calendar.providers.test_ics import BERLIN, FILES, WINDOW
from tests.calendar.providers.test_real_feeds import FEEDS, NAMES

real_feeds = pytest.mark.skipif(not FEEDS.is_dir(), reason=f"the feeds of real producers are not at {FEEDS}")
STAMPS = rb"(?m)^((?:DTSTAMP|LAST-MODIFIED|CREATED|UID)[^:\r\n]*:)"

LESSON = "UID:lesson\nSUMMARY:Lesson\nDTSTART:20261201T100000\nRRULE:FREQ=DAILY;COUNT=3"
MOVED = "UID:lesson\nSUMMARY:Moved\nDTSTART:20261202T120000\nRECURRENCE-ID:20261202T100000"
TRIP = "UID:trip\nSUMMARY:Trip\nDTSTART:20261205"


def feed(*events: str, head: str = "") -> bytes:
    """A feed of events, given by their lines without BEGIN and END."""
    blocks = "".join(f"BEGIN:VEVENT\n{each}\nEND:VEVENT\n" for each in events)
    return f"BEGIN:VCALENDAR\n{head}{blocks}END:VCALENDAR\n".encode()


def reading(file: bytes, known: Mapping[bytes, bytes | None] | None = None, budget: Budget | None = None) -> Reading:
    """What is read of a file, with what an earlier reading stored."""
    stored = {digest: part for digest, part in (known or {}).items() if part is not None}
    return read(split_components(file), BERLIN, WINDOW, budget, known=stored)


def read_again(before: bytes, after: bytes) -> int:
    """How many parts of a file are read although an earlier one was read, and check that all is as from nothing."""
    again, whole = reading(after, reading(before).parts), reading(after)
    assert (whole.occurrences, whole.losses) == (again.occurrences, again.losses)
    assert whole.parts.keys() == again.parts.keys()
    return sum(part is not None for part in again.parts.values())


@pytest.mark.parametrize(
    "path",
    [*sorted(FILES.glob("*.ics")), *(pytest.param(FEEDS / f"{name}.ics", marks=real_feeds) for name in NAMES)],
    ids=lambda path: path.stem,
)
def test_a_file_with_other_stamps_and_uids_is_not_read_again(path: Path) -> None:
    file = path.read_bytes()

    assert 0 == read_again(file, re.sub(STAMPS, rb"\g<1>2", file))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ([LESSON, TRIP], [LESSON, f"{TRIP}\nLOCATION:Lake"], 1),
        ([LESSON, TRIP], [TRIP], 0),
        ([TRIP], [TRIP, LESSON, MOVED], 1),
        ([LESSON, TRIP], [TRIP, LESSON], 0),
        # An event with a RECURRENCE-ID belongs to the part of its series.
        ([LESSON, TRIP], [LESSON, TRIP, MOVED], 1),
        ([LESSON, MOVED, TRIP], [LESSON, TRIP], 1),
        ([LESSON, MOVED, TRIP], [LESSON, MOVED.replace("T12", "T13"), TRIP], 1),
        ([MOVED, TRIP], [TRIP, MOVED, LESSON], 1),
        # Of several versions the last one with the highest SEQUENCE counts.
        ([f"{TRIP}\nSEQUENCE:1", TRIP.replace("05", "06")], [f"{TRIP}\nSEQUENCE:0", TRIP.replace("05", "06")], 1),
        ([TRIP, f"{TRIP}\nLOCATION:Lake"], [f"{TRIP}\nLOCATION:Lake", TRIP], 1),
        # Two events with one text, and one more.
        ([TRIP, TRIP.replace("trip", "a")], [TRIP, TRIP.replace("trip", "a"), TRIP.replace("trip", "b")], 0),
        # Without a UID each stands alone.
        ([TRIP[9:], LESSON[11:]], [MOVED[11:], TRIP[9:], LESSON[11:]], 1),
        # A stamp within a text that is broken without a fold is no property of its own, and ends the text.
        ([f"{TRIP}\nDESCRIPTION:a\nDTSTAMP:1\nb"], [f"{TRIP}\nDESCRIPTION:a\nb"], 1),
        ([f"{TRIP}\nDESCRIPTION:one\ntwo"], [f"{TRIP}\nDESCRIPTION:one\nthree"], 1),
    ],
)
def test_what_changed_is_read_again(before: list[str], after: list[str], expected: int) -> None:
    assert expected == read_again(feed(*before), feed(*after))


def test_a_series_and_its_changes_are_one_part_wherever_they_are() -> None:
    file = feed(MOVED, TRIP, "SUMMARY:Alone\nDTSTART:20261207", LESSON)

    assert {"lesson": 2, "trip": 1, "#2": 1} == {
        uid: len(events) for uid, events in by_uid(split_components(file)).items()
    }


@pytest.mark.parametrize(
    "lines",
    [
        r"UID:a\,b\;c\\d\ne",
        'uid;X-NOTE="a:b":quoted',
        "UID;X=1:\nUID:second",
        "BEGIN:VALARM\nUID:alarm\nTRIGGER:-PT5M\nACTION:DISPLAY\nEND:VALARM\nUID:event",
        "BEGIN:VALARM\nUID:alarm\nTRIGGER:-PT5M\nACTION:DISPLAY\nEND:VALARM",
        "END:VALARM\nUID:stray end",
        'UID:with \\"quotes\\"',
        "UID:" + "long" * 1_000,
        "UID: \nUID:  spaced  ",
        "DESCRIPTION:text\nUID",
        "UID:\u00e4\u200b\u2028x",
        "X-A:1",
    ],
)
def test_the_uid_is_that_of_the_whole_event(lines: str) -> None:
    text = f"BEGIN:VEVENT\nDTSTART:20261201T100000Z\n{lines}\nEND:VEVENT"

    assert read_event(text, Zones({}), BERLIN).uid == uid_of(text)


def test_losses_of_parts_that_are_not_read_again_are_kept() -> None:
    rule = "UID:r\nSUMMARY:Choir\nDTSTART:20261201T100000Z\nRRULE:FREQ=NEVER"
    zone = "UID:z\nSUMMARY:Zone\nDTSTART;TZID=Shire:20261201T100000"
    both = "UID:x\nSUMMARY:Half\nDTSTART:20261201\n"
    before = feed(rule, zone, both, f"{both}RECURRENCE-ID:then", TRIP)
    after = before.replace(b"SUMMARY:Trip", b"SUMMARY:Journey")

    assert 1 == read_again(before, after)
    assert (2, ("Shire",)) == ((losses := reading(after).losses).events, losses.zones)


def test_occurrences_that_are_not_read_again_count() -> None:
    known = reading(feed(LESSON)).parts

    assert 3 == len(reading(feed(LESSON), known, Budget(most=3)).occurrences)
    with pytest.raises(TooMuch):
        reading(feed(LESSON), known, Budget(most=2))


def test_events_of_which_nothing_can_be_read_are_tried_each_time() -> None:
    lost = feed(TRIP, "SUMMARY:Lost")

    assert 0 == read_again(lost, lost)
    assert 1 == len(reading(lost).parts)
    with pytest.raises(BadGateway):
        reading(feed("SUMMARY:Lost"), reading(lost).parts)
