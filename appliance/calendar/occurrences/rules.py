"""The occurrences of a series in a range, and the range in which they are stored."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from appliance.calendar.events.models import StoredEvent
from appliance.calendar.occurrences.models import Horizon
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import expansion
from appliance.kernel.scheduling.clock import instant

# Start and end of each occurrence, as they are answered.
Times = list[tuple[str, str]]
# Local dates as texts, as they are stored.
Exclusions = tuple[str, ...] | None

MIDNIGHT = "T00:00:00.000Z"
DAY = timedelta(days=1)
MILLISECOND = timedelta(milliseconds=1)

# What is stored at least, and how much more is written, so that a rewriting is not due every day.
BACK, AHEAD, RESERVE = timedelta(days=366), timedelta(days=2 * 366), timedelta(days=60)


def occurrence_times(
    series: StoredEvent, zone: ZoneInfo, begin: datetime, end: datetime, exclusions: Exclusions = None
) -> Times:
    """Start and end of each occurrence of a series that ends after `begin` and starts before `end`, in order.

    A timed series keeps its local time in the zone. (contract §14) `exclusions` are local dates without an occurrence.
    Raises BadRequest, TooCostly.
    """
    assert series.rrule is not None
    excluded = {date.fromisoformat(day) for day in exclusions or ()}
    if not series.all_day:
        first = datetime.fromisoformat(series.start)
        length = datetime.fromisoformat(series.end) - first
        starts = expansion.occurrences(series.rrule, first, length, zone, begin, end, excluded)
        return [(instant(start), instant(start + length)) for start in starts]
    day = date.fromisoformat(series.start)
    lasting = max(date.fromisoformat(series.end) - day, DAY)
    # Instants are stored to the millisecond.
    last = end.replace(microsecond=end.microsecond // 1000 * 1000) - MILLISECOND
    days = expansion.days(series.rrule, day, begin.date() - lasting + DAY, last.date())
    return [(first.isoformat(), (first + lasting).isoformat()) for first in days if first not in excluded]


def series_end(rrule: str | None, start: str, end: str, all_day: bool) -> str | None:
    """An instant after which nothing of a series is shown, in whatever zone; None when it may go on.

    Without a rule, and for a rule that is not valid, it is None too.
    """
    if rrule is None:
        return None
    first, after = date.fromisoformat(start[:10]), date.fromisoformat(end[:10])
    try:
        # The local date of an instant depends on the zone, and with it which occurrence is the first that counts.
        anchors = [first] if all_day else [first - DAY, first, first + DAY]
        lasts = [expansion.last_day(rrule, anchor) for anchor in anchors]
        known = [last for last in lasts if last is not None]
        return midnight(max(known) + (after - first) + 3 * DAY) if len(known) == len(lasts) else None
    except (BadRequest, OverflowError):
        return None


def midnight(day: date) -> str:
    """The UTC midnight at which a date begins, as an instant."""
    return day.isoformat() + MIDNIGHT


def new_horizon(now: datetime, zone: str, zone_data: str, was: Horizon | None) -> Horizon:
    """The range around now. Until everything is written, what of it was known before by the same clocks is known."""
    begin, end = now - BACK - RESERVE, now + AHEAD + RESERVE
    new = Horizon(begins=begin, ends=end, known_begin=begin, known_end=begin, zone=zone, zone_data=zone_data)
    if was is None or (was.zone, was.zone_data) != (zone, zone_data):
        return new
    return replace(new, known_begin=max(begin, was.known_begin), known_end=min(end, was.known_end))


def whole(horizon: Horizon) -> Horizon:
    """The horizon when everything in it is written."""
    return replace(horizon, known_begin=horizon.begins, known_end=horizon.ends)


def unknown(horizon: Horizon) -> Horizon:
    """The horizon when nothing in it is known to be written. It names no clocks, so it is outdated."""
    return replace(horizon, known_end=horizon.known_begin, zone_data="")


def is_outdated(horizon: Horizon | None, now: datetime, zone: str, zone_data: str) -> bool:
    """Whether all series are to be written anew."""
    if horizon is None or (horizon.zone, horizon.zone_data) != (zone, zone_data):
        return True
    return horizon.known_begin > now - BACK or horizon.known_end < now + AHEAD
