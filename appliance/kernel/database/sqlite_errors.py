"""What a failing disk means, for a person: SQLite's errors as refusals."""

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
    """The refusal behind an error of the disk; None for any other, which is a fault of ours."""
    for kind, refusal, words in MEANINGS:
        if isinstance(problem, kind):
            return refusal(words)
    return None
