"""A VEVENT, read with icalendar: what it is called, when it starts, how long it lasts, and how it recurs."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from sys import intern
from typing import TYPE_CHECKING

from appliance.calendar.events.models import EARLIEST_REMINDER, LATEST_REMINDER
from appliance.calendar.providers.ics.components import TEXTS, lines_of
from appliance.calendar.providers.ics.times import Length, duration, length_of, length_until, moment, moments, time_line
from appliance.calendar.providers.ics.zones import Zones

if TYPE_CHECKING:
    from icalendar.prop import VPROPERTY

MAX_RULES = 100
MAX_ALARMS = 50
UNTITLED = "(untitled)"

# A text is stored once for each occurrence, so a hostile feed could fill the disk with a long one.
LONGEST_TITLE, LONGEST_PLACE, LONGEST_DESCRIPTION = 500, 1_000, 4_000
LONGEST_LINE = 20_000
LONGEST_UID = 1_000
LONGEST_REASON = 40

# What is taken from the line itself: a rule is part of the id of its series as it is written, and of DURATION icalendar
# reads PT24H as the day that P1D is (RFC 5545 §3.3.6 tells them apart).
AS_WRITTEN = ("RRULE", "EXRULE", "DURATION")
TIMES = ("DTSTART", "DTEND", "RDATE", "EXDATE", "RECURRENCE-ID")
ALL_DAY = "X-MICROSOFT-CDO-ALLDAYEVENT"
PARSED = (*TEXTS, *TIMES, "UID", "STATUS", "SEQUENCE", ALL_DAY)
ALARM = ["VEVENT", "VALARM"]
PARSED_OF_ALARMS = ("ACTION", "TRIGGER")
# What a guest answered, and the addresses of a guest.
ANSWER = re.compile(r';\s*PARTSTAT\s*=\s*"?(DECLINED|ACCEPTED|TENTATIVE)"?\s*[;:]', re.IGNORECASE)
ADDRESS = re.compile(r'(?:;EMAIL="?|:mailto:)([^\s:;="<>,]+@[^\s:;="<>,]+)', re.IGNORECASE)
MAX_ANSWERS = 200
# Some producers escape quotes too; the other escapes are RFC 5545's.
ESCAPED_QUOTE = re.compile(r"""(\\[^"'])|\\(["'])""")


class Unreadable(ValueError):
    """An event with a property that cannot be read; `written` is its line, or its name where it is missing."""

    def __init__(self, name: str, value: object = None):
        self.written = name if value is None else f"{name}:{str(value)[:LONGEST_REASON]}"
        super().__init__(self.written)


@dataclass(frozen=True, slots=True, kw_only=True)
class VEvent:
    """One VEVENT. Times of `start` are aware; of the others naive ones mean the zone of the series.

    `declined_by` are the addresses of guests who declined, in lower case, and `attended_by` those of guests who attend
    or may, where somebody declined.
    """

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
    declined_by: frozenset[str] = frozenset()
    attended_by: frozenset[str] = frozenset()

    @property
    def recurs(self) -> bool:
        """True for the master of a series."""
        return bool(self.rules or self.added) and self.replaces is None


def read_event(text: str, zones: Zones, household: tzinfo) -> VEvent:
    """Read a VEVENT as `components.split_components` cuts it out. Raises ValueError, OverflowError."""
    event = _Event(text)
    start = _start(event, zones, household)
    length = _length(event, start, zones, household)
    if start_date := _exchange_all_day(event, start, length):
        start, length = start_date, length_of(start_date, length)
    identity = event.first("RECURRENCE-ID")
    try:
        replaces = moment(identity, zones) if identity is not None else None
    except ValueError:
        raise Unreadable("RECURRENCE-ID", identity) from None
    return VEvent(
        uid=event.text("UID", LONGEST_UID),
        sequence=_number(event.first("SEQUENCE")),
        title=" ".join((event.text("SUMMARY", LONGEST_TITLE) or UNTITLED).split()),
        location=event.text("LOCATION", LONGEST_PLACE),
        description=event.text("DESCRIPTION", LONGEST_DESCRIPTION),
        reminders=_reminders(event.alarms, all_day=not isinstance(start, datetime)),
        cancelled=(event.text("STATUS", 40) or "").upper() in ("CANCELLED", "CANCELED"),
        start=start,
        length=length,
        rules=_rules(event, "RRULE"),
        counter_rules=_rules(event, "EXRULE"),
        added=tuple(when for line in event.every("RDATE") for when in moments(line, zones, household)),
        removed=tuple(when for line in event.every("EXDATE") for when, _ in moments(line, zones, household)),
        replaces=replaces,
        declined_by=frozenset(event.declined_by),
        attended_by=frozenset(event.attended_by if event.declined_by else ()),
        onwards=identity is not None and _parameter(identity, "RANGE") == "THISANDFUTURE",
    )


def uid_of(text: str) -> str | None:
    """The UID of a VEVENT, the same as `read_event` reads, at a small part of the cost."""
    depth = 0
    for name, line in lines_of(text):
        if name in ("BEGIN", "END"):
            depth = max(depth + (1 if name == "BEGIN" else -1), 1)
        elif name == "UID" and depth <= 1:
            head, _, value = line.partition(":")
            if ";" in head or "\\" in value:
                value = _Event(f"BEGIN:VEVENT\n{line}\nEND:VEVENT").text("UID", LONGEST_UID) or ""
            if value := value[:LONGEST_LINE].strip()[:LONGEST_UID].strip():
                return value
    return None


def once(event: VEvent) -> VEvent:
    """The same event without its recurrences."""
    return replace(event, rules=(), counter_rules=(), added=())


class _Event:
    """The properties of a VEVENT as icalendar reads them, some values as they are written, and the lines of alarms."""

    def __init__(self, text: str):
        # Imported on first use: 9 MB and 0.2 s that a household without feeds does without.
        from icalendar import Event

        self.written: dict[str, list[str]] = defaultdict(list)
        self.alarms: list[list[str]] = []
        self.declined_by: list[str] = []
        self.attended_by: list[str] = []
        try:
            self._event = Event.from_ical("\n".join(["BEGIN:VEVENT", *self._wanted(text), "END:VEVENT"]))
        except Exception as error:  # whatever an untrusted text makes the library raise costs this event only
            raise ValueError("not a VEVENT") from error

    def first(self, name: str) -> "VPROPERTY | None":
        """The first property of a name that has a value."""
        return next((value for value in self.every(name) if not isinstance(value, str) or value.strip()), None)

    def every(self, name: str) -> "list[VPROPERTY]":
        """All properties of a name."""
        found = self._event.get(name, [])
        return found if isinstance(found, list) else [found]

    def text(self, name: str, longest: int) -> str | None:
        """The first text of a name that has one, cut to a length."""
        found = self.first(name)
        # Interned, so that a place that many events share is in memory once.
        return None if found is None else intern(str(found).strip()[:longest].strip()) or None

    def _wanted(self, text: str) -> Iterator[str]:
        """The lines that icalendar reads, for a VEVENT may have a thousand others. The rest is kept as written."""
        within: list[str] = []
        for name, line in lines_of(text):
            if name == "BEGIN":
                within.append(line[6:].strip().upper())
                if within == ALARM:
                    self.alarms.append([])
            elif name == "END":
                if len(within) > 1:
                    within.pop()
            elif within == ALARM:
                if name in PARSED_OF_ALARMS:
                    self.alarms[-1].append(line[:LONGEST_LINE])
            elif len(within) > 1:
                continue
            elif name == "ATTENDEE":
                self._keep_answer(line[:LONGEST_LINE])
            elif name in AS_WRITTEN:
                self.written[name].append(_without_parameters(line).partition(":")[2].strip())
            elif name in TIMES:
                yield time_line(line)
            elif name in PARSED:
                yield ESCAPED_QUOTE.sub(r"\1\2", _without_parameters(line))

    def _keep_answer(self, line: str) -> None:
        if answer := ANSWER.search(line):
            guests = self.declined_by if answer[1].upper() == "DECLINED" else self.attended_by
            if len(guests) < MAX_ANSWERS:
                guests += [address.lower() for address in ADDRESS.findall(line)]


def _without_parameters(line: str) -> str:
    """A line with a text, whose parameters are not read; icalendar rejects the whole line when it cannot read one."""
    from icalendar.parser import Contentline

    name, line = line.partition(":")[0], line[:LONGEST_LINE]
    if ";" not in name:
        return line
    separator = Contentline(line).value_separator_index()  # type: ignore[no-untyped-call]
    value = line[separator + 1 :] if separator > 0 else ""
    return f"{name.partition(';')[0]}:{value}"


def _rules(event: _Event, name: str) -> tuple[str, ...]:
    rules = tuple(filter(None, event.written[name]))
    if len(rules) > MAX_RULES:
        raise Unreadable(name, f"{len(rules)}x")
    return rules


def _start(event: _Event, zones: Zones, household: tzinfo) -> date | datetime:
    written = event.first("DTSTART")
    if written is None:
        raise Unreadable("DTSTART")
    try:
        start = moment(written, zones)
        if isinstance(start, datetime):
            start = start if start.tzinfo else start.replace(tzinfo=household)
            start.astimezone(UTC)  # raises OverflowError outside the calendar
    except (ValueError, OverflowError):
        raise Unreadable("DTSTART", written if isinstance(written, str) else getattr(written, "dt", None)) from None
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
    is_all_day = (event.text(ALL_DAY, 10) or "").upper() == "TRUE"
    midnight = isinstance(start, datetime) and start.time() == time()
    if not is_all_day or not midnight or not length.about:
        return None
    return date(start.year, start.month, start.day)


def _reminders(alarms: list[list[str]], all_day: bool) -> tuple[int, ...] | None:
    """Minutes before the start, ascending: of alarms that show or sound, at a time relative to it. (contract §12)

    Below zero they are minutes after the beginning of the day, which only an event of whole days has.
    None without such an alarm; an empty tuple, which means silence, where an alarm has the action NONE.
    """
    read = [_alarm(tuple(lines)) for lines in alarms[:MAX_ALARMS]]
    shown = {before for action, before in read if action in ("DISPLAY", "AUDIO") and before is not None}
    minutes = {minute for minute in shown if all_day or minute >= 0}
    return tuple(sorted(minutes)) if minutes else () if any(action == "NONE" for action, _ in read) else None


@lru_cache(maxsize=128)
def _alarm(lines: tuple[str, ...]) -> tuple[str, int | None]:
    """The action of an alarm, and how many minutes before the start it comes. Most of a calendar are the same."""
    from icalendar import Alarm

    try:
        alarm = Alarm.from_ical("\n".join(["BEGIN:VALARM", *lines, "END:VALARM"]))
    except Exception:  # whatever an untrusted text makes the library raise costs this alarm only
        return "", None
    action, trigger = str(alarm.get("ACTION", "")).strip().upper(), alarm.get("TRIGGER")
    before = getattr(trigger, "dt", None)
    if not isinstance(before, timedelta) or (_parameter(trigger, "RELATED") or "START") != "START":
        return action, None
    seconds = -before.total_seconds()
    minutes = int((seconds + 30) // 60) or (-1 if seconds < 0 else 0)
    return action, minutes if LATEST_REMINDER <= minutes <= EARLIEST_REMINDER else None


def _parameter(prop: "VPROPERTY", name: str) -> str:
    return str(prop.params.get(name, "")).strip().upper()


def _number(found: "VPROPERTY | None") -> int:
    return min(max(found, 0), 10**9) if isinstance(found, int) else 0
