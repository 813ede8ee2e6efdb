"""Divide the series of a CalDAV object at an occurrence; every property that need not change keeps its text."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.caldav.edits import ParsedObject, Piece, moment_of, read_time, shared
from appliance.calendar.providers.caldav.objects import Name, occurrences, recurrence_id
from appliance.calendar.providers.caldav.tree import Component, property_name, to_file
from appliance.calendar.providers.models import Edit, Times, Window
from appliance.calendar.series.rewrites.rules import LOCAL_TIME, UTC_TIME, later_rule, moved_line, with_parts
from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.rrule import parse

DAY = timedelta(days=1)
CANNOT = "this series cannot be divided here; change it where it was made"


def before(file: bytes, name: Name, household: tzinfo, now: datetime) -> bytes | None:
    """The object with the occurrences before the named one, None when there is none. Raises BadGateway."""
    parsed, master = _series(file, name, household, now)
    _remove(parsed, lambda recurrence: recurrence >= name.recurrence)
    rrule = with_parts(_rule(master), COUNT=None, UNTIL=_until(name.recurrence, master, household))
    master.component.put("RRULE", f"RRULE:{rrule}")
    parsed.touch(master.component)
    return parsed.left()


def after(
    file: bytes, name: Name, uid: str, current: Occurrence, edit: Edit, household: tzinfo, now: datetime
) -> tuple[bytes, str]:
    """The object of the named occurrence and the later ones, changed, and the recurrence of that occurrence in it.

    `current` is the occurrence as the object has it. An exception keeps each field in which it differs from the series.
    Raises BadGateway, and BadRequest for a change that the rule cannot express.
    """
    parsed, master = _series(file, name, household, now)
    slot, passed = _slot(parsed, master, name, household)
    _remove(parsed, lambda recurrence: recurrence < name.recurrence)
    own = parsed.exception(name.recurrence)
    times = _moved(slot, current, edit, household)
    at = _local(slot.start, slot.all_day, household)
    shift = _local(times.start, times.all_day, household) - at
    if times.all_day != slot.all_day and (len(parsed.pieces) > 1 or master.component.first("EXDATE")):
        raise BadRequest(CANNOT, at="allDay", code="series_not_divisible")
    for piece in parsed.pieces:
        piece.component.put("UID", f"UID:{uid}")
        if piece is not master and piece is not own:
            followed = shared(edit, piece.event, master.event)
            if edit.times is not UNSET and _has_times_of_series(parsed, piece, master):
                at = _local(moment_of(parsed.recurrence(piece)).isoformat(), times.all_day, household)
                followed = replace(followed, times=_lasting(at + shift, times, household))
            parsed.apply(piece.component, followed)
    rrule = _rule(master)
    try:
        later = later_rule(rrule, lambda: passed, at, shift, household)
        _move_dates(parsed, shift, household)
    except ValueError:
        raise BadGateway(CANNOT, code="series_not_divisible") from None
    if later != rrule:
        master.component.put("RRULE", f"RRULE:{later}")
    if own is not None:
        parsed.apply(own.component, edit)
    parsed.put_times(master.component, times)
    parsed.apply(master.component, replace(edit, times=UNSET))
    return to_file(parsed.root), recurrence_id(None, read_time(times.start, times.all_day), household)


def _series(file: bytes, name: Name, household: tzinfo, now: datetime) -> tuple[ParsedObject, Piece]:
    parsed = ParsedObject(file, name.uid, household, now)
    master = parsed.master
    lines = [property_name(each) for each in master.component.lines] if master else []
    is_plain = lines.count("RRULE") == 1 and not {"RDATE", "EXRULE"} & set(lines)
    if master is None or not is_plain or any(each.event.onwards for each in parsed.pieces):
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
    for piece in [each for each in parsed.pieces if each.event.replaces and is_removed(parsed.recurrence(each))]:
        parsed.remove(piece)


def _slot(parsed: ParsedObject, master: Piece, name: Name, household: tzinfo) -> tuple[Times, int]:
    """The times that the series itself has for the named occurrence, and how many occurrences its rule has before."""
    pieces = [each.component for each in parsed.pieces]
    plain = master.component.copy()
    plain.put("EXDATE", None)
    others = [each for each in parsed.root.inner if each not in pieces]
    root = Component(parsed.root.name, parsed.root.lines, [*others, plain])
    at, first = moment_of(name.recurrence), master.event.start
    last = at if isinstance(at, datetime) else datetime.combine(at, time(), UTC)
    begin = datetime.combine(date(first.year, first.month, first.day), time(), UTC) - 2 * DAY
    window = Window(begin=begin, end=last + DAY)
    found = sorted(occurrences(to_file(root), name.href, household, window), key=lambda each: each.start)
    for passed, each in enumerate(found):
        if each.external_id == str(name):
            return Times(start=each.start, end=each.end, all_day=each.all_day), passed
    raise BadGateway(CANNOT, code="series_not_divisible")


def _until(recurrence: str, master: Piece, household: tzinfo) -> str:
    """The end of a rule before an occurrence, in the form of DTSTART. (RFC 5545 §3.3.10)"""
    at = moment_of(recurrence)
    if not isinstance(at, datetime):
        return (at - DAY).strftime("%Y%m%d")
    start = master.component.first("DTSTART") or ""
    if "TZID" not in start.upper() and not start.strip().upper().endswith("Z"):
        return (at.astimezone(household) - timedelta(seconds=1)).strftime(LOCAL_TIME)
    return (at - timedelta(seconds=1)).strftime(UTC_TIME)


def _moved(slot: Times, current: Occurrence, edit: Edit, household: tzinfo) -> Times:
    """The new times of the series: moved as the occurrence is."""
    if isinstance(edit.times, UnsetType):
        return slot
    new = edit.times
    if new.all_day != slot.all_day or new.all_day != current.all_day:
        return new
    start = _local(slot.start, new.all_day, household)
    start += _local(new.start, new.all_day, household) - _local(current.start, new.all_day, household)
    return _lasting(start, new, household)


def _has_times_of_series(parsed: ParsedObject, piece: Piece, master: Piece) -> bool:
    """Whether an exception is when the rule has it, for as long as the series."""
    is_in_place = piece.event.start == moment_of(parsed.recurrence(piece))
    return is_in_place and piece.event.length.about == master.event.length.about


def _lasting(start: datetime, like: Times, household: tzinfo) -> Times:
    """Times that begin at a local time and last as long as others."""
    lasting = datetime.fromisoformat(like.end) - datetime.fromisoformat(like.start)
    if like.all_day:
        return Times(start=f"{start:%Y-%m-%d}", end=f"{start + lasting:%Y-%m-%d}", all_day=True)
    start = start.replace(tzinfo=household).astimezone(UTC)
    return Times(start=start.isoformat(), end=(start + lasting).isoformat(), all_day=False)


def _local(text: str, all_day: bool, household: tzinfo) -> datetime:
    if all_day:
        return datetime.fromisoformat(text)
    return datetime.fromisoformat(text).astimezone(household).replace(tzinfo=None)


def _move_dates(parsed: ParsedObject, shift: timedelta, household: tzinfo) -> None:
    """Move the dates that name occurrences: EXDATE and RECURRENCE-ID. Raises ValueError."""
    for component in [piece.component for piece in parsed.pieces] if shift else []:
        component.lines = [
            moved_line(each, shift, household) if property_name(each) in ("EXDATE", "RECURRENCE-ID") else each
            for each in component.lines
        ]
