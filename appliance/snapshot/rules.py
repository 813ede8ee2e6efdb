"""What a member's snapshot contains, and under which date."""

from collections.abc import Iterable, Mapping, Set
from datetime import date, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from msgspec.structs import asdict, replace

from appliance.calendar.categories.models import Category
from appliance.calendar.events.models import Event
from appliance.calendar.events.rules import is_within, moments
from appliance.chores.approval.models import Rejection
from appliance.chores.models import DueChore
from appliance.chores.routines.rules import on_day
from appliance.chores.timing import is_late
from appliance.kernel.schema import made
from appliance.kernel.text.matching import has_word
from appliance.lists import rules as list_rules
from appliance.lists.models import LinkedItem, List
from appliance.people.models import Person
from appliance.people.rules import age_on, birthday_in
from appliance.snapshot.models import Birthday, DatedEvent, Range, SnapshotChore, SnapshotItem
from appliance.texts import Texts
from appliance.weather.models import Weather

DAY = timedelta(days=1)
# In English, German, French, Spanish, Italian, Dutch and Polish, without endings. In lower case.
BIRTHDAY_WORDS = ("birthday", "geburtstag", "anniversaire", "cumpleaños", "complean", "verjaardag", "urodzin")


class DatedTitle(Protocol):
    """What a birthday is taken from: an event under a date."""

    id: str
    title: str
    date: date
    category_id: str | None


URGENT = ("high", "urgent")


def last_day(today: date, range: Range) -> date:
    """The last date of the range; today for `day`."""
    return today if range == "day" else today + 6 * DAY


def greeting(person: Person, now: datetime, texts: Texts) -> str:
    """The greeting for a member at a time in the household's zone. (contract §28)"""
    if person.birthday and birthday_in(person.birthday, now.year) == now.date():
        return texts.say("greeting.birthday", name=person.name)
    part = "morning" if 5 <= now.hour < 12 else "afternoon" if 12 <= now.hour < 17 else "evening"
    return texts.say(f"greeting.{part}", name=person.name)


def midnights(first: date, last: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """The start of the first day and the end of the last, which is included. Zone: household's."""
    return datetime.combine(first, time(), zone), datetime.combine(last + DAY, time(), zone)


def dated(events: Iterable[Event], first: date, last: date, zone: ZoneInfo) -> list[DatedEvent]:
    """The events of these days, both included, each under the date of its start, or the first. Zone: household's."""
    begin, end = midnights(first, last, zone)
    return [
        DatedEvent(**asdict(event), date=max(first, _first_day(event, zone)))
        for event in events
        if is_within(event, begin, end, zone)
    ]


def birthday_categories(categories: Iterable[Category]) -> set[str]:
    """The ids of the categories with "birthday", or another language's word for it, in their name."""
    return {category.id for category in categories if any(word in category.name.casefold() for word in BIRTHDAY_WORDS)}


def events_for(events: Iterable[DatedEvent], member_id: str, birthday_ids: Set[str]) -> list[DatedEvent]:
    """The member's events and those without members, except birthdays."""
    return [
        event
        for event in events
        if event.category_id not in birthday_ids and (not event.member_ids or member_id in event.member_ids)
    ]


def chores(
    due: Iterable[DueChore],
    done: Mapping[date, Set[str]],
    member_id: str,
    ticks: Mapping[tuple[str, str, date], Set[str]],
    now: datetime,
    waiting: Mapping[date, Set[str]],
    rejections: Mapping[date, Mapping[str, Rejection]],
    without_points: Mapping[date, Set[str]],
    notes: Mapping[date, Mapping[str, str]],
    day_starts_at: int,
    today: date,
) -> list[SnapshotChore]:
    """The member's chores and those for Anyone on each date they are due, by date and then in their order.

    `ticks` are the done steps of open routines by chore, slot and date. `now` is in the household's zone. What is `due`
    before today was missed.
    """
    entries = []
    for entry in due:
        if not entry.concerns(member_id):
            continue
        is_done, waits = entry.key in done.get(entry.date, ()), entry.key in waiting.get(entry.date, ())
        rejection = rejections.get(entry.date, {}).get(entry.key)
        entries.append(
            made(
                SnapshotChore,
                entry.chore,
                date=entry.date,
                done=is_done,
                shared=entry.member_id is None,
                day_part=entry.part or entry.chore.day_part,
                late=not (is_done or waits)
                and (entry.date < today or is_late(entry.chore.due_by, entry.date, now, day_starts_at)),
                overdue_since=entry.date if entry.date < today else None,
                steps=on_day(
                    entry.chore.steps,
                    ticks.get((entry.chore.id, entry.slot, entry.date), frozenset()),
                    is_done,
                ),
                pending=waits,
                turn=entry.turn,
                rejection=None if is_done or waits else rejection,
                without_points=entry.key in without_points.get(entry.date, ()),
                approval_note=notes.get(entry.date, {}).get(entry.key),
            )
        )
    return sorted(entries, key=lambda chore: chore.date)


def due_or_urgent(items: Iterable[LinkedItem], last: date) -> list[LinkedItem]:
    """The open items that are due by a date, and those of high or urgent priority. (contract §28)"""
    return [
        item for item in items if item.priority in URGENT or (item.due_date or list_rules.NEVER) <= last.isoformat()
    ]


def with_list(items: Iterable[LinkedItem], known: Mapping[str, List], today: date) -> list[SnapshotItem]:
    """The items with the emoji of their list, by due date (undated last), priority and place."""
    ordered = sorted(
        items, key=lambda it: (it.due_date or list_rules.NEVER, list_rules.rank(it), it.sort, it.created_at)
    )
    return [
        SnapshotItem(
            **asdict(item),
            list_emoji=known[item.list_id].emoji,
            overdue=list_rules.is_overdue(item, today.isoformat()),
        )
        for item in ordered
    ]


def birthdays(
    people: Iterable[Person], events: Iterable[DatedTitle], birthday_ids: Set[str], first: date, last: date
) -> list[Birthday]:
    """Birthdays by date: members in their order, then events of a birthday category that do not name one of them."""
    members = [
        Birthday(
            member_id=person.id,
            event_id=None,
            name=person.name,
            avatar=person.avatar,
            date=day,
            age=age_on(person.birthday, day),
        )
        for person in people
        if person.birthday
        for day in {birthday_in(person.birthday, year) for year in (first.year, last.year)}
        if first <= day <= last
    ]
    others = [
        Birthday(member_id=None, event_id=event.id, name=event.title, avatar=None, date=event.date, age=None)
        for event in events
        if event.category_id in birthday_ids
        and not any(known.date == event.date and has_word(event.title, known.name) for known in members)
    ]
    return sorted([*members, *others], key=lambda birthday: birthday.date)


def weather_between(weather: Weather | None, first: date, last: date) -> Weather | None:
    """The weather with these days only, both included."""
    return weather and replace(weather, days=[day for day in weather.days if first <= day.date <= last])


def _first_day(event: Event, zone: ZoneInfo) -> date:
    first, _ = moments(event, zone)
    return first.astimezone(zone).date()
