"""MCP tools for events."""

import re
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated
from zoneinfo import ZoneInfo

from msgspec import UNSET, Meta, field

from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.categories.tools import CategoryName
from appliance.calendar.events import actions, routes
from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.models import Apply, Event, EventPatch, NewEvent, Scope
from appliance.calendar.provider_writes.service import EventWriter
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Reader
from appliance.kernel.http.json_body import Done
from appliance.kernel.mcp_tool import Tool, named
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import ApiModel, Maybe, made
from appliance.people.tools import MemberName

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
CalendarName = Annotated[str, named("calendar", calendar_queries.calendars)]
Members = Annotated[list[MemberName], Meta(max_length=100)]
Bound = Annotated[str, Meta(description="YYYY-MM-DD, the household's day, or a date-time; local without an offset")]


class ListEvents(ApiModel, kw_only=True):
    """A range, both days included; today and a week on when it is left out."""

    begin: Bound | None = field(name="from", default=None)
    end: Bound | None = field(name="to", default=None)
    member_id: MemberName | None = field(name="member", default=None)
    calendar_id: CalendarName | None = None


class ReadEvent(ApiModel, kw_only=True):
    """An event."""

    id: str


class CreateEvent(NewEvent, kw_only=True):
    """An event to add, with names."""

    calendar_id: CalendarName
    all_day: bool = False
    member_ids: Members = field(name="members", default_factory=list)
    category_id: CategoryName | None = field(name="category", default=None)


class UpdateEvent(EventPatch, kw_only=True):
    """An event and what to change, with names."""

    id: str
    member_ids: Maybe[Members] = field(name="members", default=UNSET)
    category_id: Maybe[CategoryName | None] = field(name="category", default=UNSET)


class DeleteEvent(ApiModel, kw_only=True):
    """An event to remove, or with occurrence and apply a part of a local series; scope is for synced events."""

    id: str
    scope: Scope = "occurrence"
    occurrence: Maybe[str] = UNSET
    apply: Maybe[Apply] = UNSET


class SetEventCategory(ApiModel, kw_only=True):
    """An event and its category; without one, keywords and the calendar decide."""

    id: str
    category_id: CategoryName | None = field(name="category", default=None)
    scope: Scope = "occurrence"


class Events(ApiModel, kw_only=True):
    """Events by start; each occurrence of a series is one."""

    events: list[Event]


class OneEvent(ApiModel, kw_only=True):
    """An event as it is now."""

    event: Event


async def list_events(links: actions.EventLinks, session: Session, request: ListEvents) -> Events:
    """What happens in a range. Raises BadRequest."""
    begin, end = _range(session.read, request)
    return Events(events=await session.answer(_listed, links, begin, end, request.member_id, request.calendar_id))


def _listed(
    db: Reader,
    links: actions.EventLinks,
    begin: datetime,
    end: datetime,
    member_id: str | None,
    calendar_id: str | None,
) -> list[Event]:
    return links.with_counts(db, actions.between_moments(db, begin, end, member_id, calendar_id))


async def read_event(session: Session, request: ReadEvent) -> OneEvent:
    """One event. Raises NotFound."""
    return OneEvent(event=actions.shown(session.read, request.id))


async def create_event(writer: EventWriter, session: Session, request: CreateEvent) -> OneEvent:
    """Add an event or a series, at its provider first. Raises BadRequest, BadGateway."""
    return OneEvent(event=(await writer.create(session, made(NewEvent, request))).event)


async def update_event(writer: EventWriter, session: Session, request: UpdateEvent) -> OneEvent:
    """Change an event, at its provider first. Raises NotFound, BadRequest, BadGateway."""
    return OneEvent(event=(await writer.edit(session, request.id, made(EventPatch, request))).event)


async def delete_event(writer: EventWriter, session: Session, request: DeleteEvent) -> Done:
    """Remove an event with its notes, at its provider first. Raises NotFound, BadRequest, BadGateway."""
    await writer.remove(session, request.id, request.scope, request.occurrence, request.apply)
    return Done()


async def set_event_category(writer: EventWriter, session: Session, request: SetEventCategory) -> OneEvent:
    """Give an event a category, or take it away. Raises NotFound, BadRequest. (contract: MCP tools)"""
    return OneEvent(event=(await writer.edit(session, request.id, made(EventPatch, request))).event)


def _range(db: Reader, request: ListEvents) -> tuple[datetime, datetime]:
    """The requested range as instants: dates are the household's days, the last one included. Raises BadRequest."""
    begin, _ = _moments(request.begin or db.today.isoformat(), "from", db.zone)
    _, end = _moments(request.end or (begin.astimezone(db.zone).date() + WEEK).isoformat(), "to", db.zone)
    return event_rules.requested_range(instant(begin), instant(end))


def _moments(text: str, at: str, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Begin and end of a date (a day of the household) or of a date-time (one moment). Raises BadRequest."""
    moment = event_rules.requested_instant(text, at)
    _, timed, time = text.partition("T")
    if timed and re.search(r"[Z+ -]", time):
        return moment, moment
    local = moment.replace(tzinfo=zone)
    return local, local if timed else local + DAY


def tools(writer: EventWriter, links: actions.EventLinks) -> list[Tool]:
    """The tools; `writer` creates, changes and removes events of every kind of calendar."""
    return [
        Tool(
            name="list_events",
            description="What happens in a range of days (today and a week on unless given), each occurrence of a"
            " series by itself. member keeps what is for one member.",
            run=partial(list_events, links),
            route=routes.list_events,
            read_only=True,
        ),
        Tool(
            name="get_event",
            description="One event; a local series is shown by its first occurrence.",
            run=read_event,
            route=routes.show_event,
            read_only=True,
        ),
        Tool(
            name="create_event",
            description="Add an event to a writable calendar. Timed ones take instants like 2026-09-24T14:00:00Z,"
            " all-day ones dates with an exclusive end; rrule (as FREQ=WEEKLY;BYDAY=TU) makes a series. reminders"
            " are minutes before it: null for the household's default, [] for none.",
            run=partial(create_event, writer),
            route=routes.create_event,
            idempotent=False,
            open_world=True,
        ),
        Tool(
            name="update_event",
            description="Change an event; id of a local series is that of the whole series, which is changed as a whole"
            " unless apply says this or following, from the occurrenceStart that occurrence names. Of a read-only event"
            " only members, category and travel can be changed; scope says whether of its whole series.",
            run=partial(update_event, writer),
            route=routes.update_event,
            open_world=True,
        ),
        Tool(
            name="delete_event",
            description="Remove an event with its notes; a local series as a whole unless apply says this or following,"
            " from the occurrenceStart that occurrence names."
            " A read-only event cannot be removed.",
            run=partial(delete_event, writer),
            route=routes.delete_event,
            destructive=True,
            open_world=True,
        ),
        Tool(
            name="set_event_category",
            description="Give an event a category by name or id. Without one the explicit category is removed, so"
            " that keywords and the calendar decide. scope series means every occurrence of a synced series.",
            run=partial(set_event_category, writer),
            route=routes.update_event,
        ),
    ]
