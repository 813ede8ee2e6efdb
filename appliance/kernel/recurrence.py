"""The days and instants a recurrence rule (RRULE, RFC 5545 §3.3.10) falls on, at a bounded cost."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import islice
from zoneinfo import ZoneInfo

from appliance.kernel.errors import BadRequest
from appliance.kernel.plain_series import PlainDays, PlainSeries
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
from appliance.kernel.rrule_plain import is_plain

__all__ = [
    "TooCostly",
    "check",
    "days",
    "forget",
    "is_over",
    "last_day",
    "limited",
    "occurrences",
    "parse",
    "prepared_days",
    "prepared_series",
]

# What one call may cost before the rule is taken for finished (see rrule_days): a century of days, or seven of months.
MOST_STEPS = 50_000

# What finding the day of the last COUNT may cost, and one period of a rule.
MOST_STEPS_TO_COUNT = 10_000
MOST_STEPS_A_PERIOD = 1_000

# What finding the last day of a series may cost, which is only looked for to save the computing of an ended series.
MOST_STEPS_TO_LAST_DAY = 1_000

# A range wider than this is computed anew each time, for a thousand of them would fill the memory. The window of a
# synced calendar is wider: each of its rules is followed once in a sync.
LONGEST_CACHED = timedelta(days=380)


def check(text: str, start: date) -> None:
    """Raises BadRequest unless a text is a rule that can be followed from `start` at a bounded cost."""
    rule = parse(text)
    if weight(rule) > MOST_STEPS_A_PERIOD:
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
    rule: str, start: datetime, duration: timedelta, zone: ZoneInfo, begin: datetime, end: datetime
) -> list[datetime]:
    """The UTC starts, in order, of the occurrences that overlap the range: end after `begin` and start before `end`.

    `start` is the first occurrence's instant. The series keeps its local time in `zone`: a time the clocks skip moves
    forward by the gap, of a time that comes twice the first counts. Every occurrence lasts `duration` of real time. An
    UNTIL without a time includes the whole local day; one without `Z` is local time. Raises BadRequest, TooCostly.
    """
    if not EARLIEST <= start.date() <= LATEST:
        return []
    parsed, first_local, clock = _opening(parse(rule), start, zone)
    anchor = first_local.date()
    # Two days of margin cover every distance between a local date and the instants of that day.
    margin = timedelta(days=2)
    first, last = _bounded_date(begin, -duration - margin), _bounded_date(end, margin)
    if parsed.until is not None:
        last = min(last, _bounded_date(_instant(parsed.until), margin))
    starts: list[datetime] = []
    for day in _days(parsed, anchor, first, last):
        local = datetime.combine(day, clock)
        if local < first_local:
            continue
        # The start is given as an instant, so it may be the second of a time that comes twice.
        instant = start.astimezone(UTC) if local == first_local else local.replace(tzinfo=zone).astimezone(UTC)
        if is_over(parsed.until, local, instant) or instant >= end:
            break
        # A day that a zone left out altogether (Samoa, 2011) falls together with the next one.
        if begin - instant < duration and (not starts or starts[-1] != instant):
            starts.append(instant)
    return starts


def prepared_series(rule: str, start: datetime, zone: ZoneInfo) -> PlainSeries | None:
    """A series to ask for many ranges, or None where only `occurrences` knows it. Raises BadRequest, TooCostly."""
    if not EARLIEST <= start.date() <= LATEST:
        return None
    parsed, first_local, clock = _opening(parse(rule), start, zone)
    if (days := _prepared(parsed, first_local.date())) is None:
        return None
    until = parsed.until
    if until is not None and not (isinstance(until, datetime) and until.tzinfo):
        is_last_day_whole = not isinstance(until, datetime) or clock <= until.time()
        days.last = min(days.last, until.toordinal() - (not is_last_day_whole))
        until = None
    return PlainSeries(days, start.astimezone(UTC), first_local, clock, zone, until)


def prepared_days(rule: str, anchor: date) -> PlainDays | None:
    """As `prepared_series`, for the dates that `days` finds."""
    parsed = parse(rule)
    if (days := _prepared(parsed, anchor)) is not None and parsed.until is not None:
        days.last = min(days.last, parsed.until.toordinal())
    return days


def last_day(rule: str, anchor: date) -> date | None:
    """A date after which a series has no occurrence, in whatever zone its UNTIL is read; None when it may go on.

    `anchor` is the day of the first occurrence. Raises BadRequest.
    """
    parsed = parse(rule)
    ends = [_bounded_date(_instant(parsed.until), timedelta(days=2))] if parsed.until is not None else []
    if parsed.count is not None:
        # A start late on a day may be no occurrence in a zone further east: see `_opening`.
        counted = replace(anchored(parsed, anchor), count=parsed.count + 1, until=None)
        final, is_found = _final(counted, anchor, MOST_STEPS_TO_LAST_DAY)
        ends += [final or anchor] if is_found else []
    return min(ends, default=None)


def is_over(until: date | datetime | None, local: datetime, instant: datetime) -> bool:
    """Whether an occurrence lies after UNTIL: a local date (included), a local time, or an instant."""
    if until is None:
        return False
    if not isinstance(until, datetime):
        return local.date() > until
    return (local if until.tzinfo is None else instant) > until


def _prepared(rule: Rule, anchor: date) -> PlainDays | None:
    rule = anchored(replace(rule, until=None), anchor)
    if not is_plain(rule):
        return None
    final = LATEST if rule.count is None else _final(rule, anchor)[0]
    last = min(final, LATEST).toordinal() if final else 0
    return PlainDays(rule, anchor, max(anchor, EARLIEST).toordinal(), last)


def _opening(rule: Rule, start: datetime, zone: ZoneInfo) -> tuple[Rule, datetime, time]:
    """The rule as it counts from `start`, the local time of `start`, and that of every occurrence."""
    first_local = start.astimezone(zone).replace(tzinfo=None)
    anchor = first_local.date()
    clock = _clock(rule, first_local.time())
    if rule.count and clock < first_local.time() and _days(rule, anchor, anchor, anchor):
        # The anchor's own day comes too early to be an occurrence, so it must not use up one of COUNT.
        rule = replace(rule, count=rule.count + 1)
    return rule, first_local, clock


def _clock(rule: Rule, anchor: time) -> time:
    return anchor.replace(
        hour=anchor.hour if rule.hour is None else rule.hour,
        minute=anchor.minute if rule.minute is None else rule.minute,
        second=anchor.second if rule.second is None else rule.second,
    )


def _instant(until: date | datetime) -> datetime:
    at = until if isinstance(until, datetime) else datetime.combine(until, time())
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _bounded_date(moment: datetime, change: timedelta) -> date:
    try:
        return (moment.astimezone(UTC) + change).date()
    except OverflowError:
        return EARLIEST if change < timedelta() else LATEST


def _days(rule: Rule, anchor: date, first: date, last: date) -> tuple[date, ...]:
    rule = rule if rule.until is None else replace(rule, until=None)
    find = _found if last - first <= LONGEST_CACHED else _found.__wrapped__
    return find(rule, anchor, first, last)


@lru_cache(maxsize=1024)
def _found(rule: Rule, anchor: date, first: date, last: date) -> tuple[date, ...]:
    rule = anchored(rule, anchor)
    if rule.count is not None:
        final, _ = _final(rule, anchor)
        if final is None:
            return ()
        last = min(last, final)
    return tuple(days_of(rule, anchor, first, last, Meter(MOST_STEPS)))


@lru_cache(maxsize=1024)
def _final(rule: Rule, anchor: date, steps: int = MOST_STEPS_TO_COUNT) -> tuple[date | None, bool]:
    """The date COUNT is reached, None when there is no occurrence; False beside it when the steps end before."""
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
    return found[-1] if found else None, len(found) == count or meter.left >= 0


def forget() -> None:
    """Empty the caches."""
    _found.cache_clear()
    _final.cache_clear()
