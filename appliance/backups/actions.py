"""Verbs on copies of the household's file. They block: a server calls them in a thread."""

import shutil
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from appliance.backups import rules
from appliance.backups.models import Backup
from appliance.kernel.database import db_backup
from appliance.kernel.database.migrations import APPLICATION_ID, check_owner
from appliance.kernel.errors import NotFound

LOGS = ("-wal", "-shm", "-journal")


class NotOurs(Exception):
    """A database of another program."""


def kept(folder: Path) -> list[Backup]:
    """The backups in a folder, newest first; none when it is not there or cannot be read."""
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            named = rules.told(path.name)
            # Another process may have removed it since.
            with suppress(FileNotFoundError):
                if named and path.is_file():
                    found.append(rules.backup(named, path.stat().st_size))
    return sorted(found, key=lambda each: (each.at, each.name), reverse=True)


def find(folder: Path, name: str) -> Path:
    """Where a backup is. Raises NotFound for every name that is not one of ours."""
    path = folder / name
    if rules.told(name) is None or not path.is_file():
        raise NotFound()
    return path


def make(source: Path, folder: Path, prefix: str, now: datetime, keep: int) -> Backup:
    """Copy the household's file into a folder and let go of what is superseded.

    Raises copies.Damaged, OSError, apsw.Error; what was there before is then still there.
    """
    target = folder / rules.name(prefix, now)
    db_backup.copy(source, target)
    named = rules.told(target.name)
    assert named
    made = rules.backup(named, target.stat().st_size)
    _let_go(folder, keep)
    return made


def restore(source: Path, household: Path, folder: Path, now: datetime, newest: int) -> Path | None:
    """Put a backup in the place of the household's file; where the replaced file is now, None when there was none.

    For a claimed data folder. `newest` is the schema this program knows; an older file is updated at the next start.
    Raises NotOurs, NewerSchema, copies.Damaged, OSError, apsw.Error; the household's file is then as it was.
    """
    application, version = db_backup.check(source)
    if application != APPLICATION_ID:
        raise NotOurs(f"{source} is not a backup of Mantel")
    check_owner(source, application, version, newest)
    ready = household.with_name("restored.db")
    db_backup.copy(source, ready)

    replaced = _replaced(household, folder / rules.name("replaced", now)) if household.exists() else None
    for suffix in LOGS:
        Path(f"{household}{suffix}").unlink(missing_ok=True)
    db_backup.publish(ready, household)
    return replaced


def _replaced(household: Path, kept: Path) -> Path:
    kept.parent.mkdir(parents=True, exist_ok=True)
    db_backup.fold(household)
    for suffix in ("", *LOGS):
        if Path(f"{household}{suffix}").exists():
            shutil.copyfile(f"{household}{suffix}", f"{kept}{suffix}")
            db_backup.fsync(Path(f"{kept}{suffix}"))
    db_backup.fsync(kept.parent)
    return kept


def carry(folder: Path, second: Path, keep: int) -> str | None:
    """Give a second folder what it lacks of the first; when its newest backup was made, or None without any.

    The folder itself is never made: where no stick is plugged in, its place is on this device's own card.
    Raises OSError.
    """
    if not second.is_dir():
        raise FileNotFoundError(f"{second} is not there; is the stick plugged in, or the share mounted?")
    there = {each.name: each.bytes for each in kept(second)}
    for each in reversed(kept(folder)):
        if there.get(each.name) != each.bytes:
            _carry_one(folder / each.name, second / each.name)
    _let_go(second, keep)
    newest = next(iter(kept(second)), None)
    return newest.at if newest else None


def _carry_one(source: Path, target: Path) -> None:
    with db_backup.folder_lock(target.parent), db_backup.unfinished_file(target) as unfinished:
        shutil.copyfile(source, unfinished)
        db_backup.publish(unfinished, target)


def _let_go(folder: Path, keep: int) -> None:
    # What somebody else is making right now is half made too, but not left behind.
    with db_backup.folder_lock(folder):
        # A damaged file that was replaced may have its log beside it.
        gone = [path for name in rules.superseded(kept(folder), keep) for path in folder.glob(f"{name}*")]
        for path in [*gone, *folder.glob(f".*.db{db_backup.UNFINISHED}*")]:
            path.unlink(missing_ok=True)
