"""A time zone that a file defines (VTIMEZONE), as the zone of the standard library with its clock changes."""

import re
import struct
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

from appliance.calendar.providers.ics import repeats
from appliance.calendar.providers.ics.components import lines_of

# Before and after these the zone keeps the offset it has at the edge.
FIRST, LAST = date(1970, 1, 1), date(2100, 1, 1)
EPOCH, EARLIEST = datetime(1970, 1, 1), datetime(2, 1, 1)  # noqa: DTZ001
# More parts than the history of any zone has.
MAX_PARTS = 500
PART = re.compile(r"^BEGIN:(STANDARD|DAYLIGHT)[ \t]*$.*?^END:\1[ \t]*$", re.IGNORECASE | re.MULTILINE | re.DOTALL)
# As many offsets as a time zone file can hold.
MAX_OFFSETS = 255
WITHOUT_SECONDS = re.compile(r"(T[0-9]{4})(?=Z?(?:,|$))")


# By naive UTC time the offsets before and after it.
Changes = dict[datetime, tuple[timedelta, timedelta]]


class TooManyChanges(ValueError):
    """A zone with more clock changes than may be read."""


def defined(text: str, most: int) -> tuple[ZoneInfo, int]:
    """The zone of a VTIMEZONE, and how many clock changes it has, `most` of them. Raises ValueError, TooManyChanges.

    Its parts are read by icalendar. Their rules are followed here, because the zone icalendar makes of them (dateutil's
    tzical) follows every rule from its start for every time it is asked for, without an end for a rule that repeats by
    the second, and because reading a whole VTIMEZONE makes icalendar keep it for all other files.
    """
    parts = list(PART.finditer(text))
    if not 0 < len(parts) <= MAX_PARTS:
        raise ValueError(f"a zone with {len(parts)} parts")
    changes: Changes = {}
    for part in parts:
        changes |= _changes(part[0])
        if len(changes) > most:
            raise TooManyChanges(f"a zone with {len(changes)} clock changes")
    return ZoneInfo.from_file(BytesIO(_zone_file(changes))), len(changes)


def _zone_file(changes: Changes) -> bytes:
    """A time zone file of version 2. Its first offset is that before the first change. (RFC 8536 §3)"""
    moments = sorted(changes)
    offsets = list(dict.fromkeys([changes[moments[0]][0], *(changes[moment][1] for moment in moments)]))
    if len(offsets) > MAX_OFFSETS:
        raise ValueError(f"a zone with {len(offsets)} offsets")
    header = ">4sc15x6l"
    return b"".join(
        [
            struct.pack(header, b"TZif", b"2", 0, 0, 0, 0, 0, 0),
            struct.pack(header, b"TZif", b"2", 0, 0, 0, len(moments), len(offsets), 1),
            *(struct.pack(">q", (moment - EPOCH) // timedelta(seconds=1)) for moment in moments),
            bytes(offsets.index(changes[moment][1]) for moment in moments),
            *(struct.pack(">lbb", offset // timedelta(seconds=1), 0, 0) for offset in offsets),
            b"\0\n\n",
        ]
    )


def _changes(text: str) -> Changes:
    """The clock changes of one STANDARD or DAYLIGHT."""
    from icalendar import TimezoneStandard
    from icalendar.tools import to_datetime

    wanted, rules = [], []
    for name, line in lines_of(text):
        if name in ("DTSTART", "RDATE"):
            wanted.append(f"{name}:" + WITHOUT_SECONDS.sub(r"\g<1>00", line.rpartition(":")[2].strip()))
        elif name in ("TZOFFSETFROM", "TZOFFSETTO"):
            value = line.partition(":")[2].replace(":", "").strip()
            wanted.append(f"{name}:{value}" if value[:1] in "+-" else f"{name}:+{value}")
        elif name == "RRULE":
            rules.append(line.partition(":")[2])
    part: Any = TimezoneStandard.from_ical("\n".join(["BEGIN:STANDARD", *wanted, "END:STANDARD"]))
    before, after, start = part.TZOFFSETFROM, part.TZOFFSETTO, part.DTSTART
    if before is None or after is None or start is None:
        raise ValueError("a part of a zone without DTSTART, TZOFFSETFROM or TZOFFSETTO")
    start = start.replace(tzinfo=None)
    onsets = {start, *(to_datetime(moment).replace(tzinfo=None) for moment, _ in part.rdates)}
    for rule in rules:
        onsets |= {datetime.combine(day, start.time()) for day in repeats.days(rule, start.date(), UTC, FIRST, LAST)}
    return {max(onset, EARLIEST) - before: (before, after) for onset in onsets}
