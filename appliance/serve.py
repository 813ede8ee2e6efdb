"""Runs the server: the embedded HTTP server, the tasks beside it, and the message at the start."""

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw
from granian.server.embed import Server
from litestar import Litestar

from appliance import running_server
from appliance.access import actions as access
from appliance.app import Application, build, serve_jobs
from appliance.backups.remote.restorer import take_over
from appliance.kernel import memory, systemd
from appliance.kernel.child_process import of_another_program
from appliance.kernel.data_dir_lock import DataDirLock
from appliance.kernel.database import db_backup
from appliance.kernel.http.asgi import App
from appliance.kernel.http.http_server import create_server
from appliance.kernel.local_socket import remove_left_socket
from appliance.kernel.own_program import own_program
from appliance.kernel.private_files import make_private, set_private_umask
from appliance.maintenance import SCHEMA, check_is_not_lost, database_path, household_files, restore_advice
from appliance.network.addresses import ANY, home_origins
from appliance.network.https import check_port_is_free
from appliance.network.rules import origins
from appliance.settings import Settings
from appliance.updates.folder import BEING_TRIED, UPDATES, UpdateFolder
from appliance.updates.programs import own_installation

log = logging.getLogger(__name__)
Later = Callable[[], Coroutine[Any, Any, None]]
ANY_ADDRESS = "0.0.0.0"
LOOPBACK = "127.0.0.1"
# Certificates and mDNS would delay the first answers.
FIRST_ANSWERS_SECONDS = 0.5
LISTENING_POLL_SECONDS = 0.01


def serve(
    settings: Settings, fill: Callable[[Application], Later | None] | None = None, *, with_rest: bool = True
) -> None:
    """Serve until SIGTERM or SIGINT. `fill` may fill an empty household first.

    It answers the rest of that, which runs beside the server, unless it is not wanted (`with_rest`).

    Raises HouseholdLost, UnknownSchema, MigrationFailed, DamagedFile, BadKey, DataDirInUse, ApiError, and
    OSError for a port in use.
    """
    if not settings.unix_socket:
        check_port_is_free(settings.host, settings.port)
    _resume_trial(settings)
    if serve_household(settings, fill, with_rest=with_rest):
        start_again()


def serve_household(
    settings: Settings,
    fill: Callable[[Application], Later | None] | None = None,
    *,
    with_rest: bool = True,
    api: Litestar | None = None,
    around: Callable[[App], App] | None = None,
) -> bool:
    """As `serve`. Returns True when the server has to start again, because the household or the program was replaced.

    `api` is the application of `create_api`, when there is one in this process already. `around` is put around the
    whole application.
    """
    set_private_umask()
    memory.use_one_arena()
    with DataDirLock(settings.data_dir) as lock:
        make_private(household_files(settings))
        # A household that was fetched from a backup replaces the fresh one before anything reads that.
        code_digest = take_over(settings.data_dir, database_path(settings), datetime.now(UTC), SCHEMA)
        application = _open(settings, lock.was_interrupted and code_digest is None, api)
        if settings.unix_socket:
            remove_left_socket(settings.unix_socket)
        if code_digest:
            application.database.write_now(access.keep_setup_code, code_digest)
        gc.freeze()  # the collector skips what exists now
        gc.enable()
        lock.serving(running_server.details(settings))
        try:
            rest = fill(application) if fill else None
            code = application.setup_code.text = application.database.write_now(access.new_setup_code)
            _print_addresses(settings, code)
            app = around(application.app) if around else application.app
            asyncio.run(_serve(application, app, rest if with_rest else None))
        finally:
            application.database.close()
            lock.ended()
    return application.household_restorer.is_ready or application.updater.is_ready


def _resume_trial(settings: Settings) -> None:
    """Go on with an update that is being tried. Returns when this program shall serve."""
    folder = UpdateFolder(settings.data_dir / UPDATES)
    program, _ = own_installation(folder.path)
    if program and folder.trial() and BEING_TRIED not in os.environ:
        from appliance.updates import trial  # the server's start needs none of it

        trial.resume(
            folder,
            program,
            trial.Household(
                file=database_path(settings),
                schema=SCHEMA,
                host=LOOPBACK if settings.host in ANY else settings.host,
                port=settings.port,
                unix_socket=settings.unix_socket,
                seconds=settings.update_trial_seconds,
            ),
            start_again,
        )


def start_again(program: list[str] | None = None) -> None:
    """Replace this process by a new one with the same arguments, so that no supervisor has to."""
    log.info("starting again")
    sys.stdout.flush()
    sys.stderr.flush()
    program = program or own_program()
    os.execve(program[0], [*program, *sys.argv[1:]], of_another_program(os.environ))


def _open(settings: Settings, was_interrupted: bool, api: Litestar | None) -> Application:
    """The application. When the write-ahead log of an interrupted run is missing, the file is verified first."""
    file = database_path(settings)
    try:
        if was_interrupted and file.exists() and not Path(f"{file}-wal").exists():
            db_backup.check(file)
            log.warning(
                "the last run was interrupted and its write-ahead log is missing; the newest writes may be lost",
                extra={"file": f"{file}-wal"},
            )
        check_is_not_lost(settings)
        return build(settings, api=api)
    except (apsw.CorruptError, apsw.NotADBError, db_backup.DamagedFile) as problem:
        raise db_backup.DamagedFile(f"{file} is damaged ({problem}). {restore_advice(settings)}") from None


async def _serve(application: Application, app: App, later: Later | None) -> None:
    servers = _servers(application, app)
    loop = asyncio.get_running_loop()
    tasks = (
        serve_jobs(application),
        _watchdog(application),
        _follow_network(application),
        application.kiosk.run(),
        application.guard.run(),
        memory.return_unused(),
        _say_when_ready(application.settings),
        *([_after_first_answers(later)] if later else []),
    )
    background = [asyncio.create_task(task) for task in tasks]

    def stop() -> None:
        application.change_streams.close()  # the server waits for open streams
        for server in servers:
            server.stop()  # type: ignore[no-untyped-call]

    def stop_if_broken(task: "asyncio.Task[None]") -> None:
        # A server without its jobs would answer, but sync and notify nothing.
        if not task.cancelled() and task.exception():
            stop()

    application.household_restorer.on_ready = application.updater.on_ready = stop
    for task in background:
        task.add_done_callback(stop_if_broken)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    try:
        await asyncio.gather(*(server.serve() for server in servers))
    finally:
        systemd.stopping()
        for task in background:
            task.cancel()
        for result in await asyncio.gather(*background, return_exceptions=True):
            if isinstance(result, Exception):
                raise result


def _servers(application: Application, app: App) -> list[Server]:
    """The HTTP server, and one for loopback alone: clients in the network cannot use up its connections.

    Linux gives a new connection to the server with the more specific address.
    """
    host, port = application.settings.host, application.settings.port
    if application.settings.unix_socket:
        return [create_server(app, host, port, unix_socket=application.settings.unix_socket)]
    hosts = [host, LOOPBACK] if host == ANY_ADDRESS and sys.platform == "linux" else [host]
    return [create_server(app, host, port) for host in hosts]


async def _say_when_ready(settings: Settings) -> None:
    """Notify systemd once connections are accepted: granian listens a moment after `serve()` has begun."""
    host = LOOPBACK if settings.host in ANY else settings.host
    while True:
        try:
            if settings.unix_socket:
                _, connection = await asyncio.open_unix_connection(settings.unix_socket)
            else:
                _, connection = await asyncio.open_connection(host, settings.port)
        except OSError:
            await asyncio.sleep(LISTENING_POLL_SECONDS)
        else:
            connection.close()
            systemd.ready()
            return


async def _after_first_answers(later: Later) -> None:
    await asyncio.sleep(FIRST_ANSWERS_SECONDS)
    await later()


async def _follow_network(application: Application) -> None:
    await asyncio.sleep(FIRST_ANSWERS_SECONDS)
    await application.presence.run(application.app)


async def _watchdog(application: Application) -> None:
    """Reset systemd's watchdog while the event loop runs and the database answers; else systemd restarts the server."""
    interval = systemd.watchdog_seconds()
    while interval:
        application.database.read.value("SELECT 1")
        systemd.watchdog()
        await asyncio.sleep(interval / 2)


def _print_addresses(settings: Settings, code: str | None) -> None:
    (here,), homes = origins("http", ["localhost"], settings.port), home_origins(settings)
    at_home = f", and in the home network at {' or '.join(homes)}" if homes else ""
    if settings.unix_socket:
        here, at_home = str(settings.unix_socket), f", and behind a reverse proxy at {settings.public_url}"
    print(f"\n  Mantel is at {here} on this machine{at_home}.")  # noqa: T201
    if code is None:
        print("  The household is claimed. Add devices in Settings, Devices with access.\n")  # noqa: T201
    elif not sys.stdout.isatty():  # the output may be collected as a log, which must not contain the code
        print("  Nobody has claimed it yet. `mantel claim-code` on this machine shows a setup code.\n")  # noqa: T201
    else:
        print(f"  Nobody has claimed it yet. The setup code is {code[:3]} {code[3:]}; or scan this:\n")  # noqa: T201
        import segno  # a claimed household has no code to draw

        segno.make(f"{(homes or [here])[0]}/#/setup?code={code}").terminal(out=sys.stdout, compact=True, border=2)
    sys.stdout.flush()
