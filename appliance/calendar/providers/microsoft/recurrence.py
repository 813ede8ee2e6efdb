"""The recurrence of a series at Microsoft: its dates, and its pattern some days later.

(Graph v1.0: recurrencePattern, recurrenceRange)
"""

from datetime import date, timedelta

from appliance.calendar.providers.hosted.division import Body
from appliance.calendar.series.rewrites import CANNOT_MOVE, SHORTEST_MONTH, with_parts
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import expansion
from appliance.kernel.recurrence.rule import WEEKDAYS

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
POSITIONS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "last": "-1"}
FEBRUARY, LONGEST_MONTH = 2, 31
FREQUENCIES = {
    "daily": "DAILY",
    "weekly": "WEEKLY",
    "absoluteMonthly": "MONTHLY",
    "relativeMonthly": "MONTHLY",
    "absoluteYearly": "YEARLY",
    "relativeYearly": "YEARLY",
}


def dates(found: Body, first: date, last: date) -> list[date]:
    """The dates of a recurrence from `first` to `last`, both included, as if none was changed or cancelled.

    Raises KeyError, ValueError and BadRequest for one that cannot be read.
    """
    return expansion.days(_rule(found), date.fromisoformat(found["range"]["startDate"]), first, last)


def moved(pattern: Body, days: int) -> Body:
    """A pattern whose dates are so many days later. Raises BadRequest where it cannot say them."""
    kind = pattern["type"]
    if not days or kind == "daily":
        return pattern
    if kind == "weekly":
        found = [DAYS[(DAYS.index(name.lower()) + days) % 7] for name in pattern["daysOfWeek"]]
        week = DAYS[(DAYS.index(pattern.get("firstDayOfWeek", "sunday").lower()) + days) % 7]
        return {**pattern, "daysOfWeek": found, "firstDayOfWeek": week}
    if kind in ("absoluteMonthly", "absoluteYearly"):
        day = pattern["dayOfMonth"]
        if all(1 <= number <= SHORTEST_MONTH for number in (day, day + days)):
            return {**pattern, "dayOfMonth": day + days}
    raise BadRequest(CANNOT_MOVE, at="start", code="series_not_movable")


def shown(found: Body) -> str:
    """The rule of a recurrence, as a form shows it and `new_series.pattern` takes it back."""
    pattern = found["pattern"]
    kind, day = pattern["type"], pattern.get("dayOfMonth")
    if kind.startswith("relative") and len(pattern["daysOfWeek"]) == 1:
        [name] = pattern["daysOfWeek"]
        nth = f"{POSITIONS[pattern.get('index', 'first')]}{WEEKDAYS[DAYS.index(name.lower())]}"
        return with_parts(_rule(found), BYSETPOS=None, BYDAY=nth)
    if not kind.startswith("absolute"):
        return _rule(found)
    if day <= SHORTEST_MONTH or (kind == "absoluteYearly" and pattern["month"] != FEBRUARY):
        return with_parts(_rule(found), BYSETPOS=None, BYMONTHDAY=str(day))
    # Outlook takes the last day of a month that is too short.
    return with_parts(_rule(found), BYSETPOS=None, BYMONTHDAY="-1") if day == LONGEST_MONTH else _rule(found)


def _rule(found: Body) -> str:
    pattern, ends = found["pattern"], found["range"]
    kind = pattern["type"]
    parts = [f"FREQ={FREQUENCIES[kind]}", f"INTERVAL={pattern['interval']}"]
    if kind.endswith("Yearly"):
        parts.append(f"BYMONTH={pattern['month']}")
    if kind.startswith("absolute"):
        # Outlook takes the last day of a month that is too short.
        days = range(min(pattern["dayOfMonth"], SHORTEST_MONTH), pattern["dayOfMonth"] + 1)
        parts += [f"BYMONTHDAY={','.join(map(str, days))}", "BYSETPOS=-1"]
    elif kind != "daily":
        names = [WEEKDAYS[DAYS.index(name.lower())] for name in pattern["daysOfWeek"]]
        parts.append(f"BYDAY={','.join(names)}")
    if kind.startswith("relative"):
        parts.append(f"BYSETPOS={POSITIONS[pattern.get('index', 'first')]}")
    if kind == "weekly":
        parts.append(f"WKST={WEEKDAYS[DAYS.index(pattern.get('firstDayOfWeek', 'sunday').lower())]}")
    if ends["type"] == "numbered":
        parts.append(f"COUNT={ends['numberOfOccurrences']}")
    if ends["type"] == "endDate":
        parts.append(f"UNTIL={date.fromisoformat(ends['endDate']):%Y%m%d}")
    return ";".join(parts)


def ending(ends: Body, last: date) -> Body:
    """A range that ends with a date."""
    kept = {name: ends[name] for name in ("startDate", "recurrenceTimeZone") if ends.get(name)}
    return {**kept, "type": "endDate", "endDate": last.isoformat()}


def beginning(ends: Body, first: date, passed: int, days: int) -> Body:
    """A range that begins with a date, after `passed` dates of the old one; its end moves by `days`."""
    kept = {name: ends[name] for name in ("type", "recurrenceTimeZone") if ends.get(name)}
    found = {**kept, "startDate": first.isoformat()}
    if ends["type"] == "numbered":
        found["numberOfOccurrences"] = ends["numberOfOccurrences"] - passed
    if ends["type"] == "endDate":
        found["endDate"] = (date.fromisoformat(ends["endDate"]) + timedelta(days=days)).isoformat()
    return found
