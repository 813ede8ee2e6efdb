"""The days and instants a recurrence rule (RRULE, RFC 5545 §3.3.10) falls on, at a bounded cost."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache, partial
from itertools import islice

from appliance.kernel.errors import BadRequest
from appliance.kernel.rrule import Rule, parse
from appliance.kernel.rrule_days import (
    EARLIEST,
    LATEST,
    Meter,
    TooCostly,
    anchored,
    days_a_period,
    days_of,
    limited,
    period_end,
    period_of,
    period_start,
    weight,
)
from appliance.kernel.rrule_plain import day_finder, is_plain
from appliance.kernel.series import MARGIN, Days, Series, instant_at, microseconds

__all__ = [
    "TooCostly",
    "check",
    "days",
    "forget",
    "last_day",
    "limited",
    "occurrences",
    "parse",
    "prepared_days",
    "prepared_series",
]

# What one call may cost before the rule is taken for finished (see rrule_days): a century of days, or seven of months.
MAX_STEPS = 50_000

# What finding the day of the last COUNT may cost, and one period of a rule.
MAX_STEPS_TO_COUNT = 10_000
MAX_STEPS_A_PERIOD = 1_000

# What finding the last day of a series may cost, which is only looked for to save the computing of an ended series.
MAX_STEPS_TO_LAST_DAY = 1_000

# A range wider than this is computed anew each time, for a thousand of them would fill the memory. The window of a
# synced calendar is wider: each of its rules is followed once in a sync.
LONGEST_CACHED = timedelta(days=380)


def check(text: str, start: date) -> None:
    """Raises BadRequest unless a text is a rule that can be followed from `start` at a bounded cost."""
    rule = parse(text)
    if weight(rule) > MAX_STEPS_A_PERIOD:
        raise BadRequest("has too many BYSETPOS", at="rrule", code="invalid_repeat")
    if rule.count is not None and not _final(replace(anchored(rule, start), until=None), start)[1]:
        raise BadRequest("COUNT takes too long to reach, end the series with UNTIL", at="rrule", code="invalid_repeat")


def days(rule: str, anchor: date, first: date, last: date) -> list[date]:
    """The dates a series that starts at `anchor` falls on, from `first` to `last`, both included, in order.

    The anchor itself is among them only when it fits the rule. COUNT counts from the anchor. Of an UNTIL that has a
    time only the date is looked at, as written. Raises BadRequest, TooCostly.
    """
    parsed = parse(rule)
    if parsed.until is not None:
        last = min(last, date(parsed.until.year, parsed.until.month, parsed.until.day))
    return list(_days(parsed, anchor, first, last))


def occurrences(
    rule: str, start: datetime, duration: timedelta, zone: tzinfo, begin: datetime, end: datetime
) -> list[datetime]:
    """The UTC starts, in order, of the occurrences that overlap the range: end after `begin` and start before `end`.

    `start` is the first occurrence's instant. The series keeps its local time in `zone`: a time the clocks skip moves
    forward by the gap, of a time that comes twice the first counts. Every occurrence lasts `duration` of real time. An
    UNTIL without a time includes the whole local day; one without `Z` is local time. Raises BadRequest, TooCostly.
    """
    if (series := prepared_series(rule, start, zone)) is None:
        return []
    found = series.between((), microseconds(begin), microseconds(end), duration // timedelta(microseconds=1))
    return [instant_at(day, shift) for days, shift in found for day in days]


def prepared_series(rule: str, start: datetime, zone: tzinfo) -> Series | None:
    """A series to ask for many ranges; None for one at the ends of the calendar. Raises BadRequest, TooCostly."""
    if not EARLIEST <= start.date() <= LATEST:
        return None
    parsed, first_local = parse(rule), start.astimezone(zone).replace(tzinfo=None, fold=0)
    anchor = first_local.date()
    clock = _clock(parsed, first_local.time())
    # Then the anchor's own day comes too early to be an occurrence, so it must not use up one of COUNT.
    is_too_early = clock < first_local.time()
    if is_too_early and parsed.count and _days(parsed, anchor, anchor, anchor):
        parsed = replace(parsed, count=parsed.count + 1)
    days, until = _prepared(parsed, anchor), parsed.until
    days.first = max(days.first, anchor.toordinal() + is_too_early)
    if until is not None and not (isinstance(until, datetime) and until.tzinfo):
        is_last_day_whole = not isinstance(until, datetime) or clock <= until.time()
        days.last = min(days.last, until.toordinal() - (not is_last_day_whole))
        until = None
    return Series(days, start, first_local, clock, zone, until)


def prepared_days(rule: str, anchor: date) -> Days:
    """As `prepared_series`, for the dates that `days` finds."""
    parsed = parse(rule)
    days = _prepared(parsed, anchor)
    if parsed.until is not None:
        days.last = min(days.last, parsed.until.toordinal())
    return days


def last_day(rule: str, anchor: date) -> date | None:
    """A date after which a series has no occurrence, in whatever zone its UNTIL is read; None when it may go on.

    `anchor` is the day of the first occurrence. Raises BadRequest.
    """
    parsed = parse(rule)
    ends = []
    if parsed.until is not None:
        ends.append(date.fromordinal(min(parsed.until.toordinal(), LATEST.toordinal()) + MARGIN))
    if parsed.count is not None:
        # A start late on a day may be no occurrence in a zone further east: see `prepared_series`.
        counted = replace(anchored(parsed, anchor), count=parsed.count + 1, until=None)
        final, is_found = _final(counted, anchor, MAX_STEPS_TO_LAST_DAY)
        ends += [max(final, anchor)] if is_found else []
    return min(ends, default=None)


def _prepared(rule: Rule, anchor: date) -> Days:
    whole = anchored(replace(rule, until=None), anchor)
    last = LATEST if whole.count is None else _final(whole, anchor)[0]
    return Days(anchor, last, partial(_days, rule, anchor), day_finder(whole, anchor) if is_plain(whole) else None)


def _clock(rule: Rule, anchor: time) -> time:
    return anchor.replace(
        hour=anchor.hour if rule.hour is None else rule.hour,
        minute=anchor.minute if rule.minute is None else rule.minute,
        second=anchor.second if rule.second is None else rule.second,
    )


def _days(rule: Rule, anchor: date, first: date, last: date) -> tuple[date, ...]:
    rule = rule if rule.until is None else replace(rule, until=None)
    find = _found if last - first <= LONGEST_CACHED else _found.__wrapped__
    return find(rule, anchor, first, last)


@lru_cache(maxsize=1024)
def _found(rule: Rule, anchor: date, first: date, last: date) -> tuple[date, ...]:
    rule = anchored(rule, anchor)
    if rule.count is not None:
        last = min(last, _final(rule, anchor)[0])
    return tuple(days_of(rule, anchor, first, last, Meter(MAX_STEPS)))


@lru_cache(maxsize=1024)
def _final(rule: Rule, anchor: date, steps: int = MAX_STEPS_TO_COUNT) -> tuple[date, bool]:
    """The date COUNT is reached, the calendar's first without an occurrence; False when the steps end before."""
    count = rule.count or 1
    meter = Meter(steps)
    if each := days_a_period(rule):
        opening = list(days_of(rule, anchor, anchor, period_end(rule, anchor), meter))
        if count <= len(opening):
            return opening[count - 1], True
        periods, index = divmod(count - len(opening) - 1, each)
        begin = period_start(rule, period_of(rule, anchor) + (periods + 1) * rule.interval)
        return next(islice(days_of(rule, begin, begin, LATEST, meter), index, None), LATEST), True
    found = list(islice(days_of(rule, anchor, anchor, LATEST, meter), count))
    return found[-1] if found else date.min, len(found) == count or meter.left >= 0


def forget() -> None:
    """Empty the caches."""
    _found.cache_clear()
    _final.cache_clear()
