"""MCP tools for events."""

import re
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated
from zoneinfo import ZoneInfo

from msgspec import UNSET, Meta, UnsetType, field

from appliance.calendar.calendars import queries as calendars
from appliance.calendar.categories.tools import CategoryName, named
from appliance.calendar.events import actions, routes
from appliance.calendar.events import rules as times
from appliance.calendar.events.models import (
    Apply,
    Description,
    Event,
    EventPatch,
    Location,
    NewEvent,
    Reminders,
    Scope,
    Title,
    TravelMinutes,
)
from appliance.calendar.provider_writes.service import EventWriter
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Reader
from appliance.kernel.http.json_body import Done
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import ApiModel, Maybe
from appliance.kernel.text.name_lookup import find_id
from appliance.people import queries as people

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
EventId = Annotated[str, Meta(description="An event's id; of a repeating local event that of the whole series")]
MemberName = Annotated[str, Meta(description="A member's id or name")]
CalendarName = Annotated[str, Meta(description="A calendar's id or name")]
OccurrenceName = Annotated[str, Meta(description="The occurrenceStart of the occurrence that is meant")]
Members = Annotated[list[MemberName], Meta(max_length=100)]
Moment = Annotated[
    str, Meta(description="An instant like 2026-09-24T14:00:00Z, or YYYY-MM-DD for an all-day event (end exclusive)")
]
Rule = Annotated[str, Meta(description="An RRULE value of RFC 5545, such as FREQ=WEEKLY;BYDAY=TU")]
Bound = Annotated[str, Meta(description="YYYY-MM-DD, the household's day, or a date-time; local without an offset")]


class ListEvents(ApiModel, kw_only=True):
    """A range, both days included; today and a week on when it is left out."""

    begin: Bound | None = field(name="from", default=None)
    end: Bound | None = field(name="to", default=None)
    member: MemberName | None = None
    calendar_id: CalendarName | None = None


class ReadEvent(ApiModel, kw_only=True):
    """An event."""

    id: EventId


class CreateEvent(ApiModel, kw_only=True):
    """An event to add. reminders are minutes before it: null for the household's default, [] for none."""

    calendar_id: CalendarName
    title: Title
    start: Moment
    end: Moment
    all_day: bool = False
    location: Location = ""
    description: Description = ""
    members: Members = field(default_factory=list)
    rrule: Rule | None = None
    reminders: Reminders | None = None
    travel_minutes: TravelMinutes | None = None
    remind_before_leave: bool = False
    countdown: bool = False


class UpdateEvent(ApiModel, kw_only=True):
    """An event and what to change. scope says whether members of a synced event apply to its whole series.

    Of a local series occurrence and apply choose this occurrence, this and the following ones, or all (the default).
    """

    id: EventId
    title: Maybe[Title] = UNSET
    start: Maybe[Moment] = UNSET
    end: Maybe[Moment] = UNSET
    all_day: Maybe[bool] = UNSET
    location: Maybe[Location] = UNSET
    description: Maybe[Description] = UNSET
    members: Maybe[Members] = UNSET
    rrule: Maybe[Rule | None] = UNSET
    reminders: Maybe[Reminders | None] = UNSET
    travel_minutes: Maybe[TravelMinutes | None] = UNSET
    remind_before_leave: Maybe[bool] = UNSET
    countdown: Maybe[bool] = UNSET
    scope: Scope = "occurrence"
    occurrence: Maybe[OccurrenceName] = UNSET
    apply: Maybe[Apply] = UNSET


class DeleteEvent(ApiModel, kw_only=True):
    """An event to remove, or with occurrence and apply a part of a local series; scope is for synced events."""

    id: EventId
    scope: Scope = "occurrence"
    occurrence: Maybe[OccurrenceName] = UNSET
    apply: Maybe[Apply] = UNSET


class SetEventCategory(ApiModel, kw_only=True):
    """An event and its category; without one, keywords and the calendar decide."""

    id: EventId
    category: CategoryName | None = None
    scope: Scope = "occurrence"


class Events(ApiModel, kw_only=True):
    """Events by start; each occurrence of a series is one."""

    events: list[Event]


class OneEvent(ApiModel, kw_only=True):
    """An event as it is now."""

    event: Event


async def list_events(links: actions.EventLinks, session: Session, request: ListEvents) -> Events:
    """What happens in a range. Raises BadRequest."""
    db = session.read
    begin, end = _range(db, request)
    member_id = None if request.member is None else _member(db, request.member)
    calendar_id = _calendar(db, request.calendar_id) if request.calendar_id else None
    return Events(events=await session.answer(_listed, links, begin, end, member_id, calendar_id))


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
    member_ids = [_member(session.read, name) for name in request.members]
    new = NewEvent(
        calendar_id=_calendar(session.read, request.calendar_id),
        title=request.title,
        start=request.start,
        end=request.end,
        all_day=request.all_day,
        location=request.location,
        description=request.description,
        member_ids=member_ids,
        rrule=request.rrule,
        category_id=None,
        reminders=request.reminders,
        travel_minutes=request.travel_minutes,
        remind_before_leave=request.remind_before_leave,
        countdown=request.countdown,
    )
    return OneEvent(event=(await writer.create(session, new)).event)


async def update_event(writer: EventWriter, session: Session, request: UpdateEvent) -> OneEvent:
    """Change an event, at its provider first. Raises NotFound, BadRequest, BadGateway."""
    members = request.members
    member_ids = members if isinstance(members, UnsetType) else [_member(session.read, name) for name in members]
    patch = EventPatch(
        title=request.title,
        start=request.start,
        end=request.end,
        all_day=request.all_day,
        location=request.location,
        description=request.description,
        rrule=request.rrule,
        reminders=request.reminders,
        member_ids=member_ids,
        category_id=UNSET,
        travel_minutes=request.travel_minutes,
        remind_before_leave=request.remind_before_leave,
        countdown=request.countdown,
        scope=request.scope,
        occurrence=request.occurrence,
        apply=request.apply,
    )
    return OneEvent(event=(await writer.edit(session, request.id, patch)).event)


async def delete_event(writer: EventWriter, session: Session, request: DeleteEvent) -> Done:
    """Remove an event with its notes, at its provider first. Raises NotFound, BadRequest, BadGateway."""
    await writer.remove(session, request.id, request.scope, request.occurrence, request.apply)
    return Done()


async def set_event_category(writer: EventWriter, session: Session, request: SetEventCategory) -> OneEvent:
    """Give an event a category, or take it away. Raises NotFound, BadRequest. (contract: MCP tools)"""
    category_id = None if request.category is None else named(session.read, request.category)
    saved = await writer.edit(session, request.id, EventPatch(category_id=category_id, scope=request.scope))
    return OneEvent(event=saved.event)


def _range(db: Reader, request: ListEvents) -> tuple[datetime, datetime]:
    """The requested range as instants: dates are the household's days, the last one included. Raises BadRequest."""
    begin, _ = _moments(request.begin or db.today.isoformat(), "from", db.zone)
    _, end = _moments(request.end or (begin.astimezone(db.zone).date() + WEEK).isoformat(), "to", db.zone)
    return times.requested_range(instant(begin), instant(end))


def _moments(text: str, at: str, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Begin and end of a date (a day of the household) or of a date-time (one moment). Raises BadRequest."""
    moment = times.requested_instant(text, at)
    _, timed, time = text.partition("T")
    if timed and re.search(r"[Z+ -]", time):
        return moment, moment
    local = moment.replace(tzinfo=zone)
    return local, local if timed else local + DAY


def _member(db: Reader, wanted: str) -> str:
    return find_id("member", wanted, [(person.id, person.name) for person in people.people(db)])


def _calendar(db: Reader, wanted: str) -> str:
    return find_id("calendar", wanted, [(each.id, each.name) for each in calendars.calendars(db)])


EVENT = "/api/events/{id}"


def tools(writer: EventWriter, links: actions.EventLinks) -> list[Tool]:
    """The tools; `writer` creates, changes and removes events of every kind of calendar."""
    return [
        Tool(
            name="list_events",
            description="What happens in a range of days (today and a week on unless given), each occurrence of a"
            " series by itself. member keeps what is for one member.",
            request=ListEvents,
            answer=Events,
            run=partial(list_events, links),
            route=routes.list_events,
            read_only=True,
        ),
        Tool(
            name="get_event",
            description="One event; a local series is shown by its first occurrence.",
            request=ReadEvent,
            answer=OneEvent,
            run=read_event,
            route=routes.show_event,
            read_only=True,
        ),
        Tool(
            name="create_event",
            description="Add an event to a writable calendar (id or name). Timed ones take instants, all-day ones dates"
            " with an exclusive end; rrule makes a series.",
            request=CreateEvent,
            answer=OneEvent,
            run=partial(create_event, writer),
            route=routes.create_event,
            idempotent=False,
            open_world=True,
        ),
        Tool(
            name="update_event",
            description="Change an event; a local series is changed as a whole unless apply says this or following. Of"
            " a read-only event only members and travel can be changed.",
            request=UpdateEvent,
            answer=OneEvent,
            run=partial(update_event, writer),
            route=routes.update_event,
            open_world=True,
        ),
        Tool(
            name="delete_event",
            description="Remove an event with its notes; a local series as a whole unless apply says this or following."
            " A read-only event cannot be removed.",
            request=DeleteEvent,
            answer=Done,
            run=partial(delete_event, writer),
            route=routes.delete_event,
            destructive=True,
            open_world=True,
        ),
        Tool(
            name="set_event_category",
            description="Give an event a category by name or id. Without one the explicit category is removed, so"
            " that keywords and the calendar decide. scope series means every occurrence of a synced series.",
            request=SetEventCategory,
            answer=OneEvent,
            run=partial(set_event_category, writer),
            route=routes.update_event,
        ),
    ]
