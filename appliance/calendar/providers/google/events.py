"""Google's events, read and written: the parts of Calendar API v3 that are used here."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, tzinfo
from typing import Any, Generic, TypeVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET, UnsetType

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.hosted import times
from appliance.calendar.providers.hosted.caller import PathQuery
from appliance.calendar.providers.ics.vevents import UNTITLED
from appliance.calendar.providers.models import Draft, Edit, RemoteCalendar, Times
from appliance.kernel.schema import HEX_COLOR

T = TypeVar("T")
POPUP = "popup"
WRITER_ROLES = ("owner", "writer")


class When(msgspec.Struct, kw_only=True, rename="camel"):
    """A date, or a date-time with its zone."""

    date: str | None = None
    date_time: str | None = None
    time_zone: str | None = None


class Reminder(msgspec.Struct, kw_only=True):
    """Minutes before the start, by popup or by e-mail."""

    method: str = POPUP
    minutes: int = 0


class Reminders(msgspec.Struct, kw_only=True, rename="camel"):
    """The calendar's default ones, or its own."""

    use_default: bool = False
    overrides: list[Reminder] = []


class Attendee(msgspec.Struct, kw_only=True, rename="camel"):
    """A guest; `own` is the calendar's owner."""

    own: bool = msgspec.field(default=False, name="self")
    response_status: str = ""


class Event(msgspec.Struct, kw_only=True, rename="camel"):
    """An event in Google's API: a single one, a series by its `recurrence`, or an occurrence of one.

    Of a cancelled event only the ids are certain.
    """

    id: str
    status: str = "confirmed"
    summary: str = ""
    description: str = ""
    location: str = ""
    start: When | None = None
    end: When | None = None
    recurrence: list[str] = []
    recurring_event_id: str = ""
    reminders: Reminders | None = None
    event_type: str = "default"
    attendees: list[Attendee] = []
    etag: str = ""

    @property
    def series(self) -> str:
        """The id of the series that it is or belongs to; empty for a single event."""
        return self.recurring_event_id or (self.id if self.recurrence else "")


class Page(msgspec.Struct, Generic[T], kw_only=True, rename="camel"):
    """One page of events or of calendars. `access_role` is what this account may do with the calendar of events."""

    items: list[T] = []
    more: str = msgspec.field(default="", name="nextPageToken")
    token: str = msgspec.field(default="", name="nextSyncToken")
    access_role: str = ""

    @property
    def writable(self) -> bool | None:
        """See Page of `hosted.caller`."""
        return self.access_role in WRITER_ROLES if self.access_role else None

    def following(self, path: str, query: Mapping[str, str]) -> PathQuery | None:
        """See Page of `hosted.caller`."""
        return (path, {**query, "pageToken": self.more}) if self.more else None


class Entry(msgspec.Struct, kw_only=True, rename="camel"):
    """A calendar in somebody's list."""

    id: str
    summary: str = ""
    summary_override: str = ""
    background_color: str = ""
    access_role: str = ""
    deleted: bool = False

    @property
    def calendar(self) -> RemoteCalendar | None:
        """The calendar, None for one that was deleted."""
        if self.deleted:
            return None
        return RemoteCalendar(
            remote_id=self.id,
            name=self.summary_override or self.summary or self.id,
            color=self.background_color if re.fullmatch(HEX_COLOR, self.background_color) else UNSET,
            writable=self.access_role in WRITER_ROLES,
        )


def is_shown(event: Event) -> bool:
    """Whether an event is shown; a working location is not."""
    return event.status != "cancelled" and event.event_type != "workingLocation"


def occurrence(event: Event, household: tzinfo) -> Occurrence:
    """An event, or one of a series, as it is stored. Raises ValueError when its times cannot be read."""
    start, end, all_day = _times(event.start or When(), event.end or When(), household)
    return Occurrence(
        external_id=event.id,
        series_id=event.recurring_event_id or None,
        title=event.summary.strip() or UNTITLED,
        start=start,
        end=end,
        all_day=all_day,
        location=event.location or None,
        description=event.description or None,
        reminders=_reminders(event.reminders),
        declined=any(attendee.own and attendee.response_status == "declined" for attendee in event.attendees),
    )


def body(edit: Edit, own: list[Reminder] | None = None) -> dict[str, Any]:
    """The body that changes these fields of an event with reminders of its own; without those, that of a new event."""
    fields = {
        "summary": edit.title,
        "location": edit.location if edit.location is UNSET else edit.location or "",
        "description": edit.description if edit.description is UNSET else edit.description or "",
        "reminders": edit.reminders if isinstance(edit.reminders, UnsetType) else reminders(edit.reminders, own or []),
    }
    new_times = {} if isinstance(edit.times, UnsetType) else _span(edit.times, clears=own is not None)
    return {name: value for name, value in fields.items() if value is not UNSET} | new_times


def series(draft: Draft, zone: ZoneInfo) -> dict[str, Any]:
    """The body of a new series, whose local time is that of the household's zone."""
    return body(draft) | repeating(draft.times, draft.rrule or "", zone)


def repeating(span: Times, rrule: str, zone: ZoneInfo) -> dict[str, Any]:
    """The start, end and recurrence of a series in the household's zone."""
    found: dict[str, Any] = {**_span(span, clears=False), "recurrence": [f"RRULE:{rrule}"]}
    if not span.all_day:
        for name, at in (("start", span.start), ("end", span.end)):
            local = datetime.fromisoformat(at).astimezone(zone)
            found[name] = {"dateTime": local.isoformat(timespec="seconds"), "timeZone": zone.key}
    return found


def reminders(requested: tuple[int, ...] | None, own: list[Reminder]) -> dict[str, Any]:
    """Popups as requested; e-mails that were set elsewhere stay. None means the calendar's default. (contract §27.3)

    Raises BadRequest.
    """
    times.check_before_start(requested, "Google")
    if requested is None:
        return {"useDefault": True}
    popups = [{"method": POPUP, "minutes": minutes} for minutes in requested]
    others = [{"method": reminder.method, "minutes": reminder.minutes} for reminder in own if reminder.method != POPUP]
    return {"useDefault": False, "overrides": popups + others}


def _times(start: When, end: When, household: tzinfo) -> tuple[str, str, bool]:
    if start.date is not None:
        return *times.whole_days(date.fromisoformat(start.date), date.fromisoformat(end.date or start.date)), True
    first = times.at(start.date_time or "", start.time_zone, household)
    after = times.at(end.date_time, end.time_zone, household) if end.date_time else first
    return *times.timed(first, after), False


def _span(new: Times, clears: bool) -> dict[str, Any]:
    """Start and end; with `clears` the fields of the other kind are set to null, which a new event must not have."""
    empty = dict.fromkeys(("dateTime", "timeZone") if new.all_day else ("date",)) if clears else {}
    ends = {"start": new.start, "end": new.end}
    if new.all_day:
        return {name: {"date": end, **empty} for name, end in ends.items()}
    moments = {name: datetime.fromisoformat(end).astimezone(UTC) for name, end in ends.items()}
    return {name: {"dateTime": f"{at:%Y-%m-%dT%H:%M:%SZ}", **empty} for name, at in moments.items()}


def _reminders(given: Reminders | None) -> tuple[int, ...] | None:
    if given is None or given.use_default:
        return None
    return times.minutes([reminder.minutes for reminder in given.overrides if reminder.method == POPUP], all_day=False)
