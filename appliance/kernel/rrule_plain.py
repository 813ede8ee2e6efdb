"""The days of plain recurrence rules, computed where they are shown; they are nearly all that households have.

python-dateutil builds tables of a year for each rule. With it alone, a month of 200 series that was not shown before
costs 205 times an empty route instead of 39 times (`python -m benchmarks months`). test_recurrence_plain.py compares
the two.
"""

from calendar import monthrange
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache, partial

from appliance.kernel.rrule import Rule

# The days from a first to a last one, both included and in order, and what finding them costs in steps.
DayFinder = Callable[[int, int], tuple[Sequence[int], int]]

# Numbers of days that are looked at in a step.
DAYS_IN_A_STEP = 4


def is_plain(rule: Rule) -> bool:
    """Whether `day_finder` can be asked: every n days, weekdays of every n weeks, or days of certain months.

    The rule says all of its days itself (see `rrule_days.anchored`).
    """
    if rule.positions or rule.weeks or rule.year_days:
        return False
    if rule.freq == "DAILY":
        return not (rule.days or rule.month_days or rule.months)
    if rule.freq == "WEEKLY":
        return not (rule.month_days or rule.months)
    has_months = bool(rule.months) == (rule.freq == "YEARLY")
    return has_months and not (rule.days and rule.month_days) and all(ordinal for ordinal, _ in rule.days)


def day_finder(rule: Rule, anchor: date) -> DayFinder:
    """The days of one rule from `anchor` on, for many short ranges: what no range changes is computed here, once.

    The function takes and answers ordinals of the calendar, and answers beside them the steps (see `rrule_days`).
    It is asked for no day before `anchor`.
    """
    if rule.freq == "DAILY":
        return partial(_every, anchor.toordinal(), rule.interval)
    if rule.freq == "WEEKLY":
        weekdays = sorted({(weekday - rule.week_start) % 7 for _, weekday in rule.days})
        begin, step = anchor.toordinal() - (anchor.weekday() - rule.week_start) % 7, 7 * rule.interval
        if len(weekdays) == 1:
            return partial(_every, begin + weekdays[0], step)
        return partial(_in_weeks, begin, step, weekdays)
    of_year = {month - 1 for month in rule.months or range(1, 13)}
    numbers = (len(rule.months) or 1) * (len(rule.month_days) + len(rule.days))
    return partial(_in_months, rule, anchor.year * 12 + anchor.month - 1, of_year, 2 + numbers // DAYS_IN_A_STEP)


def _every(anchor: int, step: int, first: int, last: int) -> tuple[Sequence[int], int]:
    days = range(first + (anchor - first) % step, last + 1, step)
    return days, 2 * len(days)


def _in_weeks(anchor: int, step: int, weekdays: list[int], first: int, last: int) -> tuple[Sequence[int], int]:
    opens = first - 6
    weeks = range(opens + (anchor - opens) % step, last + 1, step)
    days = [day for week in weeks for weekday in weekdays if first <= (day := week + weekday) <= last]
    return days, (1 + len(weekdays) // DAYS_IN_A_STEP) * len(weeks) + len(days)


def _in_months(
    rule: Rule, anchor: int, months: set[int], steps: int, first: int, last: int
) -> tuple[Sequence[int], int]:
    opens, closes, interval = _month(first), _month(last), rule.interval
    if rule.freq == "MONTHLY":
        chosen: Sequence[int] = range(opens + (anchor - opens) % interval, closes + 1, interval)
    else:
        chosen = [
            month
            for month in range(opens, closes + 1)
            if month % 12 in months and (month // 12 - anchor // 12) % interval == 0
        ]
    days: list[int] = []
    for month in chosen:
        days += _days_of_month(rule.month_days, rule.days, month)
    if days and (days[0] < first or days[-1] > last):
        days = [day for day in days if first <= day <= last]
    return days, steps * len(chosen) + len(days)


@lru_cache(maxsize=1024)
def _month(day: int) -> int:
    """The month of a day, counted from the year 0."""
    found = date.fromordinal(day)
    return found.year * 12 + found.month - 1


@lru_cache(maxsize=1024)
def _days_of_month(month_days: tuple[int, ...], weekdays: tuple[tuple[int, int], ...], month: int) -> list[int]:
    begin = date(month // 12, month % 12 + 1, 1)
    weekday_of_first, length = monthrange(begin.year, begin.month)
    numbers = {day if day > 0 else length + 1 + day for day in month_days}
    for ordinal, weekday in weekdays:
        # The first of these weekdays, and the last one.
        opens = (weekday - weekday_of_first) % 7 + 1
        closes = opens + (length - opens) // 7 * 7
        numbers.add(opens + 7 * (ordinal - 1) if ordinal > 0 else closes + 7 * (ordinal + 1))
    return [begin.toordinal() + number - 1 for number in sorted(numbers) if 1 <= number <= length]
