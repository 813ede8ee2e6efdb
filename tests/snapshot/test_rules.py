"""The texts and the order of a member's day, as tables."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from appliance.calendar.categories.models import Category
from appliance.calendar.events.models import Event
from appliance.lists.models import LinkedItem, List
from appliance.people.models import Person
from appliance.snapshot import rules
from appliance.snapshot.models import Birthday, DatedEvent
from appliance.texts import Texts
from tests.samples import make_event, make_linked_item

ENGLISH = Texts("en")
BERLIN = ZoneInfo("Europe/Berlin")
FRIDAY, SATURDAY, THURSDAY = date(2026, 11, 20), date(2026, 11, 21), date(2026, 11, 26)


def person(name: str = "Cleo", birthday: str | None = None) -> Person:
    return Person(id=name.lower(), name=name, color="#000", avatar="🦊", birthday=birthday, sort=0)


def event(start: str, end: str, all_day: bool = False, **more: Any) -> Event:
    return make_event(start=start, end=end, all_day=all_day, **more)


def item(title: str, due: str | None = None, priority: Any = "normal", sort: float = 0) -> LinkedItem:
    dates = {"due_date": due, "created_at": "2026", "updated_at": "2026"}
    return make_linked_item(title, member_id="cleo", priority=priority, sort=sort, **dates)


@pytest.mark.parametrize(
    ("hour", "greeting"),
    [
        (0, "Good evening, Cleo"),
        (4, "Good evening, Cleo"),
        (5, "Good morning, Cleo"),
        (11, "Good morning, Cleo"),
        (12, "Good afternoon, Cleo"),
        (16, "Good afternoon, Cleo"),
        (17, "Good evening, Cleo"),
        (23, "Good evening, Cleo"),
    ],
)
def test_the_greeting_follows_the_hour(hour: int, greeting: str) -> None:
    assert greeting == rules.greeting(person(), datetime(2026, 11, 20, hour, 59, tzinfo=BERLIN), ENGLISH)


@pytest.mark.parametrize(
    ("birthday", "day", "greeting"),
    [
        ("2017-11-20", (2026, 11, 20), "Happy birthday, Cleo!"),
        ("--11-20", (2026, 11, 20), "Happy birthday, Cleo!"),
        ("2017-11-21", (2026, 11, 20), "Good morning, Cleo"),
        ("2016-02-29", (2026, 2, 28), "Happy birthday, Cleo!"),
        ("2016-02-29", (2028, 2, 28), "Good morning, Cleo"),
        ("2016-02-29", (2028, 2, 29), "Happy birthday, Cleo!"),
    ],
)
def test_a_birthday_is_greeted(birthday: str, day: tuple[int, int, int], greeting: str) -> None:
    assert greeting == rules.greeting(person(birthday=birthday), datetime(*day, 9, tzinfo=BERLIN), ENGLISH)


# Berlin is an hour ahead of UTC in November.
DATED = [
    # start, end, all day, listed on Friday alone, in the week from Friday
    ("2026-11-20T09:00:00.000Z", "2026-11-20T10:00:00.000Z", False, FRIDAY, FRIDAY),
    ("2026-11-19T22:00:00.000Z", "2026-11-19T23:00:00.000Z", False, None, None),
    ("2026-11-19T22:00:00.000Z", "2026-11-19T23:00:00.001Z", False, FRIDAY, FRIDAY),
    ("2026-11-19T23:00:00.000Z", "2026-11-19T23:30:00.000Z", False, FRIDAY, FRIDAY),
    ("2026-11-19T23:00:00.000Z", "2026-11-19T23:00:00.000Z", False, None, None),
    ("2026-11-20T22:59:59.999Z", "2026-11-21T02:00:00.000Z", False, FRIDAY, FRIDAY),
    ("2026-11-20T23:00:00.000Z", "2026-11-21T02:00:00.000Z", False, None, SATURDAY),
    ("2026-11-26T22:30:00.000Z", "2026-11-27T02:00:00.000Z", False, None, THURSDAY),
    ("2026-11-26T23:00:00.000Z", "2026-11-27T02:00:00.000Z", False, None, None),
    ("2026-10-01T08:00:00.000Z", "2026-12-01T08:00:00.000Z", False, FRIDAY, FRIDAY),
    ("2026-11-20", "2026-11-21", True, FRIDAY, FRIDAY),
    ("2026-11-20", "2026-11-20", True, FRIDAY, FRIDAY),
    ("2026-11-19", "2026-11-20", True, None, None),
    ("2026-11-18", "2026-11-21", True, FRIDAY, FRIDAY),
    ("2026-11-21", "2026-11-22", True, None, SATURDAY),
    ("2026-11-26", "2026-11-29", True, None, THURSDAY),
    ("2026-11-27", "2026-11-28", True, None, None),
]


@pytest.mark.parametrize(("start", "end", "all_day", "in_day", "in_week"), DATED)
def test_an_event_is_listed_under_the_day_it_starts(
    start: str, end: str, all_day: bool, in_day: date | None, in_week: date | None
) -> None:
    happening = [event(start, end, all_day)]
    days = [rules.dated(happening, FRIDAY, last, BERLIN) for last in (FRIDAY, THURSDAY)]
    assert [[each] if each else [] for each in (in_day, in_week)] == [[one.date for one in day] for day in days]


@pytest.mark.parametrize(("zone", "day"), [("Pacific/Kiritimati", 21), ("Pacific/Pago_Pago", 20)])
def test_days_are_the_households_everywhere(zone: str, day: int) -> None:
    """The same moment is Saturday in one place and Friday in the other; an all-day event is Friday's in both."""
    timed, whole = (
        event("2026-11-20T12:00:00.000Z", "2026-11-20T13:00:00.000Z"),
        event("2026-11-20", "2026-11-21", True),
    )
    assert [date(2026, 11, day)] == [each.date for each in rules.dated([timed], FRIDAY, SATURDAY, ZoneInfo(zone))]
    assert [FRIDAY] == [each.date for each in rules.dated([whole], FRIDAY, SATURDAY, ZoneInfo(zone))]


def listed(day: date = FRIDAY, **more: Any) -> DatedEvent:
    return rules.dated([event(str(day), str(day), True, **more)], day, day, BERLIN)[0]


@pytest.mark.parametrize(
    ("members", "category", "shown"),
    [
        ((), None, True),
        (("cleo",), None, True),
        (("dan", "cleo"), "x", True),
        (("dan",), None, False),
        ((), "b", False),
    ],
)
def test_events_are_the_members_and_nobodys_without_birthdays(
    members: tuple[str, ...], category: str | None, shown: bool
) -> None:
    one = listed(member_ids=members, category_id=category)
    assert ([one] if shown else []) == rules.events_for([one], "cleo", {"b"})


def test_a_birthday_category_is_known_by_its_name() -> None:
    names = ["Birthdays", "family BIRTHDAY", "School", "Births"]
    categories = [
        Category(id=name, name=name, emoji=None, color="#000", keywords=(), sort=0, created_at="2026") for name in names
    ]
    assert {"Birthdays", "family BIRTHDAY"} == rules.birthday_categories(categories)


@pytest.mark.parametrize(
    ("birthday", "first", "last", "found"),
    [
        ("2017-11-20", FRIDAY, FRIDAY, [(FRIDAY, 9)]),
        ("--11-20", FRIDAY, FRIDAY, [(FRIDAY, None)]),
        ("2017-11-21", FRIDAY, FRIDAY, []),
        ("2017-11-26", FRIDAY, THURSDAY, [(THURSDAY, 9)]),
        ("2026-11-20", FRIDAY, FRIDAY, [(FRIDAY, 0)]),
        ("2020-01-02", date(2026, 12, 30), date(2027, 1, 5), [(date(2027, 1, 2), 7)]),
        ("2020-12-31", date(2026, 12, 30), date(2027, 1, 5), [(date(2026, 12, 31), 6)]),
        ("2016-02-29", date(2027, 2, 28), date(2027, 2, 28), [(date(2027, 2, 28), 11)]),
        ("2016-02-29", date(2028, 2, 28), date(2028, 2, 28), []),
        ("2016-02-29", date(2028, 2, 28), date(2028, 3, 5), [(date(2028, 2, 29), 12)]),
        ("--02-29", date(2027, 2, 28), date(2027, 3, 1), [(date(2027, 2, 28), None)]),
    ],
)
def test_members_have_birthdays(birthday: str, first: date, last: date, found: list[tuple[date, int | None]]) -> None:
    birthdays = rules.birthdays([person(birthday=birthday)], [], set(), first, last)
    assert found == [(each.date, each.age) for each in birthdays]


def test_birthday_events_come_after_members_of_the_day_unless_they_name_them() -> None:
    people = [person("Dan", "--11-21"), person("Al", "2000-11-20")]
    titles = ["Al's birthday", "AL", "Alice's birthday", "Dan's birthday"]
    events = [listed(title=title, id=title, category_id="b") for title in titles]
    events += [listed(title="Dentist"), listed(SATURDAY, title="Granny", id="g", category_id="b")]
    assert [
        Birthday(member_id="al", event_id=None, name="Al", avatar="🦊", date=FRIDAY, age=26),
        Birthday(
            member_id=None, event_id="Alice's birthday", name="Alice's birthday", avatar=None, date=FRIDAY, age=None
        ),
        Birthday(member_id=None, event_id="Dan's birthday", name="Dan's birthday", avatar=None, date=FRIDAY, age=None),
        Birthday(member_id="dan", event_id=None, name="Dan", avatar="🦊", date=SATURDAY, age=None),
        Birthday(member_id=None, event_id="g", name="Granny", avatar=None, date=SATURDAY, age=None),
    ] == rules.birthdays(people, events, {"b"}, FRIDAY, SATURDAY)


ITEMS = [
    item("none"),
    item("overdue", "2026-11-01"),
    item("today", "2026-11-20"),
    item("today high", "2026-11-20", "high"),
    item("today second", "2026-11-20", sort=1),
    item("saturday", "2026-11-21"),
    item("far urgent", "2027-01-01", "urgent"),
    item("urgent", None, "urgent"),
    item("high", None, "high"),
    item("low", None, "low"),
    item("thursday", "2026-11-26"),
]


@pytest.mark.parametrize(
    ("last", "titles"),
    [
        (FRIDAY, ["overdue", "today high", "today", "today second", "far urgent", "urgent", "high"]),
        (
            THURSDAY,
            ["overdue", "today high", "today", "today second", "saturday", "thursday", "far urgent", "urgent", "high"],
        ),
    ],
)
def test_items_are_what_presses_dated_ones_first(last: date, titles: list[str]) -> None:
    known = {
        "l": List(
            id="l",
            name="List",
            emoji="🛒",
            color=None,
            kind="todo",
            member_ids=[],
            group_by="none",
            sort_by="manual",
            sort=0,
            archived=False,
            pinned=False,
            created_at="2026",
            item_count=0,
            open_count=0,
        )
    }
    shown = rules.with_list(rules.due_or_urgent(ITEMS, last), known, FRIDAY)
    assert titles == [each.title for each in shown]
    assert ["overdue"] == [each.title for each in shown if each.overdue]
    assert {("List", "🛒")} == {(each.list_name, each.list_emoji) for each in shown}
