"""Changing a CalDAV object: only what is wished changes, and the rest is written back as it came."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

from msgspec import UNSET, UnsetType

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.caldav.objects import Name, is_empty, recurrence_id
from appliance.calendar.providers.caldav.tree import Component, parsed, stamp, text_line, written
from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.times import tzid_of
from appliance.calendar.providers.ics.vevents import VEvent, read_event
from appliance.calendar.providers.ics.zones import Zones
from appliance.calendar.providers.models import Draft, Edit, Times
from appliance.kernel.errors import BadGateway

PRODUCT = "-//Mantel//Calendar//EN"
REPEATING = ("RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID")

# What says the same a second time, and would be wrong beside the new value.
BESIDE = {
    "DESCRIPTION": ("X-ALT-DESC",),
    "LOCATION": ("GEO", "X-APPLE-STRUCTURED-LOCATION"),
    "DTSTART": ("DURATION", "X-MICROSOFT-CDO-ALLDAYEVENT"),
}


def fresh(uid: str, draft: Draft, now: datetime) -> bytes:
    """The object of a new event. Times are written in UTC."""
    event = Component("VEVENT", [f"UID:{uid}", f"DTSTAMP:{stamp(now)}", f"CREATED:{stamp(now)}"])
    event.add(text_line("SUMMARY", draft.title))
    for name, value in (("LOCATION", draft.location), ("DESCRIPTION", draft.description)):
        if value:
            event.add(text_line(name, value))
    _Writer(Zones({}), UTC).put_times(event, Times(start=draft.start, end=draft.end, all_day=draft.all_day), None)
    if draft.reminders is not None:
        event.items += [_alarm(draft.title, minutes) for minutes in draft.reminders] or [_silence()]
    return written(Component("VCALENDAR", ["VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN", event]))


def changed(file: bytes, name: Name, is_now: Occurrence, edit: Edit, household: tzinfo, now: datetime) -> bytes:
    """The object with one occurrence changed; a series gets an exception of it, and keeps its rule.

    `is_now` is the occurrence as the object has it. Raises Upstream when the object cannot be read.
    """
    thing = _Object(file, name.uid, household)
    piece = thing.of(name.recurrence)
    if piece is None:
        master = thing.behind(name.recurrence)
        component = master.component.copy()
        for each in REPEATING:
            component.put(each, None)
        when = _moment(name.recurrence)
        start = master.start
        component.add(thing.writer.line("RECURRENCE-ID", when, start))
        thing.writer.put_times(component, Times(start=is_now.start, end=is_now.end, all_day=is_now.all_day), start)
        thing.add_after(component, master.component)
        piece = _Piece(component, master.entry, start)
    thing.writer.apply(piece.component, edit, piece.start, now)
    return written(thing.root)


def changed_whole(file: bytes, name: Name, edit: Edit, household: tzinfo, now: datetime) -> bytes:
    """The object with its series changed, and with it the exceptions that said the same. Times are left as they are.

    Raises Upstream when the object cannot be read.
    """
    thing = _Object(file, name.uid, household)
    master = next((each for each in thing.pieces if each.entry.replaces is None), None)
    was = master.entry if master else thing.pieces[0].entry
    for piece in thing.pieces:
        it = piece.entry
        same = Edit(
            title=edit.title if it.title == was.title else UNSET,
            times=UNSET,
            location=edit.location if it.location == was.location else UNSET,
            description=edit.description if it.description == was.description else UNSET,
        )
        if same != Edit():
            thing.writer.apply(piece.component, same, piece.start, now)
    return written(thing.root)


def without(file: bytes, name: Name, household: tzinfo, now: datetime) -> bytes | None:
    """The object without one occurrence, None when no other is left. Raises BadGateway as above.

    An object without occurrences is deleted: sabre/dav answers 500 to it, and Cyrus keeps an event that never happens.
    """
    thing = _Object(file, name.uid, household)
    piece = thing.of(name.recurrence)
    if piece is not None and not piece.entry.onwards:
        thing.root.items.remove(piece.component)
        thing.pieces.remove(piece)
    master = next((each for each in thing.pieces if each.entry.recurs), None)
    if master is not None and name.recurrence:
        master.component.add(thing.writer.line("EXDATE", _moment(name.recurrence), master.start))
        thing.writer.touch(master.component, now)
    left = written(thing.root)
    return None if is_empty(left, household) else left


@dataclass(frozen=True, eq=False)
class _Piece:
    """One VEVENT of an object: as lines, as it is understood, and its DTSTART as written."""

    component: Component
    entry: VEvent
    start: str | None


class _Object:
    """An object taken apart. `pieces` are those of its events that can be read."""

    def __init__(self, file: bytes, uid: str, household: tzinfo):
        found = split_components(file)
        zones = Zones(found.timezones)
        self.root = parsed(file)
        self.writer = _Writer(zones, household)
        self._household = household
        components = list(self.root.inside("VEVENT"))
        if len(components) != len(found.events):
            raise BadGateway("the event at the source cannot be read, so it is left as it is")
        pieces = [
            _Piece(component, understood, component.first("DTSTART"))
            for component, text in zip(components, found.events, strict=True)
            if (understood := _understood(text, zones, household))
        ]
        self.pieces = [each for each in pieces if each.entry.uid == uid] or pieces
        if not self.pieces:
            raise BadGateway("the event at the source cannot be read, so it is left as it is")

    def of(self, recurrence: str) -> _Piece | None:
        """The event that stands for an occurrence alone, or None where only the series does."""
        master = next((each.entry for each in self.pieces if each.entry.recurs), None)
        for each in self.pieces:
            if each.entry.replaces is None and not recurrence and not each.entry.recurs:
                return each
            if each.entry.replaces and recurrence_id(master, each.entry.replaces, self._household) == recurrence:
                return each
        return None

    def behind(self, recurrence: str) -> _Piece:
        """The event an occurrence follows: its series, or the latest change that holds from before it on."""
        master = next((each for each in self.pieces if each.entry.recurs), None)
        if master is None:
            raise BadGateway("this event is not at its source any more; it goes with the next sync")
        onwards = [
            (recurrence_id(master.entry, each.entry.replaces, self._household), each)
            for each in self.pieces
            if each.entry.onwards and each.entry.replaces
        ]
        passed = sorted((pair for pair in onwards if pair[0] <= recurrence), key=lambda pair: pair[0])
        return _Piece(passed[-1][1].component, passed[-1][1].entry, master.start) if passed else master

    def add_after(self, component: Component, other: Component) -> None:
        """Put an event behind another one."""
        at = next(index for index, each in enumerate(self.root.items) if each is other)
        self.root.items.insert(at + 1, component)


class _Writer:
    """Writes values in the form the object has: its zone, UTC, or no zone at all."""

    def __init__(self, zones: Zones, household: tzinfo):
        self._zones = zones
        self._household = household

    def apply(self, component: Component, edit: Edit, like: str | None, now: datetime) -> None:
        """Write what is set."""
        if not isinstance(edit.title, UnsetType):
            component.put("SUMMARY", text_line("SUMMARY", edit.title))
        for name, value in (("LOCATION", edit.location), ("DESCRIPTION", edit.description)):
            if not isinstance(value, UnsetType):
                component.put(name, text_line(name, value) if value else None)
                _drop(component, BESIDE[name])
        if not isinstance(edit.times, UnsetType):
            self.put_times(component, edit.times, like)
            sequence = (component.first("SEQUENCE") or "").rpartition(":")[2].strip()
            component.put("SEQUENCE", f"SEQUENCE:{int(sequence[:9]) + 1 if sequence.isdecimal() else 1}")
        self.touch(component, now)

    def touch(self, component: Component, now: datetime) -> None:
        """Say when it was changed."""
        component.put("DTSTAMP", f"DTSTAMP:{stamp(now)}")
        component.put("LAST-MODIFIED", f"LAST-MODIFIED:{stamp(now)}")

    def put_times(self, component: Component, times: Times, like: str | None) -> None:
        """Write start and end; without an end where it would be the start."""
        _drop(component, BESIDE["DTSTART"])
        start, end = _read(times.start, times.all_day), _read(times.end, times.all_day)
        component.put("DTSTART", self.line("DTSTART", start, like))
        component.put("DTEND", self.line("DTEND", end, like) if end > start else None)

    def line(self, name: str, when: date | datetime, like: str | None) -> str:
        """A date or a UTC time, in the form of another property as far as that can tell it."""
        if not isinstance(when, datetime):
            return f"{name};VALUE=DATE:{when:%Y%m%d}"
        tzid = tzid_of(like) if like else None
        value = like.rpartition(":")[2].strip().upper() if like else ""
        is_local = "T" in value and not value.endswith("Z")
        if is_local:
            local = when.astimezone((self._zones.named(tzid) if tzid else None) or self._household)
            # Of a time that comes twice a year the second one has no other name than the first.
            if local.replace(fold=0).astimezone(UTC) == when:
                zone = f';TZID="{tzid}"' if tzid and set(tzid) & set(":;,") else f";TZID={tzid}" if tzid else ""
                return f"{name}{zone}:{local:%Y%m%dT%H%M%S}"
        return f"{name}:{stamp(when)}"


def _understood(text: str, zones: Zones, household: tzinfo) -> VEvent | None:
    try:
        return read_event(text, zones, household)
    except (ValueError, OverflowError):
        return None


def _moment(recurrence: str) -> date | datetime:
    if "T" in recurrence:
        return datetime.strptime(recurrence, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    return date.fromisoformat(recurrence)


def _read(text: str, all_day: bool) -> date | datetime:
    return date.fromisoformat(text) if all_day else datetime.fromisoformat(text).astimezone(UTC)


def _drop(component: Component, names: tuple[str, ...]) -> None:
    for name in names:
        component.put(name, None)


def _alarm(title: str, minutes: int) -> Component:
    trigger = f"TRIGGER:-PT{minutes}M" if minutes else "TRIGGER:PT0S"
    return Component("VALARM", ["ACTION:DISPLAY", text_line("DESCRIPTION", title), trigger])


def _silence() -> Component:
    """An alarm that does nothing, which is how Apple's calendars tell that none is wished."""
    long_ago = datetime(1976, 4, 1, 0, 55, 45, tzinfo=UTC)
    return Component("VALARM", ["ACTION:NONE", f"TRIGGER;VALUE=DATE-TIME:{stamp(long_ago)}"])
