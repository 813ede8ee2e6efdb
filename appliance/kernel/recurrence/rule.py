"""The check of a recurrence rule (the RRULE value of RFC 5545) before python-dateutil sees it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal, get_args

from appliance.kernel.errors import BadRequest

Frequency = Literal["YEARLY", "MONTHLY", "WEEKLY", "DAILY"]

LONGEST_RULE = 1_000
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


@dataclass(frozen=True, slots=True, kw_only=True)
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


def parse(text: str) -> Rule:
    """The rule a text stands for; a leading `RRULE:` is allowed. Raises BadRequest (`invalid rrule`).

    Rejected: what does not parse, has no FREQ or repeats more often than once a day, unknown or repeated parts, numbers
    out of their range, BYSETPOS with nothing to choose from. Tolerated, as other calendars do: COUNT beside UNTIL
    (the first to be reached ends the series), and limiting parts that RFC 5545 forbids for a frequency.
    """
    try:
        return _parsed(text)
    except (KeyError, ValueError):
        raise BadRequest("invalid rrule", code="invalid_repeat") from None


def leaves_week_start_open(text: str) -> bool:
    """Whether the days of a rule depend on when a week begins, and the rule does not say it. Raises BadRequest."""
    rule = parse(text)
    has_groups = rule.interval > 1 or bool(rule.positions)
    return rule.freq == "WEEKLY" and bool(rule.days) and has_groups and "WKST=" not in text.upper()


def _parsed(text: str) -> Rule:
    if len(text) > LONGEST_RULE:
        raise ValueError("too long")
    found: dict[str, Any] = {}
    for part in text.strip(" ").upper().removeprefix("RRULE:").split(";"):
        name, _, value = part.partition("=")
        field, read = PARTS[name]
        if field in found:
            raise ValueError(f"{name} twice")
        found[field] = read(value)
    if "positions" in found and found.keys().isdisjoint(CHOOSERS):
        raise ValueError("nothing to choose from")
    if found["freq"] in ("WEEKLY", "DAILY"):
        # An ordinal has no meaning within a week; other calendars ignore it too.
        found["days"] = tuple((0, weekday) for _, weekday in found.get("days", ()))
    return Rule(**found)


def _weekdays(value: str) -> tuple[tuple[int, int], ...]:
    found = [(item[:-2], WEEKDAYS.index(item[-2:])) for item in value.split(",")]
    return tuple((_number(ordinal, 53, signed=True) if ordinal else 0, weekday) for ordinal, weekday in found)


def _until(value: str) -> date | datetime:
    if not re.fullmatch(r"[0-9]{8}(T[0-9]{6}Z?)?", value):
        raise ValueError("not a date or time")
    if len(value) == 8:
        return date.fromisoformat(value)
    # RFC 5545 lets a leap second be written; no clock here has one.
    return datetime.fromisoformat(value[:13] + value[13:].replace("60", "59"))


def _number(value: str, most: int, *, least: int = 1, signed: bool = False) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,6}" if signed else r"[0-9]{1,6}", value) or not least <= abs(int(value)) <= most:
        raise ValueError("out of its range")
    return int(value)


def _one(most: int, least: int = 1) -> Callable[[str], int]:
    return lambda value: _number(value, most, least=least)


def _some(most: int, *, signed: bool = True) -> Callable[[str], tuple[int, ...]]:
    return lambda value: tuple(_number(item, most, signed=signed) for item in value.split(","))


PARTS: dict[str, tuple[str, Callable[[str], object]]] = {
    "FREQ": ("freq", {each: each for each in get_args(Frequency)}.__getitem__),
    "INTERVAL": ("interval", _one(10_000)),
    "COUNT": ("count", _one(100_000)),
    "UNTIL": ("until", _until),
    "WKST": ("week_start", WEEKDAYS.index),
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
