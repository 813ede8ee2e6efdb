"""Forward-only migrations: numbered SQL files, one transaction each, tried on a copy first. A copy is kept."""

import logging
import re
import shutil
from contextlib import closing
from datetime import datetime
from pathlib import Path

import apsw

from appliance.kernel.database import db_backup
from appliance.kernel.database.connections import connect

log = logging.getLogger(__name__)
# "MTL1". Development builds, whose files had other steps, wrote "MNTL".
APPLICATION_ID, DEVELOPMENT_ID = 0x4D544C31, 0x4D4E544C


class UnknownSchema(Exception):
    """The file was written by a later version, a development build, or another program."""


class OtherSchema(Exception):
    """A file has other tables, triggers or views than a file of its version."""


class MigrationFailed(Exception):
    """A migration failed. The file is unchanged."""


def migrate(connection: apsw.Connection, folder: Path, backups: Path, now: datetime) -> int:
    """Bring a database to the newest schema. Returns its version.

    A file with content is copied to `backups` first, and every step is tried on another copy. Raises UnknownSchema,
    MigrationFailed, DamagedFile, OSError, apsw.Error; the file is unchanged then.
    """
    steps = migration_files(folder)
    version = int(connection.pragma("user_version") or 0)
    check_schema_version(
        Path(connection.filename), int(connection.pragma("application_id") or 0), version, max(steps, default=0)
    )

    waiting = {number: step.read_text("utf-8") for number, step in steps.items() if number > version}
    if waiting and version:
        _rehearse(Path(connection.filename), waiting, db_backup.free_path(backups, f"before-{min(waiting):04d}", now))
    for number, script in waiting.items():
        _apply(connection, number, script)
    if waiting:
        log.info("the schema was updated", extra={"from_version": version, "to_version": max(waiting)})
    return max(steps, default=version)


def is_blank(path: Path) -> bool:
    """True when a file is missing or has nothing of Mantel. Raises apsw.Error for what is no database.

    Other programs may have made tables in it: Litestream makes its own in an empty file.
    """
    if not path.exists() or not path.stat().st_size:
        return True
    with closing(db_backup.open_read_only(path)) as connection:
        return not (connection.pragma("application_id") or connection.pragma("user_version"))


def migration_files(folder: Path) -> dict[int, Path]:
    """The migrations of a folder by number, in order."""
    steps = sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    by_number = {int(step.name[:4]): step for step in steps}
    if len(by_number) < len(steps):
        raise ValueError(f"two steps in {folder} have the same number")
    return by_number


def check_schema_version(path: Path, application: int, version: int, newest: int) -> None:
    """Raises UnknownSchema unless a file with this application id and schema version may be opened."""
    if application == DEVELOPMENT_ID:
        raise UnknownSchema(
            f"{path} was made by a development build of Mantel, and this version cannot open it. Export the household "
            "with that build, start this version with an empty DATA_DIR, and import the export."
        )
    if application not in (0, APPLICATION_ID) or (application == 0 and version):
        raise UnknownSchema(f"{path} belongs to another program; point DATA_DIR at a folder of its own.")
    if version > newest:
        raise UnknownSchema(
            f"{path} was written by a newer Mantel (schema {version}, this one knows {newest}). "
            "Update Mantel, or restore a backup made before the update."
        )


def check_schema(path: Path, folder: Path) -> None:
    """Raises OtherSchema unless a file has the schema that the migrations of a folder make up to its version."""
    with closing(connect(":memory:")) as expected, closing(db_backup.open_read_only(path)) as actual:
        version = int(actual.pragma("user_version") or 0)
        for number, step in migration_files(folder).items():
            if number <= version:
                _apply(expected, number, step.read_text("utf-8"))
        wanted, there = _schema(expected), _schema(actual)
    if missing := sorted(wanted.keys() - there.keys()):
        raise OtherSchema(f"{path} lacks the {' '.join(missing[0])}; it was changed by another program")
    if foreign := sorted(there.keys() - wanted.keys()):
        raise OtherSchema(f"{path} has the {' '.join(foreign[0])}, which Mantel does not make")
    if changed := sorted(name for name in wanted if wanted[name] != there[name]):
        raise OtherSchema(f"the {' '.join(changed[0])} of {path} is not as Mantel makes it")


# The tables of Litestream, which docs/operating.md describes, are not part of a household, nor are those of SQLite. It
# makes no triggers and no views: one with a name like its own was written into the file's schema by hand.
SCHEMA = """
SELECT type, name, tbl_name, sql FROM sqlite_schema
WHERE NOT (type IN ('table', 'index') AND name LIKE 'sqlite\\_%' ESCAPE '\\')
  AND NOT (type = 'table' AND name IN ('_litestream_seq', '_litestream_lock'))
"""
COLUMNS = 'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)'
REFERENCES = 'SELECT "from", "table", "to", on_update, on_delete FROM pragma_foreign_key_list(?)'


def _schema(connection: apsw.Connection) -> dict[tuple[str, str], object]:
    """What a file is made of, by type and name.

    Tables are compared by their columns: one that was altered has another text than one that was made so.
    """
    schema: dict[tuple[str, str], object] = {}
    for kind, name, table, sql in list(connection.execute(SCHEMA)):
        text = " ".join(re.sub(r"--[^\n]*", "", str(sql)).split())
        if kind == "table" and not text.upper().startswith("CREATE VIRTUAL"):
            parts = [sorted(connection.execute(query, (name,)), key=repr) for query in (COLUMNS, REFERENCES)]
            schema["table", str(name)] = parts
        else:
            schema[str(kind), str(name)] = table, text.replace('"', "")
    return schema


def _rehearse(path: Path, waiting: dict[int, str], kept: Path) -> None:
    """Keep a copy, and try every step on another copy."""
    db_backup.copy(path, kept)
    stage = db_backup.unfinished_path(kept)
    try:
        with db_backup.folder_lock(kept.parent):
            shutil.copyfile(kept, stage)
            with closing(connect(stage)) as connection:
                for number, script in waiting.items():
                    _apply(connection, number, script)
    except apsw.Error as problem:
        # A server that is restarted again and again would fill the disk with equal copies.
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
            # Without reading its rows, a statement that returns some would end the script.
            for _ in connection.execute(script):
                pass
            broken = list(connection.execute("PRAGMA foreign_key_check"))
            if broken:
                raise apsw.ConstraintError(f"schema step {number} leaves dangling references: {broken[:3]}")
            connection.execute(f"PRAGMA user_version = {number}; PRAGMA application_id = {APPLICATION_ID}")
    finally:
        connection.execute("PRAGMA foreign_keys = ON")
