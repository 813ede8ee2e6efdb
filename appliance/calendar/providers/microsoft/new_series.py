"""A new series at Microsoft: an iCalendar rule as a recurrence of Graph, which has fewer kinds of them.

(Graph v1.0: recurrencePattern, recurrenceRange)
"""

from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from appliance.calendar.providers.hosted.division import Body
from appliance.calendar.providers.microsoft import events
from appliance.calendar.providers.microsoft.recurrence import DAYS, POSITIONS
from appliance.calendar.providers.models import Draft, Times
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence.rule import Rule, parse
from appliance.kernel.scheduling.clock import is_zone

DAY = timedelta(days=1)
INDEXES = {int(number): name for name, number in POSITIONS.items()}
# Microsoft takes the last day of a month that is too short, where a rule leaves the month out.
SHORTEST_MONTH, LAST = 28, 31


def new_series(draft: Draft, zone: ZoneInfo) -> Body:
    """The body that creates a series. Raises BadRequest for a rule that Microsoft does not have."""
    return events.body(draft) | repeating(draft.times, draft.rrule or "", zone)


def repeating(span: Times, rrule: str, zone: ZoneInfo) -> Body:
    """The start, end and recurrence of a series in the household's zone. Raises BadRequest as above."""
    name = windows_name(zone.key)
    start, end = (_local(text, zone) for text in (span.start, span.end))
    return {
        "start": {"dateTime": start.isoformat(timespec="seconds"), "timeZone": name},
        "end": {"dateTime": end.isoformat(timespec="seconds"), "timeZone": name},
        "recurrence": recurrence(rrule, start, zone, name),
    }


def recurrence(rrule: str, start: datetime, zone: tzinfo, name: str) -> Body:
    """The recurrence of a rule from a local time on, in a zone that Microsoft calls `name`. Raises BadRequest."""
    rule, first = parse(rrule), start.date()
    return {
        "pattern": pattern(rule, first),
        "range": {"startDate": first.isoformat(), "recurrenceTimeZone": name, **_end(rule, start, zone)},
    }


def pattern(rule: Rule, first: date) -> Body:
    """The pattern of a rule whose first date is `first`. Raises BadRequest where Microsoft has none."""
    if rule.year_days or rule.weeks:
        raise _unknown()
    if rule.freq in ("DAILY", "WEEKLY"):
        return _by_days(rule, first)
    # Of days alone a year has them in every month. (RFC 5545 §3.3.10)
    says_days = rule.days or rule.month_days
    months = rule.months or ((first.month,) if rule.freq == "YEARLY" and not says_days else ())
    if len(months) != (1 if rule.freq == "YEARLY" else 0):
        raise _unknown()
    found: Body = {"interval": rule.interval, **({"month": months[0]} if months else {})}
    suffix = rule.freq.capitalize()
    if rule.days:
        weekdays = [DAYS[weekday] for _, weekday in rule.days]
        return {**found, "type": f"relative{suffix}", "daysOfWeek": weekdays, "index": _index(rule)}
    return {**found, "type": f"absolute{suffix}", "dayOfMonth": _day_of_month(rule, first, months)}


def windows_name(key: str) -> str:
    """The name that Windows has for a zone, or for one with the same clock; the zone's own name without one."""
    # Imported on first use: icalendar is large.
    from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

    own = _offsets(key)
    names = sorted(WINDOWS_TO_OLSON.items(), key=lambda name: key not in name)
    return next((name for name, zone in names if is_zone(zone) and _offsets(zone) == own), key)


def _by_days(rule: Rule, first: date) -> Body:
    if rule.month_days or rule.months or rule.positions:
        raise _unknown()
    if rule.freq == "DAILY" and not rule.days:
        return {"type": "daily", "interval": rule.interval}
    if rule.freq == "DAILY" and rule.interval > 1:
        raise _unknown()
    weekdays = sorted({weekday for _, weekday in rule.days}) or [first.weekday()]
    return {
        "type": "weekly",
        "interval": rule.interval,
        "daysOfWeek": [DAYS[weekday] for weekday in weekdays],
        "firstDayOfWeek": DAYS[rule.week_start],
    }


def _index(rule: Rule) -> str:
    """Which of the weekdays of a month it is."""
    ordinals = {ordinal for ordinal, _ in rule.days}
    chosen = rule.positions if ordinals == {0} else () if rule.positions or len(rule.days) > 1 else tuple(ordinals)
    if rule.month_days or len(chosen) != 1 or chosen[0] not in INDEXES:
        raise _unknown()
    return INDEXES[chosen[0]]


def _day_of_month(rule: Rule, first: date, months: tuple[int, ...]) -> int:
    [day, *others] = rule.month_days or (first.day,)
    if others or rule.positions:
        raise _unknown()
    if day == -1:
        return LAST
    if day < 0 or (day > SHORTEST_MONTH and (not months or months == (2,))):
        raise _unknown()
    return day


def _end(rule: Rule, start: datetime, zone: tzinfo) -> Body:
    if rule.count is not None:
        return {"type": "numbered", "numberOfOccurrences": rule.count}
    if rule.until is None:
        return {"type": "noEnd"}
    last = rule.until
    if isinstance(last, datetime):
        local = last.astimezone(zone).replace(tzinfo=None)
        last = local.date() - (DAY if local.time() < start.time() else timedelta())
    return {"type": "endDate", "endDate": last.isoformat()}


def _local(text: str, zone: ZoneInfo) -> datetime:
    """A stored time by the clock of a zone; of a date its midnight."""
    at = datetime.fromisoformat(text)
    return at.astimezone(zone).replace(tzinfo=None) if at.tzinfo else at


def _offsets(key: str) -> tuple[timedelta | None, ...]:
    """How far a zone is from UTC, each week of some years."""
    zone, first = ZoneInfo(key), datetime(2026, 1, 1, tzinfo=UTC)
    return tuple((first + week * 7 * DAY).astimezone(zone).utcoffset() for week in range(110))


def _unknown() -> BadRequest:
    return BadRequest("Microsoft has no such rule; choose another one", at="rrule", code="invalid_repeat")
