"""A VEVENT, read: what it is called, when it starts, how long it lasts, and how it repeats."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, tzinfo

from appliance.calendar.providers.ics.lines import Block, Property, plain
from appliance.calendar.providers.ics.times import Length, duration, length_of, length_until, moment, moments
from appliance.calendar.providers.ics.zones import Zones

MOST_RULES = 100
UNTITLED = "(untitled)"

# A text is stored once for each occurrence, so a hostile feed could fill the disk with a long one.
LONGEST_TITLE, LONGEST_PLACE, LONGEST_DESCRIPTION = 500, 1_000, 4_000
MOST_REMINDER_MINUTES = 40_320


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


def entry(block: Block, zones: Zones, household: tzinfo) -> VEvent:
    """Read an event. Raises ValueError when it cannot be told when it is."""
    start = _start(block, zones, household)
    length = _length(block, start, zones, household)
    if start_date := _all_day_of_exchange(block, start, length):
        start, length = start_date, length_of(start_date, length)
    identity = block.first("RECURRENCE-ID")
    return VEvent(
        uid=_text(block, "UID", 1_000),
        sequence=_number(block.first("SEQUENCE")),
        title=" ".join((_text(block, "SUMMARY", LONGEST_TITLE) or UNTITLED).split()),
        location=_text(block, "LOCATION", LONGEST_PLACE),
        description=_text(block, "DESCRIPTION", LONGEST_DESCRIPTION),
        reminders=_reminders(block),
        cancelled=(_text(block, "STATUS", 40) or "").upper() in ("CANCELLED", "CANCELED"),
        start=start,
        length=length,
        rules=_rules(block, "RRULE"),
        counter_rules=_rules(block, "EXRULE"),
        added=tuple(_added(block, start, zones, household)),
        removed=tuple(when for each in block.every("EXDATE") for when in moments(each, zones)),
        replaces=moment(identity.value, identity.parameters, zones) if identity else None,
        onwards=identity is not None and identity.parameters.get("RANGE", "").upper() == "THISANDFUTURE",
    )


def once(each: VEvent) -> VEvent:
    """The same event without its repetitions."""
    return replace(each, rules=(), counter_rules=(), added=())


def _rules(block: Block, name: str) -> tuple[str, ...]:
    rules = tuple(each.value.strip() for each in block.every(name) if each.value.strip())
    if len(rules) > MOST_RULES:
        raise ValueError(f"an event with {len(rules)} rules")
    return rules


def _start(block: Block, zones: Zones, household: tzinfo) -> date | datetime:
    written = block.first("DTSTART")
    if written is None:
        raise ValueError("no DTSTART")
    start = moment(written.value, written.parameters, zones)
    if not isinstance(start, datetime):
        return start
    start = start if start.tzinfo else start.replace(tzinfo=household)
    try:
        start.astimezone(UTC)
    except OverflowError:
        raise ValueError("outside the calendar") from None
    return start


def _length(block: Block, start: date | datetime, zones: Zones, household: tzinfo) -> Length:
    """From DTEND, else DURATION; without either, or where they make no sense, a date lasts its day, a time nothing."""
    try:
        if end := block.first("DTEND"):
            return length_until(start, moment(end.value, end.parameters, zones), household)
        if lasting := block.first("DURATION"):
            return length_of(start, duration(lasting.value))
    except (ValueError, OverflowError):
        pass
    return length_of(start, Length())


def _all_day_of_exchange(block: Block, start: date | datetime, length: Length) -> date | None:
    """Exchange tells an all-day event as one from midnight to midnight, with a word beside it."""
    word = block.first("X-MICROSOFT-CDO-ALLDAYEVENT")
    midnight = isinstance(start, datetime) and start.time() == time()
    if word is None or word.value.strip().upper() != "TRUE" or not midnight or not length.about:
        return None
    return date(start.year, start.month, start.day)


def _added(
    block: Block, start: date | datetime, zones: Zones, household: tzinfo
) -> list[tuple[date | datetime, Length | None]]:
    """The RDATEs, those that cannot be read left out; a period brings a length of its own."""
    found: list[tuple[date | datetime, Length | None]] = []
    for each in block.every("RDATE"):
        for value in filter(None, map(str.strip, each.value.split(","))):
            begin, _, rest = value.partition("/")
            try:
                # A period's VALUE=PERIOD is no VALUE=DATE, whatever else stands there.
                opens = moment(begin, each.parameters, zones)
                found.append((opens, _period(opens, rest, each, zones, household) if rest else None))
            except (ValueError, OverflowError):
                continue
    return found


def _period(opens: date | datetime, rest: str, each: Property, zones: Zones, household: tzinfo) -> Length:
    if rest.upper().lstrip("+-").startswith("P"):
        return length_of(opens, duration(rest))
    return length_until(_aware(opens, household), moment(rest, each.parameters, zones), household)


def _aware(when: date | datetime, zone: tzinfo) -> date | datetime:
    return when.replace(tzinfo=zone) if isinstance(when, datetime) and when.tzinfo is None else when


def _reminders(block: Block) -> tuple[int, ...] | None:
    """Minutes before the start, ascending: of alarms that show or sound, at a time relative to it. (contract §12)

    No such alarm means that the source is silent, unless it has one with the action NONE: that is a wish for silence.
    """
    minutes: set[int] = set()
    silent = False
    for alarm in block.alarms:
        told = {each.name: each for each in alarm}
        action = told["ACTION"].value.strip().upper() if "ACTION" in told else ""
        silent = silent or action == "NONE"
        if action in ("DISPLAY", "AUDIO") and "TRIGGER" in told:
            minutes |= _minutes_before(told["TRIGGER"])
    return tuple(sorted(minutes)) if minutes else () if silent else None


def _minutes_before(trigger: Property) -> set[int]:
    if trigger.parameters.get("RELATED", "START").upper() != "START":
        return set()
    try:
        seconds = -duration(trigger.value).about.total_seconds()
    except ValueError:
        return set()
    minutes = int((seconds + 30) // 60)
    return {minutes} if seconds >= 0 and minutes <= MOST_REMINDER_MINUTES else set()


def _text(block: Block, name: str, longest: int) -> str | None:
    found = block.first(name)
    return (plain(found.value)[:longest].strip() or None) if found else None


def _number(found: Property | None) -> int:
    text = found.value.strip() if found else ""
    return int(text[:9]) if text.isascii() and text.isdigit() else 0
