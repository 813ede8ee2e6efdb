"""Times of the events of Google and Microsoft, in the form in which they are stored."""

from datetime import date, datetime, timedelta, tzinfo

from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.models import EARLIEST_REMINDER, LATEST_REMINDER, Occurrence
from appliance.calendar.providers.ics.zones import Zones
from appliance.calendar.providers.models import Window
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import instant, moment

DAY = timedelta(days=1)
# Stored times are compared as text, so a year has four digits.
EARLIEST, LATEST = "1000", "8999"
KNOWN_ZONES = Zones({})


def at(text: str, zone: str | None, household: tzinfo) -> datetime:
    """A date-time as an aware one: by its own offset, else in its zone, else in the household's. Raises ValueError.

    A time that the zone skips gets the offset before the change; of a time that comes twice, the first is meant.
    """
    found = datetime.fromisoformat(text)
    if found.tzinfo is not None:
        return found
    return found.replace(tzinfo=(KNOWN_ZONES.named(zone) if zone else None) or household)


def timed(start: datetime, end: datetime) -> tuple[str, str]:
    """Start and end as instants. Raises ValueError when they cannot be times of an event."""
    first, after = instant(start), instant(end)
    if after < first or not EARLIEST <= first <= after < LATEST:
        raise ValueError("no times of an event")
    return first, after


def whole_days(start: date, end: date) -> tuple[str, str]:
    """Start and exclusive end as dates; an event lasts at least a day. Raises ValueError."""
    first, after = start.isoformat(), max(end, start + DAY).isoformat()
    if not EARLIEST <= first < after < LATEST:
        raise ValueError("no days of an event")
    return first, after


def minutes(requested: list[int], all_day: bool) -> tuple[int, ...]:
    """Reminders in minutes, ascending, without impossible ones."""
    latest = LATEST_REMINDER if all_day else 0
    return tuple(sorted({minutes for minutes in requested if latest <= minutes <= EARLIEST_REMINDER}))


def check_before_start(requested: tuple[int, ...] | None, provider: str) -> None:
    """Raises BadRequest for a reminder on the day itself."""
    if any(minutes < 0 for minutes in requested or ()):
        raise BadRequest(f"{provider} has no reminders after the start of an event", at="reminders")


def is_within(occurrence: Occurrence, window: Window) -> bool:
    """Whether an occurrence overlaps a window; dates count as UTC midnights. (contract §13.4)"""
    start, end, _ = event_rules.span(occurrence.start, occurrence.end, occurrence.all_day)
    return moment(start) < window.end and (moment(end) > window.begin or moment(start) >= window.begin)
