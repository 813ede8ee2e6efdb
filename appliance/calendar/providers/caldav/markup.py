"""The XML of WebDAV: answers read into small trees, and the few questions that are asked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from xml.parsers.expat import ExpatError, ParserCreate
from xml.sax.saxutils import escape

from appliance.calendar.providers.models import Window
from appliance.kernel.errors import BadGateway

# Names are written as expat gives them: the namespace, a space, the local name.
DAV = "DAV: "
CALDAV = "urn:ietf:params:xml:ns:caldav "
SERVER = "http://calendarserver.org/ns/ "
APPLE = "http://apple.com/ns/ical/ "

# A hostile answer could hold millions of empty elements in a few megabytes.
MOST_ELEMENTS = 300_000
OPENING = (
    '<?xml version="1.0" encoding="utf-8"?><{name} xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'
    ' xmlns:S="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/">'
)


@dataclass(slots=True)
class Element:
    """One element: its name, its attributes, its own text, and what is in it."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    text: str = ""
    inside: list["Element"] = field(default_factory=list)

    def every(self, *path: str) -> Iterator["Element"]:
        """All elements at the end of a path of names."""
        for each in self.inside:
            if each.name == path[0]:
                if len(path) == 1:
                    yield each
                else:
                    yield from each.every(*path[1:])

    def first(self, *path: str) -> "Element | None":
        """The first element at the end of a path of names."""
        return next(self.every(*path), None)

    def words(self, *path: str) -> str:
        """The text of the first element at the end of a path, without the space around it; empty without one."""
        found = self.first(*path)
        return found.text.strip() if found else ""


@dataclass(frozen=True, slots=True)
class Part:
    """One response of a multistatus: which resource, how it fared, and those of its properties that are there."""

    href: str
    status: int
    properties: Element


def read(body: bytes) -> Element:
    """The root of a document. Raises Upstream for what is no XML, too much of it, or declares a document type."""
    root: list[Element] = []
    open_: list[Element] = []
    count = 0

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MOST_ELEMENTS:
            raise _Refused
        element = Element(name, attributes)
        (open_[-1].inside if open_ else root).append(element)
        open_.append(element)

    def text(data: str) -> None:
        open_[-1].text += data

    def refuse(*_: object) -> None:
        # What a document type can declare are entities, and they are how XML is used to do harm.
        raise _Refused

    parser = ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: open_.pop()
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(body, True)
    except (ExpatError, _Refused, LookupError, ValueError):
        raise BadGateway("the server's answer cannot be read; it does not seem to be a CalDAV server") from None
    return root[0]


def parts(body: bytes) -> list[Part]:
    """The responses of a multistatus, in its order. Raises Upstream when it is none."""
    root = read(body)
    if root.name != DAV + "multistatus":
        raise BadGateway("the server's answer is no list of resources; it does not seem to be a CalDAV server")
    found = []
    for response in root.every(DAV + "response"):
        properties = Element("")
        for propstat in response.every(DAV + "propstat"):
            if _status(propstat.words(DAV + "status")) // 100 == 2:
                for prop in propstat.every(DAV + "prop"):
                    properties.inside += prop.inside
        status = _status(response.words(DAV + "status"))
        found += [Part(href.text.strip(), status, properties) for href in response.every(DAV + "href")]
    return found


def sync_token(body: bytes) -> str:
    """The token a sync-collection answer ends with; empty without one."""
    return read(body).words(DAV + "sync-token")


def propfind(*names: str) -> bytes:
    """A question for properties, named as in this module."""
    return _document("propfind", f"<prop>{''.join(map(_tag, names))}</prop>")


def query(window: Window, with_data: bool) -> bytes:
    """Which objects hold an event within a window, with their versions and, if wished, their content."""
    span = f'<C:time-range start="{_stamp(window.begin)}" end="{_stamp(window.end)}"/>'
    events = f'<C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">{span}</C:comp-filter></C:comp-filter>'
    return _document("C:calendar-query", f"{_wanted(with_data)}<C:filter>{events}</C:filter>")


def multiget(paths: Sequence[str]) -> bytes:
    """The content and versions of objects, by their paths."""
    hrefs = "".join(f"<href>{escape(path)}</href>" for path in paths)
    return _document("C:calendar-multiget", _wanted(True) + hrefs)


def changes(token: str) -> bytes:
    """What changed in a collection since a token. (RFC 6578)"""
    return _document(
        "sync-collection",
        f"<sync-token>{escape(token)}</sync-token><sync-level>1</sync-level><prop><getetag/></prop>",
    )


class _Refused(Exception):
    pass


def _document(name: str, content: str) -> bytes:
    return f"{OPENING.format(name=name)}{content}</{name}>".encode()


def _wanted(with_data: bool) -> str:
    return f"<prop><getetag/>{'<C:calendar-data/>' if with_data else ''}</prop>"


def _tag(name: str) -> str:
    space, _, local = name.rpartition(" ")
    prefix = {DAV: "", CALDAV: "C:", SERVER: "S:", APPLE: "A:"}[f"{space} "]
    return f"<{prefix}{local}/>"


def _stamp(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _status(line: str) -> int:
    """The number of a status line; one that cannot be read is taken as a success."""
    words = line.split()
    return int(words[1]) if len(words) > 1 and words[1].isascii() and words[1].isdigit() else 200
