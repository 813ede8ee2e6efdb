"""A time zone as a feed defines it (VTIMEZONE), laid out once so that asking it is cheap."""

import re
from bisect import bisect_right
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import NamedTuple

from appliance.calendar.providers.ics import repeats

# Before and after these the zone keeps the offset it has at the edge.
FIRST, LAST = date(1970, 1, 1), date(2100, 1, 1)
OFFSET = re.compile(r"([+-])(\d\d):?(\d\d)(?::?(\d\d))?")
TIME = re.compile(r"(\d{8})(?:T(\d{4,6}))?Z?")


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
        # The local times from which on a change has happened: of a time that comes twice, the second knows it.
        self._first = [each.at + max(each.before, each.after) for each in changes]
        self._second = [each.at + min(each.before, each.after) for each in changes]

    def utcoffset(self, when: datetime | None) -> timedelta:
        """The offset at a local time."""
        if when is None:
            return self._changes[-1].after
        return self._offset(bisect_right(self._second if when.fold else self._first, when.replace(tzinfo=None, fold=0)))

    def dst(self, when: datetime | None) -> None:
        """Not told apart from the offset."""

    def tzname(self, when: datetime | None) -> None:
        """The names of the feed are of no use to anybody."""

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


def defined(lines: list[str]) -> DefinedZone:
    """The zone of a VTIMEZONE. Raises ValueError, repeats.Unreadable when it cannot be read."""
    changes: set[Change] = set()
    part: dict[str, list[str]] | None = None
    for line in lines:
        head, _, value = line.strip().partition(":")
        name = head.partition(";")[0].upper()
        if name == "BEGIN" and value.upper() in ("STANDARD", "DAYLIGHT"):
            part = {}
        elif name == "END" and part is not None:
            changes |= _changes(part)
            part = None
        elif part is not None:
            part.setdefault(name, []).append(value)
    if not changes:
        raise ValueError("a zone without offsets")
    return DefinedZone(sorted(changes))


def _changes(part: dict[str, list[str]]) -> set[Change]:
    """The clock changes of one STANDARD or DAYLIGHT."""
    missing = {"DTSTART", "TZOFFSETFROM", "TZOFFSETTO"} - part.keys()
    if missing:
        raise ValueError(f"a zone without {', '.join(sorted(missing))}")
    before, after = _offset(part["TZOFFSETFROM"][0]), _offset(part["TZOFFSETTO"][0])
    start = _time(part["DTSTART"][0])
    onsets = {start} | {_time(value) for values in part.get("RDATE", []) for value in values.split(",")}
    for rule in part.get("RRULE", []):
        onsets |= {datetime.combine(day, start.time()) for day in repeats.days(rule, start.date(), UTC, FIRST, LAST)}
    return {Change(max(onset, datetime(2, 1, 1)) - before, before, after) for onset in onsets}  # noqa: DTZ001


def _offset(text: str) -> timedelta:
    found = OFFSET.fullmatch(text.strip())
    if not found:
        raise ValueError(f"not an offset: {text[:20]!r}")
    size = timedelta(hours=int(found[2]), minutes=int(found[3]), seconds=int(found[4] or 0))
    if size >= timedelta(days=1):
        raise ValueError(f"not an offset: {text[:20]!r}")
    return -size if found[1] == "-" else size


def _time(text: str) -> datetime:
    found = TIME.fullmatch(text.strip())
    if not found:
        raise ValueError(f"not a time: {text[:20]!r}")
    return datetime.fromisoformat(f"{found[1]}T{(found[2] or '').ljust(6, '0')}")
