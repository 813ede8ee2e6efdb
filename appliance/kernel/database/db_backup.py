"""Copies of a database file: made while others use it, checked, and whole on the disk or not there at all."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import apsw

UNFINISHED = ".unfinished"


class DamagedFile(Exception):
    """A file that is not a whole SQLite database; the message says what is wrong with it."""


def copy(source: Path, target: Path) -> None:
    """Copy a database with what its write-ahead log holds, compacted; the copy is checked before it gets its name.

    Stops neither readers nor the writer of the source; blocks the calling thread. Raises Damaged, OSError, apsw.Error;
    then there is no target.
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
    """Read every page of a database; its application id and schema version. Raises Damaged, OSError, apsw.Error."""
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


def fold(path: Path) -> None:
    """Fold the write-ahead log into its file. A damaged file may refuse that, and then keeps its log beside it."""
    with suppress(apsw.Error), closing(apsw.Connection(str(path))) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def unfinished_path(target: Path) -> Path:
    """Where a file is kept until it is whole; what a power cut leaves there is nobody's."""
    return target.with_name(f".{target.name}{UNFINISHED}")


@contextmanager
def unfinished_file(target: Path) -> Iterator[Path]:
    """Where to put a file until it is whole; nothing is there before, nor afterwards. Raises OSError."""
    unfinished = unfinished_path(target)
    unfinished.unlink(missing_ok=True)
    try:
        yield unfinished
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Wait until no other thread or program makes or sweeps up files in a folder. Raises OSError.

    Ends with the process, however that ends. Not to be nested for one folder: it would wait for itself.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        # Some network shares know no locks; there is nobody else there but for the rarest of moments.
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def publish(finished: Path, target: Path) -> None:
    """Force a file to the disk and give it its name, in one step that a power cut cannot halve. Raises OSError."""
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
    """A connection of one's own that can only read. Raises OSError, apsw.Error."""
    path.stat()  # a missing file is an OSError with its name, not "unable to open database file"
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    connection.set_busy_timeout(5000)
    return connection
