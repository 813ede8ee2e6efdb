"""Serving a household: the embedded HTTP server, the loops beside it, and what is said at the start."""

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
from granian.server.embed import Server

from appliance.access import actions as access
from appliance.app import Application, build, serve_jobs
from appliance.kernel import systemd
from appliance.kernel.data_dir_lock import DataDirLock
from appliance.kernel.database import db_backup
from appliance.kernel.http.http_server import create_server
from appliance.kernel.private_files import make_private, set_private_umask
from appliance.maintenance import database_path, household_files, restore_advice
from appliance.network.addresses import of_machine
from appliance.network.https import check_port_is_free
from appliance.settings import Settings

log = logging.getLogger(__name__)
ANY_ADDRESS = "0.0.0.0"
LOOPBACK = "127.0.0.1"


def serve(settings: Settings, fill: Callable[[Application], None] | None = None) -> None:
    """Serve until SIGTERM or SIGINT. `fill` may furnish an empty household first.

    Raises NewerSchema, Unmigrated, Damaged, BadKey, Taken, Refusal, and OSError when the port is taken.
    """
    set_private_umask()
    check_port_is_free(settings.host, settings.port)
    with DataDirLock(settings.data_dir) as lock:
        make_private(household_files(settings))
        application = _opened(settings, lock.was_interrupted)
        gc.freeze()  # what stands now is not looked through again
        gc.enable()
        lock.serving()
        try:
            if fill:
                fill(application)
            code = application.setup_code.text = application.database.write_now(access.new_setup_code)
            _greet(settings, code)
            asyncio.run(_serve(application))
        finally:
            application.database.close()
            lock.ended()


def _opened(settings: Settings, was_interrupted: bool) -> Application:
    """The house. A write-ahead log that is missing is told, and what is left is looked through before it is used."""
    file = database_path(settings)
    try:
        if was_interrupted and file.exists() and not Path(f"{file}-wal").exists():
            db_backup.check(file)
            log.warning(
                "the last run was cut off and its write-ahead log is gone; what was written last may be missing",
                extra={"file": f"{file}-wal"},
            )
        return build(settings)
    except (apsw.CorruptError, apsw.NotADBError, db_backup.DamagedFile) as problem:
        raise db_backup.DamagedFile(f"{file} is damaged ({problem}). {restore_advice(settings)}") from None


async def _serve(application: Application) -> None:
    servers = _servers(application)
    loop = asyncio.get_running_loop()
    tasks = (
        serve_jobs(application),
        _watchdog(application),
        application.presence.run(application.app),
        application.kiosk.run(),
        application.guard.run(),
    )
    beside = [asyncio.create_task(each) for each in tasks]

    def stop() -> None:
        application.change_streams.close()  # an open stream would hold the server up
        for server in servers:
            server.stop()  # type: ignore[no-untyped-call]

    def stop_if_broken(task: "asyncio.Task[None]") -> None:
        # Without its jobs the house would go on serving, and nobody would know that nothing is synced or told.
        if not task.cancelled() and task.exception():
            stop()

    for task in beside:
        task.add_done_callback(stop_if_broken)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    systemd.ready()
    try:
        await asyncio.gather(*(server.serve() for server in servers))
    finally:
        systemd.stopping()
        for task in beside:
            task.cancel()
        for ended in await asyncio.gather(*beside, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended


def _servers(application: Application) -> list[Server]:
    """The HTTP server, and one more for loopback alone, whose connections nobody in the network can use up.

    Linux gives a new connection to the server with the more specific address.
    """
    host, port = application.settings.host, application.settings.port
    hosts = [host, LOOPBACK] if host == ANY_ADDRESS and sys.platform == "linux" else [host]
    return [create_server(application.app, each, port) for each in hosts]


async def _watchdog(application: Application) -> None:
    """Tell systemd that the loop turns and the database answers; a silence makes it restart the server."""
    interval = systemd.watchdog_seconds()
    while interval:
        application.database.read.value("SELECT 1")
        systemd.watchdog()
        await asyncio.sleep(interval / 2)


def _greet(settings: Settings, code: str | None) -> None:
    here = f"http://localhost:{settings.port}"
    named = f"http://{settings.hostname_local}.local:{settings.port}"
    home = next((f"http://{each}:{settings.port}" for each in of_machine(settings.host)), named)
    print(f"\n  Mantel is at {here} on this machine, and in the home network at {home} or {named}.")  # noqa: T201
    if code is None:
        print("  The household is claimed. Add devices in Settings, Devices and keys.\n")  # noqa: T201
    elif systemd.is_journal(sys.stdout):
        print("  Nobody has claimed it yet. `mantel claim-code` on this machine shows a setup code.\n")  # noqa: T201
    else:
        print(f"  Nobody has claimed it yet. The setup code is {code[:3]} {code[3:]}; or scan this:\n")  # noqa: T201
        import segno  # a claimed household has no code to draw

        segno.make(f"{home}/#/setup?code={code}").terminal(out=sys.stdout, compact=True, border=2)
    sys.stdout.flush()
