"""What a feed loses, in which zone its floating times are, and which version of an event is the one."""

import pytest

from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.read import Reading, read
from appliance.calendar.providers.models import Losses
from tests.calendar.providers.test_ics import BERLIN, WINDOW


def reading(*events: str, head: str = "") -> Reading:
    """A feed of events, given by their lines without BEGIN and END."""
    blocks = "".join(f"BEGIN:VEVENT\n{each}\nEND:VEVENT\n" for each in events)
    return read(split_components(f"BEGIN:VCALENDAR\n{head}{blocks}END:VCALENDAR\n".encode()), BERLIN, WINDOW)


def starts(found: Reading) -> list[str]:
    """The starts of its occurrences."""
    return [each.start for each in found.occurrences]


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ("SUMMARY:Dentist\nDTSTART:20261399T100000Z", "Dentist (DTSTART:20261399T100000Z)"),
        ("SUMMARY:Dentist", "Dentist (DTSTART)"),
        ("DTSTART:soon", "(untitled) (DTSTART:soon)"),
        ("SUMMARY:Choir\nDTSTART:20261201\nRRULE:FREQ=NEVER", "Choir (RRULE:FREQ=NEVER)"),
        ("SUMMARY:Choir\nDTSTART:20261201\nRECURRENCE-ID:then", "Choir (RECURRENCE-ID:then)"),
    ],
)
def test_the_reason_of_a_loss_names_the_event_and_its_line(event: str, reason: str) -> None:
    assert Losses(events=1, reasons=(reason,)) == reading(event, "DTSTART:20261212").losses


def test_only_the_first_reasons_are_kept_and_all_losses_counted() -> None:
    losses = reading(*(f"SUMMARY:{n}\nDTSTART:x" for n in range(50)), "DTSTART:20261212").losses

    assert (50, ["0", "1", "2"]) == (losses.events, [each.partition(" ")[0] for each in losses.reasons])


def test_nothing_is_lost_of_a_good_feed() -> None:
    assert Losses() == reading("DTSTART;TZID=Europe/Berlin:20261212T100000").losses


@pytest.mark.parametrize(
    ("first", "rule", "expected"),
    [
        ("00001211", "FREQ=YEARLY;INTERVAL=1", ["2026-12-11"]),
        ("0000-12-11", "FREQ=YEARLY", ["2026-12-11"]),
        ("00000229", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", ["2027-02-28"]),
        ("00010101", "FREQ=YEARLY", ["2027-01-01"]),
        ("16041211", "FREQ=YEARLY", ["2026-12-11"]),
        ("00001211", "FREQ=YEARLY;UNTIL=20260101", []),
    ],
)
def test_a_birthday_whose_year_nobody_knows_comes_each_year(first: str, rule: str, expected: list[str]) -> None:
    found = reading(f"DTSTART;VALUE=DATE:{first}\nRRULE:{rule}\nSUMMARY:Birthday")

    assert (expected, Losses()) == (starts(found), found.losses)


def test_a_birthday_of_the_year_0_has_its_end_and_its_exceptions() -> None:
    [event] = reading(
        "DTSTART;VALUE=DATE:00001211\nDTEND;VALUE=DATE:00001213\nEXDATE;VALUE=DATE:20271211\nRRULE:FREQ=YEARLY"
    ).occurrences
    assert ("2026-12-11", "2026-12-13") == (event.start, event.end)
    timed = reading("DTSTART:00001211T100000\nDURATION:PT1H\nRRULE:FREQ=YEARLY\nEXDATE:00001211T100000")
    assert ["2026-12-11T09:00:00.000Z"] == starts(timed)


@pytest.mark.parametrize(
    ("head", "start"),
    [
        ("X-WR-TIMEZONE:Europe/London\n", "2026-12-19T18:00:00.000Z"),
        ("x-wr-timezone;VALUE=TEXT:America/New_York\n", "2026-12-19T23:00:00.000Z"),
        ("X-WR-TIMEZONE:Pacific Daylight Time\n", "2026-12-20T02:00:00.000Z"),
        ("X-WR-TIMEZONE:UTC\n", "2026-12-19T18:00:00.000Z"),
        ("X-WR-TIMEZONE:\n", "2026-12-19T17:00:00.000Z"),
        ("", "2026-12-19T17:00:00.000Z"),
    ],
)
def test_floating_times_are_in_the_zone_of_the_feed(head: str, start: str) -> None:
    found = reading(
        "DTSTART:20261219T180000\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE:20261220T180000",
        "DTSTART;TZID=Asia/Tokyo:20261219T180000",
        "DTSTART:20261219T180000Z",
        head=head,
    )

    series, others = starts(found)[:2], starts(found)[2:]
    assert [start, start.replace("-19T", "-21T").replace("-20T", "-22T")] == series
    assert ["2026-12-19T09:00:00.000Z", "2026-12-19T18:00:00.000Z"] == others
    assert Losses() == found.losses


def test_a_zone_that_nobody_knows_is_said_once() -> None:
    found = reading(
        *(f"DTSTART;TZID={name}:2026121{n}T180000" for n, name in enumerate(["Shire", "Shire", "Mordor"])),
        head="X-WR-TIMEZONE:Gondor\n",
    )

    assert Losses(zones=("Gondor", "Shire", "Mordor")) == found.losses
    assert "2026-12-10T17:00:00.000Z" == starts(found)[0]


def version(sequence: int | None, start: str, *lines: str) -> str:
    """A version of the event m."""
    number = [] if sequence is None else [f"SEQUENCE:{sequence}"]
    return "\n".join(["UID:m", *number, f"DTSTART:{start}", *lines])


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([version(0, "20261201T070000Z"), version(1, "20261201T072000Z")], ["01T07:20"]),
        ([version(1, "20261201T072000Z"), version(0, "20261201T070000Z")], ["01T07:20"]),
        ([version(None, "20261201T070000Z"), version(2, "20261203T072000Z")], ["03T07:20"]),
        ([version(0, "20261201T070000Z"), version(1, "20261201T072000Z", "STATUS:CANCELLED")], []),
        ([version(0, "20261201T070000Z", "RRULE:FREQ=DAILY;COUNT=3"), version(1, "20261205T070000Z")], ["05T07:00"]),
        # Some producers give all their events one UID.
        ([version(None, "20261201T070000Z"), version(None, "20261202T070000Z")], ["01T07:00", "02T07:00"]),
        ([version(3, "20261201T070000Z"), version(3, "20261201T070000Z")], ["01T07:00"]),
        # A changed occurrence has a SEQUENCE of its own.
        (
            [
                version(2, "20261201T070000Z", "RRULE:FREQ=DAILY;COUNT=2"),
                version(3, "20261202T090000Z", "RECURRENCE-ID:20261202T070000Z"),
                version(4, "20261202T100000Z", "RECURRENCE-ID:20261202T070000Z"),
            ],
            ["01T07:00", "02T10:00"],
        ),
    ],
)
def test_the_highest_sequence_decides(events: list[str], expected: list[str]) -> None:
    assert expected == [each[8:16] for each in starts(reading(*events))]
