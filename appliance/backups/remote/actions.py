"""Use cases of backups on another device: the place, the results, and the files that go there and come back."""

import os
import shutil
from pathlib import Path

from appliance.backups import actions as backups
from appliance.backups import queries as backup_queries
from appliance.backups.remote import queries, rules
from appliance.backups.remote.models import Access, BackupContents, NewPlace
from appliance.household import queries as household_queries
from appliance.kernel.database import db_backup
from appliance.kernel.database.migrations import APPLICATION_ID, check_schema_version, migration_files
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import NotFound
from appliance.notifications.push.models import Notice
from appliance.notifications.warnings import warn_parents

FILE = "mantel.db"
KEY = "encryption.key"
FAILED = "backup.failed"


def access(db: Reader, request: NewPlace) -> Access:
    """A request with the stored secrets where it leaves them out. Raises BadRequest."""
    stored, secrets = queries.stored(db), queries.secrets(db)
    return rules.access_of(
        request,
        stored.place if stored else None,
        secrets.password if secrets else None,
        secrets.passphrase if secrets else None,
    )


def stored_access(db: Reader) -> Access | None:
    """The place with its secrets; None without one. Raises encryption.BadKey."""
    stored, secrets = queries.stored(db), queries.secrets(db)
    if stored is None or secrets is None:
        return None
    place = stored.place
    return Access(
        kind=place.kind,
        address=place.address,
        user=place.user,
        password=secrets.password,
        passphrase=secrets.passphrase,
    )


def use(tx: Tx, place: Access, host_keys: str | None) -> None:
    """Make the backups of the coming nights there."""
    queries.put(tx, place, host_keys)
    tx.record("settings.changed", {})


def forget(tx: Tx) -> None:
    """Make no more backups there; those that are there stay. Raises NotFound."""
    if not queries.remove(tx):
        raise NotFound()
    tx.record("settings.changed", {})


def record_result(tx: Tx, error: str | None) -> None:
    """Store the result of a backup. At the third failure in a row parents get a message."""
    if error is None:
        queries.put_success(tx)
        return
    queries.put_failure(tx, error)
    stored = queries.stored(tx)
    if stored and stored.failures == rules.FAILURES_BEFORE_MESSAGE:
        _warn(tx, stored.failures, stored.last_at, error)


def record_check(tx: Tx, error: str | None) -> None:
    """Store the result of a test restore. Parents get a message when it failed."""
    queries.put_check(tx, error)
    if error is not None:
        stored = queries.stored(tx)
        _warn(tx, 0, stored.last_at if stored else None, error)


def _warn(tx: Tx, failures: int, last_at: str | None, error: str) -> None:
    texts = household_queries.texts(tx)
    warn_parents(tx, Notice(title=texts.say("offDevice.title"), body=texts.say("offDevice.body", reason=error)), FAILED)
    tx.record(FAILED, {"failures": failures, "lastAt": last_at, "error": error})


def collect(database: Path, folder: Path) -> None:
    """Put a verified copy of the household's file, its photos and its key into a folder. Raises DamagedFile, OSError.

    Photos are links on the same disk. The key may be there because the backups are encrypted with the passphrase.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    db_backup.copy(database, folder / FILE)
    backups.copy_photos(
        database.with_name(backups.PHOTOS), folder / backups.PHOTOS, backup_queries.photo_ids(folder / FILE)
    )
    key = database.with_name(KEY)
    if db_backup.is_regular(key):
        shutil.copyfile(key, folder / KEY)


def found_in(target: Path) -> Path:
    """The folder of a restored backup: below `target` it has the path that it had on the old machine.

    Raises NotABackup.
    """
    for folder, _, names in os.walk(target):
        if FILE in names and db_backup.is_regular(Path(folder, FILE)):
            return Path(folder)
    raise backups.NotABackup("the backup contains no household")


def verify(file: Path, schema: Path) -> BackupContents:
    """Read every page of a restored household. Raises NotABackup, UnknownSchema, DamagedFile, OSError, apsw.Error."""
    application, version = db_backup.check(file)
    if application != APPLICATION_ID:
        raise backups.NotABackup("the backup is of another program")
    check_schema_version(file, application, version, max(migration_files(schema)))
    return queries.contents(file)
