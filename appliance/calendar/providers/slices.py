"""Spans of time: those asked for at a tick, where a source cannot tell what changed, and those of a write."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from appliance.calendar.events.rules import span
from appliance.calendar.providers.models import SyncState, Times, Window
from appliance.kernel.scheduling.clock import moment

DAY = timedelta(days=1)
SLICE = timedelta(days=31)
FAR_EVERY = timedelta(hours=6)


def due(window: Window, last: SyncState) -> tuple[tuple[Window, ...], SyncState]:
    """The spans to ask for at a tick, and the state afterwards.

    The near slice (a day back, a month ahead) comes at every tick, one far slice at most every 6 hours, in turn.
    """
    near = Window(begin=window.now - DAY, end=window.now + SLICE)
    last = replace(last, since=window.begin.date(), until=window.end)
    if not is_far_due(window.now, last):
        return (near,), last
    slices = _far(window, near)
    number = 0 if last.far is None else (last.far + 1) % len(slices)
    return (near, slices[number]), replace(last, far=number, far_at=window.now)


def is_far_due(now: datetime, last: SyncState) -> bool:
    """Whether it is time again for what is asked for every 6 hours. A clock that was set back makes it so too."""
    return last.far_at is None or not timedelta() <= now - last.far_at < FAR_EVERY


def entered(window: Window, last: SyncState) -> tuple[tuple[Window, ...], datetime]:
    """What entered the window at its end since the last sync, once a day, and how far ahead events are known then."""
    reach = last.until or window.end
    if reach.date() >= window.end.date():
        return (), reach
    return (Window(begin=reach, end=window.end),), window.end


def holding(window: Window, times: Times) -> Window:
    """The window, extended to hold stored times with a day to spare."""
    first, after, _ = span(times.start, times.end, times.all_day)
    return Window(begin=min(window.begin, moment(first) - DAY), end=max(window.end, moment(after) + DAY))


def _far(window: Window, near: Window) -> list[Window]:
    """The window without the near slice, in pieces of 31 days."""
    pieces = [Window(begin=window.begin, end=near.begin)]
    begin = near.end
    while begin < window.end:
        pieces.append(Window(begin=begin, end=min(begin + SLICE, window.end)))
        begin += SLICE
    return pieces
