"""Edits of CalDAV objects: every property that was not edited keeps its text, whatever program wrote it."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.caldav import edits
from appliance.calendar.providers.caldav.component_tree import parse, text_line, to_file
from appliance.calendar.providers.caldav.objects import Name, named, occurrences
from appliance.calendar.providers.models import Draft, Edit, Times, Window
from appliance.kernel.errors import BadGateway

HREF = "http://[::1]:5232/ana/fa:mily/a%20b.ics"
BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
WINDOW = Window(begin=datetime(2026, 11, 1, tzinfo=UTC), end=datetime(2027, 2, 1, tzinfo=UTC))
STAMPS = ("DTSTAMP:20261120T120000Z", "LAST-MODIFIED:20261120T120000Z")


def calendar(*lines: str) -> bytes:
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//X//EN", *lines, "END:VCALENDAR", ""]).encode()


def event(*lines: str) -> bytes:
    return calendar("BEGIN:VEVENT", "UID:1", *lines, "END:VEVENT")


def read(file: bytes) -> list[Occurrence]:
    return occurrences(file, HREF, BERLIN, WINDOW)


def change(file: bytes, which: int, edit: Edit) -> list[str]:
    """The lines of a file after one of its occurrences was changed."""
    one = read(file)[which]
    return lines(edits.changed(file, named(one.external_id), one, edit, BERLIN, NOW))


def lines(file: bytes) -> list[str]:
    return file.decode().replace("\r\n ", "").removesuffix("\r\n").split("\r\n")


@pytest.mark.parametrize("uid", ["1", "a::b", "x@y::", "über", "a:b"])
@pytest.mark.parametrize("recurrence", ["", "20261124T130000Z", "20261124"])
def test_an_external_id_is_taken_apart_as_it_was_made(uid: str, recurrence: str) -> None:
    name = Name(HREF, uid, recurrence)

    assert name == named(str(name))


def test_an_invalid_id_is_rejected() -> None:
    with pytest.raises(BadGateway, match="cannot be found"):
        named("https://example.org/a.ics")


def test_only_the_edited_property_changes() -> None:
    file = event(
        "SUMMARY;LANGUAGE=de:Chor",
        "DTSTART;TZID=Europe/Berlin:20261124T180000",
        "DURATION:PT1H30M",
        "SEQUENCE:4",
        "ATTENDEE;CN=Ben;PARTSTAT=ACCEPTED:mailto:ben@example.org",
        "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC",
        "LOCATION:Kirche",
        "GEO:52.5;13.4",
        "CLASS:PRIVATE",
        "BEGIN:VALARM",
        "ACTION:EMAIL",
        "TRIGGER:-P1D",
        "END:VALARM",
    )
    before = lines(file)

    after = change(file, 0, Edit(title="Concert; late"))

    gone, new = [line for line in before if line not in after], [line for line in after if line not in before]
    assert (["SUMMARY;LANGUAGE=de:Chor"], {"SUMMARY:Concert\\; late", *STAMPS}) == (gone, set(new))


def test_a_duration_in_hours_stays_one() -> None:
    file = event(
        "SUMMARY:X",
        "DTSTART;TZID=Europe/Berlin:20261124T180000",
        "DURATION:PT24H",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER:-PT1440M",
        "END:VALARM",
    )
    rewritten = lines(icalendar.Calendar.from_ical(file).to_ical())
    assert {"DURATION:P1D", "TRIGGER:-P1D"} <= set(rewritten), "the library writes another length"

    after = change(file, 0, Edit(title="Y"))

    assert {"DURATION:PT24H", "TRIGGER:-PT1440M"} <= set(after)


def test_a_new_place_removes_the_old_coordinates() -> None:
    file = event("SUMMARY:X", "DTSTART:20261124T180000Z", "LOCATION:Church", "GEO:52.5;13.4", "DESCRIPTION:Y")

    after = change(file, 0, Edit(location="School", description=None))

    assert "LOCATION:School" in after
    assert not [line for line in after if line.startswith(("GEO", "DESCRIPTION"))]


@pytest.mark.parametrize(
    ("start", "moved"),
    [
        ("DTSTART;TZID=Europe/Berlin:20261124T180000", "DTSTART;TZID=Europe/Berlin:20261125T190000"),
        (
            "DTSTART;TZID=W. Europe Standard Time:20261124T180000",
            "DTSTART;TZID=W. Europe Standard Time:20261125T190000",
        ),
        ('DTSTART;TZID="a:b":20261124T180000', 'DTSTART;TZID="a:b":20261125T190000'),
        ("DTSTART:20261124T180000", "DTSTART:20261125T190000"),
        ("DTSTART:20261124T170000Z", "DTSTART:20261125T180000Z"),
        ("DTSTART;VALUE=DATE:20261124", "DTSTART:20261125T180000Z"),
    ],
)
def test_a_moved_event_keeps_the_form_of_its_time(start: str, moved: str) -> None:
    times = Times(start="2026-11-25T18:00:00.000Z", end="2026-11-25T19:00:00.000Z", all_day=False)

    after = change(event("SUMMARY:X", start, "DURATION:PT1H"), 0, Edit(times=times))

    assert (True, True, False) == (moved in after, "SEQUENCE:1" in after, "DURATION:PT1H" in after)


def test_an_event_without_an_end_stays_without_one() -> None:
    times = Times(start="2026-11-25T18:00:00.000Z", end="2026-11-25T18:00:00.000Z", all_day=False)

    after = change(event("SUMMARY:X", "DTSTART:20261124T180000Z"), 0, Edit(times=times))

    assert [] == [line for line in after if line.startswith("DTEND")]


SERIES = (
    "SUMMARY:Choir",
    "DTSTART;TZID=Europe/Berlin:20261124T180000",
    "DTEND;TZID=Europe/Berlin:20261124T190000",
    "RRULE:FREQ=WEEKLY;COUNT=5",
    "EXDATE;TZID=Europe/Berlin:20261215T180000",
    "RDATE:20261218T170000Z",
)
ONWARDS = (
    "BEGIN:VEVENT",
    "UID:1",
    "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261208T180000",
    "SUMMARY:Late choir",
    "DTSTART;TZID=Europe/Berlin:20261208T200000",
    "DTEND;TZID=Europe/Berlin:20261208T210000",
    "END:VEVENT",
)


def test_an_exception_is_added_to_its_series() -> None:
    after = change(event(*SERIES), 1, Edit(title="Concert"))

    second = after.index("BEGIN:VEVENT", after.index("BEGIN:VEVENT") + 1)
    assert all(line in after[:second] for line in SERIES)
    assert {
        "BEGIN:VEVENT",
        "UID:1",
        "SUMMARY:Concert",
        "DTSTART;TZID=Europe/Berlin:20261201T180000",
        "DTEND;TZID=Europe/Berlin:20261201T190000",
        "RECURRENCE-ID;TZID=Europe/Berlin:20261201T180000",
        *STAMPS,
        "END:VEVENT",
        "END:VCALENDAR",
    } == set(after[second:])


def test_an_extra_date_is_an_occurrence_like_the_others() -> None:
    file = event(*SERIES)
    extra = next(each for each in read(file) if each.start.startswith("2026-12-18"))

    left = edits.without(file, named(extra.external_id), BERLIN, NOW)

    assert left is not None
    assert [each for each in read(file) if each != extra] == read(left)


@pytest.mark.parametrize(
    "lines",
    [
        ("DTSTART;TZID=Europe/Berlin:20261124T180000", "RRULE:FREQ=WEEKLY;COUNT=3"),
        ("DTSTART;VALUE=DATE:20261124", "RRULE:FREQ=YEARLY;UNTIL=20280101"),
        ("DTSTART:20261124T180000Z", "RDATE:20261125T180000Z,20261126T180000Z"),
        ("DTSTART:20261124T180000", "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261125T180000"),
    ],
)
def test_without_its_last_occurrence_nothing_is_left(lines: tuple[str, ...]) -> None:
    file: bytes | None = event("SUMMARY:X", *lines)
    window = Window(begin=WINDOW.begin, end=WINDOW.end + timedelta(days=700))
    left = []

    while file is not None:
        found = occurrences(file, HREF, BERLIN, window)
        left.append(len(found))
        file = edits.without(file, named(found[0].external_id), BERLIN, NOW)

    assert list(range(len(left), 0, -1)) == left


@pytest.mark.parametrize(
    "lines",
    [
        ("DTSTART:20261124T180000Z", "RRULE:FREQ=DAILY;COUNT=soon"),
        ("DTSTART:20261124T180000Z", "RRULE:FREQ=YEARLY;INTERVAL=2"),
        ("DTSTART:20241124T180000Z", "RRULE:FREQ=YEARLY;COUNT=3"),
        ("DTSTART:20261124T180000Z", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=3"),
        ("DTSTART:20261124T180000Z", "RDATE:19991124T180000Z"),
        ("DTSTART:20261124T180000Z", "RDATE:20261224T180000Z", "END:VEVENT", "BEGIN:VEVENT", "UID:2", "SUMMARY:Y"),
    ],
    ids=["unreadable", "endless", "past", "far", "past date", "unreadable event"],
)
def test_an_object_with_occurrences_outside_the_window_is_kept(lines: tuple[str, ...]) -> None:
    file = event("SUMMARY:X", *lines)

    left = edits.without(file, named(read(file)[0].external_id), BERLIN, NOW)

    assert left is not None and b"EXDATE" in left


def test_what_follows_a_change_for_all_that_come_is_changed_by_itself() -> None:
    file = event(*SERIES).replace(b"END:VCALENDAR\r\n", "\r\n".join([*ONWARDS, "END:VCALENDAR", ""]).encode())
    before = {each.external_id: each for each in read(file)}
    last = max(before.values(), key=lambda each: each.start)
    assert ("Late choir", "2026-12-22T19:00:00.000Z") == (last.title, last.start)

    new = edits.changed(file, named(last.external_id), last, Edit(title="Feast"), BERLIN, NOW)

    after = {each.external_id: each for each in read(new)}
    assert {"Late choir": 2, "Choir": 2, "Feast": 1} == _counted(after)
    assert before.keys() == after.keys()
    assert (last.start, last.end) == (after[last.external_id].start, after[last.external_id].end)
    first = next(each for each in before.values() if each.title == "Late choir")
    left = edits.without(file, named(first.external_id), BERLIN, NOW)
    assert left is not None
    assert before.keys() - {first.external_id} == {each.external_id for each in read(left)}


def _counted(found: dict[str, Occurrence]) -> dict[str, int]:
    titles = [each.title for each in found.values()]
    return {title: titles.count(title) for title in titles}


def test_an_occurrence_without_its_series_can_be_edited() -> None:
    file = event("SUMMARY:X", "RECURRENCE-ID:20261124T180000Z", "DTSTART:20261124T190000Z")
    one = read(file)[0]

    assert ("1", "20261124T180000Z") == (one.series_id, named(one.external_id).recurrence)
    assert "SUMMARY:Y" in change(file, 0, Edit(title="Y"))
    assert edits.without(file, named(one.external_id), BERLIN, NOW) is None


def test_long_lines_are_folded_between_letters() -> None:
    title = "Zoë läuft 🎂 " * 40

    file = edits.fresh(
        "u",
        Draft(
            title=title,
            times=Times(start="2026-12-01", end="2026-12-02", all_day=True),
            location=None,
            description="a\r\nb\x00\tc",
            reminders=(),
        ),
        BERLIN,
        NOW,
    )

    assert max(len(line) for line in file.split(b"\r\n")) <= 75
    (only,) = read(file)
    assert (" ".join(title.split()), "a\nb\tc", ()) == (only.title, only.description, only.reminders)


@pytest.mark.parametrize(
    "value", ["", "plain", "a,b;c\\n", "\n\n", "BEGIN:VEVENT\nEND:VEVENT", "\u2028x", "x\r\nATTACH:y"]
)
def test_a_text_never_becomes_a_line_of_its_own(value: str) -> None:
    file = event("DTSTART:20261124T180000Z", text_line("SUMMARY", value))

    assert (1, 8) == (len(list(parse(file).inside("VEVENT"))), len(lines(file)) - 1)


def test_a_file_is_written_as_it_was_read() -> None:
    file = calendar(
        "METHOD:PUBLISH",
        "BEGIN:VTIMEZONE",
        "TZID:X",
        "BEGIN:STANDARD",
        "DTSTART:19700101T000000",
        "END:STANDARD",
        "END:VTIMEZONE",
        "BEGIN:VEVENT",
        "UID:1",
        "dtstart:20261124T180000Z",
        'X-ODD;A="b:c":d',
        "END:VEVENT",
        "BEGIN:X-THING",
        "X-A:1",
        "END:X-THING",
    )

    assert file == to_file(parse(file))
    assert file == to_file(parse(file.replace(b"\r\n", b"\n")))


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"hello",
        b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\n",
        calendar(),
        event("SUMMARY:X"),
        event("DTSTART:20261201T100000Z", *["BEGIN:X"] * 5000, *["END:X"] * 5000),
    ],
)
def test_what_cannot_be_read_is_left_alone(file: bytes) -> None:
    one = Occurrence(
        external_id="",
        series_id=None,
        title="",
        start="2026-12-01",
        end="2026-12-02",
        all_day=True,
        location=None,
        description=None,
        reminders=None,
    )

    with pytest.raises(BadGateway):
        edits.changed(file, Name(HREF, "1", ""), one, Edit(title="X"), BERLIN, NOW)
