"""Change a CalDAV object: only the edited properties are written anew, and every other keeps its text."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo
from zoneinfo import ZoneInfo

from msgspec import UNSET, UnsetType

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.caldav.component_tree import Component, parse, text_line, time_line, to_file
from appliance.calendar.providers.caldav.objects import Name, is_empty, recurrence_id
from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.times import tzid_of
from appliance.calendar.providers.ics.vevents import VEvent, read_event
from appliance.calendar.providers.ics.zones import Zones
from appliance.calendar.providers.models import Draft, Edit, Times
from appliance.calendar.series.rewrites import moved_line
from appliance.kernel.errors import BadGateway
from appliance.kernel.vtimezone import vtimezone

GONE = "this event is not at its source any more; it goes with the next sync"
PRODUCT = "-//Mantel//Calendar//EN"
RECURRENCE = ("RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID")
# Properties that repeat another one in a second form, and would contradict its new value.
DUPLICATES = {
    "DESCRIPTION": ("X-ALT-DESC",),
    "LOCATION": ("GEO", "X-APPLE-STRUCTURED-LOCATION"),
    "DTSTART": ("DURATION", "X-MICROSOFT-CDO-ALLDAYEVENT"),
}
# An alarm of Apple's calendars that does nothing: the event has no reminders on purpose.
NEVER = "19760401T005545Z"
SILENCE = ["ACTION:NONE", f"TRIGGER;VALUE=DATE-TIME:{NEVER}"]


def fresh(uid: str, draft: Draft, household: ZoneInfo, now: datetime) -> bytes:
    """The object of a new event. Times are written in UTC, those of a series in the household's zone."""
    texts = {"SUMMARY": draft.title, "LOCATION": draft.location, "DESCRIPTION": draft.description}
    start, end = _span(draft.times)
    lines = [f"UID:{uid}", time_line("DTSTAMP", now), time_line("CREATED", now)]
    is_local = draft.rrule is not None and not draft.times.all_day
    for name, when in {"DTSTART": start, **({"DTEND": end} if end > start else {})}.items():
        lines.append(_local_line(name, when, household) if is_local else time_line(name, when))
    if draft.rrule is not None:
        lines.append(f"RRULE:{draft.rrule}")
    lines += [text_line(name, text) for name, text in texts.items() if text]
    alarms = [_alarm(draft.title, minutes) for minutes in draft.reminders or ()]
    silence = [Component("VALARM", [*SILENCE])] if draft.reminders == () else []
    event = Component("VEVENT", lines, [*alarms, *silence])
    zones = parse(b"BEGIN:VCALENDAR\r\n" + vtimezone(household.key) + b"END:VCALENDAR").inner if is_local else []
    head = ["VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN"]
    return to_file(Component("VCALENDAR", head, [*zones, event]))


def changed(file: bytes, name: Name, current: Occurrence, edit: Edit, household: tzinfo, now: datetime) -> bytes:
    """The object with one occurrence changed; a series gets an exception for it, and keeps its rule.

    `current` is the occurrence as the object has it. Raises BadGateway when the object cannot be read.
    """
    parsed = ParsedObject(file, name.uid, household, now)
    piece = parsed.exception(name.recurrence)
    parsed.apply(piece.component if piece else parsed.add_exception(name.recurrence, current), edit)
    return to_file(parsed.root)


def changed_whole(file: bytes, name: Name, edit: Edit, household: tzinfo, now: datetime) -> tuple[bytes, bool]:
    """The object with its series changed, the named occurrence, and the exceptions that had the same text. Times stay.

    Also whether the same edit with the old texts of the named occurrence would give the series its own back. Raises
    BadGateway when the object cannot be read.
    """
    parsed = ParsedObject(file, name.uid, household, now)
    was = next((piece.event for piece in parsed.pieces if piece.event.replaces is None), parsed.pieces[0].event)
    own, reversible = parsed.exception(name.recurrence), True
    for piece in parsed.pieces:
        same = shared(edit, piece.event, was)
        if piece is own and same != edit:
            same, reversible = edit, False
        if same != Edit():
            parsed.apply(piece.component, same)
    return to_file(parsed.root), reversible


def shared(edit: Edit, event: VEvent, series: VEvent) -> Edit:
    """The part of a change of a series that one of its events follows: the texts that it has in common with it."""
    return Edit(
        title=edit.title if event.title == series.title else UNSET,
        location=edit.location if event.location == series.location else UNSET,
        description=edit.description if event.description == series.description else UNSET,
    )


def without(file: bytes, name: Name, household: tzinfo, now: datetime) -> bytes | None:
    """The object without one occurrence, None when no other is left. Raises BadGateway as above."""
    parsed = ParsedObject(file, name.uid, household, now)
    piece = parsed.exception(name.recurrence)
    if piece is not None and not piece.event.onwards:
        parsed.remove(piece)
    master = parsed.master
    if master is not None and name.recurrence:
        start = master.component.first("DTSTART")
        master.component.lines.append(parsed.line("EXDATE", moment_of(name.recurrence), start))
        parsed.touch(master.component)
    return parsed.left()


@dataclass(frozen=True, eq=False)
class Piece:
    """One VEVENT of an object: its lines and its meaning."""

    component: Component
    event: VEvent


class ParsedObject:
    """An object to change. `pieces` are those of its events that can be read, `master` the one that defines the series.

    Values are written in the form that the object uses: its zone, UTC, or no zone. Raises BadGateway for an object
    without events that can be read.
    """

    def __init__(self, file: bytes, uid: str, household: tzinfo, now: datetime):
        self._zones = Zones(split_components(file).timezones)
        self.root = parse(file)
        self._household = household
        self._now = now
        pieces = list(filter(None, map(self._piece, self.root.inside("VEVENT"))))
        self.pieces = [piece for piece in pieces if piece.event.uid == uid] or pieces
        if not self.pieces:
            raise BadGateway("the event at the source cannot be read, so it is left as it is", code="event_unreadable")
        self.master = next((piece for piece in self.pieces if piece.event.recurs), None)

    def recurrence(self, piece: Piece) -> str:
        """The identifying text of the occurrence that an exception stands for; empty for any other event."""
        master, replaces = self.master, piece.event.replaces
        return recurrence_id(master.event if master else None, replaces, self._household) if replaces else ""

    def exception(self, recurrence: str) -> Piece | None:
        """The event that holds an occurrence alone, None where the series defines it."""
        alone = (piece for piece in self.pieces if not piece.event.recurs)
        return next((piece for piece in alone if self.recurrence(piece) == recurrence), None)

    def add_exception(self, recurrence: str, current: Occurrence) -> Component:
        """A new exception for an occurrence, behind the event that it follows and otherwise like it.

        It follows the series, or its latest change for this and future occurrences. Raises BadGateway without a series.
        """
        master = self.master
        if master is None:
            raise BadGateway(GONE, code="event_gone")
        onwards = [piece for piece in self.pieces if piece.event.onwards and self.recurrence(piece) <= recurrence]
        base = [master, *sorted(onwards, key=self.recurrence)][-1].component
        component, start = base.copy(), master.component.first("DTSTART")
        _drop(component, RECURRENCE)
        component.lines.append(self.line("RECURRENCE-ID", moment_of(recurrence), start))
        self.put_times(component, Times(start=current.start, end=current.end, all_day=current.all_day), start)
        self.root.inner.insert(self.root.inner.index(base) + 1, component)
        return component

    def remove(self, piece: Piece) -> None:
        """Take an event out."""
        self.root.inner.remove(piece.component)
        self.pieces.remove(piece)

    def left(self) -> bytes | None:
        """The object, None when no occurrence is left.

        An object without occurrences is deleted: sabre/dav answers 500 to it, and Cyrus keeps an event that never
        happens.
        """
        file = to_file(self.root)
        return None if is_empty(file, self._household) else file

    def apply(self, component: Component, edit: Edit) -> None:
        """Write every field that is set."""
        if not isinstance(edit.title, UnsetType):
            component.put("SUMMARY", text_line("SUMMARY", edit.title))
        for name, value in (("LOCATION", edit.location), ("DESCRIPTION", edit.description)):
            if not isinstance(value, UnsetType):
                component.put(name, text_line(name, value) if value else None)
                _drop(component, DUPLICATES[name])
        if not isinstance(edit.times, UnsetType):
            self.put_times(component, edit.times)
            sequence = (component.first("SEQUENCE") or "").rpartition(":")[2].strip()
            component.put("SEQUENCE", f"SEQUENCE:{int(sequence[:9]) + 1 if sequence.isdecimal() else 1}")
        self.touch(component)

    def touch(self, component: Component) -> None:
        """Write the time of the change."""
        for name in ("DTSTAMP", "LAST-MODIFIED"):
            component.put(name, time_line(name, self._now))

    def put_times(self, component: Component, times: Times, like: str | None = None) -> None:
        """Write start and end in the form of `like` or of the old start; an end that equals the start is left out."""
        was, like = self._piece(component), like or component.first("DTSTART")
        start, end = _span(times)
        if was:
            move_alarms(component, was.event.start, start, self._household)
        _drop(component, DUPLICATES["DTSTART"])
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

    def _piece(self, component: Component) -> Piece | None:
        try:
            return Piece(component, read_event("\n".join(component.written()), self._zones, self._household))
        except (ValueError, OverflowError):
            return None


def moment_of(recurrence: str) -> date | datetime:
    """The date or the instant that the identifying text of an occurrence stands for."""
    if "T" in recurrence:
        return datetime.strptime(recurrence, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    return date.fromisoformat(recurrence)


def read_time(text: str, all_day: bool) -> date | datetime:
    """The date or the instant of a stored time."""
    return date.fromisoformat(text) if all_day else datetime.fromisoformat(text).astimezone(UTC)


def move_alarms(component: Component, old: date | datetime, new: date | datetime, household: tzinfo) -> None:
    """Move the alarms at an instant as far as the start of their event is moved; of whole days by the local clock."""
    zone: tzinfo = UTC
    if isinstance(old, datetime) or isinstance(new, datetime):
        shift = _instant(new, household) - _instant(old, household)
    else:
        zone, shift = household, new - old
    for alarm in component.inside("VALARM"):
        trigger = alarm.first("TRIGGER") or ""
        # What is relative to the start, or cannot be read, is no time.
        with suppress(ValueError, OverflowError):
            if not trigger.endswith(NEVER):
                alarm.put("TRIGGER", moved_line(trigger, shift, zone))


def _instant(when: date | datetime, household: tzinfo) -> datetime:
    at = when if isinstance(when, datetime) else datetime.combine(when, time(), household)
    return at.astimezone(UTC)


def _span(times: Times) -> tuple[date | datetime, date | datetime]:
    return read_time(times.start, times.all_day), read_time(times.end, times.all_day)


def _local_line(name: str, when: date | datetime, household: ZoneInfo) -> str:
    local = when.astimezone(household).replace(tzinfo=None) if isinstance(when, datetime) else when
    return time_line(name, local, household.key)


def _drop(component: Component, names: tuple[str, ...]) -> None:
    for name in names:
        component.put(name, None)


def _alarm(title: str, minutes: int) -> Component:
    """A reminder. Minutes are written as they are: `-P1D` would be a day by the calendar, not 24 hours."""
    trigger = f"TRIGGER:{'-' if minutes > 0 else ''}PT{abs(minutes)}M" if minutes else "TRIGGER:PT0S"
    return Component("VALARM", ["ACTION:DISPLAY", text_line("DESCRIPTION", title), trigger])
