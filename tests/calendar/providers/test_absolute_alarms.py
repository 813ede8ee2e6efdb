"""An alarm at an instant keeps its distance from the start of its event, whatever is edited over CalDAV."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec import UNSET

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.caldav import division, edits
from appliance.calendar.providers.caldav.objects import named, occurrences
from appliance.calendar.providers.models import Edit, Times, Window

HREF = "https://dav.example.org/ana/family/a.ics"
NOW = datetime(2026, 10, 1, tzinfo=UTC)
WINDOW = Window(begin=datetime(2026, 9, 1, tzinfo=UTC), end=datetime(2027, 2, 1, tzinfo=UTC))
BERLIN = ZoneInfo("Europe/Berlin")
AT_NINE = ("DTSTART;TZID=Europe/Berlin:20261020T090000", "DURATION:PT1H")
WEEKLY = (*AT_NINE, "RRULE:FREQ=WEEKLY;COUNT=9")
SILENCE = "TRIGGER;VALUE=DATE-TIME:19760401T005545Z"


def file(*lines: str, trigger: str) -> bytes:
    alarm = ("BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Bus", trigger, "END:VALARM")
    event = ("BEGIN:VEVENT", "UID:1", "SUMMARY:Choir", *lines, *alarm, "END:VEVENT")
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//X//EN", *event, "END:VCALENDAR", ""]).encode()


def edited(start: str, end: str) -> Edit:
    return Edit(times=Times(start=start, end=end, all_day="T" not in start))


def chosen(content: bytes, which: int) -> Occurrence:
    return sorted(occurrences(content, HREF, BERLIN, WINDOW), key=lambda each: each.start)[which]


def triggers(content: bytes) -> list[str]:
    return [line for line in content.decode().split("\r\n") if line.startswith("TRIGGER")]


def changed(content: bytes, which: int, edit: Edit) -> list[str]:
    one = chosen(content, which)
    return triggers(edits.changed(content, named(one.external_id), one, edit, BERLIN, NOW))


def later(content: bytes, which: int, edit: Edit) -> list[str]:
    one = chosen(content, which)
    return triggers(division.after(content, named(one.external_id), "new", one, edit, BERLIN, NOW)[0])


@pytest.mark.parametrize(
    ("lines", "trigger", "edit", "moved"),
    [
        pytest.param(
            AT_NINE,
            "TRIGGER;VALUE=DATE-TIME:20261020T063000Z",
            edited("2026-10-27T09:00:00.000Z", "2026-10-27T10:00:00.000Z"),
            "TRIGGER;VALUE=DATE-TIME:20261027T083000Z",
            id="half an hour before, also in winter time",
        ),
        pytest.param(
            AT_NINE,
            "TRIGGER;VALUE=DATE-TIME;X-A=1:20261019T180000Z",
            edited("2026-10-20T05:00:00.000Z", "2026-10-20T06:00:00.000Z"),
            "TRIGGER;VALUE=DATE-TIME;X-A=1:20261019T160000Z",
            id="earlier, with a parameter",
        ),
        pytest.param(
            ("DTSTART;VALUE=DATE:20261020",),
            "TRIGGER;VALUE=DATE-TIME:20261020T070000Z",
            edited("2026-10-27", "2026-10-28"),
            "TRIGGER;VALUE=DATE-TIME:20261027T080000Z",
            id="at nine on the day, also in winter time",
        ),
        pytest.param(
            ("DTSTART;VALUE=DATE:20261020",),
            "TRIGGER;VALUE=DATE-TIME:20261019T160000Z",
            edited("2026-10-21T10:00:00.000Z", "2026-10-21T11:00:00.000Z"),
            "TRIGGER;VALUE=DATE-TIME:20261021T040000Z",
            id="from whole days to a time: as long before",
        ),
        pytest.param(
            AT_NINE,
            "TRIGGER;VALUE=DATE-TIME:20261020T063000Z",
            edited("2026-10-20T07:00:00.000Z", "2026-10-20T12:00:00.000Z"),
            "TRIGGER;VALUE=DATE-TIME:20261020T063000Z",
            id="a later end moves nothing",
        ),
        pytest.param(
            AT_NINE,
            SILENCE,
            edited("2026-10-27T09:00:00.000Z", "2026-10-27T10:00:00.000Z"),
            SILENCE,
            id="the sign for no reminders stays",
        ),
        pytest.param(
            AT_NINE,
            "TRIGGER:-PT15M",
            edited("2026-10-27T09:00:00.000Z", "2026-10-27T10:00:00.000Z"),
            "TRIGGER:-PT15M",
            id="a relative one stays",
        ),
        pytest.param(
            AT_NINE,
            "TRIGGER;VALUE=DATE-TIME:20261399T063000Z",
            edited("2026-10-27T09:00:00.000Z", "2026-10-27T10:00:00.000Z"),
            "TRIGGER;VALUE=DATE-TIME:20261399T063000Z",
            id="what is no time stays",
        ),
    ],
)
def test_it_moves_with_a_single_event(lines: tuple[str, ...], trigger: str, edit: Edit, moved: str) -> None:
    assert [moved] == changed(file(*lines, trigger=trigger), 0, edit)


def test_a_new_exception_has_it_as_long_before_its_own_start() -> None:
    series = file(*WEEKLY, trigger="TRIGGER;VALUE=DATE-TIME:20261020T063000Z")
    first, moved = "TRIGGER;VALUE=DATE-TIME:20261020T063000Z", "TRIGGER;VALUE=DATE-TIME:20261103T093000Z"

    assert [first, moved] == changed(series, 2, edited("2026-11-03T10:00:00.000Z", "2026-11-03T11:00:00.000Z"))
    assert [first, first.replace("1020T06", "1103T07")] == changed(series, 2, Edit(title="Concert"))


@pytest.mark.parametrize(
    ("times", "moved"),
    [(None, "1103T073000Z"), (("2026-11-04T10:00:00.000Z", "2026-11-04T11:00:00.000Z"), "1104T093000Z")],
)
def test_the_later_part_of_a_series_has_it_as_long_before_its_own_start(
    times: tuple[str, str] | None, moved: str
) -> None:
    series = file(*WEEKLY, trigger="TRIGGER;VALUE=DATE-TIME:20261020T063000Z")
    edit = edited(*times) if times else Edit(title="Concert", times=UNSET)

    assert [f"TRIGGER;VALUE=DATE-TIME:2026{moved}"] == later(series, 2, edit)
