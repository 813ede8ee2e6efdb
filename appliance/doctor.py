"""The checks of `mantel doctor`: each has a finding and, where needed, advice."""

import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

import apsw
import msgspec

from appliance.backups import actions as backups
from appliance.calendar.calendars import queries as calendar_queries
from appliance.health.rules import MIN_FREE_BYTES, OLD_BACKUP, OLD_SYNC
from appliance.kernel.database import db_backup
from appliance.kernel.database.change_log import last_written_at
from appliance.kernel.database.connections import connect
from appliance.kernel.database.migrations import APPLICATION_ID, check_schema_version, migrate, migration_files
from appliance.kernel.database.transactions import Reader
from appliance.kernel.encryption import Cipher
from appliance.kernel.scheduling.clock import instant, moment
from appliance.kernel.scheduling.zone_data import zone_data
from appliance.maintenance import SCHEMA, check_is_not_lost, database_path, error_message, restore_advice
from appliance.network import queries as network_queries
from appliance.settings import Settings

State = Literal["ok", "warning", "error"]
MB = 1_000_000
LOW_FREE = 1000 * MB
LOW_MEMORY = 100 * MB
ENDS_SOON = timedelta(days=30)


class Finding(msgspec.Struct, frozen=True):
    """The result of a check. `warning` can wait, `error` cannot. `do` is the next step."""

    about: str
    state: State
    message: str
    do: str = ""


def examine(settings: Settings, now: datetime | None = None) -> Iterator[Finding]:
    """Run all checks, the quick ones first. Changes nothing; the server may be running."""
    now = now or datetime.now(UTC)
    file = database_path(settings)
    yield from _checked("disk", lambda: disk(settings.data_dir, file))
    yield from _checked("memory", lambda: memory(Path("/proc/meminfo")))
    yield from _checked("time zones", time_zones)
    yield from _checked("key", lambda: key(settings))
    yield from _checked("backups", lambda: recent_backup(settings.data_dir / "backups", now))
    if settings.backup_dir_2:
        second = Path(settings.backup_dir_2)
        yield from _checked("second folder", lambda: second_folder(second, now))
    if not file.exists() or not file.stat().st_size:
        yield from _checked("database", lambda: no_database(settings))
        return
    sound = list(_checked("database", lambda: database(file, settings)))
    yield from sound
    if sound[0].state != "ok":
        return
    with closing(db_backup.open_read_only(file)) as connection:
        yield from _checked("clock", lambda: clock(connection, now))
        reader = Reader(connection, Cipher(bytes(32)), now, lambda _: ZoneInfo("UTC"))
        yield from _checked("calendars", lambda: syncs(reader))
        yield from _checked("certificates", lambda: certificates(reader, settings))


def disk(folder: Path, file: Path) -> Finding:
    """Free space for new data, a backup, and the copies of an update."""
    there = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    free = shutil.disk_usage(there).free
    needed = 3 * file.stat().st_size if file.exists() else 0
    message = f"{free / MB:,.0f} MB free for {folder}"
    if free < max(MIN_FREE_BYTES, needed):
        return Finding(
            "disk", "error", message, "free some space: old logs, packages, or move DATA_DIR to a larger disk"
        )
    if free < LOW_FREE:
        return Finding("disk", "warning", message, "free some space soon")
    return Finding("disk", "ok", message)


def memory(meminfo: Path) -> Finding:
    """The memory that is available."""
    match = re.search(r"MemAvailable:\s+(\d+) kB", meminfo.read_text()) if meminfo.exists() else None
    if match is None:
        return Finding("memory", "ok", "not known on this system")
    free = int(match[1]) * 1024
    message = f"{free / MB:,.0f} MB available"
    return (
        Finding("memory", "warning", message, "stop what else runs here")
        if free < LOW_MEMORY
        else Finding("memory", "ok", message)
    )


def time_zones() -> Finding:
    """The version of the time zone data that is used."""
    zones = zone_data()
    if zones.is_package_newer:
        return Finding("time zones", "ok", f"{zones.version}, of Mantel; the system has {zones.system or 'none'}")
    return Finding("time zones", "ok", f"{zones.version}, of the system; Mantel has {zones.package}")


def key(settings: Settings) -> Finding:
    """The encryption key: present, valid, and readable by its owner only."""
    file = settings.data_dir / "encryption.key"
    if not settings.encryption_key and not file.exists():
        if not database_path(settings).exists():
            return Finding("key", "ok", "made at the first start")
        return Finding(
            "key", "error", f"{file} is missing", "put your copy of it back, or enter passwords and feeds again"
        )
    Cipher.from_settings(settings.encryption_key, file)
    if not settings.encryption_key and file.stat().st_mode & 0o077:
        return Finding("key", "warning", f"others on this machine can read {file}", f"chmod 600 {file}")
    return Finding("key", "ok", "in the environment" if settings.encryption_key else f"{file}; keep a copy elsewhere")


def recent_backup(folder: Path, now: datetime) -> Finding:
    """The age of the newest backup on this device."""
    newest = next(iter(backups.list_backups(folder)), None)
    if newest is None:
        return Finding(
            "backups", "warning", "there is none yet", "mantel backup makes one; the server does every night"
        )
    return _age("backups", newest.at, now, "is the server on at night? mantel backup makes one now")


def second_folder(folder: Path, now: datetime) -> Finding:
    """The age of the newest backup in the second folder."""
    if not folder.is_dir():
        return Finding("second folder", "warning", f"{folder} is not there", "plug the stick in, or mount the share")
    newest = next(iter(backups.list_backups(folder)), None)
    if newest is None:
        return Finding("second folder", "warning", f"{folder} has no backup yet", "mantel backup copies them there")
    return _age("second folder", newest.at, now, "was it away? mantel backup copies what is missing")


def no_database(settings: Settings) -> Finding:
    """The household's file is missing or blank. Raises HouseholdLost where there was one."""
    check_is_not_lost(settings)
    return Finding("database", "warning", f"there is no household in {settings.data_dir}", "mantel serve makes one")


def database(file: Path, settings: Settings) -> Finding:
    """Verify every page of the file, and try a pending update on a copy. Raises HouseholdLost, UnknownSchema."""
    try:
        application, version = db_backup.check(file)
    except db_backup.DamagedFile as problem:
        return Finding("database", "error", str(problem), restore_advice(settings))
    if not (application or version):
        return no_database(settings)
    newest = max(migration_files(SCHEMA))
    check_schema_version(file, application, version, newest)
    message = f"{file}: {file.stat().st_size / MB:,.1f} MB, every page read"
    if version == newest or application != APPLICATION_ID:
        return Finding("database", "ok", message)
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / "trial.db"
        db_backup.copy(file, trial)
        with closing(connect(trial)) as connection:
            migrate(connection, SCHEMA, Path(folder), datetime.now(UTC))
    return Finding("database", "ok", f"{message}; the update from {version} to {newest} was tried on a copy")


def clock(connection: apsw.Connection, now: datetime) -> Finding:
    """Whether the clock is plausible: a board without a battery starts in the past."""
    written = last_written_at(connection)
    if written and now < moment(written):
        return Finding("clock", "error", f"it is {instant(now)}, and something was written at {written}", SET_CLOCK)
    return Finding("clock", "ok", instant(now))


SET_CLOCK = "connect the machine to the internet, or: sudo date -s '2026-11-20 15:24'"


def syncs(db: Reader) -> Finding:
    """External calendars that were not synced for a while."""
    external = [
        calendar for calendar in calendar_queries.calendars(db) if calendar.kind != "local" and calendar.enabled
    ]
    late = [
        calendar
        for calendar in external
        if calendar.needs_reconnect
        or calendar.last_error
        or calendar.last_synced_at is None
        or db.now - moment(calendar.last_synced_at) > OLD_SYNC
    ]
    if not late:
        return Finding("calendars", "ok", f"{len(external)} external, all synced")
    message = "; ".join(
        f"{calendar.name}: {calendar.last_error or _since(calendar.last_synced_at)}" for calendar in late
    )
    return Finding("calendars", "warning", message, "see Settings, Calendars; is there an internet connection?")


def certificates(db: Reader, settings: Settings) -> Finding:
    """The certificate authority of the home, which devices trust."""
    if not settings.https_port:
        return Finding("certificates", "ok", "HTTPS is off")
    ours = network_queries.authority(db, settings.hostname_local, db.now)
    if ours is None:
        return Finding(
            "certificates", "warning", "the home has no authority yet", "the server makes one when it starts"
        )
    message = f"the home's authority ends on {ours.ends_at[:10]}"
    if moment(ours.ends_at) - db.now < ENDS_SOON:
        return Finding("certificates", "warning", message, "a new one comes by itself; install it on phones again")
    return Finding("certificates", "ok", message)


def _checked(about: str, look: Callable[[], Finding]) -> Iterator[Finding]:
    try:
        yield look()
    except Exception as problem:
        if not (message := error_message(problem)):
            raise
        yield Finding(about, "error", message, "correct this first")


def _age(about: str, at: str, now: datetime, do: str) -> Finding:
    message = f"the newest is of {at[:16].replace('T', ' ')} UTC"
    return Finding(about, "warning", message, do) if now - moment(at) > OLD_BACKUP else Finding(about, "ok", message)


def _since(at: str | None) -> str:
    return f"not since {at[:16].replace('T', ' ')} UTC" if at else "never synced"
