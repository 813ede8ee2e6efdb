"""The lines of an iCalendar file (RFC 5545 §3.1), read as forgivingly as producers write them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from appliance.kernel.errors import BadGateway

WANTED = {
    "UID", "SUMMARY", "DESCRIPTION", "LOCATION", "STATUS", "SEQUENCE", "DTSTART", "DTEND", "DURATION", "RRULE",
    "EXRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "X-MICROSOFT-CDO-ALLDAYEVENT", "ACTION", "TRIGGER",
}  # fmt: skip

TEXTS = ("SUMMARY", "DESCRIPTION", "LOCATION")
FOLD = re.compile(rb"\n+[ \t]")
NAME = re.compile(r"([A-Za-z0-9-]+)(?=[;:])")
# Nothing is tried twice (++, *+): a step back kept for every letter makes a hundred bytes of each.
HEAD = re.compile(r'[A-Za-z0-9-]++((?:;[^=;:]++=(?:"[^"]*+"|[^";:]++)*+)*+):(.*)', re.DOTALL)
PARAMETER = re.compile(r';\s*([^=;:]+?)\s*=((?:"[^"]*+"|[^";:]++)*+)')
ESCAPED = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Property:
    """One property: its name and parameters in capitals, quotes taken off, its value as written."""

    name: str
    value: str
    parameters: dict[str, str]


@dataclass(slots=True)
class Block:
    """The properties of one VEVENT, in order, and those of each of its alarms."""

    properties: list[Property] = field(default_factory=list)
    alarms: list[list[Property]] = field(default_factory=list)

    def first(self, name: str) -> Property | None:
        """The first property of a name that has a value."""
        return next((each for each in self.properties if each.name == name and each.value.strip()), None)

    def every(self, name: str) -> list[Property]:
        """All properties of a name."""
        return [each for each in self.properties if each.name == name]


@dataclass(slots=True)
class Contents:
    """What a file holds of interest: its events, and the lines of its zones by TZID."""

    events: list[Block] = field(default_factory=list)
    zones: dict[str, list[str]] = field(default_factory=dict)


def contents(file: bytes) -> Contents:
    """Take a file apart. Raises Upstream when it is no calendar, or only the beginning of one."""
    lines = list(_lines(file))
    heads = [line.strip().upper() for line in lines if line[:1] in "BbEe" and "VCALENDAR" in line.upper()]
    if "BEGIN:VCALENDAR" not in heads:
        raise BadGateway(_no_calendar(file))
    if heads[-1] != "END:VCALENDAR":
        raise BadGateway("the calendar ends in the middle; the old events are kept until all of it arrives")
    return _sorted(lines)


def plain(value: str) -> str:
    """A TEXT value without its escapes."""
    if "\\" not in value:
        return value.strip()
    return ESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], value).strip()


def _lines(file: bytes) -> Iterator[str]:
    """The unfolded lines. Folds are undone in bytes: some producers fold within a letter."""
    if file[:2] in (b"\xff\xfe", b"\xfe\xff"):
        file = file.decode("utf-16", "replace").encode()
    file = file.removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    unfolded = FOLD.sub(b"", file)
    try:
        yield from unfolded.decode().split("\n")
    except UnicodeDecodeError:
        yield from map(_decoded, unfolded.split(b"\n"))


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def _no_calendar(file: bytes) -> str:
    start = file[:2000].lower()
    if b"<html" in start or b"<!doctype" in start:
        return "the address answers with a web page instead of a calendar; copy the calendar's own (ICS) address"
    return "what the address answers is not a calendar" if start.strip() else "the address answers nothing"


def _sorted(lines: list[str]) -> Contents:
    """Sort the lines into events and zones. A component that is never closed ends where the next one begins."""
    found = Contents()
    event: Block | None = None
    alarm: list[Property] | None = None
    zone: list[str] | None = None
    inner: list[str] = []
    for line in lines:
        match = NAME.match(line)
        if not match:
            _append(event, alarm, line)
            continue
        name = match[1].upper()
        if name == "BEGIN":
            kind = line[6:].strip().upper()
            if kind == "VEVENT":
                event, alarm, zone, inner = Block(), None, None, []
                found.events.append(event)
            elif kind == "VTIMEZONE":
                event, zone = None, [line]
            elif zone is not None:
                zone.append(line)
            elif event is not None:
                inner.append(kind)
                alarm = []
                if kind == "VALARM":
                    event.alarms.append(alarm)
        elif name == "END":
            kind = line[4:].strip().upper()
            if kind == "VTIMEZONE" and zone is not None:
                _keep_zone(found, [*zone, line])
                zone = None
            elif zone is not None:
                zone.append(line)
            elif kind in ("VEVENT", "VCALENDAR"):
                event, alarm, inner = None, None, []
            elif inner and kind == inner[-1]:
                inner.pop()
                alarm = [] if inner else None
        elif zone is not None:
            zone.append(line)
        elif event is not None and name in WANTED:
            (event.properties if alarm is None else alarm).append(_property(name, line))
    return found


def _append(event: Block | None, alarm: list[Property] | None, line: str) -> None:
    """Some producers break long texts without folding them: what is no property continues the one before."""
    if event is None or alarm is not None or not line.strip() or not event.properties:
        return
    last = event.properties[-1]
    if last.name in TEXTS:
        event.properties[-1] = Property(last.name, f"{last.value}\n{line.strip()}", last.parameters)


def _keep_zone(found: Contents, lines: list[str]) -> None:
    for line in lines:
        if line.upper().startswith("TZID"):
            found.zones.setdefault(_property("TZID", line).value.strip(), lines)
            return


def _property(name: str, line: str) -> Property:
    rest = line[len(name) :]
    if rest[0] == ":":
        return Property(name, rest[1:], {})
    match = HEAD.fullmatch(line)
    if match and not match[2].startswith("//"):
        return Property(name, match[2], {key.upper(): _unquoted(text) for key, text in PARAMETER.findall(match[1])})
    if name in TEXTS:
        return Property(name, rest.partition(":")[2], {})
    # A zone's name with a colon and no quotes (tzone://…), or a quote that is never closed.
    head, _, value = rest.rpartition(":")
    return Property(name, value, {"TZID": _unquoted(head.rpartition("TZID=")[2])} if "TZID=" in head else {})


def _unquoted(text: str) -> str:
    return text.replace('"', "").strip()
