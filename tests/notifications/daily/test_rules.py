from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from appliance.calendar.events.models import Event
from appliance.chores.models import ChoreDay
from appliance.lists.models import LinkedItem
from appliance.notifications import timing
from appliance.notifications.daily import rules
from appliance.notifications.daily.models import Agenda
from appliance.texts import Texts
from tests.samples import make_event, make_linked_item

ENGLISH = Texts("en")
DAY = date(2026, 11, 20)
BERLIN = ZoneInfo("Europe/Berlin")


def event(title: str, *member_ids: str) -> Event:
    return make_event(id=title, title=title, member_ids=member_ids)


def chore(title: str, member_id: str | None = None) -> ChoreDay:
    return ChoreDay(
        id=title,
        title=title,
        emoji=None,
        member_id=member_id,
        points=1,
        rrule=None,
        due_time=None,
        sort=0,
        list_id=None,
        due_date=DAY,
        active=True,
        completed=False,
        completed_at=None,
        completed_by=None,
        checklist=None,
    )


def item(title: str, priority: Any = "normal") -> LinkedItem:
    return make_linked_item(title, priority=priority)


def agenda(events: Any = (), chores: Any = (), tasks: Any = None, due: Any = ()) -> Agenda:
    return Agenda(day=DAY, events=list(events), chores=list(chores), tasks=tasks or {}, due=list(due))


@pytest.mark.parametrize(
    ("day", "body"),
    [
        (agenda(), "0 events · 0 chores"),
        (agenda([event("Swim")], [chore("Bins")]), "1 event · 1 chore — Swim"),
        (agenda([event("Swim"), event("Judo")]), "2 events · 0 chores — Swim, Judo"),
        (agenda([event("Swim"), event("Judo"), event("Choir")]), "3 events · 0 chores — Swim, Judo…"),
        (agenda(due=[(item("Milk"), ())]), "0 events · 0 chores\nDue today: Milk"),
        (
            agenda(due=[(item("a", "low"), ()), (item("b"), ()), (item("c", "high"), ()), (item("d", "urgent"), ())]),
            "0 events · 0 chores\nDue today: ‼️ d, ⭐ c, b +1 more",
        ),
        (
            agenda([event("Swim"), event("Judo")], tasks={"Swim": [item("Towel"), item("Cap", "urgent")]}),
            "2 events · 0 chores — Swim, Judo\nSwim: ‼️ Cap, Towel",
        ),
        (
            agenda([event("Swim"), event("Swim")], tasks={"Swim": [item("Towel")]}),
            "2 events · 0 chores — Swim\nSwim: Towel",
        ),
    ],
)
def test_a_summary(day: Agenda, body: str) -> None:
    notice = rules.summary(day, ENGLISH)
    assert ("Today", body, "/") == (notice.title, notice.body, notice.url)


def test_the_chores_that_are_left() -> None:
    assert rules.chores_left(agenda(), ENGLISH) is None
    one = rules.chores_left(agenda(chores=[chore("Bins")]), ENGLISH)
    assert one and ("1 chore left today", "Bins", "/chores") == (one.title, one.body, one.url)
    four = rules.chores_left(agenda(chores=[chore(each) for each in "abcd"]), ENGLISH)
    assert four and ("4 chores left today", "a, b, c") == (four.title, four.body)


def test_a_day_for_some_people() -> None:
    whole = agenda(
        [event("A", "ana"), event("B", "ben"), event("All")],
        [chore("a", "ana"), chore("b", "ben"), chore("anyone")],
        due=[(item("a"), ("ana",)), (item("b"), ("ben",)), (item("all"), ())],
    )
    mine = rules.for_people(whole, ["ana"])
    assert ["A", "All"] == [each.title for each in mine.events]
    assert ["a", "anyone"] == [each.title for each in mine.chores]
    assert ["a", "all"] == [each.title for each, _ in mine.due]
    assert whole == rules.for_people(whole, [])
    assert ("ana", "ben") == rules.assignees(whole)


@pytest.mark.parametrize(
    ("now", "times", "expected"),
    [
        ("06:29", ["07:30"], []),
        ("06:30", ["07:30"], [20]),
        ("06:39", ["07:30"], [20]),
        ("06:40", ["07:30"], []),
        ("06:35", ["09:00", "07:30"], [20]),
        ("23:04", ["23:58"], [20]),
        ("23:07", ["00:05"], [21]),
        ("23:02", ["23:58", "00:01"], [20, 21]),
    ],
)
def test_when_a_day_is_sent(now: str, times: list[str], expected: list[int]) -> None:
    """UTC; Berlin's clocks are an hour ahead."""
    moment = datetime.fromisoformat(f"2026-11-20T{now}:00").replace(tzinfo=UTC)
    found = [day.day for day in timing.days(moment, BERLIN) if timing.is_time(times, day, moment, BERLIN)]
    assert expected == found


@pytest.mark.parametrize(
    ("zone", "time", "moment"),
    [
        # The clocks skip the first of each pair, and show the second twice: its first time counts.
        ("Europe/Berlin", "02:30", "2027-03-28T01:30"),
        ("Europe/Berlin", "02:30", "2026-10-25T00:30"),
        ("America/New_York", "02:30", "2027-03-14T07:30"),
        ("America/New_York", "01:30", "2026-11-01T05:30"),
        ("Australia/Lord_Howe", "02:15", "2026-10-03T15:45"),
        ("Australia/Lord_Howe", "01:45", "2027-04-03T14:45"),
    ],
)
def test_a_day_on_which_the_clocks_change_is_sent_once(zone: str, time: str, moment: str) -> None:
    """From its time on and for ten minutes, of all the minutes of two days."""
    home, due = ZoneInfo(zone), datetime.fromisoformat(moment).replace(tzinfo=UTC)
    day = due.astimezone(home).date()
    minutes = [due + timedelta(minutes=minute) for minute in range(-1440, 1440)]
    found = [each for each in minutes if day in timing.days(each, home) and timing.is_time([time], day, each, home)]
    assert [due + timedelta(minutes=minute) for minute in range(10)] == found
