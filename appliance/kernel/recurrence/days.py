"""The days of a checked recurrence rule near a range, at a bounded cost.

dateutil compares only a day that it has found with UNTIL: a rule without days keeps it busy up to the year 9999. So it
is asked for one month or year at a time, from the period of the range on. Of a rule by days or weeks it finds the days
of each month; the interval and BYSETPOS are applied here.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from functools import partial
from itertools import groupby
from typing import Literal

from dateutil import rrule as dateutil

from appliance.kernel.recurrence.cost import Exhausted, Meter
from appliance.kernel.recurrence.rule import Rule

# The outermost years are left out, so that no step to the start of a week or across a time zone leaves the calendar.
EARLIEST, LATEST = date(3, 1, 1), date(9998, 12, 31)

# How dateutil calls the frequencies that it is asked for, with an interval that leaves the calendar after one period.
ONE_PERIOD: dict[str, tuple[Literal[0, 1], int]] = {
    "YEARLY": (dateutil.YEARLY, 10_000),
    "MONTHLY": (dateutil.MONTHLY, 120_000),
}
# The steps of a month, and how many months cost as much as a year; measured, and rounded up.
MONTH_STEPS, MONTHS_OF_YEAR = 15, 9

DAY = timedelta(days=1)
EDGE_WEEKS = {1, 52, 53}
EVERY_WEEKDAY = tuple((0, weekday) for weekday in range(7))


def days_of(rule: Rule, anchor: date, first: date, last: date, meter: Meter) -> Iterator[date]:
    """The days from `first` to `last` of a rule that starts at `anchor`, in order; COUNT and UNTIL are not looked at.

    The rule says all of its days itself (see `anchored`). Ends early when the meter does. Raises TooCostly.
    """
    first, last = max(first, anchor, EARLIEST), min(last, LATEST)
    find = _by_period if rule.freq in ONE_PERIOD else _by_month
    if first <= last:
        with suppress(Exhausted):
            yield from find(rule, anchor, first, last, meter)


def _by_period(rule: Rule, anchor: date, first: date, last: date, meter: Meter) -> Iterator[date]:
    """The days of a rule by months or years, one period of dateutil at a time."""
    steps = weight(rule)
    # dateutil mistakes numbers of weeks that may reach into another year. Where BYSETPOS chooses, it keeps them.
    weeks = () if rule.positions or EDGE_WEEKS.isdisjoint(map(abs, rule.weeks)) else rule.weeks
    if weeks:
        # Asked for the first and the last week too, it finds all days of the chosen ones.
        rule = replace(rule, weeks=(*weeks, 1, -1))
    begin = period_of(rule, first)
    begin -= (begin - period_of(rule, anchor)) % rule.interval
    for number in range(begin, period_of(rule, last) + 1, rule.interval):
        meter.spend(steps)
        for day in _days_by_dateutil(rule, max(anchor, period_start(rule, number)), last):
            meter.spend(1 + bool(weeks))
            if first <= day and (not weeks or _is_in_weeks(day, rule.week_start, weeks)):
                yield day


def _by_month(rule: Rule, anchor: date, first: date, last: date, meter: Meter) -> Iterator[date]:
    """The days of a rule by days or weeks: those of its months that are in a chosen period, at a chosen position.

    dateutil is asked for all days of a month at once, because one period at a time would cost five times as much.
    """
    begin, end = max(anchor, period_start(rule, period_of(rule, first))), period_end(rule, last)
    of_months = replace(rule, freq="MONTHLY", interval=1, positions=(), days=rule.days or EVERY_WEEKDAY)
    found = _by_period(of_months, begin, begin, end, meter)
    for number, period in groupby(found, partial(period_of, rule)):
        if (number - period_of(rule, anchor)) % rule.interval:
            continue
        days = list(period)
        if rule.positions:
            meter.spend(len(rule.positions))
            days = sorted({days[at - (at > 0)] for at in rule.positions if -len(days) <= at <= len(days)})
        yield from (day for day in days if first <= day <= last)


def anchored(rule: Rule, anchor: date) -> Rule:
    """The rule with what it leaves open taken from the day it starts."""
    if rule.freq == "DAILY" and not {1, -1}.isdisjoint(rule.positions):
        # A day is the first and the last of its own.
        rule = replace(rule, positions=())
    if rule.days or rule.month_days or rule.year_days or rule.weeks or rule.freq == "DAILY":
        return rule
    if rule.freq == "WEEKLY":
        return replace(rule, days=((0, anchor.weekday()),))
    if rule.freq == "MONTHLY":
        return replace(rule, month_days=(anchor.day,))
    return replace(rule, month_days=(anchor.day,), months=rule.months or (anchor.month,))


def weight(rule: Rule) -> int:
    """The steps that one period costs at most; one month of a rule by days or weeks."""
    numbers = sum(map(len, (rule.days, rule.month_days, rule.year_days, rule.weeks, rule.months, rule.positions)))
    return (MONTH_STEPS + numbers) * (MONTHS_OF_YEAR if rule.freq == "YEARLY" else 1)


def days_a_period(rule: Rule) -> int:
    """How many days each whole period of a rule has, or 0 where that differs from one to the next."""
    if rule.positions or rule.weeks or rule.year_days:
        return 0
    if rule.freq in ("DAILY", "WEEKLY"):
        is_limited = rule.month_days or rule.months or (rule.freq == "DAILY" and rule.days)
        return 0 if is_limited else len(set(rule.days)) or 1
    if (rule.days and rule.month_days) or bool(rule.months) != (rule.freq == "YEARLY"):
        return 0
    ordinals = {ordinal for ordinal, _ in rule.days}
    is_in_every_month = ordinals == {-1} or ordinals <= {1, 2, 3, 4}
    if not is_in_every_month or not set(rule.month_days) <= set(range(1, 29)):
        return 0
    return len({*rule.days, *rule.month_days}) * (len(set(rule.months)) or 1)


def period_of(rule: Rule, day: date) -> int:
    """The number of the period that a day is in, counted from the beginning of the calendar."""
    if rule.freq == "YEARLY":
        return day.year
    if rule.freq == "MONTHLY":
        return day.year * 12 + day.month - 1
    # Day 1 of the calendar is a Monday.
    return day.toordinal() if rule.freq == "DAILY" else (day.toordinal() - 1 - rule.week_start) // 7


def period_start(rule: Rule, number: int) -> date:
    """The first day of a period; the day after LATEST for all that begin later."""
    if rule.freq in ONE_PERIOD:
        year, month = (number, 0) if rule.freq == "YEARLY" else divmod(number, 12)
        return date(year, month + 1, 1) if year <= LATEST.year else LATEST + DAY
    opens = number if rule.freq == "DAILY" else number * 7 + 1 + rule.week_start
    return date.fromordinal(min(max(opens, 1), LATEST.toordinal() + 1))


def period_end(rule: Rule, day: date) -> date:
    """The last day of the period a day is in, or of the calendar."""
    return period_start(rule, period_of(rule, day) + 1) - DAY


def _days_by_dateutil(rule: Rule, start: date, last: date) -> Iterator[date]:
    """The days of a period, from `start` to `last`, of a rule by months or years."""
    weekdays = _weekdays(rule)
    if rule.days and not weekdays:
        return
    frequency, beyond = ONE_PERIOD[rule.freq]
    for moment in dateutil.rrule(
        frequency,
        dtstart=datetime.combine(start, time()),
        interval=beyond,
        until=datetime.combine(last, time()),
        wkst=rule.week_start,
        bymonth=rule.months or None,
        bymonthday=rule.month_days or None,
        byyearday=rule.year_days or None,
        byweekno=rule.weeks or None,
        byweekday=weekdays or None,
        bysetpos=rule.positions or None,
    ):
        yield moment.date()


def _weekdays(rule: Rule) -> list[dateutil.weekday]:
    """The weekdays for dateutil. Beside one with an ordinal it would never find one without (RFC 5545 §3.3.10: MO,1TU).

    An ordinal beyond the month makes dateutil 2.9 raise IndexError.
    """
    most = 5 if rule.freq == "MONTHLY" or rule.months else 53
    chosen = {(ordinal, weekday) for ordinal, weekday in rule.days if abs(ordinal) <= most}
    plain = {weekday for ordinal, weekday in chosen if not ordinal}
    if plain and len(plain) < len(chosen):
        chosen |= {(ordinal, weekday) for weekday in plain for ordinal in range(1, most + 1)}
        chosen -= {(0, weekday) for weekday in plain}
    return [dateutil.weekday(weekday, ordinal or None) for ordinal, weekday in sorted(chosen)]


def _is_in_weeks(day: date, week_start: int, weeks: tuple[int, ...]) -> bool:
    """Whether the number of the day's week is among these; negative ones count from the end of the year.

    A week is of the year that its fourth day is in.
    """
    fourth = day + timedelta(days=3 - (day.weekday() - week_start) % 7)
    before, after = fourth - date(fourth.year, 1, 1), date(fourth.year, 12, 31) - fourth
    return before.days // 7 + 1 in weeks or -1 - after.days // 7 in weeks
