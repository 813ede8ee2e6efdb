"""REST endpoints of events."""

from datetime import datetime
from typing import Annotated

from litestar import delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.calendar.events import actions
from appliance.calendar.events.models import Event, EventPatch, NewEvent, Scope
from appliance.calendar.events.rules import requested_range
from appliance.calendar.provider_writes.service import EventWriter
from appliance.kernel.database.transactions import Reader
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.kernel.http.route_group import RouteGroup

Writer = NamedDependency[EventWriter]
Links = NamedDependency[actions.EventLinks]
From = Annotated[str, QueryParameter(name="from")]
To = Annotated[str, QueryParameter(name="to")]
MemberId = Annotated[str | None, QueryParameter(name="memberId")]
RequestedScope = Annotated[Scope, QueryParameter(name="scope")]
CalendarId = Annotated[str | None, QueryParameter(name="calendarId")]


@get("/events", operation_id="listEvents", summary="What happens in a range", opt=ETAG_BY_REV)
async def list_events(
    session: CurrentSession,
    event_links: Links,
    begin: From,
    end: To,
    member_id: MemberId = None,
    calendar_id: CalendarId = None,
) -> list[Event]:
    """Every instance that ends after `from` and starts before `to`, by start; dates stand for UTC midnights.

    Each has the number of its linked open items and of its notes. Calendars that are switched off are left out.
    `memberId` keeps what is for that member.
    """
    from_, to = requested_range(begin, end)
    return await session.json_answer(listed, event_links, from_, to, member_id or None, calendar_id or None)


def listed(
    db: Reader,
    event_links: actions.EventLinks,
    begin: datetime,
    end: datetime,
    member_id: str | None,
    calendar_id: str | None,
) -> list[Event]:
    """The events of a range with their counts."""
    return event_links.with_counts(db, actions.between(db, begin, end, member_id, calendar_id))


@post("/events", operation_id="createEvent", summary="Add an event")
async def create_event(session: CurrentSession, writer: Writer, data: JSONBody[NewEvent]) -> Event:
    """Timed ones are instants, all-day ones dates with an exclusive end. In a local calendar `rrule` makes a series.

    In a calendar at a provider it is created there first; 502 when that fails.
    """
    return await writer.create(session, data)


@get("/events/{event_id:str}", operation_id="getEvent", summary="One event", opt=ETAG_BY_REV)
async def show_event(session: CurrentSession, event_id: FromPath[str]) -> Event:
    """A local series is shown by its first occurrence."""
    return actions.shown(session.read, event_id)


@patch("/events/{event_id:str}", operation_id="updateEvent", summary="Change an event")
async def update_event(
    session: CurrentSession, writer: Writer, event_id: FromPath[str], data: JSONBody[EventPatch]
) -> Event:
    """Any subset of its properties; of a read-only event only members, category and travel.

    `scope` selects this occurrence of a synced event or its series; a local series is always changed as a whole. At a
    provider it is changed there first; 502 when that fails.
    """
    return await writer.edit(session, event_id, data)


@delete("/events/{event_id:str}", operation_id="deleteEvent", summary="Remove an event", status_code=200)
async def delete_event(
    session: CurrentSession, writer: Writer, event_id: FromPath[str], requested_scope: RequestedScope = "occurrence"
) -> Done:
    """Its notes are removed too.

    A local series is removed as a whole; `scope` selects an occurrence or the series of a synced one. A read-only event
    cannot be removed. At a provider it is removed there first; 502 when that fails.
    """
    await writer.remove(session, event_id, requested_scope)
    return Done()


ROUTES = RouteGroup(route_handlers=[list_events, create_event, show_event, update_event, delete_event], tags=["Events"])
