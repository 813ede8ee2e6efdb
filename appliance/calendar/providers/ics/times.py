"""Dates, times and durations of a VEVENT: those icalendar reads, and those it cannot, mended."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import TYPE_CHECKING

from appliance.calendar.providers.ics.zones import Zones

if TYPE_CHECKING:
    from icalendar.prop import VPROPERTY

DAY = timedelta(days=1)
OWN_TZID = "X-MANTEL-TZID"
PARAMETER = re.compile(r';\s*(TZID|VALUE|RANGE)\s*=\s*("[^"]*+"|[^;]*+)', re.IGNORECASE)
# The value of a time begins at the colon before a date, for a TZID may have colons of its own and no quotes.
BEFORE_DATE = re.compile(r":(?=\s*\d{4}-?\d\d-?\d\d)")
TIME = re.compile(
    r"(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?", re.IGNORECASE
)

# Birthdays whose year nobody knows are written in the year 0, which Python does not have, or 1. The Gregorian calendar
# is the same, weekdays too, 400 years later.
FIRST_YEAR, CYCLE = 2, 400

# Longer than anybody's event, and short enough that adding it to a date of our days stays within the calendar.
LONGEST = timedelta(days=100 * 366)


@dataclass(frozen=True, slots=True)
class Length:
    """How long an event lasts: days by the calendar, then seconds by the clock. (RFC 5545 §3.8.2.5)"""

    days: int = 0
    seconds: int = 0

    @property
    def about(self) -> timedelta:
        """Its duration where no clock is changed."""
        return timedelta(days=self.days, seconds=self.seconds)

    def after(self, start: datetime) -> datetime:
        """The UTC instant at which it is over when it starts at an aware local time."""
        return (start + timedelta(days=self.days)).astimezone(UTC) + timedelta(seconds=self.seconds)


def time_line(line: str) -> str:
    """A line of dates or times with no other parameters than those that are read, the TZID as OWN_TZID.

    icalendar would reject a line with one broken parameter. It would look a TZID up in a table that it keeps from file
    to file, let the name win over a `Z`, and take a date that has one for a midnight.
    """
    head, value = _split(line)
    parameters = "".join(
        f';{OWN_TZID if name == "TZID" else name}="{text}"' for name, text in _parameters(head).items() if text
    )
    return f"{head.partition(';')[0]}{parameters}:{value}"


def tzid_of(line: str) -> str | None:
    """The TZID of a line as it is written, without quotes."""
    return _parameters(_split(line)[0]).get("TZID")


def _split(line: str) -> tuple[str, str]:
    if found := BEFORE_DATE.search(line):
        return line[: found.start()], line[found.end() :]
    head, _, value = line.rpartition(":")
    return head, value


def _parameters(head: str) -> dict[str, str]:
    return {name.upper(): _printable(text) for name, text in PARAMETER.findall(head)}


def _printable(text: str) -> str:
    return "".join(filter(str.isprintable, text)).replace('"', "").strip()


def moments(prop: "VPROPERTY", zones: Zones, household: tzinfo) -> Iterator[tuple[date | datetime, "Length | None"]]:
    """The dates, times and periods of a property; a period brings a length. What cannot be read is left out."""
    values: list[object]
    if isinstance(prop, str):  # text that icalendar could not read as a whole
        values = list(prop.split(","))
    else:
        values = [one.dt for one in prop.dts] if hasattr(prop, "dts") else [getattr(prop, "dt", None)]
    for value in values:
        with suppress(ValueError, OverflowError):
            begin, rest = _parts(value)
            opens = _located(begin, prop, zones)
            if isinstance(rest, timedelta):
                yield opens, length_of(opens, Length(days=rest.days, seconds=rest.seconds))
            elif rest is not None:
                start = opens.replace(tzinfo=opens.tzinfo or household) if isinstance(opens, datetime) else opens
                yield opens, length_until(start, _located(rest, prop, zones), household)
            else:
                yield opens, None


def _parts(value: object) -> tuple[date, date | timedelta | None]:
    """A date or time, and where a period has it, its end or duration. Raises ValueError."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, date):
        return value, None
    begin, _, rest = str(value).partition("/")
    if not rest:
        return mended(begin), None
    return mended(begin), _timedelta(rest) if rest.upper().lstrip("+-").startswith("P") else mended(rest)


def moment(prop: "VPROPERTY", zones: Zones) -> date | datetime:
    """A date or a time: aware with a zone that is known, naive without one (floating). Raises ValueError."""
    value = mended(prop) if isinstance(prop, str) else getattr(prop, "dt", None)
    if not isinstance(value, date):
        raise ValueError(f"not a date or time: {str(prop)[:40]!r}")
    return _located(value, prop, zones)


def _located(value: date, prop: "VPROPERTY", zones: Zones) -> date | datetime:
    if value.year < FIRST_YEAR:
        value = value.replace(year=value.year + CYCLE)
    if not isinstance(value, datetime):
        return value
    if str(prop.params.get("VALUE", "")).upper() == "DATE":
        return value.date()
    if value.tzinfo is not None:
        return value.astimezone(UTC)
    tzid = str(prop.params.get(OWN_TZID, ""))
    return value.replace(tzinfo=zones.named(tzid) if tzid else None)


def mended(text: str) -> date | datetime:
    """A date or time in a form that producers write and RFC 5545 does not have. Raises ValueError.

    Not by datetime.fromisoformat, which takes the typing error `20261201T11000Z` for eleven o'clock.
    """
    found = TIME.fullmatch(text.strip())
    if not found:
        raise ValueError(f"not a date or time: {text[:40]!r}")
    year, month, day, hour, minute, second, offset = found.groups()
    on = date(int(year) or CYCLE, int(month), int(day))
    if hour is None:
        return on
    # RFC 5545 has leap seconds, some producers have 24 o'clock, and Python has neither.
    at = datetime(on.year, on.month, on.day) + timedelta(  # noqa: DTZ001
        hours=_at_most(24, hour), minutes=_at_most(59, minute), seconds=min(int(second or 0), 59)
    )
    return at.replace(tzinfo=_offset(offset)).astimezone(UTC) if offset else at


def duration(value: str) -> Length:
    """A DURATION; both parts are negative when it is. Raises ValueError."""
    value = value.strip().upper()
    days = _timedelta(value.partition("T")[0])
    return Length(days.days, int((_timedelta(value) - days).total_seconds()))


def _timedelta(value: str) -> timedelta:
    from icalendar.prop import vDuration

    found: timedelta = vDuration.from_ical(value)  # type: ignore[no-untyped-call]
    return found


def length_until(start: date | datetime, end: date | datetime, household: tzinfo) -> Length:
    """How long it lasts from a DTSTART (aware) to a DTEND; an end that does not come after the start is none."""
    if not isinstance(start, datetime):
        # A date ends before its DTEND, and a time on a day takes that whole day along.
        last = end.date() + DAY * bool(end.time().replace(tzinfo=None)) if isinstance(end, datetime) else end
        return Length(days=min(max((last - start).days, 1), LONGEST.days))
    if not isinstance(end, datetime):
        end = datetime(end.year, end.month, end.day, tzinfo=start.tzinfo)
    elif end.tzinfo is None:
        end = end.replace(tzinfo=start.tzinfo or household)
    lasting = end.astimezone(UTC) - start.astimezone(UTC)
    return Length(seconds=int(min(max(lasting, timedelta()), LONGEST).total_seconds()))


def length_of(start: date | datetime, lasting: Length) -> Length:
    """How long it lasts by a DURATION; a negative one is none, and a date lasts whole days."""
    if lasting.about < timedelta():
        lasting = Length()
    elif lasting.about > LONGEST:
        lasting = Length(LONGEST.days)
    if isinstance(start, datetime):
        return lasting
    return Length(days=max(-(-lasting.about // DAY), 1))


def _at_most(most: int, digits: str) -> int:
    if int(digits) > most:
        raise ValueError(f"not a time of day: {digits}")
    return int(digits)


def _offset(text: str) -> tzinfo:
    if text in "Zz":
        return UTC
    away = timedelta(hours=_at_most(23, text[1:3]), minutes=_at_most(59, text[-2:]))
    return timezone(-away if text[0] == "-" else away)
