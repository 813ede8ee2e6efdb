"""Recurrence rules (the RRULE value of RFC 5545): reading them, and the days and instants they fall on."""

import re
from calendar import monthrange
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import islice
from typing import Any, Literal, cast
from zoneinfo import ZoneInfo

from appliance.kernel.errors import BadRequest

Frequency = Literal["YEARLY", "MONTHLY", "WEEKLY", "DAILY"]

LONGEST_RULE = 1_000

# How many days one call looks at before it takes the rule for finished: four centuries of them. It is what a rule
# that never matches (30 February) may cost, and far more than any page shows.
MOST_DAYS = 150_000

# A range wider than this is looked through anew each time, for a thousand of them kept would fill the memory.
LONGEST_KEPT = timedelta(days=400)

# The outermost years are left out, so that no step to the start of a week or across a time zone leaves the calendar.
EARLIEST, LATEST = date(3, 1, 1), date(9998, 12, 31)

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


@dataclass(frozen=True, slots=True)
class Rule:
    """One parsed rule. `until` is a date, a local time (naive) or an instant (aware). `days` are (ordinal, weekday)."""

    freq: Frequency
    interval: int = 1
    count: int | None = None
    until: date | datetime | None = None
    week_start: int = 0
    days: tuple[tuple[int, int], ...] = ()
    month_days: tuple[int, ...] = ()
    year_days: tuple[int, ...] = ()
    weeks: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    positions: tuple[int, ...] = ()
    hour: int | None = None
    minute: int | None = None
    second: int | None = None


@lru_cache(maxsize=1024)
def parse(text: str) -> Rule:
    """The rule a text stands for; a leading `RRULE:` is allowed. Raises Invalid (`invalid rrule`).

    Refused: what does not parse, has no FREQ or repeats more often than once a day, unknown or repeated parts, numbers
    out of their range, BYSETPOS with nothing to choose from. Tolerated, as other calendars do: COUNT beside UNTIL
    (the first to be reached ends the series), and limiting parts that RFC 5545 forbids for a frequency.
    """
    if len(text) > LONGEST_RULE:
        raise BadRequest("invalid rrule")
    found: dict[str, Any] = {}
    for part in text.strip(" ").upper().removeprefix("RRULE:").split(";"):
        name, _, value = part.partition("=")
        if name not in PARTS or PARTS[name][0] in found:
            raise BadRequest("invalid rrule")
        field, read = PARTS[name]
        found[field] = read(value)
    if "freq" not in found:
        raise BadRequest("invalid rrule")
    if "positions" in found and found.keys().isdisjoint(CHOOSERS):
        raise BadRequest("invalid rrule")
    rule = Rule(**found)
    if rule.freq in ("WEEKLY", "DAILY"):
        # An ordinal has no meaning within a week; other calendars ignore it too.
        rule = replace(rule, days=tuple((0, weekday) for _, weekday in rule.days))
    return rule


def days(rule: str, anchor: date, first: date, last: date) -> list[date]:
    """The dates a series that starts at `anchor` falls on, from `first` to `last`, both included, in order.

    The anchor itself is among them only when it fits the rule. COUNT counts from the anchor. Of an UNTIL that has a
    time only the date is looked at, as written. Raises Invalid.
    """
    parsed = parse(rule)
    if parsed.until is not None:
        last = min(last, date(parsed.until.year, parsed.until.month, parsed.until.day))
    return list(_days(replace(parsed, until=None), anchor, first, last))


def occurrences(
    rule: str, start: datetime, duration: timedelta, zone: ZoneInfo, begin: datetime, end: datetime
) -> list[datetime]:
    """The UTC starts, in order, of the occurrences that overlap the range: end after `begin` and start before `end`.

    `start` is the first occurrence's instant. The series keeps its local time in `zone`: a time the clocks skip moves
    forward by the gap, of a time that comes twice the first counts. Every occurrence lasts `duration` of real time. An
    UNTIL without a time includes the whole local day; one without `Z` is local time. Raises Invalid.
    """
    parsed = parse(rule)
    if not EARLIEST <= start.date() <= LATEST:
        return []
    first_local = start.astimezone(zone).replace(tzinfo=None)
    anchor = first_local.date()
    clock = _clock(parsed, first_local.time())
    if parsed.count and clock < first_local.time() and _days(replace(parsed, until=None), anchor, anchor, anchor):
        # The anchor's own day comes too early to be an occurrence, so it must not use up one of COUNT.
        parsed = replace(parsed, count=parsed.count + 1)
    # Two days of margin cover every distance between a local date and the instants of that day.
    margin = timedelta(days=2)
    first, last = _bounded_date(begin, -duration - margin), _bounded_date(end, margin)
    starts: list[datetime] = []
    for day in _days(replace(parsed, until=None), anchor, first, last):
        local = datetime.combine(day, clock)
        if local < first_local:
            continue
        # The first occurrence is told as an instant, so it may well be the second of a time that comes twice.
        instant = start.astimezone(UTC) if local == first_local else local.replace(tzinfo=zone).astimezone(UTC)
        if _is_over(parsed.until, local, instant) or instant >= end:
            break
        # A day that a zone left out altogether (Samoa, 2011) falls together with the next one.
        if begin - instant < duration and (not starts or starts[-1] != instant):
            starts.append(instant)
    return starts


def _clock(rule: Rule, anchor: time) -> time:
    return anchor.replace(
        hour=anchor.hour if rule.hour is None else rule.hour,
        minute=anchor.minute if rule.minute is None else rule.minute,
        second=anchor.second if rule.second is None else rule.second,
    )


def _is_over(until: date | datetime | None, local: datetime, instant: datetime) -> bool:
    if until is None:
        return False
    if not isinstance(until, datetime):
        return local.date() > until
    return (local if until.tzinfo is None else instant) > until


def _bounded_date(moment: datetime, change: timedelta) -> date:
    try:
        return (moment.astimezone(UTC) + change).date()
    except OverflowError:
        return EARLIEST if change < timedelta() else LATEST


def _days(rule: Rule, anchor: date, first: date, last: date) -> tuple[date, ...]:
    find = _kept if last - first <= LONGEST_KEPT else _found
    return find(rule, anchor, first, last)


@lru_cache(maxsize=1024)
def _kept(rule: Rule, anchor: date, first: date, last: date) -> tuple[date, ...]:
    return _found(rule, anchor, first, last)


def _found(rule: Rule, anchor: date, first: date, last: date) -> tuple[date, ...]:
    if not _can_fall(_anchored(rule, anchor)):
        return ()
    if rule.count is not None:
        final = _final(rule, anchor)
        if final is None:
            return ()
        last = min(last, final)
    return tuple(_scan(_anchored(rule, anchor), anchor, first, last))


def _can_fall(rule: Rule) -> bool:
    """False for days that none of the rule's months has, such as 30 February: looking for them would take centuries."""
    longest = max(monthrange(2024, month)[1] for month in rule.months or range(1, 13))
    return not rule.month_days or any(abs(day) <= longest for day in rule.month_days)


@lru_cache(maxsize=1024)
def _final(rule: Rule, anchor: date) -> date | None:
    """The date COUNT is reached, or the last one there is; None when there is none."""
    counted = islice(_scan(_anchored(rule, anchor), anchor, anchor, LATEST), rule.count)
    return next(iter(deque(counted, maxlen=1)), None)


def _anchored(rule: Rule, anchor: date) -> Rule:
    """The rule with what it leaves open taken from the day it starts."""
    if rule.days or rule.month_days or rule.year_days or rule.weeks or rule.freq == "DAILY":
        return rule
    if rule.freq == "WEEKLY":
        return replace(rule, days=((0, anchor.weekday()),))
    if rule.freq == "MONTHLY":
        return replace(rule, month_days=(anchor.day,))
    return replace(rule, month_days=(anchor.day,), months=rule.months or (anchor.month,))


def _scan(rule: Rule, anchor: date, first: date, last: date) -> Iterator[date]:
    """Walk the periods of the rule that touch the range, never the ones before it, and choose from each its days."""
    first, last = max(first, anchor, EARLIEST), min(last, LATEST)
    looked_at = 0
    for opens, closes in _periods(rule, anchor, first, last):
        # A position counts from the start of its period; everything else can be told of the day alone.
        if not rule.positions:
            opens, closes = max(opens, first.toordinal()), min(closes, last.toordinal())
        chosen: list[date] = []
        ordinal = opens
        while ordinal <= closes:
            looked_at += 1
            day = date.fromordinal(ordinal)
            if rule.months and day.month not in rule.months:
                ordinal += _month_length(day) - day.day + 1
                continue
            if _fits(rule, day):
                chosen.append(day)
            ordinal += 1
        if rule.positions:
            indexes = {position - 1 if position > 0 else len(chosen) + position for position in rule.positions}
            chosen = [day for index, day in enumerate(chosen) if index in indexes]
        yield from (day for day in chosen if first <= day <= last)
        if looked_at > MOST_DAYS:
            return


def _periods(rule: Rule, anchor: date, first: date, last: date) -> Iterator[tuple[int, int]]:
    """First and last day (as ordinals) of every year, month, week or day that the interval chooses."""
    if rule.freq == "YEARLY":
        for year in range(_in_phase(anchor.year, first.year, rule.interval), last.year + 1, rule.interval):
            yield date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal()
    elif rule.freq == "MONTHLY":
        start = _in_phase(anchor.year * 12 + anchor.month, first.year * 12 + first.month, rule.interval)
        for number in range(start, last.year * 12 + last.month + 1, rule.interval):
            opens = date((number - 1) // 12, (number - 1) % 12 + 1, 1)
            yield opens.toordinal(), opens.toordinal() + _month_length(opens) - 1
    elif rule.freq == "WEEKLY":
        week = anchor.toordinal() - (anchor.weekday() - rule.week_start) % 7
        this_week = first.toordinal() - (first.weekday() - rule.week_start) % 7
        for monday in range(_in_phase(week, this_week, 7 * rule.interval), last.toordinal() + 1, 7 * rule.interval):
            yield max(monday, anchor.toordinal()), monday + 6
    else:
        start = _in_phase(anchor.toordinal(), first.toordinal(), rule.interval)
        for ordinal in range(start, last.toordinal() + 1, rule.interval):
            yield ordinal, ordinal


def _in_phase(anchor: int, earliest: int, step: int) -> int:
    """The first of anchor, anchor + step, … that is not before `earliest`."""
    return earliest + (anchor - earliest) % step


def _fits(rule: Rule, day: date) -> bool:
    if rule.days and not any(_is_weekday(rule, day, ordinal, weekday) for ordinal, weekday in rule.days):
        return False
    if rule.month_days and not _is_among(rule.month_days, day.day, _month_length(day)):
        return False
    if rule.year_days and not _is_among(rule.year_days, day.timetuple().tm_yday, _year_length(day)):
        return False
    return not rule.weeks or not _week_numbers(day, rule.week_start).isdisjoint(rule.weeks)


def _is_among(numbers: tuple[int, ...], number: int, length: int) -> bool:
    """Whether a day is listed by its number from the start or (negative) from the end of a month or year."""
    return number in numbers or number - length - 1 in numbers


def _is_weekday(rule: Rule, day: date, ordinal: int, weekday: int) -> bool:
    if day.weekday() != weekday:
        return False
    if ordinal == 0:
        return True
    if rule.freq == "MONTHLY" or rule.months:
        number, length = day.day, _month_length(day)
    else:
        number, length = day.timetuple().tm_yday, _year_length(day)
    return ordinal == ((number - 1) // 7 + 1 if ordinal > 0 else -((length - number) // 7 + 1))


def _week_numbers(day: date, week_start: int) -> set[int]:
    """The number of the day's week, counted from the start of its year and (negative) from the end."""
    opens = day - timedelta(days=(day.weekday() - week_start) % 7)
    year = (opens + timedelta(days=3)).year
    this_year, next_year = _first_week(year, week_start), _first_week(year + 1, week_start)
    return {(opens - this_year).days // 7 + 1, (opens - next_year).days // 7}


def _first_week(year: int, week_start: int) -> date:
    fourth = date(year, 1, 4)
    return fourth - timedelta(days=(fourth.weekday() - week_start) % 7)


def _month_length(day: date) -> int:
    return monthrange(day.year, day.month)[1]


def _year_length(day: date) -> int:
    return date(day.year, 12, 31).timetuple().tm_yday


def _frequency(value: str) -> Frequency:
    if value not in ("YEARLY", "MONTHLY", "WEEKLY", "DAILY"):
        raise BadRequest("invalid rrule")
    return cast(Frequency, value)


def _weekday(value: str) -> int:
    if value not in WEEKDAYS:
        raise BadRequest("invalid rrule")
    return WEEKDAYS.index(value)


def _weekdays(value: str) -> tuple[tuple[int, int], ...]:
    return tuple(
        (_number(item[:-2], 53, signed=True) if item[:-2] else 0, _weekday(item[-2:])) for item in value.split(",")
    )


def _until(value: str) -> date | datetime:
    if not re.fullmatch(r"[0-9]{8}(T[0-9]{6}Z?)?", value):
        raise BadRequest("invalid rrule")
    try:
        if len(value) == 8:
            return date(int(value[:4]), int(value[4:6]), int(value[6:]))
        # RFC 5545 lets a leap second be written; no clock here has one.
        moment = datetime.strptime(value[:13] + value[13:15].replace("60", "59"), "%Y%m%dT%H%M%S")  # noqa: DTZ007
        return moment.replace(tzinfo=UTC) if value.endswith("Z") else moment
    except ValueError:
        raise BadRequest("invalid rrule") from None


def _number(value: str, most: int, *, least: int = 1, signed: bool = False) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,6}" if signed else r"[0-9]{1,6}", value):
        raise BadRequest("invalid rrule")
    number = int(value)
    if not least <= abs(number) <= most:
        raise BadRequest("invalid rrule")
    return number


def _one(most: int, least: int = 1) -> Callable[[str], int]:
    return lambda value: _number(value, most, least=least)


def _some(most: int, *, signed: bool = True) -> Callable[[str], tuple[int, ...]]:
    return lambda value: tuple(_number(item, most, signed=signed) for item in value.split(","))


PARTS: dict[str, tuple[str, Callable[[str], object]]] = {
    "FREQ": ("freq", _frequency),
    "INTERVAL": ("interval", _one(10_000)),
    "COUNT": ("count", _one(100_000)),
    "UNTIL": ("until", _until),
    "WKST": ("week_start", _weekday),
    "BYDAY": ("days", _weekdays),
    "BYMONTHDAY": ("month_days", _some(31)),
    "BYYEARDAY": ("year_days", _some(366)),
    "BYWEEKNO": ("weeks", _some(53)),
    "BYMONTH": ("months", _some(12, signed=False)),
    "BYSETPOS": ("positions", _some(366)),
    # One value each: more would be a rule that repeats within the day.
    "BYHOUR": ("hour", _one(23, 0)),
    "BYMINUTE": ("minute", _one(59, 0)),
    "BYSECOND": ("second", _one(59, 0)),
}

CHOOSERS = {"days", "month_days", "year_days", "weeks", "months", "hour", "minute", "second"}
