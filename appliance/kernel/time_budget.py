"""A budget of processor time for what runs in the event loop: whatever needs more is answered in a thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time

# A month of a large household takes less; no other request waits longer than this for one that takes more.
SECONDS_IN_LOOP = 0.025

_ends: ContextVar[float | None] = ContextVar("time_budget_ends", default=None)


class OutOfTime(Exception):
    """The budget is used up."""


@contextmanager
def limited() -> Iterator[None]:
    """Make `checkpoint` raise OutOfTime once this thread has used its budget. Not for use across an `await`."""
    token = _ends.set(thread_time() + SECONDS_IN_LOOP)
    try:
        yield
    finally:
        _ends.reset(token)


def leave_loop() -> None:
    """Raises OutOfTime under a budget: for work that is known to take long."""
    if _ends.get() is not None:
        raise OutOfTime


def checkpoint() -> None:
    """Raises OutOfTime when the budget is used up. For loops over many rows; without a budget it does nothing."""
    ends = _ends.get()
    if ends is not None and thread_time() > ends:
        raise OutOfTime
