"""An iCalendar object as a tree of icalendar's content lines, so that every untouched property keeps its text.

`icalendar.Component` is not used, because it writes every value anew: `DURATION:PT24H` becomes `P1D`, which is another
length where the clocks change (RFC 5545 §3.3.6). `test_a_duration_in_hours_stays_one` shows it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from icalendar.parser import Contentline, Parameters
from icalendar.prop import vDDDTypes, vText

from appliance.calendar.providers.ics.components import decoded
from appliance.kernel.errors import BadGateway

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
DEEPEST = 20


@dataclass(slots=True, eq=False)
class Component:
    """A component: its name, its lines (unfolded), and the components inside it, which follow them. (RFC 5545 §3.6)"""

    name: str
    lines: list[str] = field(default_factory=list)
    inner: list["Component"] = field(default_factory=list)

    def inside(self, name: str) -> list["Component"]:
        """The components of a name directly inside."""
        return [component for component in self.inner if component.name == name]

    def first(self, name: str) -> str | None:
        """The first line of a property."""
        return next((line for line in self.lines if property_name(line) == name), None)

    def put(self, name: str, line: str | None) -> None:
        """Make this the only line of a property, where the first one stood; None removes the property."""
        names = [property_name(line) for line in self.lines]
        at = names.index(name) if name in names else len(names)
        self.lines = [line for line in self.lines if property_name(line) != name]
        if line is not None:
            self.lines.insert(at, line)

    def copy(self) -> "Component":
        """A deep copy."""
        return Component(self.name, [*self.lines], [component.copy() for component in self.inner])

    def written(self) -> Iterator[str]:
        """Its lines and those of the components inside it, with BEGIN and END."""
        yield f"BEGIN:{self.name}"
        yield from self.lines
        for component in self.inner:
            yield from component.written()
        yield f"END:{self.name}"


def parse(file: bytes) -> Component:
    """The VCALENDAR of a file. Raises BadGateway when it is none."""
    root = next(iter(_tree(file).inside("VCALENDAR")), None)
    if root is None:
        raise BadGateway("the event at the source cannot be read, so it is left as it is", code="event_unreadable")
    return root


def parse_component(text: bytes) -> Component:
    """The component of a text that we wrote."""
    return _tree(text).inner[0]


def _tree(file: bytes) -> Component:
    """What a file consists of. Raises BadGateway where its components do not end."""
    stack, deepest = [Component("")], 0
    for line in decoded(file).split("\n"):
        name = property_name(line)
        kind = line.partition(":")[2].strip().upper()
        if name == "BEGIN":
            stack.append(Component(kind))
            stack[-2].inner.append(stack[-1])
            deepest = max(deepest, len(stack))
        elif name == "END" and len(stack) > 1 and kind == stack[-1].name:
            stack.pop()
        elif line.strip():
            stack[-1].lines.append(line)
    if len(stack) > 1 or deepest > DEEPEST:
        raise BadGateway("the event at the source cannot be read, so it is left as it is", code="event_unreadable")
    return stack[0]


def to_file(component: Component) -> bytes:
    """The file of a component: lines folded at 75 octets, CRLF."""
    return b"".join(Contentline(line).to_ical() + b"\r\n" for line in component.written())  # type: ignore[no-untyped-call]


def property_name(line: str) -> str:
    """The name of a line's property, in capitals."""
    return re.split("[;:]", line, maxsplit=1)[0].strip().upper()


def text_line(name: str, text: str) -> str:
    """A line with a TEXT value, without control characters, which no text may hold. (RFC 5545 §3.3.11)"""
    return _line(name, vText(CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))))


def time_line(name: str, when: date | datetime, tzid: str | None = None) -> str:
    """A line with a date, a UTC time, or a local time, with the zone that its object calls `tzid` or without one."""
    if not isinstance(when, datetime):
        return _line(name, vDDDTypes(when), VALUE="DATE")
    return _line(name, vDDDTypes(when), **({"TZID": tzid} if tzid else {}))


def _line(name: str, value: vText | vDDDTypes, **parameters: str) -> str:
    return str(Contentline.from_parts(name, Parameters(parameters), value))
