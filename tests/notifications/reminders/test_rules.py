from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from appliance.calendar.events.models import Event
from appliance.notifications.reminders import rules
from appliance.notifications.reminders.models import Names, Reminder
from appliance.texts import Texts
from tests.samples import make_event

ENGLISH = Texts("en")
BERLIN = ZoneInfo("Europe/Berlin")
SWIM = make_event(
    id="e1",
    calendar_id="c1",
    title="Swim",
    location="Pool",
    member_ids=("ana", "ben"),
    category_id="sport",
    category_source="keyword",
    reminders=(30,),
    reminder_source="default",
)
NAMES = Names(emojis={"sport": "🏊"}, members={"ana": "Ana", "ben": "Ben"}, calendars={"c1": "Family"})


def at(hours: int, minutes: int = 0, day: int = 20) -> datetime:
    return datetime(2026, 11, day, hours, minutes, tzinfo=UTC)


def event(**changes: Any) -> Event:
    return replace(SWIM, **changes)


def when(found: Event) -> list[tuple[int, datetime]]:
    """Every reminder of an event with its instant, found minute by minute."""
    seen = {}
    for minute in range(-60, 3 * 24 * 60):
        for reminder in rules.due([found], at(0, 0, 18) + timedelta(minutes=minute), BERLIN):
            seen[reminder.minutes] = reminder.at
    return sorted(seen.items())


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, [(30, at(14, 30))]),
        ({"reminders": (0, 60, 60)}, [(0, at(15)), (60, at(14))]),
        ({"reminders": None}, []),
        ({"reminders": ()}, []),
        ({"travel_minutes": 20, "leave_at": "2026-11-20T14:40:00.000Z"}, [(30, at(14, 30))]),
        (
            {"travel_minutes": 20, "leave_at": "2026-11-20T14:40:00.000Z", "remind_before_leave": True},
            [(30, at(14, 10))],
        ),
        ({"remind_before_leave": True}, [(30, at(14, 30))]),
        (
            {"all_day": True, "start": "2026-11-20", "end": "2026-11-21", "reminders": (-540, -1439)},
            [(-1439, at(22, 59)), (-540, at(8))],
        ),
        ({"reminders": (-540,)}, []),
        (
            {"all_day": True, "start": "2026-11-20", "end": "2026-11-21", "reminders": (0, 60)},
            [(0, at(23, 0, 19)), (60, at(22, 0, 19))],
        ),
    ],
)
def test_when_an_event_is_reminded_of(changes: Any, expected: Any) -> None:
    assert expected == when(event(**changes))


def test_a_reminder_on_the_day_keeps_its_time_where_the_clocks_change() -> None:
    [reminder] = rules.due(
        [event(all_day=True, start="2027-03-28", end="2027-03-29", reminders=(-540,))],
        datetime(2027, 3, 28, 7, 1, tzinfo=UTC),
        BERLIN,
    )

    assert "09:00" == f"{reminder.at.astimezone(BERLIN):%H:%M}"


@pytest.mark.parametrize(("late", "expected"), [(-0.001, 0), (0, 1), (9.99, 1), (10, 0), (11, 0)])
def test_a_reminder_is_due_for_ten_minutes(late: float, expected: int) -> None:
    assert expected == len(rules.due([SWIM], at(14, 30) + timedelta(minutes=late), BERLIN))


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (0, "Now"),
        (1, "In 1 minute"),
        (30, "In 30 minutes"),
        (60, "In 1 hour"),
        (90, "In 90 minutes"),
        (120, "In 2 hours"),
        (1440, "In 24 hours"),
    ],
)
def test_the_lead_in_words(minutes: int, words: str) -> None:
    assert words == rules.lead(minutes, ENGLISH)


@pytest.mark.parametrize(
    ("hours", "minutes", "words"), [(15, 0, "4:00 PM"), (23, 5, "12:05 AM"), (11, 0, "12:00 PM"), (8, 59, "9:59 AM")]
)
def test_a_time_on_the_households_clock(hours: int, minutes: int, words: str) -> None:
    assert words == ENGLISH.time(at(hours, minutes).astimezone(BERLIN))


LEAVE = {"travel_minutes": 20, "leave_at": "2026-11-20T14:40:00.000Z", "remind_before_leave": True}
ALL_DAY = {"all_day": True, "start": "2026-11-20", "end": "2026-11-21"}


@pytest.mark.parametrize(
    ("changes", "minutes", "shown_at", "first_line"),
    [
        ({}, 30, at(14, 30), "In 30 minutes · 4:00 PM"),
        ({}, 0, at(15), "Now · 4:00 PM"),
        ({}, 1440, at(15, 0, 19), "In 24 hours · Fri 4:00 PM"),
        (LEAVE, 30, at(14, 10), "Leave by 3:40 PM for Swim at 4:00 PM"),
        (ALL_DAY, 0, at(23, 0, 19), "Today · all day"),
        (ALL_DAY, 60, at(22, 0, 19), "Tomorrow · all day"),
        (ALL_DAY, 2880, at(23, 0, 17), "Fri 20 Nov · all day"),
    ],
)
def test_the_first_line(changes: Any, minutes: int, shown_at: datetime, first_line: str) -> None:
    notice = rules.notice(Reminder(event=event(**changes), minutes=minutes, at=shown_at), NAMES, BERLIN, ENGLISH)
    assert first_line == notice.body.splitlines()[0]


def test_a_whole_reminder() -> None:
    notice = rules.notice(
        Reminder(event=event(description="<p>Bring <b>towels</b> &amp; caps</p>"), minutes=30, at=at(14, 30)),
        NAMES,
        BERLIN,
        ENGLISH,
    )
    assert "🏊 Swim" == notice.title
    assert ["In 30 minutes · 4:00 PM", "📍 Pool", "👥 Ana, Ben", "🗓 Family", "Bring towels & caps"] == (
        notice.body.splitlines()
    )
    assert "/#/calendar?event=e1&at=2026-11-20T15:00:00.000Z" == notice.url
    assert "event:e1" == notice.tag


def test_a_bare_reminder_has_one_line() -> None:
    bare = event(location=None, member_ids=(), category_id=None, calendar_id="gone")
    notice = rules.notice(Reminder(event=bare, minutes=30, at=at(14, 30)), NAMES, BERLIN, ENGLISH)
    assert ("Swim", "In 30 minutes · 4:00 PM") == (notice.title, notice.body)


@pytest.mark.parametrize(
    ("description", "note"),
    [
        ("", ""),
        ("a\n\n  b\tc", "a b c"),
        ("x" * 140, "x" * 140),
        ("x" * 141, "x" * 139 + "…"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("<br><i></i>", ""),
        ("&lt;b&gt;", "<b>"),
        ("Ask Anna <anna@example.com> by <TBC> Friday", "Ask Anna <anna@example.com> by <TBC> Friday"),
        ("Join<https://meet.example.com/19:abc>\nID: 1", "Join<https://meet.example.com/19:abc> ID: 1"),
        ("5 < 6, <b or c>, a<b>c</b>d", "5 < 6, <b or c>, a c d"),
        ('<P class="x">One<br/>two<a\nhref="https://a.example">here</a></P>', "One two here"),
        ("&lt;b&gt; stays", "<b> stays"),
    ],
)
def test_a_note_is_plain_and_short(description: str, note: str) -> None:
    assert note == rules.short_note(description)
