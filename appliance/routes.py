"""The route table: the endpoints of every domain, and the Litestar application that answers them."""

from collections.abc import Iterator
from functools import cache
from threading import Lock
from typing import Any, cast

import msgspec
from litestar import Litestar, MediaType, Request, Router, get
from litestar.di import Provide
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.routes import HTTPRoute
from litestar.types import Middleware

from appliance.access import routes as access_routes
from appliance.access.keys import Keys
from appliance.access.lock import routes as lock_routes
from appliance.access.middleware import AuthMiddleware, routing_error_handler, session
from appliance.access.models import SetupCode
from appliance.access.oauth_server import routes as oauth_server_routes
from appliance.access.pairing import routes as pairing_routes
from appliance.access.passkeys import routes as passkey_routes
from appliance.access.rights import PUBLIC, Rights, rights_of
from appliance.backups import routes as backup_routes
from appliance.backups.remote import routes as remote_backup_routes
from appliance.backups.remote.restorer import HouseholdRestorer
from appliance.backups.remote.service import RemoteBackupService
from appliance.backups.service import BackupService
from appliance.board import routes as board_routes
from appliance.board.layouts import routes as board_layout_routes
from appliance.calendar.accounts import routes as account_routes
from appliance.calendar.accounts.service import Accounts
from appliance.calendar.calendars import routes as calendar_routes
from appliance.calendar.categories import routes as category_routes
from appliance.calendar.countdowns import routes as countdown_routes
from appliance.calendar.events import routes as event_routes
from appliance.calendar.events.actions import EventLinks
from appliance.calendar.oauth_client import routes as oauth_client_routes
from appliance.calendar.oauth_client.service import Consents
from appliance.calendar.provider_writes.service import EventWriter
from appliance.calendar.published_feeds import routes as published_feed_routes
from appliance.calendar.published_feeds.service import Publisher
from appliance.calendar.sync import routes as sync_routes
from appliance.calendar.sync.service import Syncer
from appliance.chores import routes as chore_routes
from appliance.chores.approval import routes as approval_routes
from appliance.chores.away import routes as away_routes
from appliance.deleted import routes as deleted_routes
from appliance.deleted.service import Restorer
from appliance.health import routes as health_routes
from appliance.health.server_health import ServerHealth
from appliance.household import routes as household_routes
from appliance.kernel.errors import ApiError
from appliance.kernel.http.error_handlers import api_error_handler, http_error_handler, unexpected_error_handler
from appliance.kernel.http.etag import ETagMiddleware
from appliance.kernel.http.json_body import BODY_LIMIT, JsonBody
from appliance.kernel.http.openapi import with_errors, with_security, with_unique_titles
from appliance.kernel.http.openapi_3_0 import as_3_0
from appliance.kernel.http.options import OptionsMiddleware
from appliance.kernel.http.server_sent_events import ChangeStreams
from appliance.lists import routes as list_routes
from appliance.lists.shopping import routes as shopping_routes
from appliance.meals import routes as meal_routes
from appliance.meals.to_list import routes as to_list_routes
from appliance.network import routes as network_routes
from appliance.network.presence import Presence
from appliance.notes import routes as note_routes
from appliance.notifications.feed import routes as feed_routes
from appliance.notifications.push import routes as push_routes
from appliance.notifications.push.service import Pusher
from appliance.people import routes as people_routes
from appliance.photos import routes as photo_routes
from appliance.photos.service import PhotoLibrary
from appliance.points import routes as point_routes
from appliance.recipes import routes as recipe_routes
from appliance.recipes.imports.service import RecipeImporter
from appliance.recipes.timers import routes as timer_routes
from appliance.rewards import routes as reward_routes
from appliance.search import routes as search_routes
from appliance.settings import Settings
from appliance.snapshot import routes as snapshot_routes
from appliance.stickers import routes as sticker_routes
from appliance.transfer import routes as transfer_routes
from appliance.updates import routes as update_routes
from appliance.updates.service import Updater
from appliance.wall import routes as wall_routes
from appliance.wall.kiosk_ipc import KioskConnection
from appliance.weather import routes as weather_routes
from appliance.weather.service import Forecaster
from appliance.webhooks import routes as webhook_routes

# The OpenAPI document has them in this order.
ROUTERS: list[Router] = [
    household_routes.ROUTES,
    people_routes.ROUTES,
    access_routes.ROUTES,
    pairing_routes.ROUTES,
    passkey_routes.ROUTES,
    lock_routes.ROUTES,
    oauth_server_routes.ROUTES,
    category_routes.ROUTES,
    account_routes.ROUTES,
    oauth_client_routes.ROUTES,
    photo_routes.ROUTES,
    calendar_routes.ROUTES,
    sync_routes.ROUTES,
    event_routes.ROUTES,
    countdown_routes.ROUTES,
    published_feed_routes.ROUTES,
    list_routes.ROUTES,
    shopping_routes.ROUTES,
    note_routes.ROUTES,
    recipe_routes.ROUTES,
    timer_routes.ROUTES,
    meal_routes.ROUTES,
    to_list_routes.ROUTES,
    chore_routes.ROUTES,
    away_routes.ROUTES,
    approval_routes.ROUTES,
    point_routes.ROUTES,
    sticker_routes.ROUTES,
    reward_routes.ROUTES,
    weather_routes.ROUTES,
    snapshot_routes.ROUTES,
    board_routes.ROUTES,
    board_layout_routes.ROUTES,
    search_routes.ROUTES,
    deleted_routes.ROUTES,
    feed_routes.ROUTES,
    push_routes.ROUTES,
    webhook_routes.ROUTES,
    remote_backup_routes.ROUTES,
    backup_routes.ROUTES,
    transfer_routes.ROUTES,
    network_routes.ROUTES,
    health_routes.ROUTES,
    wall_routes.ROUTES,
    update_routes.ROUTES,
]
DOCUMENT = "/openapi.json"


class Services(msgspec.Struct, frozen=True, kw_only=True):
    """What serves the requests of one household. An endpoint asks for one by the name of its parameter."""

    config: Settings
    keys: Keys
    syncer: Syncer
    forecaster: Forecaster
    accounts: Accounts
    consents: Consents
    writer: EventWriter
    restorer: Restorer
    event_links: EventLinks
    publisher: Publisher
    change_streams: ChangeStreams
    backups: BackupService
    remote_backups: RemoteBackupService
    household_restorer: HouseholdRestorer
    updater: Updater
    pusher: Pusher
    presence: Presence
    setup_code: SetupCode
    kiosk: KioskConnection
    photos: PhotoLibrary
    recipe_importer: RecipeImporter
    health: ServerHealth


def create_api(openapi_config: OpenAPIConfig | None = None) -> Litestar:
    """The application for every endpoint. Each request brings the services of its household in its scope."""
    return Litestar(
        route_handlers=[*ROUTERS, openapi],
        dependencies={
            "session": Provide(session, sync_to_thread=False),
            **{name: _service(name) for name in Services.__struct_fields__},
        },
        middleware=[cast(Middleware, layer) for layer in (AuthMiddleware, OptionsMiddleware, ETagMiddleware)],
        dto=JsonBody,
        return_dto=None,
        exception_handlers={
            ApiError: api_error_handler,
            NotFoundException: routing_error_handler,
            MethodNotAllowedException: routing_error_handler,
            HTTPException: http_error_handler,
            Exception: unexpected_error_handler,
        },
        openapi_config=openapi_config,
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
    )


@get(DOCUMENT, include_in_schema=False, media_type=MediaType.JSON, sync_to_thread=True, opt=PUBLIC)
def openapi() -> bytes:
    """The OpenAPI document. Made in a thread, because it takes a second."""
    with _one_at_a_time:
        return _encoded_document()


def document() -> dict[str, Any]:
    """The OpenAPI document of all endpoints."""
    api = create_api(OpenAPIConfig(title="Mantel", version="1", path="/unused", render_plugins=[]))
    document = with_errors(with_unique_titles(api.openapi_schema.to_schema()))
    return as_3_0(with_security(document, {(method, path): rights for method, path, rights in endpoints()}))


def endpoints() -> Iterator[tuple[str, str, Rights]]:
    """The method, the path template and the rights of every described endpoint, in the order of the document."""
    for router in ROUTERS:
        for route in router.routes:
            assert isinstance(route, HTTPRoute)
            for handler in route.route_handlers:
                if handler.include_in_schema is not False:
                    for method in sorted(handler.http_methods):
                        yield str(method), route.path_format, rights_of(handler.opt)


_one_at_a_time = Lock()


# It is the same for every household and takes a second.
@cache
def _encoded_document() -> bytes:
    return msgspec.json.encode(document())


def _service(name: str) -> Provide:
    def provide(request: Request[Any, Any, Any]) -> Any:
        return getattr(request.scope["mantel"]["services"], name)  # type: ignore[typeddict-item]

    return Provide(provide, sync_to_thread=False)
