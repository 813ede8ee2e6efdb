"""The days and instants a recurrence rule (RRULE, RFC 5545 §3.3.10) falls on, at a bounded cost."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from itertools import islice

from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence.cost import Meter
from appliance.kernel.recurrence.days import (
    EARLIEST,
    LATEST,
    anchored,
    days_a_period,
    days_of,
    period_end,
    period_of,
    period_start,
    weight,
)
from appliance.kernel.recurrence.rule import Rule, parse

# What one call may cost before the rule is taken for finished: two centuries of weeks, or three of years.
MAX_STEPS = 70_000

# What finding the day of the last COUNT may cost, and one period of a rule.
MAX_STEPS_TO_COUNT = 40_000
MAX_STEPS_A_PERIOD = 1_000

# A range wider than this is computed anew each time, for a thousand of them would fill the memory.
LONGEST_KEPT = timedelta(days=380)

# No zone is further from UTC, in whole days.
MARGIN = 2


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
    find = _kept_days if last - first <= LONGEST_KEPT else _kept_days.__wrapped__
    return list(find(rule, anchor, first, last))


def occurrences(
    rule: str,
    start: datetime,
    duration: timedelta,
    zone: tzinfo,
    begin: datetime,
    end: datetime,
    excluded: Collection[date] = (),
) -> list[datetime]:
    """The UTC starts, in order, of the occurrences that overlap the range: end after `begin` and start before `end`.

    `start` is the first occurrence's instant. The series keeps its local time in `zone`: a time the clocks skip moves
    forward by the gap, of a time that comes twice the first counts. Every occurrence lasts `duration` of real time. An
    UNTIL without a time includes the whole local day; one without `Z` is local time. There is none on the local dates
    of `excluded`. Raises BadRequest, TooCostly.
    """
    if not EARLIEST <= start.date() <= LATEST:
        return []
    parsed, first_local = parse(rule), start.astimezone(zone).replace(tzinfo=None, fold=0)
    anchor, clock = first_local.date(), _clock(parsed, first_local.time())
    # Then the anchor's own day comes too early to be an occurrence, so it must not use up one of COUNT.
    is_too_early = clock < first_local.time()
    if is_too_early and parsed.count and _days(parsed, anchor, anchor, anchor):
        parsed = replace(parsed, count=parsed.count + 1)
    first = _day(max(begin.toordinal() - duration.days - MARGIN, anchor.toordinal() + is_too_early))
    last, until = end.toordinal() + MARGIN, parsed.until
    if isinstance(until, datetime) and until.tzinfo:
        last = min(last, until.toordinal() + MARGIN)
    elif until is not None:
        is_last_day_whole = not isinstance(until, datetime) or clock <= until.time()
        last, until = min(last, until.toordinal() - (not is_last_day_whole)), None

    found: list[datetime] = []
    previous = None
    for day in _days(parsed, anchor, first, _day(last)):
        # The start is given as an instant, so it may be the second of a time that comes twice.
        is_start = day == anchor and clock == first_local.time()
        at = start.astimezone(UTC) if is_start else datetime.combine(day, clock, zone).astimezone(UTC)
        is_over = at >= end or (isinstance(until, datetime) and at > until)
        # A day that a zone left out altogether (Samoa, 2011) falls together with the next one.
        if begin - at < duration and not is_over and at != previous:
            found += [] if day in excluded else [at]
            previous = at
    return found


def last_day(rule: str, anchor: date) -> date | None:
    """A date after which a series has no occurrence, in whatever zone its UNTIL is read; None when it may go on.

    `anchor` is the day of the first occurrence. Raises BadRequest.
    """
    parsed = parse(rule)
    ends = []
    if parsed.until is not None:
        ends.append(date.fromordinal(min(parsed.until.toordinal(), LATEST.toordinal()) + MARGIN))
    if parsed.count is not None:
        # A start late on a day may be no occurrence in a zone further east: see `occurrences`.
        counted = replace(anchored(parsed, anchor), count=parsed.count + 1, until=None)
        final, is_found = _final(counted, anchor)
        ends += [max(final, anchor)] if is_found else []
    return min(ends, default=None)


# A day of chores asks for the days of each, again after every tick.
@lru_cache(maxsize=1024)
def _kept_days(rule: str, anchor: date, first: date, last: date) -> tuple[date, ...]:
    parsed = parse(rule)
    if parsed.until is not None:
        last = min(last, date(parsed.until.year, parsed.until.month, parsed.until.day))
    return tuple(_days(parsed, anchor, first, last))


def _days(rule: Rule, anchor: date, first: date, last: date) -> list[date]:
    """The days of a rule without its UNTIL."""
    rule = anchored(replace(rule, until=None), anchor)
    if rule.count is not None:
        last = min(last, _final(rule, anchor)[0])
    return list(days_of(rule, anchor, first, last, Meter(MAX_STEPS)))


def _final(rule: Rule, anchor: date) -> tuple[date, bool]:
    """The date COUNT is reached, the calendar's first without an occurrence; False when the steps end before."""
    count = rule.count or 1
    meter = Meter(MAX_STEPS_TO_COUNT)
    if each := days_a_period(rule):
        opening = list(days_of(rule, anchor, anchor, period_end(rule, anchor), meter))
        if count <= len(opening):
            return opening[count - 1], True
        periods, index = divmod(count - len(opening) - 1, each)
        begin = period_start(rule, period_of(rule, anchor) + (periods + 1) * rule.interval)
        return next(islice(days_of(rule, begin, begin, LATEST, meter), index, None), LATEST), True
    found = list(islice(days_of(rule, anchor, anchor, LATEST, meter), count))
    return found[-1] if found else date.min, len(found) == count or meter.left >= 0


def _clock(rule: Rule, anchor: time) -> time:
    return anchor.replace(
        hour=anchor.hour if rule.hour is None else rule.hour,
        minute=anchor.minute if rule.minute is None else rule.minute,
        second=anchor.second if rule.second is None else rule.second,
    )


def _day(ordinal: int) -> date:
    return date.fromordinal(min(max(ordinal, EARLIEST.toordinal()), LATEST.toordinal()))
