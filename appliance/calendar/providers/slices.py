"""Which parts of the window are asked for at a tick, where a source cannot tell what changed. (contract §12)"""

from datetime import timedelta

from appliance.calendar.providers.models import Mark, Window

BACK, AHEAD = timedelta(days=1), timedelta(days=31)
SLICE = timedelta(days=31)
FAR_EVERY = timedelta(hours=6)
LOOKS_BACK = timedelta(days=30)


def due(window: Window, mark: Mark) -> tuple[tuple[Window, ...], int | None]:
    """The spans to ask for, and the number of the far one among them, None when none is due.

    The near slice (a day back, a month ahead) comes at every tick, one far slice at most every 6 hours, in turn.
    """
    now = window.begin + LOOKS_BACK
    near = Window(now - BACK, now + AHEAD)
    if mark.far_at is not None and timedelta() <= now - mark.far_at < FAR_EVERY:
        return (near,), None
    slices = far(window, near)
    number = 0 if mark.far is None else (mark.far + 1) % len(slices)
    return (near, slices[number]), number


def far(window: Window, near: Window) -> list[Window]:
    """The window without the near slice, in pieces of 31 days."""
    pieces = [Window(window.begin, near.begin)]
    begin = near.end
    while begin < window.end:
        pieces.append(Window(begin, min(begin + SLICE, window.end)))
        begin += SLICE
    return pieces
