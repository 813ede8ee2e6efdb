"""Dates, times and durations as feeds write them."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo

from appliance.calendar.providers.ics.lines import Property
from appliance.calendar.providers.ics.zones import Zones

DAY = timedelta(days=1)
TIME = re.compile(
    r"(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?", re.IGNORECASE
)
DURATION = re.compile(r"([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", re.IGNORECASE)

# Longer than anybody's event, and short enough that adding it to a date of our days stays within the calendar.
LONGEST = timedelta(days=100 * 366)
MOST = 10**7


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


def moments(each: Property, zones: Zones) -> list[date | datetime]:
    """The dates and times of a property, comma-separated ones too; what cannot be read is left out."""
    found = []
    for value in each.value.split(","):
        try:
            found.append(moment(value, each.parameters, zones))
        except (ValueError, OverflowError):
            continue
    return found


def moment(value: str, parameters: dict[str, str], zones: Zones) -> date | datetime:
    """A date or a time: aware with a zone somebody knows, naive without one (floating). Raises ValueError."""
    found = TIME.fullmatch(value.strip())
    if not found:
        raise ValueError(f"not a date or time: {value[:40]!r}")
    year, month, day, hour, minute, second, offset = found.groups()
    on = date(int(year), int(month), int(day))
    if hour is None or parameters.get("VALUE", "").upper() == "DATE":
        return on
    # RFC 5545 has leap seconds, some producers have 24 o'clock, and Python has neither.
    at = datetime(on.year, on.month, on.day) + timedelta(  # noqa: DTZ001
        hours=_at_most(24, hour), minutes=_at_most(59, minute), seconds=min(int(second or 0), 59)
    )
    if offset:
        return at.replace(tzinfo=_offset(offset)).astimezone(UTC)
    zone = zones.named(parameters["TZID"]) if parameters.get("TZID") else None
    return at.replace(tzinfo=zone)


def duration(value: str) -> Length:
    """A DURATION or the relative time of a TRIGGER; both parts are negative when it is. Raises ValueError."""
    found = DURATION.fullmatch(value.strip())
    if not found or not any(found.groups()[1:]):
        raise ValueError(f"not a duration: {value[:40]!r}")
    weeks, days, hours, minutes, seconds = (min(int(part or 0), MOST) for part in found.groups()[1:])
    sign = -1 if found[1] == "-" else 1
    return Length(sign * (days + 7 * weeks), sign * (seconds + 60 * minutes + 3600 * hours))


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
    if lasting.about < timedelta() or lasting.about > LONGEST:
        lasting = Length() if lasting.about < timedelta() else Length(LONGEST.days)
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
