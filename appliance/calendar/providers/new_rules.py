"""A new rule of a series, as other programs read it, and the occurrence that stands for a changed one."""

from collections.abc import Sequence
from datetime import datetime, timedelta, tzinfo

from appliance.calendar.events.models import Occurrence
from appliance.calendar.series.rewrites import until_text, with_parts
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import expansion
from appliance.kernel.recurrence.rule import parse

MOMENT = timedelta(milliseconds=1)
# A series that ends later than the calendar does has no end.
LATEST_UNTIL = 9_999
# How far the first occurrence is looked for.
REACHES = [timedelta(days=days) for days in (40, 400, 4_000, 40_000)]


def begun(rrule: str, start: datetime, all_day: bool, zone: tzinfo) -> tuple[datetime, str]:
    """The local time of the first occurrence from a local time on, and the rule without a time of day.

    Other programs take the start for the first occurrence and say the time of day by it. Raises BadRequest where
    nothing is left of the rule, and for two ends.
    """
    rule = parse(rrule)
    if rule.count is not None and rule.until is not None:
        raise BadRequest("has COUNT and UNTIL; send one of them", at="rrule", code="invalid_repeat")
    until = rule.until and rule.until.year < LATEST_UNTIL and until_text(rule.until, all_day, zone)
    new = with_parts(rrule, BYHOUR=None, BYMINUTE=None, BYSECOND=None, UNTIL=until or None)
    for reach in REACHES:
        if first := _first(rrule, start, all_day, zone, reach):
            return first, new
    raise BadRequest("gives no date from start on", at="rrule", code="invalid_repeat")


def nearest(occurrences: Sequence[Occurrence], start: str) -> Occurrence | None:
    """The first occurrence from a stored start on, or else the last one before."""
    found = sorted(occurrences, key=lambda occurrence: occurrence.start)
    return next((occurrence for occurrence in found if occurrence.start >= start), found[-1] if found else None)


def check_shown(occurrences: Sequence[Occurrence]) -> None:
    """Raises BadRequest for a series that the calendar would not show any more."""
    if not occurrences:
        raise BadRequest("gives no date that the calendar shows", at="rrule", code="invalid_repeat")


def _first(rrule: str, start: datetime, all_day: bool, zone: tzinfo, reach: timedelta) -> datetime | None:
    if all_day:
        days = expansion.days(rrule, start.date(), start.date(), start.date() + reach)
        return datetime.combine(days[0], start.time()) if days else None
    at = start.replace(tzinfo=zone)
    found = expansion.occurrences(rrule, at, MOMENT, zone, at, at + reach)
    return found[0].astimezone(zone).replace(tzinfo=None, fold=0) if found else None
