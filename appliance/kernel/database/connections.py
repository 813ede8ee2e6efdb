"""How SQLite connections are opened, and how the write-ahead log is entered."""

import logging
from pathlib import Path

import apsw

log = logging.getLogger(__name__)


def open_connection(path: Path, flags: int) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=flags)
    connection.set_busy_timeout(5000)
    connection.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;")
    if flags & apsw.SQLITE_OPEN_READWRITE:
        # In memory, the journal of a savepoint is walked from its start at every statement: 20,000 rows take a minute.
        connection.execute("PRAGMA temp_store = FILE")
    return connection


def enter_wal_mode(connection: apsw.Connection, pages: int, transactions: int) -> None:
    """Write ahead from now on. Tells the log when the last run left more behind than could be used."""
    connection.execute("PRAGMA journal_mode = WAL")
    # After a migration that renames something, SQLite answers "locked" to a checkpoint until the file was read once.
    list(connection.execute("SELECT 1 FROM sqlite_schema"))
    used = int(next(connection.execute("PRAGMA wal_checkpoint"))[1])
    if used < pages:
        # After a power cut that is the write that nobody had been told of yet; any more is a disk that forgets.
        log.warning(
            "the write-ahead log ended early; what was written last is not there",
            extra={"pages": pages, "used": used, "transactions": transactions},
        )
