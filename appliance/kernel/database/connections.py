"""Opens SQLite connections and switches to the write-ahead log."""

import logging
from pathlib import Path
from typing import Any

import apsw

from appliance.kernel.text.folding import folded

log = logging.getLogger(__name__)


def connect(path: Path | str, flags: int = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE) -> apsw.Connection:
    """A connection with the SQL functions of the schema. `flags` are those of sqlite3_open_v2. Raises apsw.Error."""
    connection = apsw.Connection(str(path), flags=flags)
    connection.create_scalar_function("folded", _folded, 1, deterministic=True, flags=apsw.SQLITE_INNOCUOUS)
    return connection


def open_connection(path: Path, flags: int) -> apsw.Connection:
    """As `connect`, with foreign keys and durable commits. Raises apsw.Error."""
    connection = connect(path, flags)
    connection.set_busy_timeout(5000)
    connection.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;")
    if flags & apsw.SQLITE_OPEN_READWRITE:
        # In memory, SQLite searches a savepoint's journal from its start at every statement: 20,000 rows take a minute.
        connection.execute("PRAGMA temp_store = FILE")
    return connection


def enter_wal_mode(connection: apsw.Connection, pages: int, transactions: int) -> None:
    """Switch to the write-ahead log. Logs a warning when the last run left more pages than could be used.

    `pages` and `transactions` are what the log held before: see `wal.count_pages`.
    """
    connection.execute("PRAGMA journal_mode = WAL")
    # After a migration that renames something, SQLite answers "locked" to a checkpoint until the file was read once.
    list(connection.execute("SELECT 1 FROM sqlite_schema"))
    used = int(next(connection.execute("PRAGMA wal_checkpoint"))[1])
    if used < pages:
        # After a power cut that is a write that was not answered yet. More than that is a disk that lost writes.
        log.warning(
            "the write-ahead log ended early; what was written last is not there",
            extra={"pages": pages, "used": used, "transactions": transactions},
        )


def _folded(*texts: Any) -> str | None:
    return None if texts[0] is None else folded(texts[0])
