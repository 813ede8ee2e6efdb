"""Microsoft's events, read and written: the parts of Graph v1.0 that are used here."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, tzinfo
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET, UnsetType

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.hosted import times
from appliance.calendar.providers.hosted.caller import PathQuery
from appliance.calendar.providers.ics.vevents import UNTITLED
from appliance.calendar.providers.models import Edit, RemoteCalendar

T = TypeVar("T")
# Times in UTC and bodies without markup, so that neither has to be guessed.
PREFER = 'outlook.timezone="UTC", outlook.body-content-type="text"'
PREFER_MARKUP = 'outlook.timezone="UTC", outlook.body-content-type="html"'
SERIES = "seriesMaster"


class When(msgspec.Struct, kw_only=True, rename="camel"):
    """A time without an offset, and its zone."""

    date_time: str
    time_zone: str | None = None


class Body(msgspec.Struct, kw_only=True):
    """The text of an event."""

    content: str | None = None


class Place(msgspec.Struct, kw_only=True, rename="camel"):
    """Where an event is."""

    display_name: str | None = None


class Response(msgspec.Struct, kw_only=True):
    """What the calendar's owner answered to an invitation."""

    response: str | None = None


class Event(msgspec.Struct, kw_only=True, rename="camel"):
    """An event in Graph: a single one, a series, an occurrence of one, or a changed occurrence (`exception`).

    Of an occurrence among changes only the ids are certain; of one that was removed only its own.
    """

    id: str
    type: str | None = "singleInstance"
    series_master_id: str | None = None
    subject: str | None = None
    body: Body | None = None
    location: Place | None = None
    start: When | None = None
    end: When | None = None
    original_start_time_zone: str | None = None
    is_all_day: bool | None = False
    response_status: Response | None = None
    is_reminder_on: bool | None = None
    reminder_minutes_before_start: int | None = None
    removed: object = msgspec.field(default=UNSET, name="@removed")

    @property
    def is_removed(self) -> bool:
        """Whether a change reports its removal."""
        return self.removed is not UNSET

    @property
    def series(self) -> str:
        """The id of the series that it is or belongs to; empty for a single event and for a removed one."""
        own = self.id if self.type == SERIES else ""
        return "" if self.is_removed else self.series_master_id or own


class Page(msgspec.Struct, Generic[T], kw_only=True):
    """One page of events or of calendars. `more` links to the next page, `delta` to the changes from now on."""

    items: list[T] = msgspec.field(default_factory=list, name="value")
    more: str = msgspec.field(default="", name="@odata.nextLink")
    delta: str = msgspec.field(default="", name="@odata.deltaLink")

    @property
    def token(self) -> str:
        """The link to the changes, on the last page."""
        return local_link(self.delta)

    @property
    def writable(self) -> None:
        """A list of events does not say it."""

    def following(self, path: str, query: Mapping[str, str]) -> PathQuery | None:
        """See Page of `hosted.caller`. A link is followed at our own base, wherever it points."""
        return (local_link(self.more), {}) if self.more else None


class Entry(msgspec.Struct, kw_only=True, rename="camel"):
    """One of an account's calendars."""

    id: str
    name: str | None = None
    hex_color: str | None = None
    can_edit: bool | None = None

    @property
    def calendar(self) -> RemoteCalendar:
        """The calendar."""
        name, writable = self.name or self.id, self.can_edit is not False
        return RemoteCalendar(remote_id=self.id, name=name, color=self.hex_color or UNSET, writable=writable)


def local_link(link: str) -> str:
    """The path and query of a link of Graph, to be requested at the configured base; empty for any other link."""
    parts = urlsplit(link)
    path = parts.path[parts.path.find("/v1.0/") :] if "/v1.0/" in parts.path else ""
    return f"{path}?{parts.query}" if path else ""


def occurrence(event: Event, household: tzinfo) -> Occurrence:
    """An event, or one of a series, as it is stored. Raises ValueError when its times cannot be read."""
    if event.start is None or event.end is None:
        raise ValueError("an event without times")
    start, end, all_day = _times(event.start, event.end, event, household)
    return Occurrence(
        external_id=event.id,
        series_id=event.series_master_id or None,
        title=(event.subject or "").strip() or UNTITLED,
        start=start,
        end=end,
        all_day=all_day,
        location=(event.location and event.location.display_name) or None,
        description=((event.body and event.body.content) or "").replace("\r\n", "\n").strip() or None,
        reminders=_reminders(event),
        declined=event.response_status is not None and event.response_status.response == "declined",
    )


def body(edit: Edit) -> dict[str, Any]:
    """The body that changes these fields of an event, or creates it."""
    fields: dict[str, Any] = {}
    if not isinstance(edit.title, UnsetType):
        fields["subject"] = edit.title
    if not isinstance(edit.times, UnsetType):
        start, end = (_when(text, edit.times.all_day) for text in (edit.times.start, edit.times.end))
        fields |= {"isAllDay": edit.times.all_day, "start": start, "end": end}
    if not isinstance(edit.location, UnsetType):
        fields["location"] = {"displayName": edit.location or ""}
    if not isinstance(edit.description, UnsetType):
        fields["body"] = {"contentType": "text", "content": edit.description or ""}
    if not isinstance(edit.reminders, UnsetType):
        fields |= reminder(edit.reminders)
    return fields


def reminder(requested: tuple[int, ...] | None) -> dict[str, Any]:
    """The one reminder an event of Graph has: the first requested, or none; None leaves it. (contract §27.3)

    Raises BadRequest.
    """
    times.check_before_start(requested, "Microsoft")
    if requested is None:
        return {}
    if not requested:
        return {"isReminderOn": False}
    return {"isReminderOn": True, "reminderMinutesBeforeStart": requested[0]}


def _times(start: When, end: When, event: Event, household: tzinfo) -> tuple[str, str, bool]:
    first = times.at(start.date_time, start.time_zone, household)
    after = times.at(end.date_time, end.time_zone, household)
    if not event.is_all_day:
        return *times.timed(first, after), False
    return *times.whole_days(_day(first, event), _day(after, event)), True


def _day(midnight: datetime, event: Event) -> date:
    """The day an all-day event begins or ends at; a midnight of another zone is converted back to that zone."""
    if (midnight.hour, midnight.minute) == (0, 0) or not event.original_start_time_zone:
        return midnight.date()
    zone = times.KNOWN_ZONES.named(event.original_start_time_zone)
    return midnight.astimezone(zone).date() if zone else midnight.date()


def _when(text: str, all_day: bool) -> dict[str, str]:
    if all_day:
        return {"dateTime": f"{text}T00:00:00", "timeZone": "UTC"}
    moment = datetime.fromisoformat(text).astimezone(UTC)
    return {"dateTime": moment.strftime("%Y-%m-%dT%H:%M:%S"), "timeZone": "UTC"}


def _reminders(event: Event) -> tuple[int, ...] | None:
    if event.is_reminder_on is None:
        return None
    if not event.is_reminder_on:
        return ()
    return times.minutes([event.reminder_minutes_before_start or 0], all_day=bool(event.is_all_day))
