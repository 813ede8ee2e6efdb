"""Isolates the parts of a job: one part that fails costs only itself, and is logged once."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from appliance.kernel.database.sqlite_errors import explain_sqlite_error
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import InsufficientStorage, ServiceUnavailable


class Failure(msgspec.Struct, frozen=True):
    """A part of a job that failed: its kind (`event`, `device`), its id, and the error."""

    kind: str
    id: str
    error: str


@contextmanager
def isolated(tx: Tx, failures: list[Failure], kind: str, part_id: str) -> Iterator[None]:
    """Run one part in a savepoint. When it raises, its writes are undone and the failure is added to `failures`.

    An error of the disk is raised: the other parts would fail in the same way.
    """
    try:
        with tx.savepoint():
            yield
    except Exception as error:
        if isinstance(error, InsufficientStorage | ServiceUnavailable) or explain_sqlite_error(error):
            raise
        failures.append(Failure(kind, part_id, f"{type(error).__name__}: {error}"))


class FailureLog:
    """Logs each failure once, until it has gone away and comes back."""

    def __init__(self, log: logging.Logger):
        self._log = log
        self._known: set[Failure] = set()

    def report(self, failures: Iterable[Failure]) -> None:
        """Log the failures that the last call did not have."""
        current = set(failures)
        for failure in sorted(current - self._known, key=lambda failure: (failure.kind, failure.id)):
            self._log.error(
                "a part of a job failed and was skipped",
                extra={"kind": failure.kind, "part": failure.id, "reason": failure.error},
            )
        self._known = current
