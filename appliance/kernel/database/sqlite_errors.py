"""Errors of SQLite that come from the disk, as answers for a person."""

import apsw

from appliance.kernel.errors import ApiError, InsufficientStorage, ServiceUnavailable

FULL = "the disk is full: nothing was saved. Make room on the device that serves the household"
READ_ONLY = "the disk cannot be written: nothing was saved. A card at the end of its life does this; back it up now"
FAILING = "the disk failed: nothing was saved. Look at the device that serves the household"
DAMAGED = "the household's file is damaged. Stop the server and restore a backup: mantel restore"
HELD = "another program holds the household's file: nothing was saved. Try again"

MEANINGS: tuple[tuple[type[apsw.Error], type[ApiError], str], ...] = (
    (apsw.FullError, InsufficientStorage, FULL),
    (apsw.ReadOnlyError, InsufficientStorage, READ_ONLY),
    (apsw.PermissionsError, InsufficientStorage, READ_ONLY),
    (apsw.IOError, InsufficientStorage, FAILING),
    (apsw.CantOpenError, InsufficientStorage, FAILING),
    (apsw.CorruptError, ServiceUnavailable, DAMAGED),
    (apsw.NotADBError, ServiceUnavailable, DAMAGED),
    (apsw.BusyError, ServiceUnavailable, HELD),
)


def explain_sqlite_error(problem: Exception) -> ApiError | None:
    """The answer for an error of the disk; None for any other error, which is a bug."""
    for kind, answer, message in MEANINGS:
        if isinstance(problem, kind):
            return answer(message)
    return None
