"""The worst households that a display key can make within all limits. Each is filled up to other limits."""

import random
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, time, timedelta
from uuid import uuid4

import msgspec

from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import NewCalendar
from appliance.calendar.categories import actions as categories
from appliance.calendar.categories.models import NewCategory
from appliance.calendar.categories.rules import MAX_KEYWORDS, MAX_LENGTHS
from appliance.calendar.event_limits.rules import MAX_IN_SIX_WEEKS, MAX_SERIES
from appliance.calendar.events.models import StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.chores import actions as chores
from appliance.chores.models import NewChore
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from appliance.lists import actions as lists
from appliance.lists.models import GroupName, NewGroups, NewItem, NewList
from appliance.notes import actions as notes
from appliance.notes.models import NewNote
from appliance.people import actions as people
from appliance.people.models import NewMember
from appliance.stickers import actions as stickers
from appliance.stickers.models import NewPlacement
from appliance.stickers.rules import MAX_PER_PAGE

LONGEST_TITLE = 1_000
CALENDARS = 3
# A local calendar takes this many events in six weeks, so about this many in a year.
EVENTS_A_YEAR = (MAX_IN_SIX_WEEKS - 10) * 365 // 43
CATEGORIES = 25
MIDNIGHT = datetime.combine(datetime.now(UTC).date(), time(), UTC)
Fill = Callable[[Tx], None]


def crafted_titles(tx: Tx) -> None:
    """Events in three calendars, as many as fit, whose titles make the search for keywords as long as it can be."""
    _add_categories(tx)
    # Every word begins as every keyword does, and none is one.
    words = " ".join(["aßbcdefghbcdefgh"] * (LONGEST_TITLE // 17))
    for calendar_id in _add_calendars(tx):
        _put(tx, (_single(calendar_id, number, f"{uuid4()} {words}") for number in range(EVENTS_A_YEAR)))


def long_texts(tx: Tx) -> None:
    """Events in three calendars with as much text as they take."""
    text = "🦊" * 2_000
    for calendar_id in _add_calendars(tx):
        _put(tx, (_single(calendar_id, number, f"{number}", text) for number in range(2_600)))


def costly_rules(tx: Tx) -> None:
    """As many series as three calendars take, with rules that are long to follow and seldom match."""
    rules = (
        "FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=200",
        "FREQ=YEARLY;BYYEARDAY=366",
        "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2",
        "FREQ=DAILY;INTERVAL=97;BYMONTHDAY=31",
        "FREQ=WEEKLY;INTERVAL=50;BYDAY=MO;BYMONTH=1",
    )
    start = datetime(1990, 1, 1, 8, tzinfo=UTC)
    for calendar_id in _add_calendars(tx):
        _put(
            tx,
            (
                _event(calendar_id, f"{n}", start + timedelta(days=n, minutes=n % 600), rrule=rules[n % len(rules)])
                for n in range(MAX_SERIES)
            ),
        )


def daily_series(tx: Tx) -> None:
    """Daily series in three calendars, as many as six weeks take."""
    start = datetime(2020, 1, 1, 8, tzinfo=UTC)
    for calendar_id in _add_calendars(tx):
        _put(
            tx,
            (
                _event(calendar_id, f"{n}", start + timedelta(minutes=n), rrule="FREQ=DAILY")
                for n in range(MAX_IN_SIX_WEEKS // 44)
            ),
        )


def full_lists(tx: Tx) -> None:
    """Lists, items, steps and notes up to their limits. One list has most of the text, one item has all notes."""
    member_id = people.add(tx, NewMember(name="Ana", color="#E4572E")).id
    found = [lists.create(tx, NewList(name=f"List {n}", kind="shopping")).id for n in range(lists.LISTS.entries)]
    item_id = ""
    for place, list_id in enumerate(found[: lists.ITEMS.entries // lists.MAX_ITEMS_PER_LIST]):
        for part in range(0, lists.MAX_ITEMS_PER_LIST, 1_000):
            requests = [
                NewItem(
                    title=f"{place} {part + n}",
                    notes="x" * 4_500 if place == 0 else None,
                    store=f"Store {n % 500}",
                    category=f"Category {n % 500}",
                    member_id=member_id,
                    priority="urgent",
                    steps=["Step"] * 3,
                )
                for n in range(1_000)
            ]
            item_id = lists.add_items(tx, list_id, requests)[0].id
        lists.replace_groups(
            tx, list_id, NewGroups(groups=[GroupName(kind="store", name=f"Store {n}") for n in range(500)])
        )
    for _ in range(notes.NOTES.entries):
        notes.add(tx, NewNote(target=f"list_item:{item_id}", body="x" * 490))


def full_chores(tx: Tx) -> None:
    """Chores and their completions up to their limits, and full scrapbook pages."""
    members = [people.add(tx, NewMember(name=f"Member {n}", color="#E4572E")).id for n in range(6)]
    for n in range(chores.CHORES.entries):
        request = NewChore(title=f"{n} {'ß' * 400}", points=5, member_id=members[n % len(members)])
        if n < chores.MAX_REPEATING:
            chores.add(tx, msgspec.structs.replace(request, rrule="FREQ=DAILY"))
        else:
            chores.add(tx, msgspec.structs.replace(request, due_date=MIDNIGHT.date()))
    tx.run(
        "INSERT INTO chore_completions (id, chore_id, date, member_id, completed_at, points)"
        " WITH RECURSIVE day (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM day WHERE n < ?)"
        " SELECT chores.id || n, chores.id, date(?, '-' || n || ' days'), member_id, ?, 5 FROM chores, day"
        " WHERE rrule IS NOT NULL LIMIT ?",
        chores.COMPLETIONS.entries // chores.MAX_REPEATING,
        MIDNIGHT.date(),
        tx.now,
        chores.COMPLETIONS.entries,
    )
    for member_id in members:
        for n in range(MAX_PER_PAGE):
            stickers.place(tx, member_id, NewPlacement(sticker="🦊", x=n / MAX_PER_PAGE, y=0.5))


HOUSEHOLDS: tuple[Fill, ...] = (crafted_titles, long_texts, costly_rules, daily_series, full_lists, full_chores)


def _add_categories(tx: Tx) -> None:
    """As many keywords as a household may have, of as many lengths as it may have."""
    letters = random.Random(1)
    keywords = ["aß" + "".join(letters.choices("bcdefgh", k=n % MAX_LENGTHS + 8)) for n in range(MAX_KEYWORDS)]
    share = MAX_KEYWORDS // CATEGORIES
    for n in range(CATEGORIES):
        own = keywords[n * share : (n + 1) * share]
        categories.add(tx, NewCategory(name=f"Category {n}", emoji="🦊", color="#123456", keywords=own))


def _add_calendars(tx: Tx) -> list[str]:
    if not tx.value("SELECT 1 FROM members"):
        people.add(tx, NewMember(name="Ana", color="#E4572E"))
    return [calendars.add(tx, NewCalendar(kind="local", name=f"Calendar {n}")).id for n in range(CALENDARS)]


def _put(tx: Tx, made: Iterable[StoredEvent]) -> None:
    # Not through the action, which would look at all others for each: the test checks that it would accept them.
    occurrences.put(tx, list(made))


def _single(calendar_id: str, number: int, title: str, description: str | None = None) -> StoredEvent:
    """One of many events that are spread evenly over a year that began 20 days ago."""
    start = MIDNIGHT - timedelta(days=20) + number * timedelta(days=365) / EVENTS_A_YEAR
    return _event(calendar_id, title[:LONGEST_TITLE], start.replace(microsecond=0), description)


def _event(
    calendar_id: str, title: str, start: datetime, description: str | None = None, rrule: str | None = None
) -> StoredEvent:
    return StoredEvent(
        id=str(uuid4()),
        calendar_id=calendar_id,
        external_id=None,
        series_id=None,
        title=title,
        start=instant(start),
        end=instant(start + timedelta(hours=1)),
        all_day=False,
        location=None,
        description=description,
        rrule=rrule,
        category_id=None,
        reminders=(0, 5, 10, 15, 20),
        travel_minutes=20,
        remind_before_leave=True,
    )
