"""The occurrences of a feed's RRULE within a range, at a cost that depends on the range and not on the rule."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import groupby, islice, product

from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import expansion
from appliance.kernel.recurrence.cost import Meter
from appliance.kernel.recurrence.days import anchored, days_of, period_end, period_of, period_start
from appliance.kernel.recurrence.rule import parse

# The most occurrences one series may have in the window. (contract §12)
MOST = 5_000

# How many times of day one series may look at before it is left at what was found.
MAX_LOOKS = 300_000

UNITS = {"HOURLY": timedelta(hours=1), "MINUTELY": timedelta(minutes=1), "SECONDLY": timedelta(seconds=1)}
FINER = (("SECONDLY", "MINUTELY", "BYSECOND"), ("MINUTELY", "HOURLY", "BYMINUTE"), ("HOURLY", "DAILY", "BYHOUR"))
TIMES = {"BYHOUR": 24, "BYMINUTE": 60, "BYSECOND": 60}
DAY_PARTS = ("BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST")
PARTS = {"FREQ", "INTERVAL", "COUNT", "UNTIL", *TIMES, *DAY_PARTS}
MARGIN = timedelta(days=2)


class Unreadable(ValueError):
    """A rule that cannot be followed."""


def days(rule: str, start: date, zone: tzinfo, first: date, last: date) -> list[date]:
    """The dates an all-day series falls on, from `first` to `last`. `zone` is for an UNTIL with a time.

    Raises Unreadable.
    """
    parts = {name: value for name, value in tidy(rule).items() if name not in TIMES}
    if until := parts.get("UNTIL"):
        parts["UNTIL"] = _until_date(until, zone)
    try:
        return expansion.days(_joined(parts), start, first, last)[-MOST:]
    except BadRequest:
        raise Unreadable(rule) from None


def starts(rule: str, start: datetime, lasting: timedelta, begin: datetime, end: datetime) -> list[datetime]:
    """The UTC starts of the occurrences that overlap a range; `start` is aware, and its zone keeps the local time.

    Raises Unreadable.
    """
    parts = tidy(rule)
    try:
        if parts.get("FREQ") in UNITS or ("FREQ" in parts and any("," in parts.get(name, "") for name in TIMES)):
            return _within_days(parts, start, begin, end, lasting)
        return expansion.occurrences(_joined(parts), start, lasting, start.tzinfo or UTC, begin, end)[-MOST:]
    except BadRequest:
        raise Unreadable(rule) from None


def is_over_before(rule: str, start: date | datetime, zone: tzinfo) -> bool:
    """Whether a rule ends before its series begins. Raises Unreadable."""
    parts = tidy(rule)
    if not isinstance(start, datetime):
        return "UNTIL" in parts and _until_date(parts["UNTIL"], zone) < f"{start:%Y%m%d}"
    try:
        return _is_over(_until(parts), start)
    except BadRequest:
        raise Unreadable(rule) from None


def tidy(rule: str) -> dict[str, str]:
    """The parts of a rule by name, without known mistakes of other programs. Raises Unreadable."""
    parts: dict[str, str] = {}
    for part in re.sub(r"\s", "", rule).upper().removeprefix("RRULE:").split(";"):
        name, _, value = part.partition("=")
        value = value.strip(",")
        if name in PARTS and value:
            parts.setdefault(name, value)
        elif name == "RSCALE" and value not in ("GREGORIAN", "GREGORY"):
            raise Unreadable(rule)
    # Outlook writes COUNT=-1 for a series without an end; some programs write INTERVAL=0 for 1.
    if "COUNT" in parts and (not parts["COUNT"].isdigit() or int(parts["COUNT"][:9]) == 0):
        del parts["COUNT"]
    if len(parts.get("COUNT", "")) > 5:
        parts["COUNT"] = "100000"
    if parts.get("INTERVAL", "1").strip("0") == "":
        del parts["INTERVAL"]
    if "UNTIL" in parts:
        parts["UNTIL"] = _tidy_until(parts["UNTIL"])
    if "BYSETPOS" in parts and not any(name in parts for name in (*DAY_PARTS[:5], *TIMES)):
        del parts["BYSETPOS"]
    return parts


def _tidy_until(text: str) -> str:
    digits = re.sub(r"[-:]", "", text)
    if re.fullmatch(r"\d{8}T\d{4}Z?", digits):
        digits = digits[:13] + "00" + digits[13:]
    return digits


def _until_date(until: str, zone: tzinfo) -> str:
    """The last date of an all-day series whose UNTIL has a time: often a local midnight, written in UTC."""
    if not re.fullmatch(r"\d{8}T\d{6}Z", until) or until[9:13] == "2359":
        return until[:8]
    try:
        local = datetime.strptime(until, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC).astimezone(zone)
    except (ValueError, OverflowError):
        return until[:8]
    return max(until[:8], f"{local:%Y%m%d}")


def _until(parts: dict[str, str]) -> date | datetime | None:
    """Raises BadRequest."""
    return parse(f"FREQ=DAILY;UNTIL={parts['UNTIL']}").until if "UNTIL" in parts else None


def _is_over(until: date | datetime | None, at: datetime) -> bool:
    """Whether an aware local time lies after UNTIL: a local date (included), a local time, or an instant."""
    if not isinstance(until, datetime):
        return until is not None and at.date() > until
    return (at if until.tzinfo else at.replace(tzinfo=None)) > until


def _joined(parts: dict[str, str]) -> str:
    return ";".join(f"{name}={value}" for name, value in parts.items())


def _within_days(
    parts: dict[str, str], start: datetime, begin: datetime, end: datetime, lasting: timedelta
) -> list[datetime]:
    """The starts of a rule that recurs within the day. After MAX_LOOKS times of day the rule is taken for finished.

    dateutil is not used, because it steps through every second of a rule whose hours and minutes do not come. With a
    COUNT everything since the start has to be counted.
    """
    first_local, until = start.replace(tzinfo=None), _until(parts)
    count = int(parts.get("COUNT", MAX_LOOKS))
    near = first_local if "COUNT" in parts else max(first_local, (begin - lasting - MARGIN).replace(tzinfo=None))
    times = _local_times(_coarsened(parts), first_local, near.date(), (end + MARGIN).date())
    if "BYSETPOS" in parts:
        times = _chosen(parts, times)
    times = (at for at in times if at >= first_local)

    found: list[datetime] = []
    for local in islice(times, min(count, MAX_LOOKS)):
        at = local.replace(tzinfo=start.tzinfo)
        instant = at.astimezone(UTC)
        if instant >= end or _is_over(until, at) or len(found) == MOST:
            break
        if begin - instant < lasting and (not found or instant > found[-1]):
            found.append(instant)
    return found


def _coarsened(parts: dict[str, str]) -> dict[str, str]:
    """A rule of every hour, minute or second as one of the next longer unit: the same times at a lower cost."""
    parts = dict(parts)
    for freq, coarser, part in FINER:
        if parts["FREQ"] == freq and _interval(parts) == 1 and part in parts:
            parts["FREQ"] = coarser
    return parts


def _chosen(parts: dict[str, str], times: Iterator[datetime]) -> Iterator[datetime]:
    """The times at the positions of BYSETPOS among those of each hour, day, week or what FREQ says. (RFC 5545 §3.3.10)

    `times` begin and end with whole periods. A period in which the MAX_LOOKS are reached is left out.
    """
    positions, looks = parse(f"FREQ=DAILY;BYMONTH=1;BYSETPOS={parts['BYSETPOS']}").positions, 0
    by_day, own = parse(_by_day(parts)), _own_parts(parts)
    for _, period in groupby(islice(times, MAX_LOOKS), lambda at: (period_of(by_day, at.date()), _clock(at)[:own])):
        every = list(period)
        looks += len(every)
        if looks < MAX_LOOKS:
            yield from sorted({every[at - (at > 0)] for at in positions if -len(every) <= at <= len(every)})


def _by_day(parts: dict[str, str]) -> str:
    """The rule of the days on which a rule may have times."""
    days = {name: parts[name] for name in ("FREQ", "INTERVAL", *DAY_PARTS) if name in parts and name != "BYSETPOS"}
    return _joined(days | {"FREQ": "DAILY", "INTERVAL": "1"} if parts["FREQ"] in UNITS else days)


def _own_parts(parts: dict[str, str]) -> int:
    """How many of hour, minute and second each step of a rule has by itself."""
    return list(UNITS).index(parts["FREQ"]) + 1 if parts["FREQ"] in UNITS else 0


def _local_times(parts: dict[str, str], start: datetime, first: date, last: date) -> Iterator[datetime]:
    """Local times of a rule from a day on, in order; with BYSETPOS those of whole periods. Some are before `start`."""
    unit, begin = UNITS.get(parts["FREQ"]), start.date()
    rule = anchored(parse(_by_day(parts)), begin)
    if "BYSETPOS" in parts:
        begin, first = (period_start(rule, period_of(rule, day)) for day in (begin, first))
        last = period_end(rule, last)
    days = days_of(rule, begin, first, last, Meter(expansion.MAX_STEPS))
    if unit:
        steps = (at for day in days for at in _steps(start, unit * _interval(parts), day))
    else:
        steps = (datetime.combine(day, start.time()) for day in days)

    # A step has its own hour, minute and second down to its unit, which are compared; the ones below are chosen.
    own = _own_parts(parts)
    chosen = [_numbers(parts.get(name), end) for name, end in TIMES.items()]
    below = [sorted(numbers) or [value] for numbers, value in zip(chosen, _clock(start), strict=True)][own:]
    for at in islice(steps, MAX_LOOKS):
        clock = _clock(at)[:own]
        if all(not numbers or value in numbers for numbers, value in zip(chosen, clock, strict=False)):
            for rest in product(*below):
                hour, minute, second = *clock, *rest
                yield at.replace(hour=hour, minute=minute, second=second)


def _clock(at: datetime) -> tuple[int, int, int]:
    return at.hour, at.minute, at.second


def _steps(start: datetime, step: timedelta, day: date) -> Iterator[datetime]:
    """The times of a day that are whole steps after the start."""
    midnight = datetime.combine(day, time())
    at = start + max(-((start - midnight) // step), 0) * step
    while at.date() == day:
        yield at
        at += step


def _interval(parts: dict[str, str]) -> int:
    text = parts.get("INTERVAL", "1")
    if not text.isdigit() or len(text) > 9:
        raise Unreadable("no interval")
    return int(text)


def _numbers(text: str | None, end: int) -> set[int]:
    if text is None:
        return set()
    if not re.fullmatch(r"\d{1,2}(,\d{1,2})*", text):
        raise Unreadable("no times of day")
    return {int(number) for number in text.split(",")} & set(range(end))
