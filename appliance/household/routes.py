"""REST endpoints of the household: settings, appearance, and the state of the server."""

import msgspec
from litestar import Router, get, patch
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import UNSET

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, DISPLAY, DISPLAY_WITH_PIN, PUBLIC
from appliance.household import queries
from appliance.household.models import Appearance, Health, HostEvent, Me, Rev, Settings, SettingsPatch
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.server_sent_events import ChangeStreamResponse, ChangeStreams
from appliance.kernel.version import version
from appliance.settings import Settings as Configuration
from appliance.transfer import zone

Config = NamedDependency[Configuration]


@get("/health", operation_id="getHealth", summary="Is the server healthy?", opt=PUBLIC)
async def health(session: CurrentSession) -> Health:
    """`ok` while the database can be read. Public."""
    return Health(ok=queries.is_readable(session.read))


@get("/appearance", operation_id="getAppearance", summary="How the screen should look", opt=PUBLIC | ETAG_BY_REV)
async def appearance(session: CurrentSession) -> Appearance:
    """Theme, colours and sizes, for a client that has no key yet. Public."""
    return msgspec.convert(queries.settings(session.read), Appearance, from_attributes=True)


@get("/me", operation_id="getMe", summary="Who am I?", opt=DISPLAY | ETAG_BY_REV)
async def me(session: CurrentSession, config: Config) -> Me:
    """The caller's scope, key name and kind, and the server's version."""
    portal = config.host_portal_url or UNSET
    return Me(
        scope=session.caller.scope,  # type: ignore[arg-type]
        key_name=session.caller.name,
        kind=session.caller.kind,  # type: ignore[arg-type]
        version=version(),
        host_portal_url=portal,
    )


@get("/rev", operation_id="getRev", summary="Has anything changed?", opt=DISPLAY | ETAG_BY_REV)
async def rev(session: CurrentSession) -> Rev:
    """A counter that every write increases; clients poll it and read again when it has changed."""
    return Rev(rev=session.rev)


@get(
    "/live",
    operation_id="followChanges",
    summary="Follow changes as they happen",
    media_type="text/event-stream",
    opt=DISPLAY,
)
async def stream_changes(change_streams: NamedDependency[ChangeStreams]) -> ChangeStreamResponse:
    """An event stream (SSE): `id: <rev>` and `data: {"rev": n}` whenever rev changes, and a comment as keep-alive.

    The first event is sent at once, unless `Last-Event-ID` is the current rev. 429 when too many are open: poll then.
    """
    return ChangeStreamResponse(change_streams)


@get("/settings", operation_id="getSettings", summary="Household settings", opt=DISPLAY | ETAG_BY_REV)
async def settings(session: CurrentSession) -> Settings:
    """All of them, defaults filled in."""
    return queries.settings(session.read)


@patch("/settings", operation_id="updateSettings", summary="Change household settings", opt=DISPLAY_WITH_PIN)
async def change_settings(session: CurrentSession, data: JSONBody[SettingsPatch]) -> Settings:
    """Any subset; the answer has all settings. A display needs the PIN, where one is set.

    In another time zone repeating local events and chores keep their weekdays and times of day.
    """
    return await session.write(zone.change_settings, data)


@get("/host-events", operation_id="listHostEvents", summary="The hosting operator's log", opt=ADMIN)
async def host_events(session: CurrentSession) -> list[HostEvent]:
    """The last hundred entries, newest first. Mantel itself writes none. Admin."""
    return queries.host_events(session.read)


HANDLERS = [health, appearance, me, rev, stream_changes, settings, change_settings, host_events]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Household"])
