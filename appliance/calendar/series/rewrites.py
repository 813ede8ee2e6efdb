"""Recurrence rules rewritten as texts: other parts, or every occurrence some days later or earlier."""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence.rule import WEEKDAYS, Rule, parse

UTC_TIME, LOCAL_TIME = "%Y%m%dT%H%M%SZ", "%Y%m%dT%H%M%S"
CANNOT_MOVE = "is on a day that the rule of this series cannot give; change rrule too"
# The days of a month that every month has.
SHORTEST_MONTH = 28
# The month and day that not every year has.
LEAP_DAY = (2, 29)


def with_parts(rrule: str, **parts: str | None) -> str:
    """A rule with these parts replaced or added; None removes one."""
    found = dict(part.split("=", 1) for part in rrule.strip(" ").upper().removeprefix("RRULE:").split(";"))
    found |= {name: value for name, value in parts.items() if value is not None}
    return ";".join(f"{name}={value}" for name, value in found.items() if parts.get(name, "") is not None)


def says_days(rrule: str) -> bool:
    """Whether a rule names its days. One that does not takes them from the start of its series."""
    rule = parse(rrule)
    return bool(rule.days or rule.month_days or rule.year_days or rule.weeks or rule.months)


def written_day(day: date) -> str:
    """A date as UNTIL has it."""
    return day.isoformat().replace("-", "")


def until_text(until: date | datetime, all_day: bool, zone: tzinfo) -> str:
    """UNTIL as other programs read it: a date for whole days, else an instant. A date includes its whole local day."""
    if all_day:
        return written_day(date(until.year, until.month, until.day))
    if not isinstance(until, datetime):
        until = datetime.combine(until, time(23, 59, 59))
    return (until if until.tzinfo else until.replace(tzinfo=zone)).astimezone(UTC).strftime(UTC_TIME)


def moved_value(value: str, shift: timedelta, zone: tzinfo) -> str:
    """A date or time as RFC 5545 writes it, moved on the clocks of a zone, in its own form. Raises ValueError."""
    if "T" not in value:
        return (datetime.strptime(value, "%Y%m%d") + shift).strftime("%Y%m%d")  # noqa: DTZ007
    if not value.endswith("Z"):
        return (datetime.strptime(value, LOCAL_TIME) + shift).strftime(LOCAL_TIME)  # noqa: DTZ007
    local = datetime.strptime(value, UTC_TIME).replace(tzinfo=UTC).astimezone(zone)
    return (local.replace(tzinfo=None) + shift).replace(tzinfo=zone).astimezone(UTC).strftime(UTC_TIME)


def moved_rule(rrule: str, first: date, shift: timedelta, last: date | None, *, has_new_time: bool) -> str:
    """A rule with every day moved by `shift`, whole days.

    `first` is a date of its series, and `last` the last date that its UNTIL allows. With `has_new_time` the time of day
    is that of the start from now on. Raises BadRequest for a rule that cannot say the new days, for months differ in
    length.
    """
    rule, parts = parse(rrule), dict[str, str | None]()
    if has_new_time:
        parts |= {"BYHOUR": None, "BYMINUTE": None, "BYSECOND": None}
    if last is not None:
        parts["UNTIL"] = written_day(last + shift)
    if shift and says_days(rrule):
        parts |= _moved_days(rule, shift.days)
    elif shift and rule.freq == "MONTHLY":
        _month_days([first.day], shift.days)
    elif shift and rule.freq == "YEARLY" and LEAP_DAY in {(day.month, day.day) for day in (first, first + shift)}:
        raise BadRequest(CANNOT_MOVE, at="start", code="series_not_movable")
    return with_parts(rrule, **parts)


def moved_line(line: str, shift: timedelta, zone: tzinfo) -> str:
    """A property with dates or times (EXDATE, RECURRENCE-ID), each moved as `moved_value` does. Raises ValueError."""
    head, _, values = line.rpartition(":")
    return f"{head}:{','.join(moved_value(value.strip(), shift, zone) for value in values.split(','))}"


def later_rule(rrule: str, passed: Callable[[], int], slot: datetime, moved: datetime, until: str | None) -> str:
    """The rule of a series from an occurrence on, with `passed()` occurrences of it before.

    `slot` and `moved` are the local starts of that occurrence before and after, by the clock of the series. `until` is
    the new end, None where it stays. Raises BadRequest as `moved_rule`.
    """
    if (count := parse(rrule).count) is not None:
        rrule = with_parts(rrule, COUNT=str(count - passed()))
    if moved != slot:
        rrule = moved_rule(rrule, slot.date(), moved.date() - slot.date(), None, has_new_time=True)
    return with_parts(rrule, UNTIL=until) if until else rrule


def last_allowed_day(until: date | datetime | None, at: time | None, zone: tzinfo) -> date | None:
    """The last local date that UNTIL allows in a zone, for occurrences at a time of day; None for whole days."""
    if not isinstance(until, datetime):
        return until
    if at is None:
        return until.date()
    local = until.astimezone(zone) if until.tzinfo else until.replace(tzinfo=zone)
    last = datetime.combine(local.date(), at, zone)
    return local.date() if last.astimezone(UTC) <= local.astimezone(UTC) else local.date() - timedelta(days=1)


def _moved_days(rule: Rule, days: int) -> dict[str, str | None]:
    by_weekday = rule.days and not (rule.month_days or rule.year_days or rule.weeks or rule.months or rule.positions)
    if by_weekday and rule.freq in ("DAILY", "WEEKLY"):
        moved = sorted((weekday + days) % 7 for _, weekday in rule.days)
        parts: dict[str, str | None] = {"BYDAY": ",".join(WEEKDAYS[weekday] for weekday in moved)}
        if rule.freq == "WEEKLY" and rule.interval > 1:
            # The weeks that count move too.
            parts["WKST"] = WEEKDAYS[(rule.week_start + days) % 7]
        return parts
    by_month_day = rule.month_days and not (rule.days or rule.year_days or rule.weeks or rule.positions)
    if by_month_day and rule.freq in ("MONTHLY", "YEARLY"):
        return {"BYMONTHDAY": ",".join(map(str, _month_days(rule.month_days, days)))}
    raise BadRequest(CANNOT_MOVE, at="start", code="series_not_movable")


def _month_days(numbers: Iterable[int], days: int) -> list[int]:
    """Days of a month, moved within those that every month has. Raises BadRequest."""
    moved = {number: number + days for number in numbers}
    if any(not 1 <= day <= SHORTEST_MONTH for pair in moved.items() for day in pair):
        raise BadRequest(CANNOT_MOVE, at="start", code="series_not_movable")
    return sorted(moved.values())
