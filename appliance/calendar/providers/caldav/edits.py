"""Change a CalDAV object: only the edited properties are written anew, and every other keeps its text."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

from msgspec import UNSET, UnsetType

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.caldav.objects import Name, is_empty, recurrence_id
from appliance.calendar.providers.caldav.tree import Component, parse, text_line, time_line, to_file
from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.times import tzid_of
from appliance.calendar.providers.ics.vevents import VEvent, read_event
from appliance.calendar.providers.ics.zones import Zones
from appliance.calendar.providers.models import Draft, Edit, Times
from appliance.kernel.errors import BadGateway

PRODUCT = "-//Mantel//Calendar//EN"
RECURRENCE = ("RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID")
# Properties that repeat another one in a second form, and would contradict its new value.
DUPLICATES = {
    "DESCRIPTION": ("X-ALT-DESC",),
    "LOCATION": ("GEO", "X-APPLE-STRUCTURED-LOCATION"),
    "DTSTART": ("DURATION", "X-MICROSOFT-CDO-ALLDAYEVENT"),
}
# An alarm of Apple's calendars that does nothing: the event has no reminders on purpose.
SILENCE = ["ACTION:NONE", "TRIGGER;VALUE=DATE-TIME:19760401T005545Z"]


def fresh(uid: str, draft: Draft, now: datetime) -> bytes:
    """The object of a new event. Times are written in UTC."""
    event = Component("VEVENT", [f"UID:{uid}", time_line("DTSTAMP", now), time_line("CREATED", now)])
    event.add(text_line("SUMMARY", draft.title))
    for name, value in (("LOCATION", draft.location), ("DESCRIPTION", draft.description)):
        if value:
            event.add(text_line(name, value))
    Writer(Zones({}), UTC).put_times(event, Times(start=draft.start, end=draft.end, all_day=draft.all_day), None)
    if draft.reminders is not None:
        alarms = [_alarm(draft.title, minutes) for minutes in draft.reminders]
        event.items += alarms or [Component("VALARM", [*SILENCE])]
    return to_file(Component("VCALENDAR", ["VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN", event]))


def changed(file: bytes, name: Name, current: Occurrence, edit: Edit, household: tzinfo, now: datetime) -> bytes:
    """The object with one occurrence changed; a series gets an exception for it, and keeps its rule.

    `current` is the occurrence as the object has it. Raises BadGateway when the object cannot be read.
    """
    parsed = ParsedObject(file, name.uid, household)
    piece = parsed.exception(name.recurrence) or parsed.add_exception(name.recurrence, current)
    parsed.writer.apply(piece.component, edit, piece.start, now)
    return to_file(parsed.root)


def changed_whole(file: bytes, name: Name, edit: Edit, household: tzinfo, now: datetime) -> bytes:
    """The object with its series changed, and the exceptions that had the same text. Times stay.

    Raises BadGateway when the object cannot be read.
    """
    parsed = ParsedObject(file, name.uid, household)
    was = next((each.event for each in parsed.pieces if each.event.replaces is None), parsed.pieces[0].event)
    for piece in parsed.pieces:
        same = shared(edit, piece.event, was)
        if same != Edit():
            parsed.writer.apply(piece.component, same, piece.start, now)
    return to_file(parsed.root)


def shared(edit: Edit, event: VEvent, series: VEvent) -> Edit:
    """The part of a change of a series that one of its events follows: the texts that it has in common with it."""
    return Edit(
        title=edit.title if event.title == series.title else UNSET,
        location=edit.location if event.location == series.location else UNSET,
        description=edit.description if event.description == series.description else UNSET,
    )


def without(file: bytes, name: Name, household: tzinfo, now: datetime) -> bytes | None:
    """The object without one occurrence, None when no other is left. Raises BadGateway as above.

    An object without occurrences is deleted: sabre/dav answers 500 to it, and Cyrus keeps an event that never happens.
    """
    parsed = ParsedObject(file, name.uid, household)
    piece = parsed.exception(name.recurrence)
    if piece is not None and not piece.event.onwards:
        parsed.root.items.remove(piece.component)
        parsed.pieces.remove(piece)
    master = parsed.master
    if master is not None and name.recurrence:
        master.component.add(parsed.writer.line("EXDATE", moment_of(name.recurrence), master.start))
        parsed.writer.touch(master.component, now)
    left = to_file(parsed.root)
    return None if is_empty(left, household) else left


@dataclass(frozen=True, eq=False)
class Piece:
    """One VEVENT of an object: its lines, its meaning, and the DTSTART whose form new times take."""

    component: Component
    event: VEvent
    start: str | None


class ParsedObject:
    """A parsed object. `pieces` are those of its events that can be read. Raises BadGateway without any."""

    def __init__(self, file: bytes, uid: str, household: tzinfo):
        zones = Zones(split_components(file).timezones)
        self.root = parse(file)
        self.writer = Writer(zones, household)
        self._household = household
        pieces = list(_readable(self.root.inside("VEVENT"), zones, household))
        self.pieces = [each for each in pieces if each.event.uid == uid] or pieces
        if not self.pieces:
            raise BadGateway("the event at the source cannot be read, so it is left as it is", code="event_unreadable")

    @property
    def master(self) -> Piece | None:
        """The event that defines the series."""
        return next((each for each in self.pieces if each.event.recurs), None)

    def exception(self, recurrence: str) -> Piece | None:
        """The event that holds an occurrence alone, None where the series defines it."""
        master = self.master.event if self.master else None
        for each in self.pieces:
            if each.event.replaces is None and not recurrence and not each.event.recurs:
                return each
            if each.event.replaces and recurrence_id(master, each.event.replaces, self._household) == recurrence:
                return each
        return None

    def add_exception(self, recurrence: str, current: Occurrence) -> Piece:
        """A new exception for an occurrence, behind the event that it follows and otherwise like it."""
        base, start = self._base(recurrence)
        component = base.component.copy()
        _drop(component, RECURRENCE)
        component.add(self.writer.line("RECURRENCE-ID", moment_of(recurrence), start))
        self.writer.put_times(component, Times(start=current.start, end=current.end, all_day=current.all_day), start)
        self.root.items.insert(self.root.items.index(base.component) + 1, component)
        return Piece(component, base.event, start)

    def _base(self, recurrence: str) -> tuple[Piece, str | None]:
        """The event that an occurrence follows: the series, or its latest change for this and future occurrences.

        With it comes the DTSTART of the series. Raises BadGateway without a series.
        """
        master = self.master
        if master is None:
            raise BadGateway("this event is not at its source any more; it goes with the next sync", code="event_gone")
        onwards = [
            (recurrence_id(master.event, each.event.replaces, self._household), each)
            for each in self.pieces
            if each.event.onwards and each.event.replaces
        ]
        earlier = sorted((pair for pair in onwards if pair[0] <= recurrence), key=lambda pair: pair[0])
        return (earlier[-1][1] if earlier else master), master.start


class Writer:
    """Writes values in the form that the object uses: its zone, UTC, or no zone."""

    def __init__(self, zones: Zones, household: tzinfo):
        self._zones = zones
        self._household = household

    def apply(self, component: Component, edit: Edit, like: str | None, now: datetime) -> None:
        """Write every field that is set."""
        if not isinstance(edit.title, UnsetType):
            component.put("SUMMARY", text_line("SUMMARY", edit.title))
        for name, value in (("LOCATION", edit.location), ("DESCRIPTION", edit.description)):
            if not isinstance(value, UnsetType):
                component.put(name, text_line(name, value) if value else None)
                _drop(component, DUPLICATES[name])
        if not isinstance(edit.times, UnsetType):
            self.put_times(component, edit.times, like)
            sequence = (component.first("SEQUENCE") or "").rpartition(":")[2].strip()
            component.put("SEQUENCE", f"SEQUENCE:{int(sequence[:9]) + 1 if sequence.isdecimal() else 1}")
        self.touch(component, now)

    def touch(self, component: Component, now: datetime) -> None:
        """Write the time of the change."""
        for name in ("DTSTAMP", "LAST-MODIFIED"):
            component.put(name, time_line(name, now))

    def put_times(self, component: Component, times: Times, like: str | None) -> None:
        """Write start and end; an end that equals the start is left out."""
        _drop(component, DUPLICATES["DTSTART"])
        start, end = read_time(times.start, times.all_day), read_time(times.end, times.all_day)
        opens, closes = self.line("DTSTART", start, like), self.line("DTEND", end, like)
        if opens.endswith("Z") != closes.endswith("Z"):
            # An end without a zone would be read in that of the start. (RFC 5545 §3.8.2.2)
            opens, closes = time_line("DTSTART", start), time_line("DTEND", end)
        component.put("DTSTART", opens)
        component.put("DTEND", closes if end > start else None)

    def line(self, name: str, when: date | datetime, like: str | None) -> str:
        """A date or a UTC time, in the form of another property as far as that form can express it."""
        value = like.rpartition(":")[2].strip().upper() if like else ""
        if like and isinstance(when, datetime) and "T" in value and not value.endswith("Z"):
            tzid = tzid_of(like)
            local = when.astimezone((self._zones.named(tzid) if tzid else None) or self._household)
            # A wall time that comes twice a year names the first of the two.
            if local.replace(fold=0).astimezone(UTC) == when:
                return time_line(name, local.replace(tzinfo=None), tzid)
        return time_line(name, when)


def _readable(components: Iterable[Component], zones: Zones, household: tzinfo) -> Iterable[Piece]:
    for component in components:
        try:
            event = read_event("\n".join(component.lines()), zones, household)
        except (ValueError, OverflowError):
            continue
        yield Piece(component, event, component.first("DTSTART"))


def moment_of(recurrence: str) -> date | datetime:
    """The date or the instant that the identifying text of an occurrence stands for."""
    if "T" in recurrence:
        return datetime.strptime(recurrence, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    return date.fromisoformat(recurrence)


def read_time(text: str, all_day: bool) -> date | datetime:
    """The date or the instant of a stored time."""
    return date.fromisoformat(text) if all_day else datetime.fromisoformat(text).astimezone(UTC)


def _drop(component: Component, names: tuple[str, ...]) -> None:
    for name in names:
        component.put(name, None)


def _alarm(title: str, minutes: int) -> Component:
    """A reminder. Minutes are written as they are: `-P1D` would be a day by the calendar, not 24 hours."""
    trigger = f"TRIGGER:-PT{minutes}M" if minutes else "TRIGGER:PT0S"
    return Component("VALARM", ["ACTION:DISPLAY", text_line("DESCRIPTION", title), trigger])
