"""What the machine's owner runs by hand: backup, restore and more; and the messages of errors that end a command."""

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo

import apsw

from appliance import running_server
from appliance.access import actions as access
from appliance.backups import actions as backups
from appliance.kernel.data_dir_lock import DataDirInUse, DataDirLock
from appliance.kernel.database import sqlite_errors
from appliance.kernel.database.connections import open_connection
from appliance.kernel.database.db_backup import DamagedFile
from appliance.kernel.database.migrations import (
    MigrationFailed,
    OtherSchema,
    UnknownSchema,
    check_schema_version,
    is_blank,
    migration_files,
)
from appliance.kernel.database.transactions import Tx
from appliance.kernel.encryption import BadKey, Cipher
from appliance.kernel.errors import ApiError
from appliance.kernel.private_files import make_private
from appliance.kernel.scheduling.clock import Clock
from appliance.network import queries as network_queries
from appliance.ownership import KEY, become_owner, become_owner_to_read, become_owner_to_write, key_beside
from appliance.settings import BadSetting, Settings
from appliance.updates.releases import UpdateFailed

T = TypeVar("T")
HOUSEHOLD_FILES = (
    "mantel.db*",
    "mantel.lock",
    "restored.db*",
    "encryption.key*",
    ".encryption.key.*",
    "https.pem",
    ".https.pem.*",
    "backups",
    "backups/*.db*",
    "backups/photos",
    "backups/photos/*.webp",
    "photos",
    "photos/*",
    "photos/from-folder/*",
)
SCHEMA = Path(__file__).parent / "schema"


class HouseholdLost(Exception):
    """The household's file is missing or empty, and what is beside it shows that there was one."""


READABLE_ERRORS = (
    BadSetting,
    BadKey,
    UnknownSchema,
    OtherSchema,
    MigrationFailed,
    DamagedFile,
    DataDirInUse,
    HouseholdLost,
    backups.NotABackup,
    UpdateFailed,
    OSError,
)


def back_up(settings: Settings, folder: str | None) -> list[str]:
    """Make a backup now, in `folder` or in the usual one. Returns lines to print. The server may be running."""
    own = settings.data_dir / "backups"
    target = Path(folder) if folder else own
    become_owner_to_write(target, settings.data_dir)
    made = backups.make(database_path(settings), target, "manual", datetime.now(UTC), settings.backup_keep)
    backups.keep_photos(target / made.name, settings.data_dir / backups.PHOTOS)

    lines = [f"{target / made.name}: {made.bytes / 1_000_000:.1f} MB, checked"]
    if settings.backup_dir_2 and target == own:
        backups.copy_to_second(own, Path(settings.backup_dir_2), settings.backup_keep)
        lines.append(f"{settings.backup_dir_2} has a copy too")
    if not settings.encryption_key:
        lines.append(
            f"Keep {settings.data_dir / 'encryption.key'} elsewhere too: accounts and secrets are encrypted with it"
        )
    return lines


def restore_backup(settings: Settings, backup: str) -> list[str]:
    """Replace the household's file by a backup, given as a file or by its name. Returns lines to print.

    The key beside the backup is taken too, unless a setting has the key. Raises BadKey when that is none.
    """
    folder = settings.data_dir / "backups"
    source = Path(backup) if Path(backup).exists() else folder / Path(backup).name
    with become_owner_to_read(source, settings.data_dir) as readable, DataDirLock(settings.data_dir) as lock:
        read_from = readable()
        key = None if settings.encryption_key else key_beside(read_from)
        if key:
            Cipher.from_settings(None, key)
        replaced = backups.restore(read_from, database_path(settings), folder, datetime.now(UTC), SCHEMA)
        lock.ended()  # an interruption concerned the replaced file
        replaced_key = _take_key(key, settings.data_dir / KEY) if key else None

    lines = [f"The household is as it was in {source.name}; start the server"]
    if replaced:
        lines.append(f"The replaced file is kept in {replaced}")
    if replaced_key:
        lines.append(f"The key beside the backup is used from now on; the one of before is kept in {replaced_key}")
    return lines


def _take_key(key: Path, own: Path) -> Path | None:
    """Use another key from now on. The file in which the one of before is kept; None when there was no other."""
    if own.exists() and own.read_bytes() == key.read_bytes():
        return None
    kept = own.with_name(f"{KEY}.replaced") if own.exists() else None
    if kept:
        shutil.copyfile(own, kept)
    new = own.with_name(f".{KEY}.new")
    shutil.copyfile(key, new)
    make_private([new, *([kept] if kept else [])])
    # In one step: without a key the next start would make another one.
    new.replace(own)
    return kept


def make_claim_code(settings: Settings) -> list[str]:
    """A new code that claims the household, and what to do with it; lines to print. The server may be running."""
    running = running_server.with_details(settings)  # before the rights of root are given up
    code = _write(settings, access.new_claim_code)
    first, *others = [f"{each}/#/setup?code={code}" for each in running_server.origins(running or settings)]
    return [
        f"The setup code is {code[:3]} {code[3:]}. Open {first} on a phone or computer in the home network.",
        *(f"Or: {url}" for url in others),
        "In a household that was claimed before, the code is valid for 15 minutes and makes a new admin key.",
        *([] if running else ["No server runs on this household now; start it first."]),
    ]


def remove_authority(settings: Settings) -> list[str]:
    """Delete the certificate authority, so that the server makes a new one; lines to print. It may be running."""
    if not _write(settings, network_queries.remove_authorities):
        return ["There is no certificate authority yet; the server makes one when HTTPS at home is on."]
    return [
        "The certificate authority was removed. The server makes a new one within 15 seconds, or when it starts.",
        "Install the new certificate on each device: open the address of the home with /trust at its end.",
    ]


def household_files(settings: Settings) -> list[Path]:
    """The data folder and everything in it that Mantel makes."""
    folder = settings.data_dir
    return [folder, *(path for pattern in HOUSEHOLD_FILES for path in folder.glob(pattern))]


def database_path(settings: Settings) -> Path:
    """The household's file."""
    return settings.data_dir / "mantel.db"


def error_message(problem: Exception) -> str | None:
    """The message of an error that ends a command; None for a bug."""
    if isinstance(problem, ApiError):
        return problem.message
    if isinstance(problem, OSError) and problem.strerror:
        return f"{problem.filename}: {problem.strerror}" if problem.filename else problem.strerror
    if isinstance(problem, READABLE_ERRORS):
        return str(problem)
    explained = sqlite_errors.explain_sqlite_error(problem) if isinstance(problem, apsw.Error) else None
    return explained.message if explained else None


def restore_advice(settings: Settings) -> str:
    """What to do when the household's file is damaged or lost."""
    folder = settings.data_dir / "backups"
    made = backups.list_backups(folder)
    if not made:
        return "Nothing was changed. There is no backup beside it; if one is elsewhere: mantel restore FILE"
    newest = next((backup for backup in made if not backups.is_empty(folder / backup.name)), made[0])
    when = newest.at[:16].replace("T", " ")
    return f"Nothing was changed. The newest backup is of {when} UTC: mantel restore {newest.name}"


def check_is_not_lost(settings: Settings) -> None:
    """Raises HouseholdLost instead of letting a new household begin where there was one. Raises apsw.Error."""
    file = database_path(settings)
    if not is_blank(file):
        return
    evidence = [
        name
        for name, is_there in (
            ("encryption.key", (settings.data_dir / "encryption.key").exists()),
            ("backups", bool(backups.list_backups(settings.data_dir / "backups"))),
        )
        if is_there
    ]
    if evidence:
        beside = " and ".join(evidence)
        raise HouseholdLost(
            f"{file} is {'empty' if file.exists() else 'missing'}, but {beside} beside it "
            f"{'show' if len(evidence) > 1 else 'shows'} that there was a household. {restore_advice(settings)}. "
            f"To begin a new household instead, move {beside} out of {settings.data_dir}"
        )


def _write(settings: Settings, action: Callable[[Tx], T]) -> T:
    """Run an action that records no change and encrypts nothing, in a transaction of its own."""
    become_owner(settings.data_dir)
    path = database_path(settings)
    if not path.exists():
        raise FileNotFoundError(
            f"there is no household in {settings.data_dir}; start the server first, or set DATA_DIR"
        )
    with closing(open_connection(path, apsw.SQLITE_OPEN_READWRITE)) as connection:
        version, newest = int(connection.pragma("user_version") or 0), max(migration_files(SCHEMA))
        check_schema_version(path, int(connection.pragma("application_id") or 0), version, newest)
        if version != newest:
            raise MigrationFailed("the household's file is of another version; start this version of the server first")
        # A transaction that read before the server wrote could not write any more.
        connection.transaction_mode = "IMMEDIATE"
        with connection:
            result = action(Tx(connection, Cipher(os.urandom(32)), Clock().now(), lambda db: ZoneInfo("UTC")))
    return result
