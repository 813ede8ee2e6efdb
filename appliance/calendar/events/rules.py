"""Decisions about events: the source that decides each property, checked times, and the occurrences of a series."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET, UnsetType

from appliance.calendar.calendars.models import Calendar
from appliance.calendar.events.models import (
    NO_ANNOTATIONS,
    AnnotatedEvent,
    Annotations,
    CategorySource,
    Event,
    EventPatch,
    MemberScope,
    ReminderSource,
    StoredEvent,
)
from appliance.calendar.occurrences.rules import DAY, Times, midnight
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import expansion
from appliance.kernel.recurrence.rule import parse
from appliance.kernel.scheduling.clock import instant, moment
from appliance.kernel.schema import patched, sent_fields

T = TypeVar("T")
LONG_EVENT = timedelta(days=40)
LONGEST_REPEATED = timedelta(days=366)
WIDEST = timedelta(days=200 * 366)
# Stored times are compared as texts, so every year must have four digits, also after a change of zone.
DATE = r"[1-8]\d{3}-\d\d-\d\d"
TIME = r"T\d\d:\d\d(:\d\d(\.\d{1,9})?)?"
OFFSET = r"(Z|[+-]\d\d:?\d\d)"

NO_SUCH_TIME = "is not a day or time there is"

NO_COLOR = "#888"

OWN = {"title", "start", "end", "all_day", "location", "description", "rrule", "reminders"}
ANNOTATIONS = {"member_ids", "category_id", "travel_minutes", "remind_before_leave", "countdown", "routine"}


class ResolutionContext(msgspec.Struct, frozen=True, kw_only=True):
    """What events are resolved against: calendars by id, members' colours by id, categories by keyword.

    `defaults` are, by calendar id, an event with everything that its calendar and the household decide.
    """

    calendars: Mapping[str, Calendar]
    colors: Mapping[str, str]
    category_of_title: Callable[[str], str | None]
    defaults: Mapping[str, Event]


def check_change(patch: EventPatch, event: StoredEvent, calendar: Calendar) -> None:
    """Raises BadRequest for a change of a read-only event's own fields, and for the scope `series` without a series.

    Annotations (members, category, travel, countdown, routine) of a read-only synced event may change.
    (contract: Calendar and event 4; contract §13.6)
    """
    requested = sent_fields(patch).keys()
    if (requested & OWN or not requested & ANNOTATIONS) and not calendar.writable:
        raise BadRequest("calendar is not writable", code="read_only")
    if calendar.kind != "local" and event.series_id is None and (patch.scope == "series" or patch.routine is True):
        raise BadRequest("event has no series to tag", at="routine" if patch.routine is True else None)


def resolved(annotated: AnnotatedEvent, context: ResolutionContext) -> Event:
    """An event as answered; a series stands for its first occurrence. (contract §13.3)

    The members and category of a local row apply to its occurrence or, with a rule, to the series.
    """
    stored, annotations = annotated
    event = msgspec.structs.replace(
        context.defaults[stored.calendar_id],
        id=stored.id,
        title=stored.title,
        start=stored.start,
        end=stored.end,
        all_day=stored.all_day,
        location=stored.location,
        description=stored.description,
        rrule=stored.rrule,
        series_id=stored.series_id,
        declined=stored.declined or UNSET,
        routine=bool(stored.routine or annotations.series_routine) or UNSET,
    )
    if stored.detached_from is not None:
        event.detached_from, event.occurrence_start = stored.detached_from, stored.occurrence_start
    if stored.reminders is not None:
        event.reminders, event.reminder_source = reminders(stored.reminders, ())
    is_series = stored.rrule is not None
    event.category_id, event.category_source = category(
        annotations.occurrence_category_id or (None if is_series else stored.category_id),
        stored.category_id if is_series else annotations.series_category_id,
        context.category_of_title(stored.title),
        event.category_id,
    )
    if annotations is NO_ANNOTATIONS:
        event.travel_minutes, event.remind_before_leave = stored.travel_minutes, stored.remind_before_leave
        event.countdown = True if stored.countdown else UNSET
    else:
        _annotate(event, stored, annotations, context)
    if event.travel_minutes is not None:
        event.leave_at = leave_at(event.start, event.all_day, event.travel_minutes)
    return event


def default_event(calendar: Calendar, colors: Mapping[str, str], default_reminders: tuple[int, ...]) -> Event:
    """What the calendar and the household decide of an event. Reminders: minutes before the start."""
    member_ids, scope = members((), (), calendar.member_ids)
    category_id, category_source = category(None, None, None, calendar.category_id)
    minutes, reminder_source = reminders(None, default_reminders)
    return Event(
        id="",
        calendar_id=calendar.id,
        title="",
        start="",
        end="",
        all_day=False,
        location=None,
        description=None,
        member_ids=member_ids,
        color=color(member_ids, colors, calendar.color),
        rrule=None,
        occurrence_start=None,
        read_only=not calendar.writable,
        series_id=None,
        member_scope=scope,
        category_id=category_id,
        category_source=category_source,
        reminders=minutes,
        reminder_source=reminder_source,
        travel_minutes=None,
        leave_at=None,
        remind_before_leave=False,
    )


def _annotate(event: Event, stored: StoredEvent, annotations: Annotations, context: ResolutionContext) -> None:
    own, calendar = annotations.own_members or (), context.calendars[stored.calendar_id]
    event.member_ids, event.member_scope = members(
        annotations.occurrence_members or (own if stored.rrule is None else ()),
        (annotations.series_members or ()) if stored.rrule is None else own,
        calendar.member_ids,
    )
    event.color = color(event.member_ids, context.colors, calendar.color)
    event.travel_minutes, event.remind_before_leave = travel(stored, annotations)
    counted = stored.countdown if annotations.series_countdown is None else annotations.series_countdown
    if annotations.occurrence_countdown is not None:
        counted = annotations.occurrence_countdown
    event.countdown = True if counted else UNSET


def travel(event: StoredEvent, annotations: Annotations) -> tuple[int | None, bool]:
    """Minutes of travel and whether to remind before leaving; each annotated value wins over that of the row."""
    minutes, remind = annotations.occurrence_travel_minutes, annotations.occurrence_remind
    return (
        event.travel_minutes if minutes is None else minutes,
        event.remind_before_leave if remind is None else remind,
    )


def members(
    occurrence: tuple[str, ...], series: tuple[str, ...], calendar: tuple[str, ...]
) -> tuple[tuple[str, ...], MemberScope]:
    """The members of an event, and the source they come from. (contract §13.3)"""
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
    """The category of an event, and the source it comes from. (contract: Category 2)"""
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
    """Minutes before the start at which to remind, and their source; an event's explicit none gives none."""
    if own is not None:
        return (own, "event") if own else (None, None)
    return (default, "default") if default else (None, None)


def color(member_ids: tuple[str, ...], colors: Mapping[str, str], calendar: str | None) -> str:
    """The first member's colour, else the calendar's, else grey. (contract §13.1)"""
    return (colors.get(member_ids[0]) if member_ids else None) or calendar or NO_COLOR


def leave_at(start: str, all_day: bool, travel_minutes: int | None) -> str | None:
    """The instant to leave home for a timed event with travel minutes, else None."""
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
    start, end, _ = span(event.start, event.end, event.all_day)
    first, after = moment(start), moment(end)
    return (first.replace(tzinfo=zone), after.replace(tzinfo=zone)) if event.all_day else (first, after)


def instances(event: Event, times: Times) -> list[Event]:
    """The instances of an event: the event itself, or of a series one at each of these times."""
    if event.rrule is None:
        return [event]
    found = [msgspec.structs.replace(event, start=start, end=end, occurrence_start=start) for start, end in times]
    if event.travel_minutes is not None:
        for instance in found:
            instance.leave_at = leave_at(instance.start, event.all_day, event.travel_minutes)
    return found


def changed(was: StoredEvent, patch: EventPatch) -> StoredEvent:
    """A local event with the properties that a partial update sends, not yet checked."""
    all_day, reminders = patched(patch.all_day, was.all_day), was.reminders
    if was.all_day and not all_day and reminders:
        # Those at a time of the day mean nothing to an event with a time.
        reminders = tuple(minute for minute in reminders if minute >= 0) or None
    if not isinstance(patch.reminders, UnsetType):
        reminders = None if patch.reminders is None else tuple(patch.reminders)
    return msgspec.structs.replace(
        was,
        title=patched(patch.title, was.title),
        start=patched(patch.start, was.start),
        end=patched(patch.end, was.end),
        all_day=all_day,
        location=patched(patch.location, was.location) or None,
        description=patched(patch.description, was.description) or None,
        rrule=patched(patch.rrule, was.rrule),
        category_id=patched(patch.category_id, was.category_id),
        reminders=reminders,
        travel_minutes=patched(patch.travel_minutes, was.travel_minutes),
        remind_before_leave=patched(patch.remind_before_leave, was.remind_before_leave),
        countdown=patched(patch.countdown, was.countdown),
        routine=patched(patch.routine, was.routine),
    )


def check_reminders(minutes: Sequence[int] | None, all_day: bool) -> None:
    """Raises BadRequest for a reminder after the start of a timed event."""
    for number, minute in enumerate(minutes or ()):
        if minute < 0 and not all_day:
            raise BadRequest("must be 0 or more, unless allDay is true", at=f"reminders.{number}")


def span(start: str, end: str, all_day: bool) -> tuple[str, str, bool]:
    """Start and end as instants, dates as UTC midnights, and whether the event lasts longer than 40 days.

    An all-day event lasts at least one day. (contract §13.4, §14)
    """
    if not all_day:
        return start, end, datetime.fromisoformat(end) - datetime.fromisoformat(start) > LONG_EVENT
    first = date.fromisoformat(start)
    after = max(date.fromisoformat(end), first + DAY)
    return midnight(first), midnight(after), after - first > LONG_EVENT


def checked_times(start: str, end: str, all_day: bool, rrule: str | None) -> tuple[str, str]:
    """Start and end as stored: instants in UTC, or dates with an exclusive end. Raises BadRequest.

    An all-day event that ends on the day it starts lasts that one day; a timed one ends after it starts. A series
    lasts at most a year an occurrence, so that a day has a bounded number of them. (contract §13.5, §14)
    """
    first, after = _both(start, end, all_day)
    if all_day and after == first:
        after += DAY
    if after <= first:
        raise BadRequest("must be later than start", at="end", code="ends_before_start")
    return _bounded(first, after, rrule)


def imported_times(start: str, end: str, all_day: bool, rrule: str | None) -> tuple[str, str]:
    """As `checked_times`, for an imported event: one that ends before it starts lasts no time."""
    first, after = _both(start, end, all_day)
    return _bounded(first, max(first, after), rrule)


def check_rrule(rrule: str | None) -> None:
    """Raises BadRequest (`invalid rrule`) unless it is a valid rule or None. (contract §14)"""
    if rrule is not None:
        parse(rrule)


def check_rrule_cost(rrule: str | None, start: str) -> None:
    """Raises BadRequest when a rule takes too long to follow from a start as it is stored."""
    if rrule is not None:
        expansion.check(rrule, date.fromisoformat(start[:10]))


def requested_range(begin: str, end: str) -> tuple[datetime, datetime]:
    """A requested range: instants, offset date-times, or dates as UTC midnights. Raises BadRequest. (contract §13.4)"""
    first, after = requested_instant(begin, "from"), requested_instant(end, "to")
    if after <= first:
        raise BadRequest("must be later than from", at="to")
    if after - first > WIDEST:
        raise BadRequest("must be at most 200 years after from", at="to")
    return first, after


def requested_instant(text: str, at: str) -> datetime:
    """The moment of a date or date-time text; UTC without an offset. Raises BadRequest at the named field."""
    # In a query string a plus sign that was not escaped arrives as a space.
    text = text.replace(" ", "+")
    if not re.fullmatch(f"{DATE}({TIME}{OFFSET}?)?", text, re.ASCII):
        raise BadRequest("must be a date or an instant like 2026-09-24T14:00:00.000Z", at=at)
    try:
        return moment(text)
    except ValueError:
        raise BadRequest(NO_SUCH_TIME, at=at, code="not_a_date") from None


def _both(start: str, end: str, all_day: bool) -> tuple[date, date]:
    read = _date if all_day else _instant
    return read(start, "start"), read(end, "end")


def _bounded(first: date, after: date, rrule: str | None) -> tuple[str, str]:
    if rrule is not None and after - first > LONGEST_REPEATED:
        raise BadRequest(
            "must be at most a year after start for an event that repeats", at="end", code="event_too_long"
        )
    return _text(first), _text(after)


def _date(text: str, at: str) -> date:
    if not re.fullmatch(DATE, text, re.ASCII):
        raise BadRequest("must be YYYY-MM-DD for an all-day event", at=at, code="not_a_date")
    return _read(date.fromisoformat, text, at)


def _instant(text: str, at: str) -> datetime:
    if not re.fullmatch(DATE + TIME + OFFSET, text, re.ASCII):
        raise BadRequest("must be an instant like 2026-09-24T14:00:00.000Z", at=at)
    moment = _read(datetime.fromisoformat, text, at).astimezone(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _read(parse: Callable[[str], T], text: str, at: str) -> T:
    try:
        return parse(text)
    except ValueError:
        raise BadRequest(NO_SUCH_TIME, at=at, code="not_a_date") from None


def _text(moment: date) -> str:
    return instant(moment) if isinstance(moment, datetime) else moment.isoformat()
