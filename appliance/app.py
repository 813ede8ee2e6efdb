"""The composition root: everything that lives as long as the server is made here."""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import apsw
import msgspec
from litestar import Litestar

from appliance.access.keys import Keys
from appliance.access.models import SetupCode
from appliance.access.oauth_server.jobs import remove_unusable_grants
from appliance.asgi import asgi_application
from appliance.backups.jobs import backup_job
from appliance.backups.remote.jobs import remote_backup_job
from appliance.backups.remote.restorer import HouseholdRestorer
from appliance.backups.remote.service import RemoteBackupService
from appliance.backups.service import BackupService
from appliance.calendar.accounts.service import Accounts
from appliance.calendar.event_limits.jobs import LoadJob, prune_annotations
from appliance.calendar.oauth_client import queries as oauth_client_queries
from appliance.calendar.oauth_client.service import Consents
from appliance.calendar.occurrences.jobs import rewrite_occurrences
from appliance.calendar.provider_writes.service import EventWriter
from appliance.calendar.providers.caldav.provider import CalDav
from appliance.calendar.providers.google.provider import Google
from appliance.calendar.providers.ics.feed import Feeds
from appliance.calendar.providers.microsoft.provider import Microsoft
from appliance.calendar.providers.provider import Provider
from appliance.calendar.published_feeds.service import Publisher
from appliance.calendar.sync.jobs import SyncJob
from appliance.calendar.sync.service import Syncer
from appliance.calendar.undo.service import UndoLog
from appliance.chores.holidays.jobs import HolidaysJob
from appliance.chores.jobs import TurnsJob
from appliance.deleted.jobs import prune_deletions
from appliance.health.server_health import ServerHealth
from appliance.household import queries as household_queries
from appliance.kernel.database.connections import open_connection
from appliance.kernel.database.consumers import Consumer, ConsumerLoop, prune_changes
from appliance.kernel.database.database import Database
from appliance.kernel.database.migrations import is_blank, migrate
from appliance.kernel.database.transactions import Reader
from appliance.kernel.encryption import Cipher
from appliance.kernel.http.asgi import App
from appliance.kernel.http.connection_guard import ConnectionGuard
from appliance.kernel.http.server_sent_events import ChangeStreams
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import Clock, zone_or
from appliance.kernel.scheduling.scheduler import EVERY_TICK, Job, Scheduler
from appliance.kernel.scheduling.zone_data import use_newer_zone_data
from appliance.lists.jobs import RepeatsJob
from appliance.meals import feed as meal_feed
from appliance.meals.jobs import MealsJob
from appliance.network.presence import Presence
from appliance.notes import actions as notes
from appliance.notifications.consumer import Approvals, ListUpdates, Warnings
from appliance.notifications.jobs import ReminderJob
from appliance.notifications.push.models import VapidKeys
from appliance.notifications.push.service import Pusher
from appliance.notifications.push.webpush import WebPush
from appliance.photos.jobs import PhotoJob
from appliance.photos.service import PhotoLibrary
from appliance.recipes.imports.service import RecipeImporter
from appliance.restoring import restorer
from appliance.routes import Services, create_api
from appliance.settings import Settings
from appliance.tools import all_tools
from appliance.updates.jobs import updates_job
from appliance.updates.service import Updater, updater_of
from appliance.wall.kiosk_ipc import KioskConnection
from appliance.weather.jobs import forecast_job
from appliance.weather.open_meteo import OpenMeteo
from appliance.weather.service import Forecaster
from appliance.webhooks.consumer import Webhooks
from appliance.webhooks.service import Deliverer

HERE = Path(__file__).parent
CONSUMERS: list[Consumer] = [Webhooks(), ListUpdates(), Approvals(), Warnings()]


class Application(msgspec.Struct, frozen=True, kw_only=True):
    """The ASGI application, and what runs beside it."""

    app: App
    database: Database
    consumer_loop: ConsumerLoop
    scheduler: Scheduler
    reminders: Scheduler
    settings: Settings
    net: Net
    syncer: Syncer
    sync_job: SyncJob
    load_job: LoadJob
    accounts: Accounts
    writer: EventWriter
    forecaster: Forecaster
    deliverer: Deliverer
    pusher: Pusher
    change_streams: ChangeStreams
    tools: Sequence[Tool]
    presence: Presence
    setup_code: SetupCode
    kiosk: KioskConnection
    guard: ConnectionGuard
    photos: PhotoLibrary
    remote_backups: RemoteBackupService
    household_restorer: HouseholdRestorer
    updater: Updater


def build(
    settings: Settings,
    clock: Clock | None = None,
    net: Net | None = None,
    api: Litestar | None = None,
) -> Application:
    """Open the household's file and connect all parts. Raises UnknownSchema, BadKey.

    `api` is the application of `create_api`, which several households of one process can share.
    """
    use_newer_zone_data()
    clock, net = clock or Clock(), net or Net()
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    file = settings.data_dir / "mantel.db"
    if is_blank(file):
        # Before the key: a key without a household means that the household was lost.
        with closing(open_connection(file, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)) as connection:
            migrate(connection, HERE / "schema", settings.data_dir / "backups", clock.now())
    cipher = Cipher.from_settings(settings.encryption_key, settings.data_dir / "encryption.key")
    fallback = fallback_zone(settings.tz)
    database = Database(
        file,
        clock,
        cipher,
        HERE / "schema",
        lambda db: household_queries.zone(db, fallback),
        day_starts_at_of=household_queries.day_starts_at,
    )
    deliverer = Deliverer(database, net, settings.allow_private_webhook_urls)
    pusher = Pusher(
        database,
        WebPush(net, settings.allow_private_push_urls, lambda: push_subject(settings, database.read)),
        configured_vapid_keys(settings),
    )
    consumer_loop = ConsumerLoop(database, CONSUMERS, after=[deliverer.wake, pusher.wake])
    change_streams = ChangeStreams(database)
    private = settings.allow_private_feed_urls
    caldav = CalDav(net, private, clock)
    google = Google(net, clock, settings, lambda: oauth_client_queries.app(database.read, "google", settings))
    microsoft = Microsoft(net, clock, settings, lambda: oauth_client_queries.app(database.read, "microsoft", settings))
    providers: dict[str, Provider] = {
        "ics": Feeds(net, private),
        "caldav": caldav,
        "google": google,
        "microsoft": microsoft,
    }
    syncer = Syncer(database, providers)
    sync_job = SyncJob(syncer, timedelta(minutes=settings.sync_interval_minutes))
    connected = Accounts(database, providers, caldav, private)
    forecaster = Forecaster(database, OpenMeteo(net, settings))
    backups = BackupService(database, settings.backup_keep, settings.backup_dir_2)
    remote_backups = RemoteBackupService(database, HERE / "schema")
    household_restorer = HouseholdRestorer(settings.data_dir, HERE / "schema")
    updater = updater_of(settings, net, lambda: database.read.now, lambda: database.read.zone)
    interval = timedelta(seconds=settings.scheduler_interval_seconds)
    load_job = LoadJob()
    photos = PhotoLibrary(database, settings.photo_roots)
    recipe_importer = RecipeImporter(net, photos, private, settings.data_dir)
    usual = jobs(sync_job, load_job, forecaster, backups, remote_backups, photos, updater)
    scheduler = Scheduler(database, usual, interval)
    # A scheduler of its own: a slow feed must not delay reminders.
    reminders = Scheduler(
        database, [Job(name="notifications", every=EVERY_TICK, run=ReminderJob(pusher).run)], interval
    )
    event_links = notes.LINKS
    writer = EventWriter(connected, event_links, UndoLog())
    restore = restorer(writer)
    presence = Presence(settings, database)
    setup_code = SetupCode()
    kiosk = KioskConnection(database, *wall_socket(settings), setup_code, lambda: presence.home().http[0])
    keys = Keys(database, settings.admin_api_key, settings.trusted_proxies)
    change_streams.is_key_valid = keys.is_key_valid
    services = Services(
        config=settings,
        keys=keys,
        syncer=syncer,
        forecaster=forecaster,
        accounts=connected,
        consents=Consents({"google": google, "microsoft": microsoft}, settings),
        writer=writer,
        restorer=restore,
        event_links=event_links,
        publisher=Publisher(meal_feed.components),
        change_streams=change_streams,
        backups=backups,
        remote_backups=remote_backups,
        household_restorer=household_restorer,
        updater=updater,
        pusher=pusher,
        presence=presence,
        setup_code=setup_code,
        kiosk=kiosk,
        photos=photos,
        recipe_importer=recipe_importer,
        health=ServerHealth(database, settings, HERE / "schema", (scheduler, reminders), lambda: kiosk.page),
    )
    tools = all_tools(writer, event_links, pusher, photos, recipe_importer, restore)
    guard = ConnectionGuard({settings.port, settings.https_port})
    app = asgi_application(settings, database, services, tools, cast(App, api or create_api()), guard)
    return Application(
        app=app,
        database=database,
        consumer_loop=consumer_loop,
        scheduler=scheduler,
        reminders=reminders,
        settings=settings,
        net=net,
        syncer=syncer,
        sync_job=sync_job,
        load_job=load_job,
        accounts=connected,
        writer=writer,
        forecaster=forecaster,
        deliverer=deliverer,
        pusher=pusher,
        change_streams=change_streams,
        tools=tools,
        presence=presence,
        setup_code=setup_code,
        kiosk=kiosk,
        guard=guard,
        photos=photos,
        remote_backups=remote_backups,
        household_restorer=household_restorer,
        updater=updater,
    )


def jobs(
    sync_job: SyncJob,
    load_job: LoadJob,
    forecaster: Forecaster,
    backups: BackupService,
    remote_backups: RemoteBackupService,
    photos: PhotoLibrary,
    updater: Updater,
) -> list[Job]:
    """The jobs of the scheduler."""
    return [
        # These decide themselves what is due.
        Job(name="calendar-sync", every=EVERY_TICK, run=sync_job.run),
        Job(name="chores-turns", every=EVERY_TICK, run=TurnsJob().run),
        Job(name="holidays", every=EVERY_TICK, run=HolidaysJob().run),
        Job(name="lists-repeats", every=EVERY_TICK, run=RepeatsJob().run),
        Job(name="meals-repeats", every=EVERY_TICK, run=MealsJob().run),
        Job(name="occurrences", every=EVERY_TICK, run=rewrite_occurrences),
        Job(name="calendar-load", every=EVERY_TICK, run=load_job.run),
        forecast_job(forecaster),
        Job(name="photos", every=EVERY_TICK, run=PhotoJob(photos).run),
        Job(name="changes", every=timedelta(days=1), run=prune_changes),
        Job(name="grants", every=timedelta(hours=1), run=remove_unusable_grants),
        Job(name="deletions", every=timedelta(days=1), run=prune_deletions),
        Job(name="annotations", every=timedelta(days=1), run=prune_annotations),
        backup_job(backups),
        remote_backup_job(remote_backups),
        updates_job(updater),
    ]


def wall_socket(settings: Settings) -> tuple[Path, int]:
    """The path and the mode of the kiosk's socket. In systemd's runtime folder the kiosk's group may open it."""
    if settings.runtime_directory:
        return settings.runtime_directory / "wall.sock", 0o660
    return settings.data_dir / "wall.sock", 0o600


def push_subject(settings: Settings, db: Reader) -> str | None:
    """The contact for push services: as configured, else the outside address if they accept it. (contract §19)"""
    address = urlsplit(settings.public_url or household_queries.public_url(db) or "")
    return settings.vapid_subject or (f"https://{address.netloc}" if address.scheme == "https" else None)


def configured_vapid_keys(settings: Settings) -> VapidKeys | None:
    """The configured key pair for push messages; None for the server's own."""
    public, private = settings.vapid_public_key, settings.vapid_private_key
    return VapidKeys(public_key=public, private_key=private) if public and private else None


def fallback_zone(tz: str | None) -> ZoneInfo:
    """The host's time zone: `TZ`, else the system's, else UTC."""
    linked = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    return zone_or(tz, zone_or(linked, ZoneInfo("UTC")))


async def serve_jobs(application: Application) -> None:
    """Run the consumers and the schedulers until cancelled."""
    loop = asyncio.get_running_loop()

    def wake() -> None:
        application.change_streams.wake()
        application.consumer_loop.wake()
        application.kiosk.send_changes()

    application.database.on_commit = lambda: loop.call_soon_threadsafe(wake)
    try:
        await application.deliverer.recover()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(application.consumer_loop.run())
            tasks.create_task(application.scheduler.run())
            tasks.create_task(application.reminders.run())
    finally:
        await end_background(application)


async def end_background(application: Application) -> None:
    """End what requests and jobs have begun: it uses the database, which is closed next."""
    await application.deliverer.close()
    await application.pusher.close()
    await application.syncer.close()
    await application.forecaster.close()
    await application.remote_backups.close()
    await application.household_restorer.close()
    await application.updater.close()
    await application.net.close()
