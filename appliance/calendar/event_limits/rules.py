"""Bounds of events, so that no calendar makes reading slow or impossible for the household.

A calendar is bounded where events enter it: at creation, at change and at sync. What is stored all the same (by an
import, by series that only meet in some years) is bounded again when it is read.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from itertools import accumulate

from appliance.calendar.event_limits.models import CalendarUsage, Load, Span
from appliance.calendar.events.models import Event, Occurrence, StoredEvent
from appliance.calendar.events.rules import span
from appliance.kernel.errors import BadGateway, BadRequest

SIX_WEEKS = timedelta(days=42)
MIDNIGHT = "T00:00:00.000Z"
# Of a calendar whose events are kept here, and of one that a provider keeps.
MAX_IN_SIX_WEEKS = 1_500
MAX_SYNCED_IN_SIX_WEEKS = 4_000
MAX_BYTES_IN_SIX_WEEKS = 8_000_000

# How often a series may be under way at the same time, and how many series a calendar may have.
MAX_AT_ONCE = 31
MAX_SERIES = 2_500
# Events that last more than 40 days.
MAX_LONG = 500
MAX_EVENTS = 50_000
MAX_BYTES = 32_000_000
MAX_HOUSEHOLD_BYTES = 64_000_000

# What is kept of a synced calendar; a row is counted with what it takes besides its texts.
MAX_SYNCED_BYTES = 32_000_000
BYTES_OF_ROW = 300
# Objects of a CalDAV calendar; those without an event in the window of a sync have no row in `events`.
MAX_OBJECTS = 50_000

# Annotations whose event is gone: how long they wait for it, and how many there may be.
MISSING_KEPT = timedelta(days=90)
MAX_MISSING = 10_000

# What an answer may have. A longer range than this is the client's to shorten; in a shorter one calendars give way.
MAX_INSTANCES = 20_000
MAX_ANSWER_BYTES = 32_000_000
LONGEST_BOUNDED_RANGE = timedelta(days=400)

INCOMPLETE = "this calendar has too many events to show all of a year; the last ones are left out"


class RangeResult:
    """The instances found in a range, never more than an answer may have.

    When there are more, the calendar with the most gives way: it keeps the first half of its instances and gets no
    further ones. `incomplete` names these calendars.
    """

    def __init__(self) -> None:
        self.incomplete: set[str] = set()
        self._found: defaultdict[str, list[Event]] = defaultdict(list)
        self._bytes: defaultdict[str, int] = defaultdict(int)
        self._instances = 0
        self._all_bytes = 0

    def add(self, event: Event, instances: Sequence[Event]) -> None:
        """Add all instances of one event."""
        count, calendar_id = len(instances), event.calendar_id
        size = _encoded_bytes(event) * count
        self._found[calendar_id] += instances
        self._bytes[calendar_id] += size
        self._instances += count
        self._all_bytes += size
        while self._instances > MAX_INSTANCES or self._all_bytes > MAX_ANSWER_BYTES:
            self._halve(max(self._found, key=self._share))

    def events(self) -> list[Event]:
        """Everything that was kept, in no order."""
        return [event for found in self._found.values() for event in found]

    def _share(self, calendar_id: str) -> float:
        return max(len(self._found[calendar_id]) / MAX_INSTANCES, self._bytes[calendar_id] / MAX_ANSWER_BYTES)

    def _halve(self, calendar_id: str) -> None:
        found = self._found[calendar_id]
        dropped = found[len(found) // 2 :]
        size = sum(_encoded_bytes(event) for event in dropped)
        del found[len(found) // 2 :]
        self._bytes[calendar_id] -= size
        self._instances -= len(dropped)
        self._all_bytes -= size
        self.incomplete.add(calendar_id)


def text_bytes(event: Event | StoredEvent | Occurrence) -> int:
    """Characters of the texts of an event; close enough to bytes to bound them."""
    location, description = event.location, event.description
    return len(event.title) + (len(location) if location else 0) + (len(description) if description else 0)


def check_overlap(occurrences: Sequence[tuple[str, str]]) -> None:
    """Raises BadRequest when a series is under way too often at the same time.

    `occurrences` are start and end of each in order, all of the same length.
    """
    for (start, _), (_, end) in zip(occurrences[MAX_AT_ONCE:], occurrences, strict=False):
        if start < end:
            raise BadRequest(
                f"makes more than {MAX_AT_ONCE} occurrences of the series overlap", at="end", code="calendar_full"
            )


def check_usage(event: StoredEvent, was: StoredEvent | None, used: CalendarUsage, household_bytes: int) -> None:
    """Raises BadRequest when a calendar has no room for an event, or for its larger text.

    `was` is the event before a change, None for a new one. `used` counts `was`.
    """
    grows = text_bytes(event) - (text_bytes(was) if was else 0)
    at = "description" if was else "calendarId"
    if was is None and used.events >= MAX_EVENTS:
        raise BadRequest(
            f"is of a calendar that is full: it has {MAX_EVENTS:,} events", at=at, code="calendar_too_large"
        )
    if grows > 0 and (used.bytes + grows > MAX_BYTES or household_bytes + grows > MAX_HOUSEHOLD_BYTES):
        raise BadRequest("is of a calendar that is full; remove old events first", at=at, code="calendar_too_large")
    if _is_long(event) and not (was and _is_long(was)) and used.long_events >= MAX_LONG:
        raise BadRequest(
            f"makes one more than {MAX_LONG} events longer than 40 days in this calendar",
            at="end",
            code="calendar_full",
        )
    if event.rrule is not None and not (was and was.rrule) and used.series >= MAX_SERIES:
        raise BadRequest(
            f"makes one more than {MAX_SERIES:,} series in this calendar", at="rrule", code="calendar_full"
        )


def check_load(event: StoredEvent, load: Load, most: int) -> None:
    """Raises BadRequest when a calendar would have too much in six weeks; `load` counts the event."""
    if load.instances > most:
        raise BadRequest(
            f"brings more than {most:,} events into six weeks of this calendar",
            at="rrule" if event.rrule else "start",
            code="calendar_full",
        )
    if load.bytes > MAX_BYTES_IN_SIX_WEEKS:
        raise BadRequest("brings too much text into six weeks of this calendar", at="description", code="calendar_full")


def feed_problem(load: Load, stored_bytes: int) -> str | None:
    """What is wrong with the events of a synced calendar, in a sentence for a parent; None when nothing is.

    `load` is that of its densest six weeks, `stored_bytes` what its events take in the database.
    """
    if stored_bytes > MAX_SYNCED_BYTES:
        return f"the calendar has more than {MAX_SYNCED_BYTES // 1_000_000} MB of events, more than is kept of one"
    if load.instances > MAX_SYNCED_IN_SIX_WEEKS:
        return f"the calendar has more than {MAX_SYNCED_IN_SIX_WEEKS:,} events within six weeks, too many to show"
    if load.bytes > MAX_BYTES_IN_SIX_WEEKS:
        return "the calendar has too much text within six weeks to show it"
    return None


def check_objects(count: int) -> None:
    """Raises BadGateway, with a sentence for a parent, when a calendar at a provider has too many objects."""
    if count > MAX_OBJECTS:
        raise BadGateway(
            f"the calendar has more than {MAX_OBJECTS:,} objects, more than is kept of one", code="calendar_too_large"
        )


def densest_six_weeks(spans: Iterable[Span]) -> Load:
    """The most instances and the most bytes that overlap any six weeks, both rounded up to whole UTC days."""
    begun, over = _PerDay(), _PerDay()
    for event in spans:
        begun.add(event.start[:10], event.bytes)
        # What ends at midnight is over when that day begins, everything else after it: "2026-11-24T" sorts behind.
        over.add(event.end[: 10 if event.end.endswith(MIDNIGHT) else 11], event.bytes)
    instances = size = 0
    days, begun_until, over_until = begun.days(), begun.totals(), over.totals()
    for day in days:
        # A window is fullest when it ends just after something started.
        count, bytes_begun = begun_until(day)
        count_over, bytes_over = over_until((date.fromisoformat(day) - SIX_WEEKS).isoformat())
        instances, size = max(instances, count - count_over), max(size, bytes_begun - bytes_over)
    return Load(instances=instances, bytes=size)


class _PerDay:
    """Counts and bytes by day, so that the memory depends on the number of days, not of events."""

    def __init__(self) -> None:
        self._count: defaultdict[str, int] = defaultdict(int)
        self._bytes: defaultdict[str, int] = defaultdict(int)

    def add(self, day: str, size: int) -> None:
        self._count[day] += 1
        self._bytes[day] += size

    def days(self) -> list[str]:
        return sorted(self._count)

    def totals(self) -> Callable[[str], tuple[int, int]]:
        """What was added up to and with a day: how often, and how many bytes."""
        days = self.days()
        counts = [0, *accumulate(self._count[day] for day in days)]
        sizes = [0, *accumulate(self._bytes[day] for day in days)]

        def until(day: str) -> tuple[int, int]:
            at = bisect_right(days, day)
            return counts[at], sizes[at]

        return until


def six_weeks_around(moment: datetime) -> tuple[datetime, datetime]:
    """Three weeks to each side."""
    return moment - SIX_WEEKS / 2, moment + SIX_WEEKS / 2


def _encoded_bytes(event: Event) -> int:
    """Bytes of the texts of an event in UTF-8."""
    text = f"{event.title}{event.location or ''}{event.description or ''}"
    return len(text) if text.isascii() else len(text.encode())


def _is_long(event: StoredEvent) -> bool:
    return event.rrule is None and span(event.start, event.end, event.all_day)[2]
