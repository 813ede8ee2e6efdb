"""Decisions about events: identity, and what counts for an event when several sources speak."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec

from appliance.calendar.calendars.models import Calendar
from appliance.calendar.events.models import (
    CategorySource,
    Event,
    EventPatch,
    MemberScope,
    Occurrence,
    ReminderSource,
    StoredEvent,
    TaggedEvent,
)
from appliance.calendar.times import rules as times
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import instant, moment
from appliance.kernel.schema import sent_fields

NO_COLOR = "#888"

OWN = {"title", "start", "end", "all_day", "location", "description", "rrule", "reminders"}
ANNOTATIONS = {"member_ids", "category_id", "travel_minutes", "remind_before_leave"}


class Surroundings(msgspec.Struct, frozen=True):
    """What an event is resolved against. `claim` gives the category whose keyword is in a title."""

    calendars: Mapping[str, Calendar]
    colors: Mapping[str, str]
    claim: Callable[[str], str | None]
    default_reminders: tuple[int, ...]


def synced(calendar_id: str, occurrences: Iterable[Occurrence]) -> list[StoredEvent]:
    """Occurrences as rows. An external id that comes again gets `#1`, `#2` …, so every row has its own id."""
    repeats: dict[str, int] = {}
    rows = []
    for each in occurrences:
        external_id = each.external_id
        while external_id in repeats:
            repeats[each.external_id] += 1
            external_id = f"{each.external_id}#{repeats[each.external_id]}"
        repeats[external_id] = 0
        rows.append(
            StoredEvent(
                synced_id(calendar_id, external_id), calendar_id, external_id, each.series_id, each.title, each.start,
                each.end, each.all_day, each.location, each.description, None, None, each.reminders, None, False,
            )
        )  # fmt: skip
    return rows


def synced_id(calendar_id: str, external_id: str) -> str:
    """The id of a synced event, the same at every sync. (contract §13.2)"""
    return "e_" + hashlib.sha256(f"{calendar_id}\n{external_id}".encode()).hexdigest()[:24]


def check_change(patch: EventPatch, event: StoredEvent, calendar: Calendar) -> None:
    """Raises Invalid when a read-only event's own fields are to change, or a series that is none is to be tagged.

    What the household says of an event (people, category, travel) may change even where the event itself may not.
    (spec: Calendar and event 4; contract §13.6)
    """
    requested = sent_fields(patch).keys()
    if (requested & OWN or not requested & ANNOTATIONS) and not calendar.writable:
        raise BadRequest("calendar is not writable")
    if calendar.kind != "local" and patch.scope == "series" and event.series_id is None:
        raise BadRequest("event has no series to tag")


def tagged(
    event: StoredEvent,
    own_member_ids: tuple[str, ...],
    occurrence: tuple[tuple[str, ...], str | None, int | None, bool | None],
    series: tuple[tuple[str, ...], str | None],
) -> TaggedEvent:
    """An event with its tags. Those on a local row are meant for its occurrence or, with a rule, for the series."""
    member_ids, category_id, travel_minutes, remind = occurrence
    series_member_ids, series_category_id = series
    if event.rrule is None:
        member_ids, category_id = member_ids or own_member_ids, category_id or event.category_id
    else:
        series_member_ids, series_category_id = own_member_ids, event.category_id
    return TaggedEvent(
        event,
        member_ids,
        series_member_ids,
        category_id,
        series_category_id,
        event.travel_minutes if travel_minutes is None else travel_minutes,
        event.remind_before_leave if remind is None else remind,
    )


def resolved(tagged: TaggedEvent, around: Surroundings) -> Event:
    """An event as answered; a series stands for its first occurrence. (contract §13.3)"""
    event, calendar = tagged.event, around.calendars[tagged.event.calendar_id]
    member_ids, scope = members(tagged.member_ids, tagged.series_member_ids, calendar.member_ids)
    category_id, category_source = category(
        tagged.category_id, tagged.series_category_id, around.claim(event.title), calendar.category_id
    )
    minutes, reminder_source = reminders(event.reminders, around.default_reminders)
    return Event(
        event.id, event.calendar_id, event.title, event.start, event.end, event.all_day, event.location,
        event.description, member_ids, color(member_ids, around.colors, calendar.color), event.rrule, None,
        not calendar.writable, event.series_id, scope, category_id, category_source, minutes, reminder_source,
        tagged.travel_minutes, leave_at(event.start, event.all_day, tagged.travel_minutes), tagged.remind_before_leave,
    )  # fmt: skip


def members(
    occurrence: tuple[str, ...], series: tuple[str, ...], calendar: tuple[str, ...]
) -> tuple[tuple[str, ...], MemberScope]:
    """Who an event is for, and which source says so. (contract §13.3)"""
    if occurrence:
        return occurrence, "occurrence"
    if series:
        return series, "series"
    if calendar:
        return calendar, "calendar"
    return (), "none"


def category(
    occurrence: str | None, series: str | None, keyword: str | None, calendar: str | None
) -> tuple[str | None, CategorySource | None]:
    """An event's category, and which source says so. (spec: Category 2)"""
    if occurrence:
        return occurrence, "event"
    if series:
        return series, "series"
    if keyword:
        return keyword, "keyword"
    if calendar:
        return calendar, "calendar"
    return None, None


def reminders(
    own: tuple[int, ...] | None, default: tuple[int, ...]
) -> tuple[tuple[int, ...] | None, ReminderSource | None]:
    """Minutes before the start at which to remind, and who says so; an event's explicit none stays silent."""
    if own is not None:
        return (own, "event") if own else (None, None)
    return (default, "default") if default else (None, None)


def color(member_ids: tuple[str, ...], colors: Mapping[str, str], calendar: str | None) -> str:
    """The first member's colour, else the calendar's, else grey. (contract §13.1)"""
    return (colors.get(member_ids[0]) if member_ids else None) or calendar or NO_COLOR


def leave_at(start: str, all_day: bool, travel_minutes: int | None) -> str | None:
    """The instant to leave the house, for a timed event with a way to go."""
    if all_day or travel_minutes is None:
        return None
    return instant(datetime.fromisoformat(start) - timedelta(minutes=travel_minutes))


def is_within(event: Event, begin: datetime, end: datetime, zone: ZoneInfo) -> bool:
    """Whether an event ends after `begin` and starts before `end`, when all-day ones last from midnight to midnight.

    Zone: household's.
    """
    first, after = moments(event, zone)
    return after > begin and first < end


def moments(event: Event, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Start and end of an event as moments; of an all-day event they are midnights in the zone."""
    start, end, _ = times.span(event.start, event.end, event.all_day)
    first, after = moment(start), moment(end)
    return (first.replace(tzinfo=zone), after.replace(tzinfo=zone)) if event.all_day else (first, after)


def occurring(event: Event, zone: ZoneInfo, begin: datetime, end: datetime) -> list[Event]:
    """The instances of an event in a range: the event itself, or every occurrence of its series. Zone: household's."""
    if event.rrule is None:
        return [event]
    return [
        msgspec.structs.replace(
            event,
            start=start,
            end=after,
            occurrence_start=start,
            leave_at=leave_at(start, event.all_day, event.travel_minutes),
        )
        for start, after in times.repeated(event.rrule, event.start, event.end, event.all_day, zone, begin, end)
    ]
