"""Which parts of the window are asked for at a tick, where a source cannot tell what changed. (contract §12)"""

from datetime import timedelta

from appliance.calendar.providers.models import SyncState, Window

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
