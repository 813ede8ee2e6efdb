"""An iCalendar file as a tree of its own lines, so that what is not understood is written back as it came."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from appliance.kernel.errors import BadGateway

FOLD = re.compile(rb"\r?\n[ \t]")
LINE_END = re.compile(r"\r\n|\n|\r")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
OCTETS = 75
DEEPEST = 20


@dataclass(slots=True, eq=False)
class Component:
    """A component: its name, and in their order its lines (unfolded) and the components inside it."""

    name: str
    items: list["str | Component"] = field(default_factory=list)

    def inside(self, name: str) -> Iterator["Component"]:
        """The components of a name directly inside."""
        return (each for each in self.items if isinstance(each, Component) and each.name == name)

    def every(self, name: str) -> list[str]:
        """The lines of a property, in order."""
        return [each for each in self.items if isinstance(each, str) and property_name(each) == name]

    def first(self, name: str) -> str | None:
        """The first line of a property."""
        return next(iter(self.every(name)), None)

    def put(self, name: str, line: str | None) -> None:
        """Make this the only line of a property, where the first one stood; None takes the property away."""
        at = next((index for index, each in enumerate(self.items) if self._is(each, name)), None)
        self.items = [each for each in self.items if not self._is(each, name)]
        if line is not None:
            self.items.insert(self._end_of_lines() if at is None else at, line)

    def add(self, line: str) -> None:
        """Add a line after the other ones, before the components inside."""
        self.items.insert(self._end_of_lines(), line)

    def copy(self) -> "Component":
        """The same, to be changed on its own."""
        return Component(self.name, [each.copy() if isinstance(each, Component) else each for each in self.items])

    def _end_of_lines(self) -> int:
        return next((index for index, each in enumerate(self.items) if isinstance(each, Component)), len(self.items))

    @staticmethod
    def _is(item: "str | Component", name: str) -> bool:
        return isinstance(item, str) and property_name(item) == name


def parsed(file: bytes) -> Component:
    """The VCALENDAR of a file. Raises Upstream when it is none."""
    # Folds are undone in bytes: some producers fold within a letter.
    unfolded = FOLD.sub(b"", file)
    try:
        text = unfolded.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = unfolded.decode("cp1252", "replace")
    open_, deepest = [Component("")], 0
    for line in LINE_END.split(text):
        name = property_name(line)
        kind = line.partition(":")[2].strip().upper()
        if name == "BEGIN":
            open_.append(Component(kind))
            open_[-2].items.append(open_[-1])
            deepest = max(deepest, len(open_))
        elif name == "END" and len(open_) > 1 and kind == open_[-1].name:
            open_.pop()
        elif line.strip():
            open_[-1].items.append(line)
    root = next(open_[0].inside("VCALENDAR"), None)
    if root is None or len(open_) > 1 or deepest > DEEPEST:
        raise BadGateway("the event at the source cannot be read, so it is left as it is")
    return root


def written(component: Component) -> bytes:
    """The file of a component: lines folded at 75 octets, CRLF."""
    return b"".join(_folded(line) + b"\r\n" for line in _lines(component))


def property_name(line: str) -> str:
    """The name of a line's property, in capitals."""
    return re.split("[;:]", line, maxsplit=1)[0].strip().upper()


def text_line(name: str, value: str) -> str:
    """A line with a TEXT value, escaped."""
    value = CONTROL.sub("", value.replace("\r\n", "\n").replace("\r", "\n"))
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")
    return f"{name}:{escaped}"


def stamp(when: datetime) -> str:
    """An aware UTC time as a value."""
    return when.strftime("%Y%m%dT%H%M%SZ")


def _lines(component: Component) -> Iterator[str]:
    yield f"BEGIN:{component.name}"
    for item in component.items:
        if isinstance(item, Component):
            yield from _lines(item)
        else:
            yield item
    yield f"END:{component.name}"


def _folded(line: str) -> bytes:
    rest, pieces, room = line.encode("utf-8", "replace"), [], OCTETS
    while len(rest) > room:
        cut = room
        while rest[cut] & 0b1100_0000 == 0b1000_0000:  # within a letter
            cut -= 1
        pieces.append(rest[:cut])
        rest, room = rest[cut:], OCTETS - 1
    return b"\r\n ".join([*pieces, rest])
