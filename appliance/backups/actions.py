"""Use cases of backups on the file system. They block the calling thread."""

import os
import shutil
from collections.abc import Set
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from appliance.backups import queries, rules
from appliance.backups.models import Backup
from appliance.kernel.database import db_backup
from appliance.kernel.database.migrations import (
    APPLICATION_ID,
    DEVELOPMENT_ID,
    check_schema,
    check_schema_version,
    migration_files,
)
from appliance.kernel.errors import NotFound
from appliance.kernel.private_files import make_private

PHOTOS = "photos"
LOGS = ("-wal", "-shm", "-journal")


class NotABackup(Exception):
    """A database of another program, or no file."""


def list_backups(folder: Path) -> list[Backup]:
    """The backups in a folder, newest first; none when it is missing or cannot be read."""
    backups = []
    with suppress(OSError):
        for path in folder.iterdir():
            parsed = rules.parse_name(path.name)
            # Another process may have deleted it in the meantime.
            with suppress(FileNotFoundError):
                if parsed and db_backup.is_regular(path):
                    backups.append(rules.backup(parsed, path.stat().st_size))
    return sorted(backups, key=lambda backup: (backup.at, backup.name), reverse=True)


def is_empty(backup: Path) -> bool:
    """True for a backup of an empty household; False for a damaged file."""
    try:
        return queries.is_empty(backup)
    except (OSError, db_backup.DamagedFile):
        return False


def find(folder: Path, name: str) -> Path:
    """The path of a backup. Raises NotFound for a name that is not a backup's."""
    path = folder / name
    if rules.parse_name(name) is None or not db_backup.is_regular(path):
        raise NotFound()
    return path


def make(source: Path, folder: Path, prefix: str, now: datetime, keep: int) -> Backup:
    """Copy the household's file into a folder, and delete superseded backups there.

    Raises DamagedFile, OSError, apsw.Error; the folder is then unchanged.
    """
    target = db_backup.free_path(folder, prefix, now)
    db_backup.copy(source, target)
    parsed = rules.parse_name(target.name)
    assert parsed
    made = rules.backup(parsed, target.stat().st_size)
    _delete_superseded(folder, keep)
    return made


def keep_photos(made: Path, photos: Path) -> None:
    """Keep the photos of a backup beside it, if the household has them in its backups. Raises OSError, apsw.Error.

    A photo never changes, so each is kept once for all backups of the folder, and costs no room on the same disk. Those
    of no backup are deleted.
    """
    kept = made.parent / PHOTOS
    if queries.has_photos(made):
        copy_photos(photos, kept, queries.photo_ids(made))
    if kept.is_dir():
        known = set().union(*(queries.photo_ids(made.parent / backup.name) for backup in list_backups(made.parent)))
        for path in kept.iterdir():
            if rules.photo_id(path.name) not in known:
                path.unlink(missing_ok=True)


def copy_photos(source: Path, target: Path, ids: Set[str]) -> None:
    """Link, or else copy, the files of photos that a folder lacks. Raises OSError."""
    if not source.is_dir():
        return
    target.mkdir(parents=True, exist_ok=True)
    for path in source.glob("*.webp"):
        # A link on somebody's stick would bring any file of this machine among the photos.
        if rules.photo_id(path.name) not in ids or (target / path.name).exists() or not db_backup.is_regular(path):
            continue
        try:
            os.link(path, target / path.name)
        except OSError:
            with db_backup.unfinished_file(target / path.name) as unfinished:
                shutil.copyfile(path, unfinished)
                db_backup.publish(unfinished, target / path.name)


def restore(source: Path, household: Path, folder: Path, now: datetime, schema: Path) -> Path | None:
    """Replace the household's file by a backup; the path of the replaced file, None when there was none.

    The data folder must be locked. `schema` is the folder of this program's migrations; an older file is migrated at
    the next start. Raises NotABackup, UnknownSchema, OtherSchema, DamagedFile, OSError, apsw.Error; the household is
    then unchanged.
    """
    if source.exists() and not source.is_file():
        raise NotABackup(f"{source} is not a file")
    application, version = db_backup.check(source)
    if application not in (APPLICATION_ID, DEVELOPMENT_ID):
        raise NotABackup(f"{source} is not a backup of Mantel")
    check_schema_version(source, application, version, max(migration_files(schema)))
    ready = household.with_name("restored.db")
    db_backup.copy(source, ready)
    try:
        check_schema(ready, schema)
    except BaseException:
        ready.unlink()
        raise

    replaced = _keep_replaced(household, db_backup.free_path(folder, "replaced", now)) if household.exists() else None
    for suffix in LOGS:
        Path(f"{household}{suffix}").unlink(missing_ok=True)
    db_backup.publish(ready, household)
    photos = source.parent / PHOTOS
    if not photos.is_symlink():
        copy_photos(photos, household.with_name(PHOTOS), queries.photo_ids(household))
    return replaced


def _keep_replaced(household: Path, target: Path) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    db_backup.checkpoint_wal(household)
    for suffix in ("", *LOGS):
        if Path(f"{household}{suffix}").exists():
            shutil.copyfile(f"{household}{suffix}", f"{target}{suffix}")
            db_backup.fsync(Path(f"{target}{suffix}"))
    db_backup.fsync(target.parent)
    return target


def copy_to_second(folder: Path, second: Path, keep: int) -> str | None:
    """Copy the backups that a second folder lacks; when its newest backup was made, None without any.

    The second folder itself is never created: where a USB stick is missing, that would be on this device's own disk.
    Raises OSError.
    """
    if not second.is_dir():
        raise FileNotFoundError(f"{second} is not there; is the stick plugged in, or the share mounted?")
    sizes = {copy.name: copy.bytes for copy in list_backups(second)}
    make_private(second / name for name in sizes)
    for backup in reversed(list_backups(folder)):
        if sizes.get(backup.name) != backup.bytes:
            _copy_one(folder / backup.name, second / backup.name)
    _delete_superseded(second, keep)
    newest = next(iter(list_backups(second)), None)
    if newest:
        keep_photos(second / newest.name, folder / PHOTOS)
    return newest.at if newest else None


def _copy_one(source: Path, target: Path) -> None:
    with db_backup.folder_lock(target.parent), db_backup.unfinished_file(target) as unfinished:
        shutil.copyfile(source, unfinished)
        db_backup.publish(unfinished, target)


def _delete_superseded(folder: Path, keep: int) -> None:
    # The lock protects the unfinished files of other processes.
    with db_backup.folder_lock(folder):
        superseded = rules.superseded(backups := list_backups(folder), keep)
        if superseded:
            # A household that has lost everything must not replace its backups of before.
            empty = {backup.name for backup in backups if is_empty(folder / backup.name)}
            superseded = rules.superseded(backups, keep, empty)
        # A damaged file that was replaced may have its log beside it.
        paths = [path for name in superseded for path in folder.glob(f"{name}*")]
        for path in [*paths, *folder.glob(f".*.db{db_backup.UNFINISHED}*")]:
            path.unlink(missing_ok=True)
