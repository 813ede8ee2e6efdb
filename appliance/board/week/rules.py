"""The days of the events of a week, their order, and which of them the board shows."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from appliance.board import rules as board_rules
from appliance.board.models import BoardEvent
from appliance.calendar.categories.models import Category
from appliance.calendar.countdowns.models import Countdown
from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.models import Event
from appliance.calendar.events.rules import ResolutionContext
from appliance.kernel.scheduling.clock import instant
from appliance.people.models import Person
from appliance.snapshot import rules as snapshot_rules
from appliance.snapshot.models import Birthday

# With more entries than this a change has the week computed again, with the limits of an answer.
MAX_PATCHED = 1_000


class WeekEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An instance of an event of a calendar. `series` is the local series that it was detached from."""

    order: tuple[date, str, str, str]
    event: BoardEvent
    calendar_id: str
    series: str | None


class WeekContext(msgspec.Struct, frozen=True, kw_only=True):
    """What the events are resolved against, and who may have a birthday."""

    resolution: ResolutionContext
    categories: Mapping[str, Category]
    birthday_ids: Set[str]
    people: list[Person]


class Week(msgspec.Struct, frozen=True, kw_only=True):
    """The entries in order, and what the board shows of them. `complete` is False when a calendar had too much."""

    context: WeekContext
    entries: list[WeekEntry]
    complete: bool
    events: list[BoardEvent]
    coming: list[BoardEvent]
    birthdays: list[Birthday]
    countdowns: list[Countdown]
    more_events: int
    more_coming: int


class Days:
    """The days of the board, to find those of events. Zone: household's."""

    def __init__(self, today: date, zone: ZoneInfo):
        count = board_rules.DAYS_AHEAD.days + 1
        self.first, self.after = today, today + board_rules.DAYS_AHEAD + board_rules.DAY
        self._dates = [today + board_rules.DAY * number for number in range(count)]
        self._midnights = [
            instant(datetime.combine(day, time(), zone).astimezone(UTC)) for day in [*self._dates, self.after]
        ]
        self._texts = [day.isoformat() for day in [*self._dates, self.after]]

    def date(self, event: Event) -> date | None:
        """The date that an event is listed under: that of its start, or the first day; None outside of the days.

        Instants are compared as the texts that are stored: UTC with milliseconds. An all-day event lasts at least a
        day.
        """
        begins = self._texts if event.all_day else self._midnights
        place = bisect_right(begins, event.start)
        if place == len(begins):
            return None
        if place:
            return self._dates[place - 1] if event.all_day or event.end > begins[0] else None
        return self.first if event.end > begins[0] else None


def entries(events: Iterable[Event], days: Days, context: WeekContext) -> list[WeekEntry]:
    """The events of the days, in no order."""
    of_days = []
    for event in events:
        if day := days.date(event):
            shown = board_rules.event(event, day, context.categories)
            series = event.detached_from if isinstance(event.detached_from, str) else None
            order = (day, event.start, shown.title, event.id)
            of_days.append(WeekEntry(order=order, event=shown, calendar_id=event.calendar_id, series=series))
    return of_days


def has_same_events(was: WeekContext, now: WeekContext) -> bool:
    """Whether events differ by their looks alone.

    That is with the same people, calendars that say the same of their events, and categories of the same words.
    """

    def decides(context: WeekContext) -> object:
        calendars = {
            calendar.id: (calendar.enabled, calendar.member_ids, calendar.category_id)
            for calendar in context.resolution.calendars.values()
        }
        words = [(category.id, category.keywords) for category in context.categories.values()]
        return context.resolution.colors.keys(), calendars, words, context.birthday_ids

    return decides(was) == decides(now)


def recolored(entries: Iterable[WeekEntry], context: WeekContext) -> list[WeekEntry]:
    """The entries with the colours of their members and the looks of their categories now."""
    colors, calendars = context.resolution.colors, context.resolution.calendars
    repainted = []
    for entry in entries:
        event = entry.event
        category = context.categories.get(event.category_id or "")
        shown = replace(
            event,
            color=event_rules.color(event.member_ids, colors, calendars[entry.calendar_id].color),
            category_color=category.color if category else None,
            emoji=category.emoji if category else None,
        )
        repainted.append(entry if shown == event else replace(entry, event=shown))
    return repainted


def is_touched(entry: WeekEntry, ids: Set[str]) -> bool:
    """Whether an entry is of one of these events, or was detached from one."""
    return entry.event.id in ids or entry.series in ids


def week(
    entries: Sequence[WeekEntry], context: WeekContext, days: Days, countdowns: list[Countdown], *, complete: bool
) -> Week:
    """What the board shows of these entries."""
    ordered = sorted(entries, key=lambda entry: entry.order)
    of_today: list[BoardEvent] = []
    coming: list[BoardEvent] = []
    birthdays: list[BoardEvent] = []
    for entry in ordered:
        event = entry.event
        if event.category_id in context.birthday_ids:
            birthdays.append(event)
        elif event.date == days.first:
            of_today.append(event)
        else:
            coming.append(event)
    last = days.after - board_rules.DAY
    return Week(
        context=context,
        entries=ordered,
        complete=complete,
        events=of_today[: board_rules.MAX_EVENTS],
        coming=coming[: board_rules.MAX_COMING],
        birthdays=snapshot_rules.birthdays(context.people, birthdays, context.birthday_ids, days.first, last)[
            : board_rules.MAX_COMING
        ],
        countdowns=countdowns,
        more_events=max(0, len(of_today) - board_rules.MAX_EVENTS),
        more_coming=max(0, len(coming) - board_rules.MAX_COMING),
    )
