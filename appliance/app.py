"""The composition root: everything long-lived is made here, and nowhere else."""

import asyncio
import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec
from litestar import Litestar, Router
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.types import Scope

from appliance.access import routes as access
from appliance.access.middleware import AuthMiddleware, session
from appliance.access.models import SetupCode
from appliance.access.navigation import routes as navigation
from appliance.access.oauth_server import routes as oauth
from appliance.access.pairing import routes as pairing
from appliance.access.passkeys import routes as passkeys
from appliance.access.recovery import routes as recovery
from appliance.backups import routes as backups
from appliance.backups.jobs import Keeper
from appliance.calendar.accounts import routes as accounts
from appliance.calendar.accounts.jobs import Accounts
from appliance.calendar.calendars import routes as calendars
from appliance.calendar.categories import routes as categories
from appliance.calendar.events import routes as events
from appliance.calendar.oauth_client import queries as apps
from appliance.calendar.oauth_client import routes as consent
from appliance.calendar.oauth_client.jobs import Consents
from appliance.calendar.provider_writes.jobs import Events
from appliance.calendar.providers.caldav.account import CalDav
from appliance.calendar.providers.google.account import Google
from appliance.calendar.providers.ics.feed import Feeds
from appliance.calendar.providers.microsoft.account import Microsoft
from appliance.calendar.providers.provider import Provider
from appliance.calendar.sync import routes as feeds
from appliance.calendar.sync.jobs import Syncer
from appliance.chores import routes as chores
from appliance.household import queries as household_queries
from appliance.household import routes as household
from appliance.kernel.database.change_log import Consumer, ConsumerLoop, tidy
from appliance.kernel.database.database import Database, Reader
from appliance.kernel.encryption import Cipher
from appliance.kernel.errors import ApiError
from appliance.kernel.http import server_sent_events as feed
from appliance.kernel.http.http import (
    BODY_LIMIT,
    App,
    BodyTimeoutMiddleware,
    CorsMiddleware,
    ETagMiddleware,
    HeadMiddleware,
    JsonBody,
    PublicCorsMiddleware,
    Receive,
    SecurityHeadersMiddleware,
    Send,
    api_error_handler,
    http_error_handler,
    redirect,
    unexpected_error_handler,
)
from appliance.kernel.http.http import Scope as HttpScope
from appliance.kernel.http.openapi import description
from appliance.kernel.http.server_sent_events import Live
from appliance.kernel.http.static_files import Files
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import Clock, is_zone, local_date
from appliance.kernel.scheduling.scheduler import EVERY_TICK, Job, Scheduler
from appliance.lists import routes as lists
from appliance.mcp import server as agents
from appliance.network import routes as network
from appliance.network.presence import Presence
from appliance.notes import routes as notes
from appliance.notifications.feed import routes as notifications
from appliance.notifications.jobs import ReminderJob
from appliance.notifications.lists.consumer import ListUpdates
from appliance.notifications.push import routes as subscriptions
from appliance.notifications.push.jobs import Pusher
from appliance.notifications.push.models import VapidKeys
from appliance.notifications.push.providers.webpush import WebPush
from appliance.people import routes as people
from appliance.points import routes as points
from appliance.settings import Settings
from appliance.snapshot import routes as snapshot
from appliance.stickers import routes as stickers
from appliance.tools import every_tool
from appliance.transfer import routes as transfer
from appliance.wall import routes as wall
from appliance.wall.channel import Channel
from appliance.weather import routes as weather
from appliance.weather.jobs import Forecaster
from appliance.weather.providers.open_meteo import OpenMeteo
from appliance.webhooks import routes as webhooks
from appliance.webhooks.consumer import Webhooks
from appliance.webhooks.jobs import Deliverer

HERE = Path(__file__).parent
SLICES = [
    household.ROUTES,
    people.ROUTES,
    access.ROUTES,
    navigation.ROUTES,
    pairing.ROUTES,
    passkeys.ROUTES,
    recovery.ROUTES,
    oauth.ROUTES,
    categories.ROUTES,
    accounts.ROUTES,
    consent.ROUTES,
    calendars.ROUTES,
    feeds.ROUTES,
    events.ROUTES,
    lists.ROUTES,
    notes.ROUTES,
    chores.ROUTES,
    points.ROUTES,
    stickers.ROUTES,
    weather.ROUTES,
    snapshot.ROUTES,
    notifications.ROUTES,
    subscriptions.ROUTES,
    webhooks.ROUTES,
    backups.ROUTES,
    transfer.ROUTES,
    network.ROUTES,
    wall.ROUTES,
    feed.ROUTES,
]
CONSUMERS: list[Consumer] = [Webhooks(), ListUpdates()]

# What the API answers; everything else is a file of the UI.
API = ("/api", "/openapi.json")
API_FOLDERS = ("/api/", "/oauth/", "/.well-known/")

# What the pages of every origin may call: how a program in a browser finds its way in. (contract §1.2)
OPEN = ("/.well-known/", "/oauth/register", "/oauth/token", "/oauth/revoke")

# Answers that depend on more than rev, household date and key, and so may not be called unchanged.
UNTAGGED = (
    "/api/health",
    "/api/keys",
    "/api/authorizations",
    "/api/accounts",
    "/api/weather",
    "/api/snapshot",
    "/api/geocode",
    "/api/live",
    "/api/webhooks",
    "/api/host-events",
    "/api/backups",
    "/api/push",
    "/api/export",
    "/api/home",
    "/api/wall",
)


class Application(msgspec.Struct, frozen=True):
    """A built household: the ASGI application and what runs beside it."""

    app: App
    database: Database
    consumer_loop: ConsumerLoop
    scheduler: Scheduler
    reminders: Scheduler
    settings: Settings
    net: Net
    syncer: Syncer
    accounts: Accounts
    writer: Events
    forecaster: Forecaster
    deliverer: Deliverer
    pusher: Pusher
    live: Live
    tools: list[Tool]
    presence: Presence
    setup_code: SetupCode
    channel: Channel


def build(settings: Settings, clock: Clock | None = None, net: Net | None = None) -> Application:
    """Open the household's file and put everything together. Raises NewerSchema, BadKey."""
    clock, net = clock or Clock(), net or Net()
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    cipher = Cipher.from_settings(settings.encryption_key, settings.data_dir / "encryption.key")
    fallback = fallback_zone(settings.tz)
    database = Database(
        settings.data_dir / "mantel.db", clock, cipher, HERE / "schema", lambda db: household_queries.zone(db, fallback)
    )
    deliverer = Deliverer(database, net, settings.allow_private_webhook_urls)
    pusher = Pusher(database, WebPush(net, settings.allow_private_push_urls, push_subject(settings)), pinned(settings))
    consumer_loop = ConsumerLoop(database, CONSUMERS, after=[deliverer.wake, pusher.wake])
    live = Live(database)
    private = settings.allow_private_feed_urls
    caldav = CalDav(net, private, clock)
    google = Google(net, clock, settings, lambda: apps.app(database.read, "google", settings))
    microsoft = Microsoft(net, clock, settings, lambda: apps.app(database.read, "microsoft", settings))
    providers: dict[str, Provider] = {
        "ics": Feeds(net, private),
        "caldav": caldav,
        "google": google,
        "microsoft": microsoft,
    }
    syncer = Syncer(database, providers, timedelta(minutes=settings.sync_interval_minutes))
    connected = Accounts(database, providers, caldav, private)
    forecaster = Forecaster(database, OpenMeteo(net, settings))
    keeper = Keeper(database, settings.backup_keep, settings.backup_dir_2)
    interval = timedelta(seconds=settings.scheduler_interval_seconds)
    scheduler = Scheduler(database, jobs(syncer, forecaster, keeper), interval)
    # A loop of its own: a slow feed must not hold a reminder up.
    reminders = Scheduler(database, [Job("notifications", EVERY_TICK, ReminderJob(pusher).run)], interval)
    writer = Events(connected)
    presence = Presence(settings, database)
    setup_code = SetupCode()
    channel = Channel(database, *wall_socket(settings), setup_code, lambda: presence.home().http[0])
    told = {
        "config": settings,
        "syncer": syncer,
        "forecaster": forecaster,
        "accounts": connected,
        "consents": Consents({"google": google, "microsoft": microsoft}, settings),
        "writer": writer,
        "live": live,
        "keeper": keeper,
        "pusher": pusher,
        "presence": presence,
        "setup_code": setup_code,
        "channel": channel,
    }
    tools = every_tool(writer, pusher)
    app = outermost(settings, database, live, told, tools)
    return Application(
        app,
        database,
        consumer_loop,
        scheduler,
        reminders,
        settings,
        net,
        syncer,
        connected,
        writer,
        forecaster,
        deliverer,
        pusher,
        live,
        tools,
        presence,
        setup_code,
        channel,
    )


def jobs(syncer: Syncer, forecaster: Forecaster, keeper: Keeper) -> list[Job]:
    """What the scheduler runs."""
    return [
        # Sync and weather know themselves what is due.
        Job("calendar-sync", EVERY_TICK, syncer.run),
        Job("weather", EVERY_TICK, forecaster.run),
        Job("changes", timedelta(days=1), tidy),
        # Made at night, or as soon as the house is on again.
        Job("backups", timedelta(hours=1), keeper.run),
    ]


def outermost(settings: Settings, database: Database, live: Live, told: dict[str, Any], tools: list[Tool]) -> App:
    """The ASGI application: headers, the UI from memory, agents, CORS, the door, 304 by rev, and then Litestar.

    `told` is what routes may ask for, by the name of their parameter.
    """
    inner = ETagMiddleware(furnished(told), tagger(database))
    door = AuthMiddleware(inner, database, settings.admin_api_key, settings.trusted_proxies)
    live.admits = door.admits
    guarded = HeadMiddleware(PublicCorsMiddleware(CorsMiddleware(door, settings.cors_origins), OPEN))
    files = screens()

    def public_url() -> str | None:
        return settings.public_url or household_queries.public_url(database.read)

    mcp_endpoint = agents.McpEndpoint(door, tools, public_url, settings.cors_origins)

    async def dispatch(scope: HttpScope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if scope["path"].rstrip("/") == "/trust":
            await redirect(send, "/#/trust")  # the address a person can type
            return
        if scope["path"].rstrip("/") == agents.MCP:
            await mcp_endpoint(scope, receive, send)
            return
        api = scope["path"] in API or scope["path"].startswith(API_FOLDERS)
        await (guarded if api else files)(scope, receive, send)

    return SecurityHeadersMiddleware(BodyTimeoutMiddleware(dispatch), reach=told["presence"].secure_origins)


@cache
def screens() -> Files:
    """The built UI, read once."""
    return Files(HERE / "ui" / "dist")


def furnished(told: dict[str, Any]) -> App:
    """The routes, which find in each request what this household tells them."""
    routes = cast(App, framework(*told))

    async def ask(scope: HttpScope, receive: Receive, send: Send) -> None:
        scope["mantel"]["told"] = told
        await routes(scope, receive, send)

    return ask


@cache
def framework(*told: str) -> Litestar:
    """Litestar with every slice's routes: the same for every household, and the costliest thing to make in one."""
    return Litestar(
        route_handlers=[Router("/api", route_handlers=SLICES), oauth.PROTOCOL, description()],
        dependencies={
            "session": Provide(session, sync_to_thread=False),
            **{name: Provide(_giver(name), sync_to_thread=False) for name in told},
        },
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


def _giver(name: str) -> Callable[[Scope], Any]:
    def give(scope: Scope) -> Any:
        return scope["mantel"]["told"][name]  # type: ignore[typeddict-item]

    return give


def wall_socket(settings: Settings) -> tuple[Path, int]:
    """Where the kiosk comes in, and who may open it: systemd's folder is open to the wall's group, ours to us."""
    if settings.runtime_directory:
        return settings.runtime_directory / "wall.sock", 0o660
    return settings.data_dir / "wall.sock", 0o600


def tagger(database: Database) -> Any:
    """The ETag of everything the API answers: boot, rev, household date and key."""
    boot = secrets.token_hex(4)
    zone_at: dict[int, ZoneInfo] = {}

    def zone(reader: Reader, rev: int) -> ZoneInfo:
        if rev not in zone_at:
            zone_at.clear()
            zone_at[rev] = reader.zone
        return zone_at[rev]

    def tag(scope: HttpScope) -> bytes | None:
        if not scope["path"].startswith("/api/") or scope["path"].startswith(UNTAGGED):
            return None
        reader = scope["mantel"]["session"].read
        rev, key = database.rev, scope["mantel"]["digest"][:16]
        return f'W/"{boot}-{rev}-{local_date(reader.now, zone(reader, rev))}-{key}"'.encode()

    return tag


def push_subject(settings: Settings) -> str | None:
    """Whom push services may turn to: as configured, else the house's address where it is one they accept."""
    address = urlsplit(settings.public_url or "")
    return settings.vapid_subject or (f"https://{address.netloc}" if address.scheme == "https" else None)


def pinned(settings: Settings) -> VapidKeys | None:
    """The configured signing pair, or None for the house's own."""
    public, private = settings.vapid_public_key, settings.vapid_private_key
    return VapidKeys(public, private) if public and private else None


def fallback_zone(tz: str | None) -> ZoneInfo:
    """The host's zone: `TZ`, else what the system's clock is set to, else UTC."""
    if tz and is_zone(tz):
        return ZoneInfo(tz)
    linked = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    return ZoneInfo(linked if is_zone(linked) else "UTC")


async def serve_jobs(application: Application) -> None:
    """Run the pump and the scheduler until cancelled."""
    loop = asyncio.get_running_loop()

    def wake() -> None:
        application.live.wake()
        application.consumer_loop.wake()
        application.channel.wake()

    application.database.on_commit = lambda: loop.call_soon_threadsafe(wake)
    try:
        await application.deliverer.recover()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(application.consumer_loop.run())
            tasks.create_task(application.scheduler.run())
            tasks.create_task(application.reminders.run())
    finally:
        await application.deliverer.close()
        await application.pusher.close()
        await application.syncer.close()
        await application.forecaster.close()
        await application.net.close()
