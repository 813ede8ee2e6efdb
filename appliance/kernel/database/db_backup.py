"""Verified copies of a database file that is in use. A copy is complete on the disk, or does not exist."""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import apsw

from appliance.kernel.database.connections import connect

UNFINISHED = ".unfinished"
# Without colons, which file systems of Windows do not allow.
STAMP = "%Y%m%dT%H%M%SZ"


class DamagedFile(Exception):
    """A file is not an intact SQLite database. The message says what is wrong with it."""


def copy(source: Path, target: Path) -> None:
    """Copy a database with its write-ahead log, compacted. The copy is verified before it gets its name.

    Readers and the writer of the source go on; the calling thread blocks. Raises DamagedFile, OSError, apsw.Error;
    there is no target then.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with folder_lock(target.parent), unfinished_file(target) as unfinished:
        try:
            with closing(open_read_only(source)) as connection:
                connection.execute("VACUUM INTO ?", (str(unfinished),))
            check(unfinished)
            publish(unfinished, target)
        except (apsw.NotADBError, apsw.CorruptError) as problem:
            raise DamagedFile(f"{source} is damaged: {problem}") from None


def check(path: Path) -> tuple[int, int]:
    """Read every page of a database. Returns its application id and schema version.

    Raises DamagedFile, OSError, apsw.Error.
    """
    try:
        with closing(open_read_only(path)) as connection:
            wrong = [str(words) for (words,) in connection.execute("PRAGMA integrity_check(3)") if words != "ok"]
            wrong += [f"{row[0]} refers to a row that is missing" for row in connection.execute(DANGLING)]
            marks = int(connection.pragma("application_id") or 0), int(connection.pragma("user_version") or 0)
    except (apsw.NotADBError, apsw.CorruptError) as problem:
        raise DamagedFile(f"{path} is damaged: {problem}") from None
    if wrong:
        raise DamagedFile(f"{path} is damaged: {wrong[0]}")
    return marks


DANGLING = "SELECT * FROM pragma_foreign_key_check LIMIT 1"


def free_path(folder: Path, prefix: str, now: datetime) -> Path:
    """`<prefix>-20261120T020000Z.db`; a second later for each file of that name, so that none is replaced."""
    path = folder / f"{prefix}-{now:{STAMP}}.db"
    while path.exists():
        now += timedelta(seconds=1)
        path = folder / f"{prefix}-{now:{STAMP}}.db"
    return path


def is_regular(path: Path) -> bool:
    """True for a regular file; False for a symbolic link, a device, a pipe, or what is not there."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def checkpoint_wal(path: Path) -> None:
    """Move the write-ahead log into its file. It stays beside a file that is too damaged for that."""
    with suppress(apsw.Error), closing(connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def unfinished_path(target: Path) -> Path:
    """The path of a file until it is complete. What a power cut leaves there may be deleted."""
    return target.with_name(f".{target.name}{UNFINISHED}")


@contextmanager
def unfinished_file(target: Path) -> Iterator[Path]:
    """The path for a file until it is complete. Nothing is there before and after the block. Raises OSError."""
    unfinished = unfinished_path(target)
    unfinished.unlink(missing_ok=True)
    try:
        yield unfinished
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Wait for exclusive use of a folder of backups, among threads and processes. Raises OSError.

    The lock ends with the process, however that ends. A nested lock on the same folder would wait for itself.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        # Some network shares have no locks; another process is very rarely there at the same time.
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def publish(finished: Path, target: Path) -> None:
    """Force a file to the disk and rename it, so that a power cut leaves all of it or nothing. Raises OSError."""
    fsync(finished)
    finished.replace(target)
    fsync(target.parent)


def fsync(path: Path) -> None:
    """Force a file, or the names in a folder, to the disk. Raises OSError."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def open_read_only(path: Path) -> apsw.Connection:
    """A separate read-only connection. Raises OSError, apsw.Error."""
    path.stat()  # a missing file is an OSError with its name, not "unable to open database file"
    connection = connect(path, apsw.SQLITE_OPEN_READONLY)
    connection.set_busy_timeout(5000)
    return connection


def rows_of(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """The rows of a query on a database file; none when the file has no such table.

    Raises DamagedFile, OSError, apsw.Error.
    """
    with closing(open_read_only(path)) as connection:
        try:
            return list(connection.execute(sql))
        except apsw.SQLError:
            return []  # of another version
        except (apsw.NotADBError, apsw.CorruptError) as problem:
            raise DamagedFile(f"{path} is damaged: {problem}") from None
