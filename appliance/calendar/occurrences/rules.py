"""The occurrences of a stored series in a range, as the texts that are answered."""

from collections.abc import Set as AbstractSet
from datetime import date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from appliance.kernel import recurrence, series
from appliance.kernel.errors import BadRequest
from appliance.kernel.series import Days, Series, microseconds, zone_parts

Times = tuple[tuple[str, str], ...]
# Local dates as texts, as they are stored.
Exclusions = tuple[str, ...] | None
NONE: frozenset[int] = frozenset()

DAY = timedelta(days=1)

# In a longer range the times of day are not prepared; it is asked for seldom.
LONGEST_PREPARED = timedelta(days=400)

# Series that are prepared: as many as households have, for a screen asks for all of them again and again.
MAX_PREPARED = 4_096

# Ranges that are kept with what was found in them: the screens of a household, asked for after every change. Each keeps
# at most this many occurrences, of about 250 bytes.
MAX_KEPT_WINDOWS, MAX_KEPT_OCCURRENCES = 12, 3_000
LONGEST_KEPT = timedelta(days=100)

# Somebody who leafs through months sees each once: keeping those would only take memory.
REQUESTS_BEFORE_KEPT = 2


class Window:
    """A range in the household's zone, to find the occurrences of many series in."""

    def __init__(self, zone: ZoneInfo, begin: datetime, end: datetime):
        # How often `window` was asked for this range.
        self.requests = 0
        self._found: dict[tuple[str, str, str, bool, Exclusions], Times] = {}
        self._room = MAX_KEPT_OCCURRENCES
        self._zone, self._begin, self._end = zone, begin, end
        self._from, self._to = microseconds(begin), microseconds(end)
        self._first, self._last = self._from // series.DAY, self._to // series.DAY
        is_short = end - begin <= LONGEST_PREPARED
        self._zone_parts = zone_parts(zone, self._first, self._last) if is_short else []

    def occurrence_times(self, rrule: str, start: str, end: str, all_day: bool, exclusions: Exclusions = None) -> Times:
        """Start and end of each occurrence of a series that overlaps the range, in order.

        A timed series keeps its local time in the zone. (contract §14) `exclusions` are local dates without an
        occurrence. Raises BadRequest, TooCostly.
        """
        if self.requests < REQUESTS_BEFORE_KEPT:
            return tuple(self._occurrence_times(rrule, start, end, all_day, exclusions))
        key = (rrule, start, end, all_day, exclusions)
        if (found := self._found.get(key)) is None:
            found = tuple(self._occurrence_times(rrule, start, end, all_day, exclusions))
            if len(found) < self._room:
                self._found[key] = found
                # A series that has none in the range takes room too.
                self._room -= len(found) + 1
        return found

    def _occurrence_times(
        self, rrule: str, start: str, end: str, all_day: bool, exclusions: Exclusions
    ) -> list[tuple[str, str]]:
        excluded = _ordinals(exclusions) if exclusions else NONE
        if all_day:
            return self._all_day(rrule, start, end, excluded)
        if (prepared := _prepared(rrule, start, end, self._zone)) is None:
            return []
        series, duration = prepared
        found: list[tuple[str, str]] = []
        for days, shift in series.between(self._zone_parts, self._from, self._to, duration):
            to_start, start, to_end, end = _split(shift, duration)
            # The days are local ones, as those that are excluded.
            if excluded:
                days = [day for day in days if day not in excluded]
            found += [(_day_text(day + to_start) + start, _day_text(day + to_end) + end) for day in days]
        return found

    def _all_day(self, rrule: str, start: str, end: str, excluded: AbstractSet[int]) -> list[tuple[str, str]]:
        length = max((date.fromisoformat(end) - date.fromisoformat(start)).days, 1)
        first, last = self._first - length + 1, (self._to // 1000 * 1000 - 1) // series.DAY
        return [
            (_day_text(each), _day_text(each + length))
            for each in _prepared_days(rrule, start).between(first, last)
            if each not in excluded
        ]


def window(zone: ZoneInfo, begin: datetime, end: datetime) -> Window:
    """The window of a range. Those that begin and end at a quarter of an hour are kept: `now` comes only once."""
    is_screen = not any(each.minute % 15 or each.second or each.microsecond for each in (begin, end))
    if not is_screen or end - begin > LONGEST_KEPT:
        return Window(zone, begin, end)
    kept = _kept_window(zone, begin, end)
    kept.requests += 1
    return kept


def occurrence_times(
    rrule: str,
    start: str,
    end: str,
    all_day: bool,
    zone: ZoneInfo,
    begin: datetime,
    finish: datetime,
    exclusions: Exclusions = None,
) -> Times:
    """The occurrences of one series in one range: see `Window`."""
    return Window(zone, begin, finish).occurrence_times(rrule, start, end, all_day, exclusions)


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
        lasts = [recurrence.last_day(rrule, anchor) for anchor in anchors]
        known = [last for last in lasts if last is not None]
        return midnight(max(known) + (after - first) + 3 * DAY) if len(known) == len(lasts) else None
    except (BadRequest, OverflowError):
        return None


def midnight(day: date) -> str:
    """The UTC midnight at which a date begins, as an instant."""
    return f"{day.isoformat()}T00:00:00.000Z"


@lru_cache(maxsize=MAX_KEPT_WINDOWS)
def _kept_window(zone: ZoneInfo, begin: datetime, end: datetime) -> Window:
    return Window(zone, begin, end)


@lru_cache(maxsize=MAX_PREPARED)
def _prepared(rrule: str, start: str, end: str, zone: ZoneInfo) -> tuple[Series, int] | None:
    """A timed series, and how many microseconds an occurrence lasts."""
    first = datetime.fromisoformat(start)
    series = recurrence.prepared_series(rrule, first, zone)
    length = datetime.fromisoformat(end) - first
    return None if series is None else (series, length // timedelta(microseconds=1))


@lru_cache(maxsize=MAX_PREPARED)
def _prepared_days(rrule: str, start: str) -> Days:
    return recurrence.prepared_days(rrule, date.fromisoformat(start))


@lru_cache(maxsize=1_024)
def _ordinals(exclusions: tuple[str, ...]) -> frozenset[int]:
    return frozenset(date.fromisoformat(each).toordinal() for each in exclusions)


@lru_cache(maxsize=MAX_PREPARED)
def _split(shift: int, duration: int) -> tuple[int, str, int, str]:
    """Start and end of what begins `shift` microseconds after a day: whole days, and the time of day."""
    (to_start, start), (to_end, end) = divmod(shift, series.DAY), divmod(shift + duration, series.DAY)
    return to_start, _time_text(start // 1000), to_end, _time_text(end // 1000)


@lru_cache(maxsize=4_096)
def _day_text(ordinal: int) -> str:
    return date.fromordinal(ordinal).isoformat()


def _time_text(milliseconds: int) -> str:
    minutes, rest = divmod(milliseconds, 60_000)
    return f"T{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02}.{rest % 1000:03}Z"
