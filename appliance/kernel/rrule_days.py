"""The days of a checked recurrence rule near a range, at a bounded cost.

dateutil compares only a day that it has found with UNTIL: a rule without days keeps it busy up to the year 9999. So it
is asked for one month or year at a time, from the period of the range on. Of a rule by days or weeks it finds the days
of each month; the interval and BYSETPOS are applied here. Plain rules are computed in `rrule_plain`.

Costs are counted in steps, each about a microsecond of a quiet x86 core.
"""

from calendar import monthrange
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import count, groupby
from operator import itemgetter
from typing import Literal

from dateutil import rrule as dateutil

from appliance.kernel.errors import BadRequest
from appliance.kernel.rrule import Rule
from appliance.kernel.rrule_plain import day_finder, is_plain, plain_steps

# What all rules of one request may cost: below a tenth of a second, for they are computed in the event loop.
MOST_STEPS_A_REQUEST = 75_000

# The outermost years are left out, so that no step to the start of a week or across a time zone leaves the calendar.
EARLIEST, LATEST = date(3, 1, 1), date(9998, 12, 31)

# How dateutil calls the frequencies that it is asked for, with an interval that leaves the calendar after one period.
ONE_PERIOD: dict[str, tuple[Literal[0, 1], int]] = {
    "YEARLY": (dateutil.YEARLY, 10_000),
    "MONTHLY": (dateutil.MONTHLY, 120_000),
}
# Steps a period, a position of it (BYSETPOS), and its days; measured, and rounded up.
YEAR_STEPS, MONTH_STEPS = 30, 15
POSITION_OF_YEAR_STEPS, POSITION_STEPS = 10, 1
DAYS_OF_YEAR, DAYS_OF_MONTH = 366, 31
MONTH_OF_YEAR_STEPS, WEEK_NUMBERS_STEPS, WEEK_NUMBER_STEPS, SET_UP_STEPS = 9, 100, 3, 5
# Numbers of days (BYYEARDAY) that are compared in a step.
COMPARED_IN_A_STEP = 50
# Numbers of weekdays and days that dateutil reads in a step.
READ_IN_A_STEP = 4

EVERY_WEEKDAY = tuple((0, weekday) for weekday in range(7))
# Numbers of weeks that dateutil mistakes where they reach into another year.
OUTER_WEEKS = {52, 53, -52, -53}
# How many days of a plain rule are found at a time, when a COUNT or a long range is followed.
DAYS_AT_A_TIME = 200


class TooCostly(BadRequest):
    """The rules of one request need more computing than a request may take."""


class Exhausted(Exception):
    """The steps of a meter are used up."""


class Meter:
    """Steps that are left for one rule. Those of the request are spent with them."""

    def __init__(self, steps: int):
        self.left = steps
        self._request = _request.get()

    def spend(self, steps: int) -> None:
        """Raises Exhausted when there are not as many left, TooCostly when the request has not."""
        self.left -= steps
        if self._request is not None:
            self._request.spend_of_request(steps)
        if self.left < 0:
            raise Exhausted

    def spend_of_request(self, steps: int) -> None:
        """As `spend`, for the meter of a request. Raises TooCostly."""
        self.left -= steps
        if self.left < 0:
            raise TooCostly("needs too much computing, ask for a shorter range", at="to")


_request: ContextVar[Meter | None] = ContextVar("steps_of_request", default=None)


@contextmanager
def limited(steps: int = MOST_STEPS_A_REQUEST) -> Iterator[Meter]:
    """Bound what all rules within cost together; beyond it they raise TooCostly. What is cached costs nothing.

    Within another `limited` the outer one counts.
    """
    if outer := _request.get():
        yield outer
        return
    meter = Meter(steps)
    token = _request.set(meter)
    try:
        yield meter
    finally:
        _request.reset(token)


def spend(steps: int) -> None:
    """Spend steps of the request, if one is limited. Raises TooCostly."""
    if meter := _request.get():
        meter.spend_of_request(steps)


def days_of(rule: Rule, anchor: date, first: date, last: date, meter: Meter) -> Iterator[date]:
    """The days from `first` to `last` of a rule that starts at `anchor`, in order; COUNT and UNTIL are not looked at.

    The rule says all of its days itself (see `anchored`). Ends early when the meter does. Raises TooCostly.
    """
    first, last = max(first, anchor, EARLIEST), min(last, LATEST)
    if first > last:
        return
    if is_plain(rule):
        days = _plain(rule, anchor, first, last, meter)
    elif rule.freq in ONE_PERIOD:
        days = _by_period(rule, anchor, first, last, meter)
    else:
        days = _by_month(rule, anchor, first, last, meter)
    try:
        yield from days
    except Exhausted:
        return


def _plain(rule: Rule, anchor: date, first: date, last: date, meter: Meter) -> Iterator[date]:
    find, steps = day_finder(rule, anchor), plain_steps(rule)
    for begin in range(first.toordinal(), last.toordinal() + 1, DAYS_AT_A_TIME):
        days, periods = find(begin, min(begin + DAYS_AT_A_TIME - 1, last.toordinal()))
        meter.spend(1 + steps * periods + len(days))
        yield from map(date.fromordinal, days)


def _by_period(rule: Rule, anchor: date, first: date, last: date, meter: Meter) -> Iterator[date]:
    """The days of a rule by months or years, one period of dateutil at a time."""
    weeks = rule.weeks if _is_mistaken(rule) else ()
    if weeks:
        days = rule.days if rule.days or rule.month_days or rule.year_days else EVERY_WEEKDAY
        rule = replace(rule, weeks=(), days=days)
    cost, cost_of_day = weight(rule), WEEK_NUMBER_STEPS if weeks else 1
    meter.spend(SET_UP_STEPS)
    for number in count(_distance(rule, anchor, first) // rule.interval):
        start = period_start(rule, anchor, number)
        if start is None or start > last:
            return
        meter.spend(cost)
        for day in _days_by_dateutil(rule, start, last):
            meter.spend(cost_of_day)
            if first <= day <= last and (not weeks or _is_in_weeks(day, rule.week_start, weeks)):
                yield day


def _by_month(rule: Rule, anchor: date, first: date, last: date, meter: Meter) -> Iterator[date]:
    """The days of a rule by days or weeks: those of its months that are in a chosen period, at a chosen position.

    dateutil is asked for all days of a month at once, because one period at a time would cost five times as much.
    """
    begin, end = max(anchor, _period_begin(rule, first)), period_end(rule, last)
    of_months = replace(rule, freq="MONTHLY", interval=1, positions=(), days=rule.days or EVERY_WEEKDAY)
    numbered = ((_distance(rule, anchor, day), day) for day in _by_period(of_months, begin, begin, end, meter))
    for number, period in groupby(numbered, itemgetter(0)):
        if number % rule.interval:
            continue
        days = [day for _, day in period]
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
    if rule.freq == "YEARLY":
        steps, of_position, days = YEAR_STEPS, POSITION_OF_YEAR_STEPS, DAYS_OF_YEAR
        steps += MONTH_OF_YEAR_STEPS * len(set(rule.months) or range(12))
    else:
        steps, of_position, days = MONTH_STEPS, POSITION_STEPS, DAYS_OF_MONTH
    steps += of_position * len(rule.positions) + days * len(rule.year_days) // COMPARED_IN_A_STEP
    steps += (len(rule.days) + len(rule.month_days) + len(rule.year_days)) // READ_IN_A_STEP
    return steps + WEEK_NUMBERS_STEPS * bool(rule.weeks)


def days_a_period(rule: Rule) -> int:
    """How many days each whole period of a rule has, or 0 where that differs from one to the next."""
    if not is_plain(rule):
        return 0
    if rule.freq in ("DAILY", "WEEKLY"):
        return len(set(rule.days)) or 1
    ordinals = {ordinal for ordinal, _ in rule.days}
    is_in_every_month = ordinals == {-1} or ordinals <= {1, 2, 3, 4}
    if not is_in_every_month or not set(rule.month_days) <= set(range(1, 29)):
        return 0
    return len({*rule.days, *rule.month_days}) * (len(set(rule.months)) or 1)


def period_start(rule: Rule, anchor: date, number: int) -> date | None:
    """The first day of a period, counted from 0 in whole intervals; `anchor` for 0, None after the calendar's end."""
    if number == 0:
        return anchor
    number *= rule.interval
    if rule.freq == "YEARLY":
        return date(anchor.year + number, 1, 1) if anchor.year + number <= LATEST.year else None
    if rule.freq == "MONTHLY":
        year, month = divmod(anchor.year * 12 + anchor.month - 1 + number, 12)
        return date(year, month + 1, 1) if year <= LATEST.year else None
    opens = anchor.toordinal() + number if rule.freq == "DAILY" else _week_start(rule, anchor) + 7 * number
    return date.fromordinal(opens) if opens <= LATEST.toordinal() else None


def period_end(rule: Rule, day: date) -> date:
    """The last day of the period a day is in, or of the calendar."""
    if rule.freq == "YEARLY":
        return date(day.year, 12, 31)
    if rule.freq == "MONTHLY":
        return date(day.year, day.month, monthrange(day.year, day.month)[1])
    if rule.freq == "WEEKLY":
        return date.fromordinal(min(_week_start(rule, day) + 6, LATEST.toordinal()))
    return day


def _distance(rule: Rule, first: date, last: date) -> int:
    """How many periods lie between those of two days."""
    if rule.freq == "YEARLY":
        return last.year - first.year
    if rule.freq == "MONTHLY":
        return (last.year - first.year) * 12 + last.month - first.month
    if rule.freq == "WEEKLY":
        return (_week_start(rule, last) - _week_start(rule, first)) // 7
    return last.toordinal() - first.toordinal()


def _period_begin(rule: Rule, day: date) -> date:
    return date.fromordinal(_week_start(rule, day)) if rule.freq == "WEEKLY" else day


def _week_start(rule: Rule, day: date) -> int:
    return day.toordinal() - (day.weekday() - rule.week_start) % 7


def _is_mistaken(rule: Rule) -> bool:
    """Whether dateutil mistakes its week numbers: see test_days_of_a_series. Where BYSETPOS chooses, it keeps them."""
    outer = rule.freq != "YEARLY" or not OUTER_WEEKS.isdisjoint(rule.weeks)
    return bool(rule.weeks) and outer and not rule.positions


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
    """Whether the number of the day's week is among these; negative ones count from the end of the year."""
    opens = day - timedelta(days=(day.weekday() - week_start) % 7)
    year = (opens + timedelta(days=3)).year
    this_year, next_year = _first_week(year, week_start), _first_week(year + 1, week_start)
    return (opens - this_year).days // 7 + 1 in weeks or (opens - next_year).days // 7 in weeks


def _first_week(year: int, week_start: int) -> date:
    fourth = date(year, 1, 4)
    return fourth - timedelta(days=(fourth.weekday() - week_start) % 7)
