"""When a rule of a feed falls within a span of time, at a cost that depends on the span and not on the rule."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import cast
from zoneinfo import ZoneInfo

from appliance.kernel import recurrence
from appliance.kernel.errors import BadRequest

# The most occurrences one series may have in the window. (contract §12)
MOST = 5_000

# How many times of day one series may look at before it is left at what was found.
MOST_LOOKS = 300_000

UNITS = {"HOURLY": 3600, "MINUTELY": 60, "SECONDLY": 1}
TIMES = ("BYHOUR", "BYMINUTE", "BYSECOND")
DAY_PARTS = ("BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST")
PARTS = {"FREQ", "INTERVAL", "COUNT", "UNTIL", *TIMES, *DAY_PARTS}
DAY_SECONDS = 86_400
MARGIN = timedelta(days=2)


class Unreadable(Exception):
    """A rule that says nothing anybody could follow."""


def days(rule: str, start: date, zone: tzinfo, first: date, last: date) -> list[date]:
    """The dates an all-day series falls on, from `first` to `last`. `zone` is for an UNTIL with a time.

    Raises Unreadable.
    """
    parts = {name: value for name, value in tidy(rule).items() if name not in TIMES}
    if until := parts.get("UNTIL"):
        parts["UNTIL"] = _until_date(until, zone)
    try:
        return recurrence.days(_joined(parts), start, first, last)[-MOST:]
    except BadRequest:
        raise Unreadable(rule) from None


def starts(rule: str, start: datetime, lasting: timedelta, begin: datetime, end: datetime) -> list[datetime]:
    """The UTC starts of the occurrences that overlap a span; `start` is aware, and its zone keeps the local time.

    Raises Unreadable.
    """
    parts = tidy(rule)
    zone = start.tzinfo or UTC
    try:
        if parts.get("FREQ") in UNITS or any("," in parts.get(name, "") for name in TIMES):
            return _within_days(parts, start, zone, lasting, begin, end)
        # The kernel asks for a ZoneInfo and uses what every zone has.
        found = recurrence.occurrences(_joined(parts), start, lasting, cast(ZoneInfo, zone), begin, end)
    except BadRequest:
        raise Unreadable(rule) from None
    return found[-MOST:]


def is_over_before(rule: str, start: date | datetime, zone: tzinfo) -> bool:
    """Whether a rule ends before its series begins. Raises Unreadable."""
    until = tidy(rule).get("UNTIL")
    if until is None:
        return False
    if not isinstance(start, datetime):
        return _until_date(until, zone) < f"{start:%Y%m%d}"
    try:
        ends = recurrence.parse(f"FREQ=DAILY;UNTIL={until}").until
    except BadRequest:
        raise Unreadable(rule) from None
    return _is_over(ends, start.replace(tzinfo=None), start.astimezone(UTC))


def tidy(rule: str) -> dict[str, str]:
    """The parts of a rule by name, without what other producers are known to write wrongly. Raises Unreadable."""
    parts: dict[str, str] = {}
    for part in re.sub(r"\s", "", rule).upper().removeprefix("RRULE:").split(";"):
        name, _, value = part.partition("=")
        value = value.strip(",")
        if name in PARTS and value:
            parts.setdefault(name, value)
        elif name == "RSCALE" and value not in ("GREGORIAN", "GREGORY"):
            raise Unreadable(rule)
    # Outlook writes -1 for a series without an end; INTERVAL=0 is meant as 1 by whoever writes it.
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


def _joined(parts: dict[str, str]) -> str:
    return ";".join(f"{name}={value}" for name, value in parts.items())


def _within_days(
    parts: dict[str, str], start: datetime, zone: tzinfo, lasting: timedelta, begin: datetime, end: datetime
) -> list[datetime]:
    """Rules that repeat within the day: the days first, by the kernel's own rule, then the times of each.

    With a COUNT everything since the start has to be counted; if that is too much, the series is taken for finished.
    """
    if "BYSETPOS" in parts:
        raise Unreadable("positions among times of day")
    count = int(parts["COUNT"]) if "COUNT" in parts else None
    until = recurrence.parse(f"FREQ=DAILY;UNTIL={parts['UNTIL']}").until if "UNTIL" in parts else None
    from_the_start = count is not None or begin - start < lasting + MARGIN
    first = start.date() if from_the_start else (begin - lasting - MARGIN).date()
    first_local = start.replace(tzinfo=None)
    times_of = _Times(parts, first_local)

    found: list[datetime] = []
    looks = counted = 0
    for day in recurrence.days(_day_rule(parts), start.date(), first, (end + MARGIN).date()):
        for clock in times_of(day):
            looks += 1
            if looks > MOST_LOOKS:
                return found
            if clock is None:
                continue
            local = datetime.combine(day, time()) + timedelta(seconds=clock)
            if local < first_local:
                continue
            instant = local.replace(tzinfo=zone).astimezone(UTC)
            counted += 1
            if instant >= end or (count and counted > count) or _is_over(until, local, instant):
                return found
            if begin - instant < lasting and (not found or instant > found[-1]):
                found.append(instant)
            if len(found) == MOST:
                return found
    return found


def _day_rule(parts: dict[str, str]) -> str:
    chosen = {name: value for name, value in parts.items() if name in DAY_PARTS}
    if parts["FREQ"] in UNITS:
        return _joined({"FREQ": "DAILY", **chosen})
    return _joined({"FREQ": parts["FREQ"], "INTERVAL": parts.get("INTERVAL", "1"), **chosen})


class _Times:
    """The times of day of a rule, in seconds since midnight and in order, for one day after the other."""

    def __init__(self, parts: dict[str, str], start: datetime):
        self._unit = UNITS.get(parts["FREQ"], DAY_SECONDS)
        self._step = self._unit * (_interval(parts) if parts["FREQ"] in UNITS else 1)
        self._hours, self._minutes, self._seconds = (_numbers(parts.get(name)) for name in TIMES)
        self._start = start
        since_midnight = start.hour * 3600 + start.minute * 60 + start.second
        self._origin = start.date().toordinal() * DAY_SECONDS + since_midnight // self._unit * self._unit

    def __call__(self, day: date) -> Iterator[int | None]:
        """None stands for a time that was looked at and does not fit."""
        phase = self._origin - day.toordinal() * DAY_SECONDS
        for opens, closes in self._stretches():
            for tick in range(opens + (phase - opens) % self._step, closes, self._step):
                if self._unit == 60 and self._minutes and tick // 60 % 60 not in self._minutes:
                    yield None
                elif self._unit > 1:
                    yield from self._spread(tick)
                else:
                    yield None if self._seconds and tick % 60 not in self._seconds else tick

    def _stretches(self) -> Iterator[tuple[int, int]]:
        """The stretches of the day that a rule which repeats within it may fall on."""
        if self._unit == DAY_SECONDS or not (self._hours or self._minutes):
            yield 0, DAY_SECONDS
            return
        for hour in sorted(self._hours) or range(24):
            if self._unit > 1 or not self._minutes:
                yield hour * 3600, hour * 3600 + 3600
                continue
            for minute in sorted(self._minutes):
                yield hour * 3600 + minute * 60, hour * 3600 + minute * 60 + 60

    def _spread(self, tick: int) -> Iterator[int]:
        """What the finer parts make of one tick of the rule; left open, they are those of the start."""
        hours = sorted(self._hours or {self._start.hour}) if self._unit == DAY_SECONDS else [0]
        minutes = sorted(self._minutes or {self._start.minute}) if self._unit >= 3600 else [0]
        for hour in hours:
            for minute in minutes:
                for second in sorted(self._seconds or {self._start.second}):
                    yield tick + hour * 3600 + minute * 60 + second


def _interval(parts: dict[str, str]) -> int:
    text = parts.get("INTERVAL", "1")
    if not text.isdigit() or len(text) > 9:
        raise Unreadable("no interval")
    return int(text)


def _numbers(text: str | None) -> set[int]:
    if text is None:
        return set()
    if not re.fullmatch(r"\d{1,2}(,\d{1,2})*", text):
        raise Unreadable("no times of day")
    return {int(number) for number in text.split(",")} & set(range(60))


def _is_over(until: date | datetime | None, local: datetime, instant: datetime) -> bool:
    if until is None:
        return False
    if not isinstance(until, datetime):
        return local.date() > until
    return (instant if until.tzinfo else local) > until
