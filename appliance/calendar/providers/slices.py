"""Spans of time: those asked for at a tick, where a source cannot tell what changed, and those of a write."""

from datetime import timedelta

from appliance.calendar.events.rules import span
from appliance.calendar.providers.models import SyncState, Window
from appliance.kernel.scheduling.clock import moment

BACK, AHEAD = timedelta(days=1), timedelta(days=31)
SLICE = timedelta(days=31)
FAR_EVERY = timedelta(hours=6)
LOOKS_BACK = timedelta(days=30)


def due(window: Window, sync_state: SyncState) -> tuple[tuple[Window, ...], int | None]:
    """The spans to ask for, and the number of the far one among them, None when none is due.

    The near slice (a day back, a month ahead) comes at every tick, one far slice at most every 6 hours, in turn.
    """
    now = window.begin + LOOKS_BACK
    near = Window(begin=now - BACK, end=now + AHEAD)
    if sync_state.far_at is not None and timedelta() <= now - sync_state.far_at < FAR_EVERY:
        return (near,), None
    slices = far(window, near)
    number = 0 if sync_state.far is None else (sync_state.far + 1) % len(slices)
    return (near, slices[number]), number


def far(window: Window, near: Window) -> list[Window]:
    """The window without the near slice, in pieces of 31 days."""
    pieces = [Window(begin=window.begin, end=near.begin)]
    begin = near.end
    while begin < window.end:
        pieces.append(Window(begin=begin, end=min(begin + SLICE, window.end)))
        begin += SLICE
    return pieces


def holding(window: Window, start: str, end: str, all_day: bool) -> Window:
    """The window, extended to hold stored times with a day to spare."""
    first, after, _ = span(start, end, all_day)
    day = timedelta(days=1)
    return Window(begin=min(window.begin, moment(first) - day), end=max(window.end, moment(after) + day))
