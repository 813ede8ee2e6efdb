"""An iCalendar file (RFC 5545) cut into its components, each of which is then parsed by icalendar on its own.

The whole file at once would take twelve times its size in memory, and one broken line could cost every event.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from appliance.calendar.providers.ics import encodings
from appliance.kernel.errors import BadGateway

# Blanks before BEGIN are tolerated. Possessive (*+), so that a hostile line is not tried twice.
EDGE = re.compile(r"^[ \t]*+(BEGIN|END)[ \t]*+:[ \t]*+([A-Z0-9-]++)[ \t]*+$", re.IGNORECASE | re.MULTILINE)
TZID = re.compile(r"^TZID(?:;[^:\n]*+)?:(.*)$", re.IGNORECASE | re.MULTILINE)
ZONE_NAME = re.compile(r"^X-WR-TIMEZONE(?:;[^:\n]*+)?:(.*)$", re.IGNORECASE | re.MULTILINE)

# Components below this depth count as part of the one they are in. No program goes beyond three.
DEEPEST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Components:
    """A file's text in unfolded lines, where its VEVENTs are in it, its VTIMEZONEs by TZID, and its X-WR-TIMEZONE.

    The text of a component begins with `BEGIN`. It lacks `END` where the file never closes the component. An event is
    cut out when it is asked for, so that the file is in memory only once.
    """

    text: str
    events: "Sequence[Span]"
    timezones: dict[str, str]
    zone_name: str | None = None

    def texts(self, events: "Sequence[Span]") -> list[str]:
        """The texts of some of its events."""
        return [self.text[begin:end] for begin, end in events]


def split_components(file: bytes, charset: str | None = None) -> Components:
    """Cut a file into components; `charset` is what its server calls its encoding.

    Raises BadGateway when it is no calendar, or only the beginning of one.
    """
    text = decoded(file, charset)
    events, zones, is_closed = _spans(text)
    if is_closed is None:
        raise BadGateway(_no_calendar(file), code="not_a_calendar")
    if not is_closed:
        raise BadGateway(
            "the calendar ends in the middle; the old events are kept until all of it arrives",
            code="calendar_incomplete",
        )
    timezones: dict[str, str] = {}
    for begin, end in zones:
        if name := TZID.search(text, begin, end):
            timezones.setdefault(name[1].strip(), text[begin:end])
    zone = ZONE_NAME.search(text, 0, events[0][0] if events else len(text))
    return Components(
        text=text,
        events=events,
        timezones=timezones,
        zone_name=zone[1].replace("\\", "").strip() if zone else None,
    )


def decoded(file: bytes, charset: str | None = None) -> str:
    r"""A file's text with `\n` line ends, unfolded. Folds are undone in bytes: some producers fold within a letter."""
    file = encodings.without_zeros(file, charset).removeprefix(b"\xef\xbb\xbf")
    file = file.replace(b"\r\n", b"\n").replace(b"\r", b"\n").lstrip()
    while b"\n\n" in file:
        file = file.replace(b"\n\n", b"\n")
    # Not by a regular expression, which would take three times the memory of the file.
    return encodings.decoded(file.replace(b"\n ", b"").replace(b"\n\t", b""), charset)


Span = tuple[int, int]


def _spans(text: str) -> tuple[list[Span], list[Span], bool | None]:
    """Where the VEVENTs and VTIMEZONEs of a file are, and whether its last VCALENDAR is closed; None without any.

    A VEVENT within another component is none of the calendar's events, unless the outer one is never closed. A VEVENT
    that is never closed ends where the next one begins.
    """
    events: list[Span] = []
    zones: list[Span] = []
    outer: list[tuple[str, int, int]] = []  # name, begin, and the number of events before it
    event: int | None = None
    is_closed: bool | None = None
    for edge in EDGE.finditer(text):
        kind, name, begin, end = edge[1].upper(), edge[2].upper(), edge.start(), edge.end()
        ends_event = name in ("VEVENT", "VCALENDAR") or (kind == "BEGIN" and name == "VTIMEZONE")
        if event is not None and ends_event:
            events.append((event, end if (kind, name) == ("END", "VEVENT") else begin))
            event = None
        if name == "VCALENDAR":
            outer = []
            is_closed = None if is_closed is None and kind == "END" else kind == "END"
        elif name == "VEVENT":
            event = begin if kind == "BEGIN" else None
        elif event is not None:
            continue  # an alarm, or whatever else an event has within it
        elif kind == "BEGIN" and len(outer) < DEEPEST:
            outer.append((name, begin, len(events)))
        elif kind == "END" and any(name == component[0] for component in outer):
            while (closed := outer.pop())[0] != name:
                pass
            del events[closed[2] :]
            if name == "VTIMEZONE":
                zones.append((closed[1], end))
    return events, zones, is_closed


def _no_calendar(file: bytes) -> str:
    start = file[:2000].lower()
    if b"<html" in start or b"<!doctype" in start:
        return "the address answers with a web page instead of a calendar; copy the calendar's own (ICS) address"
    return "what the address answers is not a calendar" if start.strip() else "the address answers nothing"


def lines_of(text: str) -> Iterator[tuple[str, str]]:
    """The lines of a component that are properties, BEGIN or END, with their names in capitals.

    Some producers break long texts without folding them: a line that is no property continues the text before it.
    """
    name, line = "", ""
    for row in text.split("\n"):
        if match := PROPERTY.match(row):
            if name:
                yield name, line
            name, line = match[1].upper(), row
        elif name in TEXTS and row.strip():
            line = f"{line}\\n{row.strip()}"
    if name:
        yield name, line


PROPERTY = re.compile(r"([A-Za-z0-9-]++)[;:]")
TEXTS = ("SUMMARY", "DESCRIPTION", "LOCATION")
