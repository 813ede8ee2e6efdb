"""Decisions about one date of a local series: find it, leave it out, divide the series at it, and move it.

A date is that of an occurrence's start in the household's zone. A series has at most one occurrence a date.
"""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.models import MAX_EXCLUSIONS, StoredEvent
from appliance.calendar.occurrences.rules import DAY, Exclusions, occurrence_times
from appliance.calendar.series.rewrites import (
    CANNOT_MOVE,
    last_allowed_day,
    moved_rule,
    says_days,
    with_parts,
    written_day,
)
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence.rule import parse
from appliance.kernel.scheduling.clock import instant

UNKNOWN = "unknown occurrence"

# How far the next occurrence is looked for: near first, for that is where it nearly always is.
REACHES = [timedelta(days=days) for days in (40, 400, 4_000, 40_000, 366_000)]
LATEST = date(9998, 12, 1)

# What both parts of a divided series are compared on.
COMPARED = timedelta(days=800)

# Fields of a detached event that follow the series as long as they are the same.
FOLLOWED = (
    "title",
    "location",
    "description",
    "category_id",
    "reminders",
    "travel_minutes",
    "remind_before_leave",
    "countdown",
    "routine",
)


def local_day(event: StoredEvent, zone: ZoneInfo) -> date:
    """The date of an event's start."""
    return day_of(event.start, event.all_day, zone)


def day_of(start: str, all_day: bool, zone: ZoneInfo) -> date:
    """The date of a start as stored."""
    return date.fromisoformat(start) if all_day else datetime.fromisoformat(start).astimezone(zone).date()


def named(series: StoredEvent, start: str, zone: ZoneInfo) -> StoredEvent | None:
    """The series with the times of the occurrence that its rule starts then, excluded or not; None without one.

    Raises BadRequest for a start that is neither a date nor an instant.
    """
    at = event_rules.requested_instant(start, "occurrence")
    if series.all_day != (len(start) == len("YYYY-MM-DD")):
        return None
    stored = at.date().isoformat() if series.all_day else instant(at)
    found = occurrence_times(series, zone, at, at + timedelta(milliseconds=1))
    return next((replace(series, start=first, end=after) for first, after in found if first == stored), None)


def is_start(stored: str, requested: str) -> bool:
    """Whether a request names this start. Raises BadRequest for what is neither a date nor an instant."""
    at = event_rules.requested_instant(requested, "occurrence")
    if len(stored) == len("YYYY-MM-DD"):
        return requested == stored
    return "T" in requested and instant(at) == stored


def next_occurrence(series: StoredEvent, day: date, zone: ZoneInfo, exclusions: Exclusions) -> StoredEvent | None:
    """The series with the times of its first occurrence on or after a date, without those on `exclusions`; or None."""
    for reach in REACHES:
        after = LATEST if day > LATEST - reach else day + reach
        for start, end in _on_days(series, day, after, zone, exclusions):
            return replace(series, start=start, end=end)
    return None


def has_occurrence(series: StoredEvent, zone: ZoneInfo) -> bool:
    """Whether an occurrence is left of a series."""
    return next_occurrence(series, local_day(series, zone), zone, series.exclusions) is not None


def is_first(series: StoredEvent, day: date, zone: ZoneInfo) -> bool:
    """Whether no occurrence is left before a date."""
    found = next_occurrence(series, local_day(series, zone), zone, series.exclusions)
    return found is None or local_day(found, zone) >= day


def without(series: StoredEvent, day: date) -> StoredEvent:
    """The series with one more date excluded. Raises BadRequest when it has too many."""
    exclusions = tuple(sorted({*(series.exclusions or ()), day.isoformat()}))
    if len(exclusions) > MAX_EXCLUSIONS:
        raise BadRequest(
            f"is one more than {MAX_EXCLUSIONS:,} changed or removed dates; divide the series with apply following",
            at="occurrence",
            code="series_full",
        )
    return replace(series, exclusions=exclusions)


def trimmed(series: StoredEvent, zone: ZoneInfo) -> StoredEvent | None:
    """The series, started at its first occurrence that is left; None when none is.

    So the times of a series are those of an occurrence that exists.
    """
    if not series.exclusions:
        return series
    own_day = local_day(series, zone)
    first = next_occurrence(series, own_day, zone, None)
    left = next_occurrence(series, own_day, zone, series.exclusions)
    if first is None or left is None:
        return None
    # Where the clocks skip the series' time, the occurrence is not at that time.
    if first.start == left.start or (not series.all_day and _local(left.start, zone).time() != clock(series, zone)):
        return series
    return _from(series, left, zone)


def divided(series: StoredEvent, day: date, new_id: str, zone: ZoneInfo) -> tuple[StoredEvent, StoredEvent]:
    """The part of a series before a date on which its rule has an occurrence, and the part from there on.

    COUNT is divided, or UNTIL ends the first part on the day before. The second part has the id `new_id`. Raises
    BadRequest for a rule that cannot start anew on that date.
    """
    first = next_occurrence(series, day, zone, None)
    assert first is not None
    rest = replace(_from(series, first, zone), id=new_id)
    if not series.all_day:
        rest = _with_clock(rest, clock(series, zone), zone)
    after = min(day, LATEST - COMPARED) + COMPARED
    if _on_days(series, day, after, zone) != _on_days(rest, day, after, zone):
        raise BadRequest(
            "is a date at which this series cannot be divided", at="occurrence", code="series_not_divisible"
        )
    return _until(series, day, zone), rest


def ended(series: StoredEvent, day: date, zone: ZoneInfo) -> StoredEvent:
    """The part of a series before a date."""
    return _until(series, day, zone)


def moved(
    series: StoredEvent, base: StoredEvent, requested: StoredEvent, zone: ZoneInfo, *, by_occurrence: bool
) -> tuple[StoredEvent, timedelta]:
    """The series after a change of all of it, and by how much its dates moved, in whole days.

    `base` and `requested` have the times of what the request names, before and after. With `by_occurrence` that is one
    occurrence: every other one moves by as many days and as much time of day, and a rule that names its days is
    rewritten so. Without it that is the series itself, whose rule stays as requested. A rule that the request changes
    is taken as it is. Exclusions move with the dates; those that the rule no longer gives are dropped. Raises
    BadRequest for a move that the rule cannot express.
    """
    if requested.rrule is None:
        return replace(requested, exclusions=None), timedelta()
    is_same = (requested.start, requested.end, requested.all_day) == (base.start, base.end, base.all_day)
    shift = local_day(requested, zone) - local_day(base, zone)
    new, do_days_move = requested, not says_days(requested.rrule)
    if by_occurrence:
        start, end, at = (series.start, series.end, None) if is_same else _shifted(series, base, requested, zone)
        new = replace(requested, start=start, end=end)
        # Not that of the request: where a detached event is at another time, only the series may cross midnight.
        shift = local_day(new, zone) - local_day(series, zone)
        if not is_same and requested.rrule == series.rrule:
            do_days_move, has_new_time = True, requested.start != base.start
            last = last_allowed_day(
                parse(series.rrule or "").until, None if series.all_day else clock(series, zone), zone
            )
            new.rrule = moved_rule(requested.rrule, local_day(series, zone), shift, last, has_new_time=has_new_time)
            if at is not None and has_new_time:
                new = _with_clock(new, at, zone)
            if base.detached_from is None and named(new, requested.start, zone) is None:
                raise BadRequest(CANNOT_MOVE, at="start", code="series_not_movable")
    shift = shift if do_days_move else timedelta()
    return replace(new, exclusions=_kept(new, shift, zone)), shift


def occurrence_on(series: StoredEvent, day: date, zone: ZoneInfo) -> tuple[str, str]:
    """Start and end that a series has on a date, whether its rule has an occurrence there or not."""
    if series.all_day:
        days = max((date.fromisoformat(series.end) - date.fromisoformat(series.start)).days, 1)
        return day.isoformat(), (day + timedelta(days=days)).isoformat()
    length = datetime.fromisoformat(series.end) - datetime.fromisoformat(series.start)
    start = datetime.fromisoformat(series.start)
    if day != local_day(series, zone) or _local(series.start, zone).time() != clock(series, zone):
        start = datetime.combine(day, clock(series, zone), tzinfo=zone).astimezone(UTC)
    return instant(start), instant(start + length)


def follows(detached: StoredEvent, series: StoredEvent, zone: ZoneInfo) -> bool:
    """Whether a detached event has the times that the series would have on its date."""
    if detached.all_day != series.all_day or detached.occurrence_start is None:
        return False
    day = day_of(detached.occurrence_start, series.all_day, zone)
    return (detached.start, detached.end) == occurrence_on(series, day, zone)


def following(
    detached: StoredEvent, was: StoredEvent, series: StoredEvent, shift: timedelta, zone: ZoneInfo
) -> StoredEvent:
    """A detached event after its series changed from `was`, and its dates moved by `shift`.

    It keeps what was changed of it: each field in which it differs from the series before. All others follow.
    """
    day = day_of(detached.occurrence_start or detached.start, was.all_day, zone)
    new = replace(detached, detached_from=series.id)
    for name in FOLLOWED:
        if getattr(detached, name) == getattr(was, name):
            setattr(new, name, getattr(series, name))
    start, end = occurrence_on(series, day + shift, zone)
    new.occurrence_start = start
    if follows(detached, was, zone):
        new.start, new.end, new.all_day = start, end, series.all_day
    return new


def clock(series: StoredEvent, zone: ZoneInfo) -> time:
    """The local time of day at which a timed series starts."""
    rule, own = parse(series.rrule or "FREQ=DAILY"), _local(series.start, zone).time()
    return own.replace(
        hour=own.hour if rule.hour is None else rule.hour,
        minute=own.minute if rule.minute is None else rule.minute,
        second=own.second if rule.second is None else rule.second,
    )


def _on_days(
    series: StoredEvent, first: date, after: date, zone: ZoneInfo, exclusions: Exclusions = None
) -> list[tuple[str, str]]:
    """Start and end of the occurrences that start from one date on and before another."""
    # In a range of an all-day series dates stand for UTC midnights.
    midnights = UTC if series.all_day else zone
    begin, end = (datetime.combine(day, time(), tzinfo=midnights).astimezone(UTC) for day in (first, after))
    times = occurrence_times(series, zone, begin, end, exclusions)
    return [occurrence for occurrence in times if first <= day_of(occurrence[0], series.all_day, zone) < after]


def _count_before(series: StoredEvent, day: date, zone: ZoneInfo) -> int:
    first = local_day(series, zone)
    return len(_on_days(series, first, day, zone)) if first < day else 0


def _from(series: StoredEvent, first: StoredEvent, zone: ZoneInfo) -> StoredEvent:
    """The series from one of its occurrences on."""
    day = local_day(first, zone)
    rrule = series.rrule or ""
    if count := parse(rrule).count:
        rrule = with_parts(rrule, COUNT=str(count - _count_before(series, day, zone)))
    exclusions = tuple(excluded for excluded in series.exclusions or () if excluded >= day.isoformat()) or None
    return replace(series, start=first.start, end=first.end, rrule=rrule, exclusions=exclusions)


def _until(series: StoredEvent, day: date, zone: ZoneInfo) -> StoredEvent:
    rrule, before = series.rrule or "", _count_before(series, day, zone)
    if parse(rrule).count and before:
        rrule = with_parts(rrule, COUNT=str(before))
    else:
        rrule = with_parts(rrule, COUNT=None, UNTIL=written_day(day - DAY))
    exclusions = tuple(excluded for excluded in series.exclusions or () if excluded < day.isoformat()) or None
    return replace(series, rrule=rrule, exclusions=exclusions)


def _with_clock(series: StoredEvent, at: time, zone: ZoneInfo) -> StoredEvent:
    """A series at a time of day. Where its first date skips that time, the rule says it, for the start cannot."""
    local = _local(series.start, zone)
    if local.time() == at or clock(series, zone) == at:
        return series
    start, gap = datetime.fromisoformat(series.start), local - datetime.combine(local.date(), at)
    rrule = with_parts(series.rrule or "", BYHOUR=str(at.hour), BYMINUTE=str(at.minute), BYSECOND=str(at.second))
    length = datetime.fromisoformat(series.end) - start
    return replace(series, start=instant(start - gap), end=instant(start - gap + length), rrule=rrule)


def _shifted(
    series: StoredEvent, base: StoredEvent, requested: StoredEvent, zone: ZoneInfo
) -> tuple[str, str, time | None]:
    """Start and end of the series, moved as one occurrence is, and the local time of day that a timed one gets."""
    first, old_day, new_day = local_day(series, zone), local_day(base, zone), local_day(requested, zone)
    if requested.all_day:
        length = date.fromisoformat(requested.end) - date.fromisoformat(requested.start)
        start_day = first + (new_day - old_day)
        return start_day.isoformat(), (start_day + length).isoformat(), None
    lasting = datetime.fromisoformat(requested.end) - datetime.fromisoformat(requested.start)
    if requested.start == base.start:
        start = datetime.fromisoformat(series.start)
        return instant(start), instant(start + lasting), None
    local = _shifted_start(series, base, requested, zone)
    start = local.replace(tzinfo=zone).astimezone(UTC)
    return instant(start), instant(start + lasting), local.time()


def _shifted_start(series: StoredEvent, base: StoredEvent, requested: StoredEvent, zone: ZoneInfo) -> datetime:
    """The local start of the series, which its first date may skip."""
    new = _local(requested.start, zone)
    first, old_day = local_day(series, zone), local_day(base, zone)
    if base.all_day:
        return datetime.combine(first + (new.date() - old_day), new.time())
    at = clock(series, zone)
    # Where the clocks skip the series' time, an occurrence starts later than that.
    old = _local(base.start, zone) if base.detached_from else datetime.combine(old_day, at)
    return datetime.combine(first, at) + (new - old)


def _kept(series: StoredEvent, shift: timedelta, zone: ZoneInfo) -> tuple[str, ...] | None:
    """The exclusions, moved, on which the rule still has an occurrence."""
    if not series.exclusions:
        return None
    days = {date.fromisoformat(day) + shift for day in series.exclusions}
    given = {day_of(start, series.all_day, zone) for start, _ in _on_days(series, min(days), max(days) + DAY, zone)}
    return tuple(day.isoformat() for day in sorted(days & given)) or None


def _local(start: str, zone: ZoneInfo) -> datetime:
    return datetime.fromisoformat(start).astimezone(zone).replace(tzinfo=None)
