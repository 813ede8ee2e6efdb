"""MCP tools for events."""

import re
from datetime import datetime, timedelta
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
from appliance.kernel.mcp_tool import Tool, named, tool
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


class CreateEvent(NewEvent, kw_only=True):
    """An event to add, with names. Without a calendar it goes to the one that suits its people."""

    calendar_id: CalendarName | None = None  # type: ignore[assignment]
    all_day: bool = False
    member_ids: Members = field(name="members", default_factory=list)
    category_id: CategoryName | None = field(name="category", default=None)


class UpdateEvent(EventPatch, kw_only=True):
    """Changes of an event, with names."""

    member_ids: Maybe[Members] = field(name="members", default=UNSET)
    category_id: Maybe[CategoryName | None] = field(name="category", default=UNSET)


@tool(routes.list_events, answers="events", read_only=True)
async def list_events(links: actions.EventLinks, session: Session, request: ListEvents) -> list[Event]:
    """What happens in a range of days (today and a week on unless given), each occurrence of a
    series by itself. member keeps what is for one member.
    """
    begin, end = _range(session.read, request)

    def read(db: Reader) -> list[Event]:
        return links.with_counts(db, actions.between_moments(db, begin, end, request.member_id, request.calendar_id))

    return await session.answer(read)


@tool(routes.show_event, answers="event", read_only=True)
async def get_event(session: Session, id: str) -> Event:
    """One event; a local series is shown by its first occurrence."""
    return actions.shown(session.read, id)


@tool(routes.create_event, answers="event", idempotent=False, open_world=True)
async def create_event(writer: EventWriter, session: Session, request: CreateEvent) -> Event:
    """Add an event to a writable calendar, by default the one that suits its members. Timed ones take
    instants like 2026-09-24T14:00:00Z, all-day ones dates with an exclusive end; rrule (as
    FREQ=WEEKLY;BYDAY=TU) makes a series. reminders are minutes before it: null for the household's
    default, [] for none.
    """
    chosen = request.calendar_id or actions.suiting_calendar(session.read, request.member_ids)
    return (await writer.create(session, made(NewEvent, request, calendar_id=chosen))).event


@tool(routes.update_event, answers="event", open_world=True)
async def update_event(writer: EventWriter, session: Session, id: str, patch: UpdateEvent) -> Event:
    """Change an event; id of a local series is that of the whole series, which is changed as a whole
    unless apply says this or following, from the occurrenceStart that occurrence names. Of a read-only event
    only members, category and travel can be changed; scope says whether of its whole series.
    """
    return (await writer.edit(session, id, patch)).event


@tool(routes.delete_event, destructive=True, open_world=True)
async def delete_event(
    writer: EventWriter,
    session: Session,
    id: str,
    scope: Scope = "occurrence",
    occurrence: Maybe[str] = UNSET,
    apply: Maybe[Apply] = UNSET,
) -> None:
    """Remove an event with its notes; a local series as a whole unless apply says this or following,
    from the occurrenceStart that occurrence names. A read-only event cannot be removed.
    """
    await writer.remove(session, id, scope, occurrence, apply)


@tool(routes.update_event, answers="event")
async def set_event_category(
    writer: EventWriter,
    session: Session,
    id: str,
    category: CategoryName | None = None,
    scope: Scope = "occurrence",
) -> Event:
    """Give an event a category by name or id. Without one the explicit category is removed, so
    that keywords and the calendar decide. scope series means every occurrence of a synced series.
    """
    return (await writer.edit(session, id, EventPatch(category_id=category, scope=scope))).event


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
        list_events.using(links),
        get_event,
        create_event.using(writer),
        update_event.using(writer),
        delete_event.using(writer),
        set_event_category.using(writer),
    ]
