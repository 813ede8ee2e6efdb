"""Forward-only migrations: numbered SQL files, one transaction each, rehearsed on a copy that is then kept."""

import logging
import shutil
from contextlib import closing
from datetime import datetime
from pathlib import Path

import apsw

from appliance.kernel.database import db_backup

log = logging.getLogger(__name__)
APPLICATION_ID = 0x4D4E544C


class NewerSchema(Exception):
    """The file was written by a later version of the program, or by another program altogether."""


class MigrationFailed(Exception):
    """An update cannot change the file; it is as it was before."""


def migrate(connection: apsw.Connection, folder: Path, backups: Path, now: datetime) -> int:
    """Bring a database to the newest schema; answers its version.

    A file that has content is copied to `backups` first, and every step is tried on another copy. Raises NewerSchema,
    Unmigrated, copies.Damaged, OSError, apsw.Error; the file is then as it was.
    """
    steps = numbered(folder)
    version = int(connection.pragma("user_version") or 0)
    check_owner(
        Path(connection.filename), int(connection.pragma("application_id") or 0), version, max(steps, default=0)
    )

    waiting = {number: step.read_text("utf-8") for number, step in steps.items() if number > version}
    if waiting and version:
        _rehearse(Path(connection.filename), waiting, backups / f"before-{min(waiting):04d}-{now:%Y%m%dT%H%M%SZ}.db")
    for number, script in waiting.items():
        _apply(connection, number, script)
    if waiting:
        log.info("the schema was brought up to date", extra={"was": version, "is": max(waiting)})
    return max(steps, default=version)


def numbered(folder: Path) -> dict[int, Path]:
    """The steps of a schema by their number, in order."""
    steps = sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    found = {int(step.name[:4]): step for step in steps}
    if len(found) < len(steps):
        raise ValueError(f"two steps in {folder} have the same number")
    return found


def check_owner(path: Path, application: int, version: int, newest: int) -> None:
    """Raises NewerSchema unless these marks are of a file that this program may open."""
    if application not in (0, APPLICATION_ID) or (application == 0 and version):
        raise NewerSchema(f"{path} belongs to another program; point DATA_DIR at a folder of its own.")
    if version > newest:
        raise NewerSchema(
            f"{path} was written by a newer Mantel (schema {version}, this one knows {newest}). "
            "Update Mantel, or restore a backup made before the update."
        )


def _rehearse(path: Path, waiting: dict[int, str], kept: Path) -> None:
    """Keep a copy, and try every step on another one."""
    db_backup.copy(path, kept)
    stage = db_backup.unfinished_path(kept)
    try:
        with db_backup.folder_lock(kept.parent):
            shutil.copyfile(kept, stage)
            with closing(apsw.Connection(str(stage))) as connection:
                for number, script in waiting.items():
                    _apply(connection, number, script)
    except apsw.Error as problem:
        # A server that is restarted over and over would fill the card with copies of what never changed.
        kept.unlink(missing_ok=True)
        raise MigrationFailed(
            f"this version cannot update {path}: {problem}. Nothing was changed. "
            "Install the version you had before, which opens the file as it is, and report this."
        ) from problem
    finally:
        for left in stage.parent.glob(f"{stage.name}*"):
            left.unlink(missing_ok=True)


def _apply(connection: apsw.Connection, number: int, script: str) -> None:
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        with connection:
            # A statement that answers rows would otherwise end the script there.
            for _ in connection.execute(script):
                pass
            broken = list(connection.execute("PRAGMA foreign_key_check"))
            if broken:
                raise apsw.ConstraintError(f"schema step {number} leaves dangling references: {broken[:3]}")
            connection.execute(f"PRAGMA user_version = {number}; PRAGMA application_id = {APPLICATION_ID}")
    finally:
        connection.execute("PRAGMA foreign_keys = ON")
