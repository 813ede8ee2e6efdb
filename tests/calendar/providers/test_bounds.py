"""The cost of a hostile or broken feed, and its error messages."""

from datetime import UTC, datetime

import pytest

from appliance.calendar.providers.ics import read as reader
from appliance.calendar.providers.ics.budget import Budget
from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.feed import fingerprint
from appliance.calendar.providers.ics.read import read
from appliance.kernel.errors import BadGateway
from tests.calendar.providers.test_ics import BERLIN, FILES, WINDOW

SERIES = "BEGIN:VEVENT\nUID:{uid}\nDTSTART:{start}\nDURATION:PT1S\nRRULE:{rule}\nSUMMARY:x\nEND:VEVENT\n"


def series(rule: str, start: str = "19700101T000000Z", count: int = 1) -> bytes:
    """A feed of recurring events with the same rule."""
    events = "".join(SERIES.format(uid=number, start=start, rule=rule) for number in range(count))
    return f"BEGIN:VCALENDAR\n{events}END:VCALENDAR\n".encode()


@pytest.mark.parametrize(
    ("rule", "count", "first"),
    [
        ("FREQ=SECONDLY", 5000, "2026-10-21T15:24:00.000Z"),
        ("FREQ=MINUTELY", 5000, "2026-10-21T15:24:00.000Z"),
        ("FREQ=HOURLY", 5000, "2026-10-21T16:00:00.000Z"),
        ("FREQ=MINUTELY;INTERVAL=10080", 57, "2026-10-22T00:00:00.000Z"),
        ("FREQ=SECONDLY;BYHOUR=3;BYMINUTE=0;BYSECOND=0", 395, "2026-10-22T03:00:00.000Z"),
        ("FREQ=MINUTELY;BYHOUR=3;BYMINUTE=15;BYDAY=MO", 56, "2026-10-26T03:15:00.000Z"),
        ("FREQ=HOURLY;BYHOUR=3,4;BYMINUTE=0,30;BYMONTH=11;BYMONTHDAY=1", 8, "2026-11-01T03:00:00.000Z"),
        ("FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,30", 7900, "2026-10-22T00:00:00.000Z"),
        ("FREQ=DAILY;COUNT=20800", 52, "2026-10-22T00:00:00.000Z"),
        ("FREQ=YEARLY;COUNT=99999999999", 1, "2027-01-01T00:00:00.000Z"),
        ("FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", 0, None),
        ("FREQ=SECONDLY;INTERVAL=2;BYSECOND=1", 0, None),
        ("FREQ=SECONDLY;COUNT=2000000000", 0, None),
        ("FREQ=HOURLY;INTERVAL=24;COUNT=3", 0, None),
        ("FREQ=HOURLY;UNTIL=20200101", 0, None),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3", 0, None),
        ("FREQ=YEARLY;INTERVAL=1000", 0, None),
    ],
)
def test_a_rule_costs_what_the_window_costs(rule: str, count: int, first: str | None) -> None:
    found = read(split_components(series(rule)), BERLIN, WINDOW)

    assert min(count, 5000) == len(found.occurrences)
    assert first == (found.occurrences[0].start if found.occurrences else None)
    assert 0 == found.losses.events


def test_too_many_events_are_rejected() -> None:
    with pytest.raises(BadGateway, match="more than 100,000 events within a year"):
        read(split_components(series("FREQ=HOURLY", count=21)), BERLIN, WINDOW)


def test_a_reading_can_be_ended() -> None:
    take_requests: list[bool] = []

    def late() -> bool:
        take_requests.append(len(take_requests) > 2)
        return take_requests[-1]

    with pytest.raises(BadGateway, match="takes too long to read"):
        read(split_components(series("FREQ=DAILY", count=10)), BERLIN, WINDOW, Budget(late))
    assert 4 == len(take_requests)


def test_long_texts_are_cut_for_they_are_stored_with_every_occurrence() -> None:
    long = b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261201\nSUMMARY:%s\nDESCRIPTION:%s\nEND:VEVENT\nEND:VCALENDAR\n"
    [found] = read(split_components(long % (b"t" * 100_000, b"d" * 100_000)), BERLIN, WINDOW).occurrences

    assert (500, 4000) == (len(found.title), len(found.description or ""))


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (b"", "answers nothing"),
        (b" \r\n", "answers nothing"),
        (b"<!DOCTYPE html><html><body>Please sign in</body></html>", "a web page instead of a calendar"),
        (b'{"error": "expired"}', "is not a calendar"),
        (b"BEGIN:VCARD\r\nEND:VCARD\r\n", "is not a calendar"),
        (b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20261201\r\n", "ends in the middle"),
        (b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20261201\r\nEND:VEVENT\r\n", "ends in the middle"),
        (b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\nEND:VCALENDAR\n", "none of the calendar's events"),
    ],
)
def test_a_feed_that_is_no_calendar_gives_a_clear_error(file: bytes, words: str) -> None:
    with pytest.raises(BadGateway, match=words):
        read(split_components(file), BERLIN, WINDOW)


@pytest.mark.parametrize("name", sorted(path.stem for path in FILES.glob("*.ics")))
def test_a_cut_file_is_rejected_wherever_it_was_cut(name: str) -> None:
    file = (FILES / f"{name}.ics").read_bytes().rstrip()

    for length in range(0, len(file), 97):
        if b"END:VCALENDAR" not in file[:length]:
            with pytest.raises(BadGateway):
                read(split_components(file[:length]), BERLIN, WINDOW)


@pytest.mark.parametrize("name", sorted(path.stem for path in FILES.glob("*.ics")))
def test_a_damaged_file_is_read_or_rejected(name: str) -> None:
    file = (FILES / f"{name}.ics").read_bytes()

    outcomes = set()
    for at in range(0, len(file), 7):
        try:
            outcomes.add(
                isinstance(
                    read(split_components(file[:at] + b"\x9f;:=" + file[at + 2 :]), BERLIN, WINDOW), reader.Reading
                )
            )
        except BadGateway:
            outcomes.add(False)
    assert outcomes <= {True, False}


def test_a_fingerprint_ignores_only_stamps_and_uids() -> None:
    file = b"BEGIN:VCALENDAR\r\nUID:1\r\n 2\r\nDTSTAMP;X=1:3\r\nSUMMARY:UID:4\r\nEND:VCALENDAR\r\n"

    assert fingerprint(file) == fingerprint(file.replace(b"UID:1\r\n 2", b"UID:9").replace(b":3", b":5"))
    assert fingerprint(file) != fingerprint(file.replace(b":4", b":5"))
    assert fingerprint(file) != fingerprint(file.replace(b"SUMMARY", b"X-UID"))


def test_a_far_future_clock_does_no_harm() -> None:
    window = type(WINDOW).around(datetime(2900, 1, 1, tzinfo=UTC))

    assert 395 == len(read(split_components(series("FREQ=DAILY")), BERLIN, window).occurrences)
