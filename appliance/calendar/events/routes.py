"""REST endpoints of events."""

from typing import Annotated

from litestar import Response, Router, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import UNSET

from appliance.access.middleware import CurrentSession
from appliance.access.rights import CHANGE_OF_EVENT, DISPLAY
from appliance.calendar.events import actions
from appliance.calendar.events.models import Apply, Event, EventPatch, EventRule, NewEvent, Scope
from appliance.calendar.events.rules import requested_range
from appliance.calendar.provider_writes.service import EventWriter
from appliance.calendar.undo.models import UndoRequest
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done

Writer = NamedDependency[EventWriter]
Links = NamedDependency[actions.EventLinks]
From = Annotated[str, QueryParameter(name="from")]
To = Annotated[str, QueryParameter(name="to")]
MemberId = Annotated[str | None, QueryParameter(name="memberId")]
RequestedScope = Annotated[Scope, QueryParameter(name="scope")]
WithBirthdays = Annotated[bool, QueryParameter(name="birthdays")]
RequestedOccurrence = Annotated[str | None, QueryParameter(name="occurrence")]
RequestedApply = Annotated[Apply | None, QueryParameter(name="apply")]
CalendarId = Annotated[str | None, QueryParameter(name="calendarId")]


@get("/events", operation_id="listEvents", summary="What happens in a range", opt=DISPLAY | ETAG_BY_REV)
async def list_events(
    session: CurrentSession,
    event_links: Links,
    begin: From,
    end: To,
    member_id: MemberId = None,
    calendar_id: CalendarId = None,
    with_birthdays: WithBirthdays = False,
) -> list[Event]:
    """Every instance that ends after `from` and starts before `to`, by start; dates stand for UTC midnights.

    Each has the number of its linked open items and of its notes. Calendars that are switched off are left out.
    `memberId` keeps what is for that member. With `birthdays=true` the members' birthdays are among them, unless
    `birthdaysCalendar` of the settings is off: read-only all-day events with `birthday`, in the calendar `birthdays`.
    That is not in the list of calendars and its events are not stored, so they are only for clients that ask for them.
    """
    from_, to = requested_range(begin, end)
    return await session.json_answer(
        actions.between,
        from_,
        to,
        member_id or None,
        calendar_id or None,
        with_birthdays=with_birthdays,
        links=event_links,
    )


@post("/events", operation_id="createEvent", summary="Add an event", opt=DISPLAY)
async def create_event(session: CurrentSession, writer: Writer, data: JSONBody[NewEvent]) -> Response[Event]:
    """Timed ones are instants, all-day ones dates with an exclusive end. In a local calendar `rrule` makes a series.

    In a calendar at a provider it is created there first; 502 when that fails.
    """
    saved = await writer.create(session, data)
    return Response(saved.event, headers=_undo(saved.undo))


@get("/events/{event_id:str}", operation_id="getEvent", summary="One event", opt=DISPLAY | ETAG_BY_REV)
async def show_event(session: CurrentSession, event_id: FromPath[str]) -> Event:
    """A local series is shown by its first occurrence."""
    return actions.shown(session.read, event_id)


@get("/events/{event_id:str}/rule", operation_id="getEventRule", summary="How an event repeats", opt=DISPLAY)
async def show_event_rule(session: CurrentSession, writer: Writer, event_id: FromPath[str]) -> EventRule:
    """The rule of its series, also of one at a provider, whose events have `rrule: null`: the provider is asked.

    Its UNTIL is a local date there. null for an event that does not repeat, and for a series that is kept in a form
    that no rule says. 502 when the provider does not answer.
    """
    return EventRule(rrule=await writer.rule(session, event_id))


@patch("/events/{event_id:str}", operation_id="updateEvent", summary="Change an event", opt=CHANGE_OF_EVENT)
async def update_event(
    session: CurrentSession, writer: Writer, event_id: FromPath[str], data: JSONBody[EventPatch]
) -> Response[Event]:
    """Any subset of its properties; of a read-only event only members, category and travel.

    Of a local series `occurrence` names an occurrence by its `occurrenceStart`, and `apply` says what changes: `this`
    one, this one and the `following` ones, or `all` of them (the default: a series is changed as a whole). The answer
    is the event that has the changed occurrence now: with `this` a detached event, with `following` a new series.

    `scope` selects this occurrence of a synced event or its series. At a provider it is changed there first; 502 when
    that fails.
    """
    saved = await writer.edit(session, event_id, data)
    return Response(saved.event, headers=_undo(saved.undo))


@delete(
    "/events/{event_id:str}",
    operation_id="deleteEvent",
    summary="Remove an event",
    status_code=200,
    opt=CHANGE_OF_EVENT,
)
async def delete_event(
    session: CurrentSession,
    writer: Writer,
    event_id: FromPath[str],
    requested_scope: RequestedScope = "occurrence",
    occurrence: RequestedOccurrence = None,
    apply: RequestedApply = None,
) -> Response[Done]:
    """Its notes are removed too.

    A local series is removed as a whole, with the events detached from it; `occurrence` and `apply` name a part of it
    as for a change. `scope` selects an occurrence or the series of a synced one. A read-only event cannot be removed.
    At a provider it is removed there first; 502 when that fails.
    """
    undo = await writer.remove(session, event_id, requested_scope, occurrence or UNSET, apply or UNSET)
    return Response(Done(), headers=_undo(undo))


@post("/events/undo", operation_id="undoEventWrite", summary="Undo a change of events", status_code=200, opt=DISPLAY)
async def undo_event_write(session: CurrentSession, writer: Writer, data: JSONBody[UndoRequest]) -> Done:
    """Put back what one write changed, within 10 minutes and with the same key.

    `token` is the header `Mantel-Undo` of the answer to that write. 404 for an unknown token, 409 when the events were
    changed since.
    """
    await writer.undo(session, data.token)
    return Done()


def _undo(token: str | None) -> dict[str, str]:
    """The header with which a client can undo the write."""
    return {"Mantel-Undo": token} if token else {}


ROUTES = Router(
    path="/api",
    route_handlers=[
        list_events,
        create_event,
        show_event,
        show_event_rule,
        update_event,
        delete_event,
        undo_event_write,
    ],
    tags=["Events"],
)
