"""Series, prepared once, so that a range of a plain rule costs no more than the days in it.

Times are integers: days are ordinals of the calendar, instants are microseconds since the day before its first one.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import groupby

from appliance.kernel.rrule_days import EARLIEST, LATEST, spend
from appliance.kernel.rrule_plain import DayFinder

DAY = 86_400_000_000
MICROSECOND = timedelta(microseconds=1)
FIRST_DAY = datetime(1, 1, 1, tzinfo=UTC)

# No zone is further from UTC, in whole days.
MARGIN = 2

# In more days than these a plain rule is followed step by step too, so that its cost has a bound.
LONGEST_AT_ONCE = 400


class Days:
    """The days of a rule that starts at `anchor`, none after `last`.

    `follow` finds those between two dates; a plain rule has a faster `find` too.
    """

    __slots__ = ("_find", "_follow", "first", "last")

    def __init__(
        self, anchor: date, last: date, follow: Callable[[date, date], Sequence[date]], find: DayFinder | None
    ):
        self.first, self.last = max(anchor, EARLIEST).toordinal(), min(last, LATEST).toordinal()
        self._follow, self._find = follow, find

    def between(self, first: int, last: int) -> Sequence[int]:
        """The days from `first` to `last`, both included, in order. Raises TooCostly."""
        # Comparisons, for a month asks hundreds of series and max() takes three times as long.
        first = first if first > self.first else self.first
        last = last if last < self.last else self.last
        if first > last:
            return ()
        if self._find is None or last - first > LONGEST_AT_ONCE:
            return [day.toordinal() for day in self._follow(date.fromordinal(first), date.fromordinal(last))]
        days, steps = self._find(first, last)
        spend(steps)
        return days


# The first and last day of a part of a range, and how far the clocks are ahead of UTC on its days in microseconds:
# None for the days on which, or near which, the clocks change.
ZonePart = tuple[int, int, int | None]


def zone_parts(zone: tzinfo, first: int, last: int) -> list[ZonePart]:
    """The parts of the days around a range."""
    earliest, latest = first - MARGIN, last + MARGIN
    offsets = [_offset(zone, day) for day in range(earliest - 1, latest + 3)]

    def offset_near(day: int) -> int | None:
        near = offsets[day - earliest : day - earliest + 4]
        return near[0] if len(set(near)) == 1 else None

    parts = [(offset, list(days)) for offset, days in groupby(range(earliest, latest + 1), offset_near)]
    return [(days[0], days[-1], offset) for offset, days in parts]


class Series:
    """The occurrences of a series that keeps its local time. See `recurrence.occurrences` for what they are."""

    __slots__ = ("_anchor", "_clock", "_days", "_start", "_time", "_until", "_zone")

    def __init__(
        self, days: Days, start: datetime, first_local: datetime, clock: time, zone: tzinfo, until: datetime | None
    ):
        """`start` and `until` are instants. `clock` is the local time of each occurrence."""
        self._days, self._zone, self._clock = days, zone, clock
        self._anchor = first_local.toordinal() if clock == first_local.time() else 0
        self._start = microseconds(start)
        self._time = (datetime.combine(FIRST_DAY, clock) - FIRST_DAY.replace(tzinfo=None)) // MICROSECOND
        self._until = None if until is None else microseconds(until)

    def between(
        self, zone_parts: Sequence[ZonePart], begin: int, end: int, duration: int
    ) -> list[tuple[Sequence[int], int]]:
        """The occurrences, in order, that end after `begin` and start before `end`. Raises TooCostly.

        Each part is days, and what is added to the first instant of such a day to get the occurrence's start. Without
        the parts of the zone, each day is one of its own.
        """
        after, until = begin - duration, end - 1 if self._until is None else min(end - 1, self._until)
        earliest, previous = after // DAY - 1, -1
        found: list[tuple[Sequence[int], int]] = []
        parts = zone_parts or [(earliest, until // DAY + 1, None)]
        if earliest < parts[0][0]:
            parts = [(earliest, parts[0][0] - 1, None), *parts]
        for first, last, offset in parts:
            if offset is not None:
                shift = self._time - offset
                days = self._days.between(max(first, (after - shift) // DAY + 1), min(last, (until - shift) // DAY))
                if days:
                    found.append((days, shift))
                continue
            for day in self._days.between(max(first, earliest), last):
                at = self._at(day)
                # A day that a zone left out altogether (Samoa, 2011) falls together with the next one.
                if after < at <= until and at != previous:
                    found.append(((day,), at - day * DAY))
                    previous = at
        return found

    def _at(self, day: int) -> int:
        if day == self._anchor:
            # The start is given as an instant, so it may be the second of a time that comes twice.
            return self._start
        return microseconds(datetime.combine(date.fromordinal(day), self._clock, self._zone))


def microseconds(instant: datetime) -> int:
    """An aware datetime as an integer."""
    return (instant - FIRST_DAY) // MICROSECOND + DAY


def instant_at(day: int, shift: int) -> datetime:
    """The UTC datetime that is so many microseconds after the beginning of a day."""
    return FIRST_DAY + timedelta(day - 1, 0, shift)


def _offset(zone: tzinfo, day: int) -> int:
    offset = datetime.fromordinal(day).replace(tzinfo=UTC).astimezone(zone).utcoffset()
    assert offset is not None
    return offset // MICROSECOND
