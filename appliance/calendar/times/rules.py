"""When events are: texts of times, spans, wished ranges, and the occurrences of a series."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import TypeVar
from zoneinfo import ZoneInfo

from appliance.kernel import recurrence
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import instant

T = TypeVar("T")
DAY = timedelta(days=1)
LONG = timedelta(days=40)
LONGEST_REPEATED = timedelta(days=366)
WIDEST = timedelta(days=200 * 366)

# What stored texts are compared by is their letters, so that a year has four digits here, now and at every end.
DATE = r"[1-8]\d{3}-\d\d-\d\d"
TIME = r"T\d\d:\d\d(:\d\d(\.\d{1,9})?)?"
OFFSET = r"(Z|[+-]\d\d:?\d\d)"

# Screens ask for the same month again and again; a range wider than a season is not worth its memory.
LONGEST_KEPT = timedelta(days=100)


def span(start: str, end: str, all_day: bool) -> tuple[str, str, bool]:
    """Start and end as instants, dates as UTC midnights, and whether the event lasts longer than 40 days.

    An all-day event lasts at least one day. (contract §13.4, §14)
    """
    if not all_day:
        return start, end, datetime.fromisoformat(end) - datetime.fromisoformat(start) > LONG
    first = date.fromisoformat(start)
    after = max(date.fromisoformat(end), first + DAY)
    return midnight(first), midnight(after), after - first > LONG


def checked(start: str, end: str, all_day: bool, rrule: str | None) -> tuple[str, str]:
    """Start and end as stored: instants in UTC, or dates with an exclusive end. Raises Invalid.

    An all-day event that ends on the day it starts lasts that one day; a timed one ends after it starts. What repeats
    lasts at most a year, so that a day has a bounded number of occurrences. (contract §13.5, §14)
    """
    first, after = _both(start, end, all_day)
    if all_day and after == first:
        after += DAY
    if after <= first:
        raise BadRequest("must be later than start", at="end")
    return _bounded(first, after, rrule)


def settled(start: str, end: str, all_day: bool, rrule: str | None) -> tuple[str, str]:
    """As `checked`, for an event that already was in a calendar: one that ends before it starts takes no time."""
    first, after = _both(start, end, all_day)
    return _bounded(first, max(first, after), rrule)


def check_rrule(rrule: str | None) -> None:
    """Raises Invalid (`invalid rrule`) unless it is a rule that can be followed, or nothing. (contract §14)"""
    if rrule is not None:
        recurrence.parse(rrule)


def window(begin: str, end: str) -> tuple[datetime, datetime]:
    """A wished range: instants, offset date-times, or dates as UTC midnights. Raises Invalid. (contract §13.4)"""
    first, after = requested(begin, "from"), requested(end, "to")
    if after <= first:
        raise BadRequest("must be later than from", at="to")
    if after - first > WIDEST:
        raise BadRequest("must be at most 200 years after from", at="to")
    return first, after


def requested(text: str, at: str) -> datetime:
    """The moment a text of a wish means; UTC where it names no offset. Raises Invalid at the named field."""
    # In a query string a plus sign that was not escaped arrives as a space.
    text = text.replace(" ", "+")
    if not re.fullmatch(f"{DATE}({TIME}{OFFSET}?)?", text, re.ASCII):
        raise BadRequest("must be a date or an instant like 2026-09-24T14:00:00.000Z", at=at)
    parsed = _read(datetime.fromisoformat, text, at)
    return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)


def repeated(
    rrule: str, start: str, end: str, all_day: bool, zone: ZoneInfo, begin: datetime, finish: datetime
) -> tuple[tuple[str, str], ...]:
    """Start and end of each occurrence of a series that overlaps a range, in order.

    A timed series keeps its local time in the household's zone. (contract §14)
    """
    expand = _kept if finish - begin <= LONGEST_KEPT else _expanded
    return expand(rrule, start, end, all_day, zone, begin, finish)


@lru_cache(maxsize=2048)
def _kept(
    rrule: str, start: str, end: str, all_day: bool, zone: ZoneInfo, begin: datetime, finish: datetime
) -> tuple[tuple[str, str], ...]:
    return _expanded(rrule, start, end, all_day, zone, begin, finish)


def _expanded(
    rrule: str, start: str, end: str, all_day: bool, zone: ZoneInfo, begin: datetime, finish: datetime
) -> tuple[tuple[str, str], ...]:
    if not all_day:
        first = datetime.fromisoformat(start)
        length = datetime.fromisoformat(end) - first
        starts = recurrence.occurrences(rrule, first, length, zone, begin, finish)
        return tuple((instant(each), instant(each + length)) for each in starts)

    day = date.fromisoformat(start)
    length = max(date.fromisoformat(end) - day, DAY)
    days = recurrence.days(rrule, day, (begin - length).date(), finish.date())
    opens, closes = instant(begin), instant(finish)
    return tuple(
        (each.isoformat(), (each + length).isoformat())
        for each in days
        if midnight(each + length) > opens and midnight(each) < closes
    )


def midnight(day: date) -> str:
    """The UTC midnight at which a date begins, as an instant."""
    return f"{day.isoformat()}T00:00:00.000Z"


def _both(start: str, end: str, all_day: bool) -> tuple[date, date]:
    read = _date if all_day else _instant
    return read(start, "start"), read(end, "end")


def _bounded(first: date, after: date, rrule: str | None) -> tuple[str, str]:
    if rrule is not None and after - first > LONGEST_REPEATED:
        raise BadRequest("must be at most a year after start for an event that repeats", at="end")
    return _text(first), _text(after)


def _date(text: str, at: str) -> date:
    if not re.fullmatch(DATE, text, re.ASCII):
        raise BadRequest("must be YYYY-MM-DD for an all-day event", at=at)
    return _read(date.fromisoformat, text, at)


def _instant(text: str, at: str) -> datetime:
    if not re.fullmatch(DATE + TIME + OFFSET, text, re.ASCII):
        raise BadRequest("must be an instant like 2026-09-24T14:00:00.000Z", at=at)
    moment = _read(datetime.fromisoformat, text, at).astimezone(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _read(parse: Callable[[str], T], text: str, at: str) -> T:
    try:
        return parse(text)
    except ValueError:
        raise BadRequest("is not a day or time there is", at=at) from None


def _text(moment: date) -> str:
    return instant(moment) if isinstance(moment, datetime) else moment.isoformat()
