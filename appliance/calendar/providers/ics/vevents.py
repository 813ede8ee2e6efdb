"""A VEVENT, read with icalendar: what it is called, when it starts, how long it lasts, and how it recurs."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING

from appliance.calendar.providers.ics.components import TEXTS, lines_of
from appliance.calendar.providers.ics.times import Length, duration, length_of, length_until, moment, moments
from appliance.calendar.providers.ics.times import with_own_tzid as own
from appliance.calendar.providers.ics.zones import Zones

if TYPE_CHECKING:
    from icalendar import Component
    from icalendar.prop import VPROPERTY

MOST_RULES = 100
MOST_ALARMS = 50
UNTITLED = "(untitled)"

# A text is stored once for each occurrence, so a hostile feed could fill the disk with a long one.
LONGEST_TITLE, LONGEST_PLACE, LONGEST_DESCRIPTION = 500, 1_000, 4_000
LONGEST_LINE = 20_000
MOST_REMINDER_MINUTES = 40_320

# What is taken from the line itself: the id of a series is made of its rules as they are written, and icalendar
# reads PT24H as the day that P1D is (RFC 5545 §3.3.6 tells them apart).
AS_WRITTEN = ("RRULE", "EXRULE", "DURATION")
TIMES = ("DTSTART", "DTEND", "RDATE", "EXDATE", "RECURRENCE-ID")
PARSED = (*TEXTS, *TIMES, "UID", "STATUS", "SEQUENCE", "X-MICROSOFT-CDO-ALLDAYEVENT")
# Apple escapes quotes too; the other escapes are RFC 5545's.
ESCAPES = re.compile(r"""(\\[^"])|\\(")""")
PARSED_OF_ALARMS = ("ACTION", "TRIGGER")


@dataclass(frozen=True, slots=True, kw_only=True)
class VEvent:
    """One VEVENT. Times of `start` are aware; of the others naive ones mean the zone of the series."""

    uid: str | None
    sequence: int
    title: str
    location: str | None
    description: str | None
    reminders: tuple[int, ...] | None
    cancelled: bool
    start: date | datetime
    length: Length
    rules: tuple[str, ...]
    counter_rules: tuple[str, ...]
    added: tuple[tuple[date | datetime, Length | None], ...]
    removed: tuple[date | datetime, ...]
    replaces: date | datetime | None
    onwards: bool

    @property
    def recurs(self) -> bool:
        """True for the master of a series."""
        return bool(self.rules or self.added) and self.replaces is None


def read_event(text: str, zones: Zones, household: tzinfo) -> VEvent:
    """Read a VEVENT as `components.split_components` cuts it out. Raises ValueError when its time cannot be read."""
    event = _Event(text)
    start = _start(event, zones, household)
    length = _length(event, start, zones, household)
    if start_date := _exchange_all_day(event, start, length):
        start, length = start_date, length_of(start_date, length)
    identity = event.first("RECURRENCE-ID")
    return VEvent(
        uid=_text(event, "UID", 1_000),
        sequence=_number(event.first("SEQUENCE")),
        title=" ".join((_text(event, "SUMMARY", LONGEST_TITLE) or UNTITLED).split()),
        location=_text(event, "LOCATION", LONGEST_PLACE),
        description=_text(event, "DESCRIPTION", LONGEST_DESCRIPTION),
        reminders=_reminders(event),
        cancelled=(_text(event, "STATUS", 40) or "").upper() in ("CANCELLED", "CANCELED"),
        start=start,
        length=length,
        rules=_rules(event, "RRULE"),
        counter_rules=_rules(event, "EXRULE"),
        added=tuple(when for each in event.every("RDATE") for when in moments(each, zones, household)),
        removed=tuple(when for each in event.every("EXDATE") for when, _ in moments(each, zones, household)),
        replaces=moment(identity, zones) if identity is not None else None,
        onwards=identity is not None and _parameter(identity, "RANGE") == "THISANDFUTURE",
    )


def once(each: VEvent) -> VEvent:
    """The same event without its recurrences."""
    return replace(each, rules=(), counter_rules=(), added=())


class _Event:
    """The properties of a VEVENT: parsed ones, and the values of some as written."""

    def __init__(self, text: str):
        # Imported on first use: 9 MB and 0.2 s that a household without feeds does without.
        from icalendar import Event

        self.written: dict[str, list[str]] = defaultdict(list)
        try:
            self._event = Event.from_ical("\n".join(self._wanted(text)))
        except Exception as error:  # whatever an untrusted text makes the library raise costs this event only
            raise ValueError("not a VEVENT") from error

    def first(self, name: str) -> "VPROPERTY | None":
        """The first property of a name that has a value."""
        return next((each for each in self.every(name) if not isinstance(each, str) or each.strip()), None)

    def every(self, name: str) -> "list[VPROPERTY]":
        """All properties of a name."""
        found = self._event.get(name, [])
        return found if isinstance(found, list) else [found]

    @property
    def alarms(self) -> "list[Component]":
        """The VALARMs."""
        return self._event.subcomponents

    def _wanted(self, text: str) -> Iterator[str]:
        """The lines that are read here, for a VEVENT may have a thousand others."""
        inner: list[str] = []
        alarms = 0
        yield "BEGIN:VEVENT"
        for name, line in lines_of(text):
            if name == "BEGIN":
                kind = line[6:].strip().upper()
                if kind == "VEVENT":
                    continue
                alarms += kind == "VALARM"
                inner.append(kind if alarms <= MOST_ALARMS else "")
                if inner == ["VALARM"]:
                    yield "BEGIN:VALARM"
            elif name == "END":
                if inner and inner.pop() == "VALARM" and not inner:
                    yield "END:VALARM"
            elif not inner and name in AS_WRITTEN:
                self.written[name].append(line.partition(":")[2].strip())
            elif name in PARSED and not inner:
                yield own(line) if name in TIMES else ESCAPES.sub(r"\1\2", line[:LONGEST_LINE])
            elif name in PARSED_OF_ALARMS and inner == ["VALARM"]:
                yield line[:LONGEST_LINE]
        if inner[:1] == ["VALARM"]:
            yield "END:VALARM"
        yield "END:VEVENT"


def _rules(event: _Event, name: str) -> tuple[str, ...]:
    rules = tuple(filter(None, event.written[name]))
    if len(rules) > MOST_RULES:
        raise ValueError(f"an event with {len(rules)} rules")
    return rules


def _start(event: _Event, zones: Zones, household: tzinfo) -> date | datetime:
    written = event.first("DTSTART")
    if written is None:
        raise ValueError("no DTSTART")
    start = moment(written, zones)
    if not isinstance(start, datetime):
        return start
    start = start if start.tzinfo else start.replace(tzinfo=household)
    try:
        start.astimezone(UTC)
    except OverflowError:
        raise ValueError("outside the calendar") from None
    return start


def _length(event: _Event, start: date | datetime, zones: Zones, household: tzinfo) -> Length:
    """From DTEND, else DURATION; without either, or where they make no sense, a date lasts its day, a time nothing."""
    try:
        if (end := event.first("DTEND")) is not None:
            return length_until(start, moment(end, zones), household)
        if lasting := next(filter(None, event.written["DURATION"]), None):
            return length_of(start, duration(lasting))
    except (ValueError, OverflowError):
        pass
    return length_of(start, Length())


def _exchange_all_day(event: _Event, start: date | datetime, length: Length) -> date | None:
    """Exchange writes an all-day event as one from midnight to midnight, with a property beside it."""
    word = event.first("X-MICROSOFT-CDO-ALLDAYEVENT")
    midnight = isinstance(start, datetime) and start.time() == time()
    if word is None or str(word).strip().upper() != "TRUE" or not midnight or not length.about:
        return None
    return date(start.year, start.month, start.day)


def _reminders(event: _Event) -> tuple[int, ...] | None:
    """Minutes before the start, ascending: of alarms that show or sound, at a time relative to it. (contract §12)

    None without such an alarm; an empty tuple, which means silence, where an alarm has the action NONE.
    """
    minutes: set[int] = set()
    silent = False
    for alarm in event.alarms:
        action = str(alarm.get("ACTION", "")).strip().upper()
        silent = silent or action == "NONE"
        if action in ("DISPLAY", "AUDIO"):
            minutes |= _minutes_before(alarm.get("TRIGGER"))
    return tuple(sorted(minutes)) if minutes else () if silent else None


def _minutes_before(trigger: "VPROPERTY | None") -> set[int]:
    before = None if isinstance(trigger, str) else getattr(trigger, "dt", None)
    if trigger is None or not isinstance(before, timedelta) or (_parameter(trigger, "RELATED") or "START") != "START":
        return set()
    seconds = -before.total_seconds()
    minutes = int((seconds + 30) // 60)
    return {minutes} if seconds >= 0 and minutes <= MOST_REMINDER_MINUTES else set()


def _parameter(each: "VPROPERTY", name: str) -> str:
    return str(each.params.get(name, "")).strip().upper()


def _text(event: _Event, name: str, longest: int) -> str | None:
    found = event.first(name)
    return (str(found).strip()[:longest].strip() or None) if found is not None else None


def _number(found: "VPROPERTY | None") -> int:
    return min(max(found, 0), 10**9) if isinstance(found, int) else 0
