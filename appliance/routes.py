"""The route table: every REST endpoint, and the Litestar application that answers them."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec
from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.routes import HTTPRoute

from appliance.access import routes as access
from appliance.access.lock import routes as lock
from appliance.access.middleware import session
from appliance.access.models import SetupCode
from appliance.access.navigation import routes as navigation
from appliance.access.oauth_server import routes as oauth
from appliance.access.pairing import routes as pairing
from appliance.access.passkeys import routes as passkeys
from appliance.access.recovery import routes as recovery
from appliance.access.rules import NAVIGATION, PUBLIC, PUBLISHED_FEED
from appliance.backups import routes as backups
from appliance.backups.service import BackupService
from appliance.board import routes as board
from appliance.calendar.accounts import routes as accounts
from appliance.calendar.accounts.service import Accounts
from appliance.calendar.calendars import routes as calendars
from appliance.calendar.categories import routes as categories
from appliance.calendar.countdowns import routes as countdowns
from appliance.calendar.events import routes as events
from appliance.calendar.events.actions import EventLinks
from appliance.calendar.oauth_client import routes as consent
from appliance.calendar.oauth_client.service import Consents
from appliance.calendar.provider_writes.service import EventWriter
from appliance.calendar.published_feeds import routes as published_feeds
from appliance.calendar.published_feeds.service import Publisher
from appliance.calendar.sync import routes as feeds
from appliance.calendar.sync.service import Syncer
from appliance.chores import routes as chores
from appliance.chores.approval import routes as approval
from appliance.chores.away import routes as away
from appliance.household import routes as household
from appliance.kernel.errors import ApiError
from appliance.kernel.http import server_sent_events as feed
from appliance.kernel.http.asgi import App
from appliance.kernel.http.error_handlers import api_error_handler, http_error_handler, unexpected_error_handler
from appliance.kernel.http.etag import ETAG_BY_REV, ETAG_BY_REV_AND_WEATHER
from appliance.kernel.http.json_body import BODY_LIMIT, JsonBody
from appliance.kernel.http.openapi import description
from appliance.kernel.http.server_sent_events import ChangeStreams
from appliance.lists import routes as lists
from appliance.network import routes as network
from appliance.network.presence import Presence
from appliance.notes import routes as notes
from appliance.notifications.feed import routes as notifications
from appliance.notifications.push import routes as subscriptions
from appliance.notifications.push.service import Pusher
from appliance.people import routes as people
from appliance.photos import routes as photos
from appliance.photos.albums import routes as albums
from appliance.photos.service import PhotoLibrary
from appliance.points import routes as points
from appliance.points.awards import routes as awards
from appliance.rewards.catalogue import routes as rewards
from appliance.rewards.goals import routes as goals
from appliance.rewards.redemptions import routes as redemptions
from appliance.rewards.weekly import routes as weekly
from appliance.search import routes as search
from appliance.settings import Settings
from appliance.snapshot import routes as snapshot
from appliance.stickers import routes as stickers
from appliance.transfer import routes as transfer
from appliance.wall import routes as wall
from appliance.wall.kiosk_ipc import KioskConnection
from appliance.weather import routes as weather
from appliance.weather.service import Forecaster
from appliance.webhooks import routes as webhooks

ROUTE_GROUPS = [
    household.ROUTES,
    people.ROUTES,
    access.ROUTES,
    navigation.ROUTES,
    pairing.ROUTES,
    passkeys.ROUTES,
    recovery.ROUTES,
    lock.ROUTES,
    oauth.ROUTES,
    categories.ROUTES,
    accounts.ROUTES,
    consent.ROUTES,
    photos.ROUTES,
    albums.ROUTES,
    calendars.ROUTES,
    feeds.ROUTES,
    events.ROUTES,
    countdowns.ROUTES,
    published_feeds.ROUTES,
    lists.ROUTES,
    notes.ROUTES,
    chores.ROUTES,
    away.ROUTES,
    approval.ROUTES,
    points.ROUTES,
    awards.ROUTES,
    stickers.ROUTES,
    rewards.ROUTES,
    redemptions.ROUTES,
    goals.ROUTES,
    weekly.ROUTES,
    weather.ROUTES,
    snapshot.ROUTES,
    board.ROUTES,
    search.ROUTES,
    notifications.ROUTES,
    subscriptions.ROUTES,
    webhooks.ROUTES,
    backups.ROUTES,
    transfer.ROUTES,
    network.ROUTES,
    wall.ROUTES,
    feed.ROUTES,
    oauth.PROTOCOL,
]


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


class Routes(msgspec.Struct, frozen=True, kw_only=True):
    """The endpoints as an ASGI application.

    `etag_paths` are the path templates of those that opted in to an ETag by rev, like `/api/lists/{list_id}`; `methods`
    are the methods of every path template. `weather_paths` are those of `etag_paths` whose ETag has the weather too.
    """

    app: App
    etag_paths: list[str]
    weather_paths: list[str]
    methods: dict[str, set[str]]


def create_routes(services: Services) -> Routes:
    """The endpoints, which get these services."""
    return litestar_routes({name: _provider(getattr(services, name)) for name in services.__struct_fields__})


def litestar_routes(dependencies: Mapping[str, Provide]) -> Routes:
    """The endpoints in one Litestar application. `dependencies` are by parameter name; `session` is added here."""
    public = PUBLIC | {f"{PUBLISHED_FEED}{{file_name}}"}
    app = Litestar(
        route_handlers=[*(group.router() for group in ROUTE_GROUPS), description(public, NAVIGATION)],
        dependencies={"session": Provide(session, sync_to_thread=False), **dependencies},
        dto=JsonBody,
        return_dto=None,
        exception_handlers={
            ApiError: api_error_handler,
            HTTPException: http_error_handler,
            Exception: unexpected_error_handler,
        },
        openapi_config=OpenAPIConfig(title="Mantel", version="1", path="/unused", render_plugins=[]),
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
    )
    by_rev, by_weather = (_paths_with(app, opt) for opt in (ETAG_BY_REV, ETAG_BY_REV_AND_WEATHER))
    methods: dict[str, set[str]] = {}
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            methods.setdefault(route.path_format, set()).update(str(method) for method in route.methods)
    return Routes(app=cast(App, app), etag_paths=[*by_rev, *by_weather], weather_paths=by_weather, methods=methods)


def _paths_with(app: Litestar, opt: Mapping[str, Any]) -> list[str]:
    """The paths whose GET endpoint has these options."""
    return [
        route.path
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        if "GET" in handler.http_methods and opt.items() <= handler.opt.items()
    ]


def _provider(value: object) -> Provide:
    def provide() -> Any:
        return value

    return Provide(provide, sync_to_thread=False)
