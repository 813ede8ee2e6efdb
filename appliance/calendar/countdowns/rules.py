"""Decisions about countdowns: which occurrence counts, and how many days away it is."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from appliance.calendar.countdowns.models import Countdown
from appliance.calendar.events.models import Annotations, Event, StoredEvent
from appliance.calendar.events.rules import moments
from appliance.kernel.schema import made

# How far ahead the next occurrence of a series is looked for, the nearest range first. Eight years hold a 29 February.
AHEAD = (timedelta(days=62), timedelta(days=400), timedelta(days=8 * 366))
# No zone is further from UTC.
FURTHEST = timedelta(hours=26)
MAX_COUNTDOWNS = 50


def ranges(today: date, zone: ZoneInfo) -> list[tuple[datetime, datetime]]:
    """The ranges in which to look for the next occurrence, one after the other. Zone: household's."""
    begin = datetime.combine(today, time(), zone) - FURTHEST
    return [(begin, begin + FURTHEST + ahead) for ahead in AHEAD]


def start_date(event: Event, zone: ZoneInfo) -> date:
    """The date on which an event starts. Zone: household's."""
    first, _ = moments(event, zone)
    return first.astimezone(zone).date()


def countdown(event: Event, emoji: str | None, today: date, zone: ZoneInfo) -> Countdown:
    """The countdown to an event. Zone: household's."""
    day = start_date(event, zone)
    return made(Countdown, event, event_id=event.id, emoji=emoji, date=day.isoformat(), days=(day - today).days)


def series_of(stored: StoredEvent, annotations: Annotations) -> str:
    """What counts as one countdown: a local series with its detached events, a marked synced series, else the event."""
    if annotations.series_countdown and not annotations.occurrence_countdown:
        return f"{stored.calendar_id} {stored.series_id}"
    return stored.detached_from or stored.id


def nearest(found: Iterable[tuple[str, Countdown]]) -> list[Countdown]:
    """The nearest by date, start and title, of each series only the first. `found` are series and countdown."""
    ordered = sorted(found, key=lambda pair: (pair[1].date, pair[1].start, pair[1].title, pair[1].event_id))
    first: dict[str, Countdown] = {}
    for series, counted in ordered:
        first.setdefault(series, counted)
    return list(first.values())[:MAX_COUNTDOWNS]
