"""Divide the series of a CalDAV object at an occurrence; every property that need not change keeps its text."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.caldav.clock import Clock, lasting
from appliance.calendar.providers.caldav.component_tree import (
    Component,
    parse_component,
    property_name,
    time_line,
    to_file,
)
from appliance.calendar.providers.caldav.edits import DUPLICATES, ParsedObject, Piece, moment_of, move_alarms, shared
from appliance.calendar.providers.caldav.objects import Name, occurrences, recurrence_id
from appliance.calendar.providers.ics import repeats
from appliance.calendar.providers.ics.series import as_start
from appliance.calendar.providers.models import Edit, Times, Window
from appliance.calendar.providers.new_rules import begun
from appliance.calendar.series.rewrites import UTC_TIME, later_rule, with_parts, written_day
from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.recurrence.rule import parse
from appliance.kernel.vtimezone import vtimezone

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
CANNOT = "this series cannot be divided here; change it where it was made"
CHANGED = "dates of this series were changed by themselves; remove or change them first"
REPEATING = ("RRULE", "RDATE", "EXDATE", "EXRULE")


def before(file: bytes, name: Name, household: ZoneInfo, now: datetime) -> bytes | None:
    """The object with the occurrences before the named one, None when there is none. Raises BadGateway."""
    parsed, master = _series(file, name, household, now)
    _remove(parsed, lambda recurrence: recurrence >= name.recurrence)
    rrule = _rule(master)
    clock = Clock.of(master.component, master.event.start, rrule, household)
    rrule = with_parts(rrule, COUNT=None, UNTIL=_until(name.recurrence, clock))
    master.component.put("RRULE", f"RRULE:{rrule}")
    parsed.touch(master.component)
    return parsed.left()


def after(
    file: bytes, name: Name, uid: str, current: Occurrence, edit: Edit, household: ZoneInfo, now: datetime
) -> tuple[bytes, str]:
    """The object of the named occurrence and the later ones, changed, and the recurrence of that occurrence in it.

    `current` is the occurrence as the object has it. An exception keeps each field in which it differs from the series.
    A rule counts days and weekdays by the clock of its series, so the change is measured on that clock. Raises
    BadGateway, and BadRequest for a change that the rule cannot express.
    """
    parsed, master = _series(file, name, household, now)
    rrule = _rule(master)
    clock = Clock.of(master.component, master.event.start, rrule, household)
    slot, passed = _slot(parsed, master, name, rrule, household)
    at, moved, new_clock = _moves(slot, current, edit, clock, household)
    _remove(parsed, lambda recurrence: recurrence < name.recurrence)
    if edit.rrule is None:
        recurrence = _alone(parsed, master, name, current, edit)
    else:
        later = _Move(at=at, moved=moved, clock=clock, new_clock=new_clock)
        start = _rewrite(parsed, master, name, edit, later, rrule, passed, household)
        recurrence = recurrence_id(None, start, household)
    for piece in parsed.pieces:
        piece.component.put("UID", f"UID:{uid}")
    return to_file(parsed.root), recurrence


def whole(
    file: bytes, name: Name, current: Occurrence, edit: Edit, household: ZoneInfo, now: datetime
) -> tuple[bytes, str]:
    """The object with all dates of its series moved as the named occurrence is, or with another rule, and changed.

    Also the recurrence of that occurrence then, as far as the series still has it. An event without a series becomes
    one. Exceptions are kept as in `after`, which raises the same.
    """
    single = ParsedObject(file, name.uid, household, now)
    if not name.recurrence:
        return _repeated(single, edit, household)
    if edit.rrule is None and single.master is not None:
        recurrence = _alone(single, single.master, name, current, edit)
        return to_file(single.root), recurrence
    parsed, master = _series(file, name, household, now)
    rrule = _rule(master)
    clock = Clock.of(master.component, master.event.start, rrule, household)
    slot, _ = _slot(parsed, master, name, rrule, household)
    at, moved, new_clock = _moves(slot, current, edit, clock, household)
    first = clock.wall(master.event.start)
    start = datetime.combine(first.date() + (moved.date() - at.date()), moved.time())
    if new_clock == clock:
        start = first + (moved - at)
    _rewrite(
        parsed, master, name, edit, _Move(at=first, moved=start, clock=clock, new_clock=new_clock), rrule, 0, household
    )
    return to_file(parsed.root), recurrence_id(None, new_clock.moment(moved), household)


def shown_rule(file: bytes, name: Name, household: ZoneInfo, now: datetime) -> str | None:
    """The rule of a series, whose UNTIL is a local date. None for a series that cannot be divided."""
    try:
        _, master = _series(file, name, household, now)
        rrule = _rule(master)
    except BadGateway:
        return None
    last = Clock.of(master.component, master.event.start, rrule, household).last_day(rrule)
    return with_parts(rrule, UNTIL=written_day(last)) if last else rrule


@dataclass(frozen=True, kw_only=True)
class _Move:
    """The local start of a series or of its rest, before and after a change, each by its clock."""

    at: datetime
    moved: datetime
    clock: Clock
    new_clock: Clock


def _moves(
    slot: Times, current: Occurrence, edit: Edit, clock: Clock, household: ZoneInfo
) -> tuple[datetime, datetime, Clock]:
    """The local start of the named occurrence by the rule, and after the change, with the clock of the latter."""
    at = clock.wall(slot.start)
    if isinstance(edit.times, UnsetType):
        return at, at, clock
    new_clock = clock.turned(edit.times.all_day, household)
    return at, _moved(at, slot, current, edit.times, clock, new_clock), new_clock


def _rewrite(
    parsed: ParsedObject,
    master: Piece,
    name: Name,
    edit: Edit,
    move: _Move,
    rrule: str,
    passed: int,
    household: ZoneInfo,
) -> date | datetime:
    """Change a series, its exceptions and its exclusions; the start of the series then. Raises BadRequest."""
    at, moved, clock, new_clock = move.at, move.moved, move.clock, move.new_clock
    shift, days = moved - at, moved.date() - at.date()
    if new_clock != clock and (len(parsed.pieces) > 1 or master.component.first("EXDATE")):
        raise BadRequest(CANNOT, at="allDay", code="series_not_divisible")

    own = parsed.exception(name.recurrence)
    starts = {piece: clock.wall(moment_of(parsed.recurrence(piece))) for piece in parsed.pieces if piece.event.replaces}
    for piece, start in starts.items():
        if piece is not own:
            followed = shared(edit, piece.event, master.event)
            if not isinstance(edit.times, UnsetType) and _has_times_of_series(parsed, piece, master):
                followed = replace(followed, times=clock.times(start + shift, lasting(edit.times)))
            parsed.apply(piece.component, followed)
        if shift:
            piece.component.put("RECURRENCE-ID", clock.line("RECURRENCE-ID", start + shift))
    if own is not None:
        parsed.apply(own.component, edit)
    if shift:
        _move_exclusions(master, clock, shift, days)

    if isinstance(edit.rrule, str):
        moved, later = _with_new_rule(edit.rrule, moved, new_clock)
    else:
        last = clock.last_day(rrule)
        until = new_clock.until(last + days, moved.time()) if last and (shift or new_clock != clock) else None
        later = later_rule(rrule, lambda: passed, at, moved, until)
    if later != rrule:
        master.component.put("RRULE", f"RRULE:{later}")
    move_alarms(master.component, master.event.start, new_clock.moment(moved), household)
    _put_times(master, moved, edit.times, new_clock)
    if new_clock.tzid and new_clock != clock:
        parsed.root.inner.insert(0, parse_component(vtimezone(new_clock.tzid)))
    parsed.apply(master.component, replace(edit, times=UNSET))
    return new_clock.moment(moved)


def _with_new_rule(rrule: str, start: datetime, clock: Clock) -> tuple[datetime, str]:
    """The first occurrence of another rule, and the rule with an end in the form of DTSTART. (RFC 5545 §3.3.10)"""
    first, new = begun(rrule, start, clock.all_day, clock.zone)
    until = parse(new).until
    if clock.is_floating and isinstance(until, datetime):
        local = until.astimezone(clock.zone).replace(tzinfo=None)
        new = with_parts(new, UNTIL=clock.until(local.date(), local.time()))
    return first, new


def _repeated(parsed: ParsedObject, edit: Edit, household: ZoneInfo) -> tuple[bytes, str]:
    """The object of an event that becomes a series, by the household's clock, and the recurrence of its first date."""
    single, times = parsed.pieces[0], edit.times
    assert isinstance(edit.rrule, str)
    assert not isinstance(times, UnsetType)
    at = Clock.of(single.component, single.event.start, edit.rrule, household)
    clock = at.turned(times.all_day, household)
    if not clock.all_day and (clock.zone is UTC or clock.is_floating):
        # A rule counts its days by the household's clock, as that of a new series does.
        clock = Clock(all_day=True, zone=household).turned(False, household)
    start = clock.wall(times.start)
    _, rrule = _with_new_rule(edit.rrule, start, clock)
    move_alarms(single.component, single.event.start, clock.moment(start), household)
    _put_times(single, start, times, clock)
    single.component.put("RRULE", f"RRULE:{rrule}")
    if clock.tzid and clock != at:
        parsed.root.inner.insert(0, parse_component(vtimezone(clock.tzid)))
    parsed.apply(single.component, replace(edit, times=UNSET))
    return to_file(parsed.root), recurrence_id(None, clock.moment(start), household)


def _alone(parsed: ParsedObject, master: Piece, name: Name, current: Occurrence, edit: Edit) -> str:
    """Make a series the single event of the named occurrence; its recurrence, which is empty. Raises BadRequest."""
    if own := parsed.exception(name.recurrence):
        parsed.remove(own)
    if len(parsed.pieces) > 1:
        raise BadRequest(CHANGED, at="rrule", code="series_not_divisible")
    for part in REPEATING:
        master.component.put(part, None)
    now = Times(start=current.start, end=current.end, all_day=current.all_day)
    parsed.apply(master.component, replace(edit, times=now if isinstance(edit.times, UnsetType) else edit.times))
    return ""


def _series(file: bytes, name: Name, household: ZoneInfo, now: datetime) -> tuple[ParsedObject, Piece]:
    parsed = ParsedObject(file, name.uid, household, now)
    master = parsed.master
    lines = [property_name(line) for line in master.component.lines] if master else []
    is_plain = lines.count("RRULE") == 1 and not {"RDATE", "EXRULE"} & set(lines)
    if master is None or not is_plain or any(piece.event.onwards for piece in parsed.pieces):
        raise BadGateway(CANNOT, code="series_not_divisible")
    return parsed, master


def _rule(master: Piece) -> str:
    text = (master.component.first("RRULE") or "").partition(":")[2].strip().upper()
    try:
        parse(text)
    except BadRequest:
        raise BadGateway(CANNOT, code="series_not_divisible") from None
    return text


def _remove(parsed: ParsedObject, is_removed: Callable[[str], bool]) -> None:
    """Take out the exceptions of some occurrences."""
    for piece in [part for part in parsed.pieces if part.event.replaces and is_removed(parsed.recurrence(part))]:
        parsed.remove(piece)


def _slot(parsed: ParsedObject, master: Piece, name: Name, rrule: str, household: ZoneInfo) -> tuple[Times, int]:
    """The times that the series itself has for the named occurrence, and how many occurrences its rule has before."""
    pieces = [piece.component for piece in parsed.pieces]
    plain = master.component.copy()
    plain.put("EXDATE", None)
    others = [component for component in parsed.root.inner if component not in pieces]
    root = Component(parsed.root.name, parsed.root.lines, [*others, plain])
    at, first = moment_of(name.recurrence), master.event.start
    last = at if isinstance(at, datetime) else datetime.combine(at, time(), UTC)
    begin = datetime.combine(date(first.year, first.month, first.day), time(), UTC) - 2 * DAY
    window = Window(begin=begin, end=last + DAY)
    found = sorted(occurrences(to_file(root), name.href, household, window), key=lambda occurrence: occurrence.start)
    for passed, occurrence in enumerate(found):
        if occurrence.external_id == str(name):
            counted = passed - 1 if passed and not _is_by_rule(rrule, first, household) else passed
            return Times(start=occurrence.start, end=occurrence.end, all_day=occurrence.all_day), counted
    raise BadGateway(CANNOT, code="series_not_divisible")


def _is_by_rule(rrule: str, start: date | datetime, household: ZoneInfo) -> bool:
    """Whether the start of a series is an occurrence of its rule too; COUNT counts no other."""
    if isinstance(start, datetime):
        return bool(repeats.starts(rrule, start, SECOND, start, start + SECOND))
    return bool(repeats.days(rrule, start, household, start, start))


def _until(recurrence: str, clock: Clock) -> str:
    """The end of a rule before an occurrence, in the form of DTSTART. (RFC 5545 §3.3.10)"""
    at = moment_of(recurrence)
    if not isinstance(at, datetime):
        return (at - DAY).strftime("%Y%m%d")
    last = at - SECOND
    if clock.is_floating:
        return clock.until(last.astimezone(clock.zone).date(), last.astimezone(clock.zone).time())
    return last.strftime(UTC_TIME)


def _moved(at: datetime, slot: Times, current: Occurrence, new: Times, clock: Clock, new_clock: Clock) -> datetime:
    """The new local start of the series: moved as the occurrence is."""
    if new.all_day != slot.all_day or new.all_day != current.all_day:
        return new_clock.wall(new.start)
    if new.start == current.start:
        return at
    return at + (clock.wall(new.start) - (at if current.start == slot.start else clock.wall(current.start)))


def _has_times_of_series(parsed: ParsedObject, piece: Piece, master: Piece) -> bool:
    """Whether an exception is when the rule has it, for as long as the series."""
    is_in_place = piece.event.start == moment_of(parsed.recurrence(piece))
    return is_in_place and piece.event.length.about == master.event.length.about


def _move_exclusions(master: Piece, clock: Clock, shift: timedelta, days: timedelta) -> None:
    """Move the dates on which the series has no occurrence. Of a timed one a date names whatever happens on it."""
    lines = [
        time_line("EXDATE", removed + days)
        if not isinstance(removed, datetime) and not clock.all_day
        else clock.line("EXDATE", clock.wall(as_start(master.event, removed, clock.zone)) + shift)
        for removed in master.event.removed
    ]
    master.component.put("EXDATE", None)
    master.component.lines += lines


def _put_times(master: Piece, start: datetime, edited: Times | UnsetType, clock: Clock) -> None:
    """Write the start of the new series, and its length; a DURATION that is not edited stays as it is written."""
    component, length = master.component, master.event.length.about
    kept = component.first("DURATION") if edited is UNSET and not component.first("DTEND") else None
    line = kept or clock.length_line(start, length if isinstance(edited, UnsetType) else lasting(edited))
    for name in (*DUPLICATES["DTSTART"], "DTEND"):
        component.put(name, None)
    component.put("DTSTART", clock.line("DTSTART", start))
    if line:
        component.put(property_name(line), line)
