"""REST endpoints of calendars."""

from litestar import Response, Router, delete, get, patch, post
from litestar.params import FromPath, JSONBody
from msgspec import UNSET

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, DISPLAY
from appliance.calendar.calendars import actions, queries
from appliance.calendar.calendars.models import Calendar, CalendarPatch, NewCalendar
from appliance.calendar.sync.routes import Sync
from appliance.household.routes import Config
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done


@get("/calendars", operation_id="listCalendars", summary="Every calendar", opt=DISPLAY | ETAG_BY_REV)
async def list_calendars(session: CurrentSession) -> list[Calendar]:
    """By name; never with the address of a feed."""
    return queries.calendars(session.read)


@post("/calendars", operation_id="createCalendar", summary="Add a calendar", opt=ADMIN)
async def create_calendar(
    session: CurrentSession, config: Config, syncer: Sync, data: JSONBody[NewCalendar]
) -> Response[Calendar]:
    """A `local` one is stored here, an `ics` one follows the feed at `url`, others follow `remoteId` of `accountId`.

    `writable: false` forbids edits. An imported calendar that waits for this account is connected instead: 200. Admin.
    """
    existing = {calendar.id for calendar in queries.calendars(session.read)}
    calendar = await session.write(actions.add, data, config.allow_private_feed_urls)
    if calendar.id in existing:
        syncer.sync_soon(calendar.id)
    return Response(calendar, status_code=200 if calendar.id in existing else 201)


@patch("/calendars/{calendar_id:str}", operation_id="updateCalendar", summary="Change a calendar", opt=ADMIN)
async def update_calendar(
    session: CurrentSession, config: Config, syncer: Sync, calendar_id: FromPath[str], data: JSONBody[CalendarPatch]
) -> Calendar:
    """Any subset of name, color, memberIds, categoryId, enabled, url, declined and ownerEmail. Admin.

    A new `url`, `declined` or `ownerEmail` is synced at once.
    """
    calendar = await session.write(actions.edit, calendar_id, data, config.allow_private_feed_urls)
    if calendar.kind != "local" and {data.url, data.declined, data.owner_email} != {UNSET}:
        syncer.sync_soon(calendar_id)
    return calendar


@delete(
    "/calendars/{calendar_id:str}",
    operation_id="deleteCalendar",
    summary="Remove a calendar",
    status_code=200,
    opt=ADMIN,
)
async def delete_calendar(session: CurrentSession, calendar_id: FromPath[str]) -> Done:
    """Its events are removed too; nothing changes at its provider. Admin."""
    await session.write(actions.remove, calendar_id)
    return Done()


HANDLERS = [list_calendars, create_calendar, update_calendar, delete_calendar]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Calendars"])
