"""SQL of the place of backups on another device, and of what is in a backup's file."""

from pathlib import Path

import msgspec

from appliance.backups.remote.models import Access, BackupContents, BackupPlace, Stored
from appliance.kernel.database import db_backup
from appliance.kernel.database.transactions import Reader, Tx

ABOUT = "backup_place"
MAX_NAMES = 20


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """The secrets of the place, as encrypted."""

    password: str | None
    passphrase: str


class _Results(msgspec.Struct, frozen=True, kw_only=True):
    created_at: str
    last_at: str | None
    tried_at: str | None
    failures: int
    error: str | None
    checked_at: str | None
    check_error: str | None
    host_keys: str | None


def stored(db: Reader) -> Stored | None:
    """The place with the results; None without one."""
    place = db.maybe(BackupPlace, "SELECT kind, address, user FROM backup_place")
    results = db.maybe(
        _Results,
        "SELECT created_at, last_at, tried_at, failures, error, checked_at, check_error, host_keys FROM backup_place",
    )
    return Stored(place=place, **msgspec.structs.asdict(results)) if place and results else None


def secrets(db: Reader) -> Secrets | None:
    """The secrets of the place; None without one. Raises encryption.BadKey."""
    encrypted = db.value("SELECT secrets FROM backup_place")
    return None if encrypted is None else msgspec.json.decode(db.cipher.decrypt(encrypted, ABOUT), type=Secrets)


def put(tx: Tx, access: Access, host_keys: str | None) -> None:
    """Use this place. At another address the results begin anew."""
    tx.run(
        "DELETE FROM backup_place WHERE (kind, address) <> (?, ?)",
        access.kind,
        access.address,
    )
    secret = msgspec.json.encode(Secrets(password=access.password, passphrase=access.passphrase)).decode()
    tx.run(
        "INSERT INTO backup_place (id, kind, address, user, secrets, created_at, host_keys)"
        " VALUES (1, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE"
        " SET user = excluded.user, secrets = excluded.secrets, host_keys = excluded.host_keys",
        access.kind,
        access.address,
        access.user,
        tx.cipher.encrypt(secret, ABOUT),
        tx.now,
        host_keys,
    )


def put_host_keys(tx: Tx, host_keys: str) -> None:
    """The keys of the server of the place, which is used for the first time."""
    tx.run("UPDATE backup_place SET host_keys = ?", host_keys)


def remove(tx: Tx) -> bool:
    """Forget the place; False when there was none."""
    return tx.run("DELETE FROM backup_place") > 0


def put_success(tx: Tx) -> None:
    """A backup succeeded now."""
    tx.run("UPDATE backup_place SET last_at = ?, tried_at = ?, failures = 0, error = NULL", tx.now, tx.now)


def put_failure(tx: Tx, error: str) -> None:
    """A backup failed now."""
    tx.run("UPDATE backup_place SET tried_at = ?, failures = failures + 1, error = ?", tx.now, error)


def put_check(tx: Tx, error: str | None) -> None:
    """A backup was restored as a test now; `error` says why that failed."""
    tx.run("UPDATE backup_place SET checked_at = ?, check_error = ?", tx.now, error)


def contents(file: Path) -> BackupContents:
    """What is in a backup's file, of any version. Raises DamagedFile, OSError, apsw.Error."""

    def count(table: str, where: str = "1") -> int:
        found = db_backup.rows_of(file, f"SELECT count(*) FROM {table} WHERE {where}")
        return int(found[0][0]) if found else 0

    names = db_backup.rows_of(file, f"SELECT name FROM members ORDER BY sort, name LIMIT {MAX_NAMES}")
    return BackupContents(
        members=[str(row[0]) for row in names],
        events=count("events"),
        lists=count("lists"),
        chores=count("chores"),
        notes=count("notes"),
        photos=count("photos", "deleted_at IS NULL"),
    )
