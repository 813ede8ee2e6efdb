"""A time zone that a file defines (VTIMEZONE), as a sorted list of its clock changes."""

import re
from bisect import bisect_right
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any, NamedTuple

from appliance.calendar.providers.ics import repeats
from appliance.calendar.providers.ics.components import lines_of

# Before and after these the zone keeps the offset it has at the edge.
FIRST, LAST = date(1970, 1, 1), date(2100, 1, 1)
# More parts than the history of any zone has.
MOST_PARTS = 500
PART = re.compile(r"^BEGIN:(STANDARD|DAYLIGHT)[ \t]*$.*?^END:\1[ \t]*$", re.IGNORECASE | re.MULTILINE | re.DOTALL)
WITHOUT_SECONDS = re.compile(r"(T[0-9]{4})(?=Z?(?:,|$))")


class Change(NamedTuple):
    """A moment at which the clocks are changed: a naive UTC time, and the offsets before and after it."""

    at: datetime
    before: timedelta
    after: timedelta


class DefinedZone(tzinfo):
    """A zone made of its clock changes, with `fold` as PEP 495 has it."""

    def __init__(self, changes: list[Change]):
        """`changes` in order, at least one."""
        self._changes = changes
        self._moments = [each.at for each in changes]
        # The local times from which a change counts, for the first (fold=0) and the second of a time that comes twice.
        self._first = [each.at + max(each.before, each.after) for each in changes]
        self._second = [each.at + min(each.before, each.after) for each in changes]

    def utcoffset(self, when: datetime | None) -> timedelta:
        """The offset at a local time."""
        if when is None:
            return self._changes[-1].after
        return self._offset(bisect_right(self._second if when.fold else self._first, when.replace(tzinfo=None, fold=0)))

    def dst(self, when: datetime | None) -> None:
        """Unknown: a file gives offsets only."""

    def tzname(self, when: datetime | None) -> None:
        """Not used."""

    def fromutc(self, when: datetime) -> datetime:
        """The local time at a UTC time."""
        moment = when.replace(tzinfo=None)
        passed = bisect_right(self._moments, moment)
        local = when + self._offset(passed)
        change = self._changes[passed - 1] if passed else None
        again = change is not None and moment < change.at + (change.before - change.after)
        return local.replace(fold=1) if again else local

    def _offset(self, passed: int) -> timedelta:
        return self._changes[passed - 1].after if passed else self._changes[0].before


def defined(text: str) -> DefinedZone:
    """The zone of a VTIMEZONE. Raises ValueError, repeats.Unreadable when it cannot be read.

    Its parts are read by icalendar. Their rules are followed here, because the zone icalendar makes of them (dateutil's
    tzical) walks every rule from its start for every time it is asked for, without an end for a rule that repeats by
    the second, and because reading a whole VTIMEZONE makes icalendar keep it for all other files.
    """
    parts = list(PART.finditer(text))
    if not 0 < len(parts) <= MOST_PARTS:
        raise ValueError(f"a zone with {len(parts)} parts")
    return DefinedZone(sorted({change for part in parts for change in _changes(part[0])}))


def _changes(text: str) -> set[Change]:
    """The clock changes of one STANDARD or DAYLIGHT."""
    from icalendar import TimezoneStandard
    from icalendar.tools import to_datetime

    lines = list(lines_of(text))
    wanted = [_mended(name, line) for name, line in lines if name in ("DTSTART", "RDATE", "TZOFFSETFROM", "TZOFFSETTO")]
    part: Any = TimezoneStandard.from_ical("\n".join(["BEGIN:STANDARD", *wanted, "END:STANDARD"]))
    before, after, start = part.TZOFFSETFROM, part.TZOFFSETTO, part.DTSTART
    if before is None or after is None or start is None:
        raise ValueError("a part of a zone without DTSTART, TZOFFSETFROM or TZOFFSETTO")
    start = start.replace(tzinfo=None)
    onsets = {start, *(to_datetime(each).replace(tzinfo=None) for each, _ in part.rdates)}
    for rule in (line.partition(":")[2] for name, line in lines if name == "RRULE"):
        onsets |= {datetime.combine(day, start.time()) for day in repeats.days(rule, start.date(), UTC, FIRST, LAST)}
    return {Change(max(onset, datetime(2, 1, 1)) - before, before, after) for onset in onsets}  # noqa: DTZ001


def _mended(name: str, line: str) -> str:
    value = line.rpartition(":")[2].strip() if name[0] != "T" else line.partition(":")[2].replace(":", "").strip()
    if name[0] == "T":
        return f"{name}:{value}" if value[:1] in ("+", "-") else f"{name}:+{value}"
    return f"{name}:" + WITHOUT_SECONDS.sub(r"\g<1>00", value)
