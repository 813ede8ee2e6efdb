"""The route table: where the endpoints are, and the Litestar applications that answer them."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from itertools import chain
from typing import Any, cast

import msgspec
from litestar import Litestar, Response, get
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from appliance.access.middleware import session
from appliance.access.models import SetupCode
from appliance.access.rules import NAVIGATION, PUBLIC, PUBLISHED_FEED
from appliance.api_document import api_document
from appliance.backups.service import BackupService
from appliance.calendar.accounts.service import Accounts
from appliance.calendar.events.actions import EventLinks
from appliance.calendar.oauth_client.service import Consents
from appliance.calendar.provider_writes.service import EventWriter
from appliance.calendar.published_feeds.service import Publisher
from appliance.calendar.sync.service import Syncer
from appliance.kernel.errors import ApiError
from appliance.kernel.http.asgi import App
from appliance.kernel.http.error_handlers import api_error_handler, http_error_handler, unexpected_error_handler
from appliance.kernel.http.json_body import BODY_LIMIT, JsonBody
from appliance.kernel.http.openapi import with_errors, with_security, with_unique_titles
from appliance.kernel.http.openapi_3_0 import as_3_0
from appliance.kernel.http.route_group import RouteGroup
from appliance.kernel.http.server_sent_events import ChangeStreams
from appliance.network.presence import Presence
from appliance.notifications.push.service import Pusher
from appliance.photos.service import PhotoLibrary
from appliance.settings import Settings
from appliance.wall.kiosk_ipc import KioskConnection
from appliance.weather.service import Forecaster

# The modules with endpoints, each with the areas of its paths. A module is imported at the first request to one of
# them. The OpenAPI document has them in this order.
MODULES: Mapping[str, Sequence[str]] = {
    "appliance.household.routes": [
        "/api/health",
        "/api/appearance",
        "/api/me",
        "/api/rev",
        "/api/settings",
        "/api/host-events",
    ],
    "appliance.people.routes": ["/api/members"],
    "appliance.access.routes": ["/api/keys", "/api/setup"],
    "appliance.access.navigation.routes": ["/api/keys"],
    "appliance.access.pairing.routes": ["/api/pair"],
    "appliance.access.passkeys.routes": ["/api/passkeys", "/api/sessions"],
    "appliance.access.recovery.routes": ["/api/recovery-codes", "/api/recovery"],
    "appliance.access.lock.routes": ["/api/settings", "/api/unlock"],
    "appliance.access.oauth_server.routes": [
        "/api/authorizations",
        "/.well-known/oauth-protected-resource",
        "/.well-known/openid-configuration",
        "/.well-known/oauth-authorization-server",
        "/oauth/register",
        "/oauth/authorize",
        "/oauth/token",
        "/oauth/revoke",
    ],
    "appliance.calendar.categories.routes": ["/api/categories"],
    "appliance.calendar.accounts.routes": ["/api/accounts"],
    "appliance.calendar.oauth_client.routes": ["/api/providers", "/api/oauth"],
    "appliance.photos.routes": ["/api/photos"],
    "appliance.photos.albums.routes": ["/api/albums"],
    "appliance.calendar.calendars.routes": ["/api/calendars"],
    "appliance.calendar.sync.routes": ["/api/calendars"],
    "appliance.calendar.events.routes": ["/api/events"],
    "appliance.calendar.countdowns.routes": ["/api/countdowns"],
    "appliance.calendar.published_feeds.routes": ["/api/feeds", "/api/feed"],
    "appliance.lists.routes": ["/api/lists", "/api/events"],
    "appliance.notes.routes": ["/api/notes"],
    "appliance.chores.routes": ["/api/chores"],
    "appliance.chores.away.routes": ["/api/away"],
    "appliance.chores.approval.routes": ["/api/chores"],
    "appliance.points.routes": ["/api/leaderboard", "/api/members", "/api/chores"],
    "appliance.points.awards.routes": ["/api/points"],
    "appliance.stickers.routes": ["/api/stickers"],
    "appliance.rewards.catalogue.routes": ["/api/rewards"],
    "appliance.rewards.redemptions.routes": ["/api/rewards"],
    "appliance.rewards.goals.routes": ["/api/goals", "/api/members", "/api/family-goal"],
    "appliance.rewards.weekly.routes": ["/api/weekly-summary"],
    "appliance.weather.routes": ["/api/weather", "/api/geocode"],
    "appliance.snapshot.routes": ["/api/snapshot"],
    "appliance.board.routes": ["/api/board"],
    "appliance.search.routes": ["/api/search"],
    "appliance.notifications.feed.routes": ["/api/notifications", "/api/notify"],
    "appliance.notifications.push.routes": ["/api/push"],
    "appliance.webhooks.routes": ["/api/webhooks"],
    "appliance.backups.routes": ["/api/backups"],
    "appliance.transfer.routes": ["/api/export", "/api/import"],
    "appliance.network.routes": ["/api/home"],
    "appliance.wall.routes": ["/api/wall"],
    "appliance.kernel.http.server_sent_events": ["/api/live"],
}
DOCUMENT = "/openapi.json"


AREAS = {DOCUMENT, *chain.from_iterable(MODULES.values())}


class Services(msgspec.Struct, frozen=True, kw_only=True):
    """What an endpoint may ask for beside its session, by the name of its parameter."""

    config: Settings
    syncer: Syncer
    forecaster: Forecaster
    accounts: Accounts
    consents: Consents
    writer: EventWriter
    event_links: EventLinks
    publisher: Publisher
    change_streams: ChangeStreams
    backups: BackupService
    pusher: Pusher
    presence: Presence
    setup_code: SetupCode
    kiosk: KioskConnection
    photos: PhotoLibrary


AppFactory = Callable[[RouteGroup], App]


def create_apps(services: Services) -> AppFactory:
    """What makes the application of a route group, whose endpoints get these services."""
    return litestar_apps({name: _provider(getattr(services, name)) for name in services.__struct_fields__})


def litestar_apps(dependencies: Mapping[str, Provide]) -> AppFactory:
    """What makes the Litestar application of a route group. `dependencies` are by parameter name."""
    return lambda group: cast(App, _litestar([group], dependencies))


def load(area: str) -> list[RouteGroup]:
    """The route groups with paths in an area."""
    if area == DOCUMENT:
        return [DESCRIPTION]
    return [import_module(module).ROUTES for module, areas in MODULES.items() if area in areas]


def document() -> dict[str, Any]:
    """The OpenAPI document of all endpoints."""
    groups = [import_module(module).ROUTES for module in MODULES]
    services = {name: _provider(None) for name in Services.__struct_fields__}
    config = OpenAPIConfig(title="Mantel", version="1", path="/unused", render_plugins=[])
    found = with_unique_titles(_litestar(groups, services, config).openapi_schema.to_schema())
    described = with_security(with_errors(found), PUBLIC | {f"{PUBLISHED_FEED}{{file_name}}"}, NAVIGATION)
    return as_3_0(described)


@get(DOCUMENT, include_in_schema=False)
async def openapi() -> Response[bytes]:
    """The OpenAPI document."""
    return Response(await api_document(), media_type="application/json")


DESCRIPTION = RouteGroup(path="/", route_handlers=[openapi])


def _litestar(
    groups: Sequence[RouteGroup], dependencies: Mapping[str, Provide], described: OpenAPIConfig | None = None
) -> Litestar:
    return Litestar(
        route_handlers=[group.router() for group in groups],
        dependencies={"session": Provide(session, sync_to_thread=False), **dependencies},
        dto=JsonBody,
        return_dto=None,
        exception_handlers={
            ApiError: api_error_handler,
            HTTPException: http_error_handler,
            Exception: unexpected_error_handler,
        },
        openapi_config=described,
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
    )


def _provider(value: object) -> Provide:
    def provide() -> Any:
        return value

    return Provide(provide, sync_to_thread=False)
