"""Events as the components of an iCalendar file. (RFC 5545, RFC 7986)"""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from appliance.calendar.events.models import StoredEvent
from appliance.calendar.published_feeds import rules
from appliance.calendar.published_feeds.models import Stamp
from appliance.kernel.recurrence.rule import parse
from appliance.kernel.scheduling.clock import moment
from appliance.kernel.vtimezone import vtimezone

if TYPE_CHECKING:
    # Imported on first use: most households publish nothing.
    from icalendar import Event
    from icalendar.prop import vRecur

DAY = timedelta(days=1)
# RFC 5545, section 3.1: texts have no control characters but the line feed and the tab.
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def opening(name: str, zone: ZoneInfo, with_zone: bool) -> bytes:
    """The start of a file with the description of the household's zone, which series refer to."""
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Mantel//Mantel//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    for key in ("name", "x-wr-calname"):
        calendar.add(key, clean(name))
    calendar.add("refresh-interval", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    text: bytes = calendar.to_ical()
    return text.removesuffix(CLOSING) + (vtimezone(zone.key) if with_zone else b"")


CLOSING = b"END:VCALENDAR\r\n"


def single(stored: StoredEvent, stamp: Stamp, descriptions: bool) -> bytes:
    """An event that does not repeat. Its instants are in UTC."""
    event = _event(stored, stamp, descriptions)
    event.add("uid", uid(stored.id))
    _add_times(event, stored)
    return _text(event)


def series(
    stored: StoredEvent, stamp: Stamp, detached: Sequence[tuple[StoredEvent, Stamp]], descriptions: bool, zone: ZoneInfo
) -> bytes | None:
    """A series with its rule, its exclusions and its detached events, which replace one occurrence each.

    Times are in the household's zone. None when its rule has no occurrence and nothing is detached. Raises
    BadRequest and TooCostly for a rule that cannot be followed.
    """
    first = rules.first_occurrence(stored, zone)
    if first is None:
        return b"".join(single(*stamped, descriptions) for stamped in detached) or None
    event = _event(stored, stamp, descriptions)
    event.add("uid", uid(stored.id))
    start, end = (_local(text, stored.all_day, zone) for text in first)
    start = rules.by_clock(stored, start)
    event.add("dtstart", start)
    _add_end(event, start, end)
    event.add("rrule", _rule(stored, zone))
    replaced = {_local(replacing.occurrence_start or "", stored.all_day, zone) for replacing, _ in detached}
    # A date before the first one is no occurrence: what stands for it is an event by itself.
    overrides = [
        stamped for stamped in detached if _local(stamped[0].occurrence_start or "", stored.all_day, zone) >= start
    ]
    others = [stamped for stamped in detached if stamped not in overrides]
    for day in stored.exclusions or ():
        excluded = _at(date.fromisoformat(day), start)
        if excluded not in replaced:
            event.add("exdate", excluded)
    return b"".join(
        [
            _text(event),
            *(_override(*stamped, stored, descriptions, zone) for stamped in overrides),
            *(single(*stamped, descriptions) for stamped in others),
        ]
    )


def occurrence(stored: StoredEvent, stamp: Stamp, descriptions: bool, start: str, end: str) -> bytes:
    """One occurrence of a series whose rule other programs would not follow alike."""
    event = _event(stored, stamp, descriptions)
    event.add("uid", uid(f"{stored.id}-{re.sub(r'[^0-9]', '', start)}"))
    _add_times(event, replace(stored, start=start, end=end))
    return _text(event)


def uid(event_id: str) -> str:
    """The UID of an event, the same in every feed and at every time."""
    return f"{event_id}@mantel"


def clean(text: str) -> str:
    """A text as iCalendar may have it."""
    return CONTROLS.sub(" ", text.replace("\r\n", "\n"))


def _event(stored: StoredEvent, stamp: Stamp, descriptions: bool) -> "Event":
    """A component without its times and its UID."""
    from icalendar import Event

    event = Event()
    changed = moment(stamp.changed_at or stamp.created_at)
    # Without a METHOD this is when the event last changed. (RFC 5545, section 3.8.7.2)
    event.add("dtstamp", changed)
    event.add("created", moment(stamp.created_at))
    event.add("last-modified", changed)
    event.add("sequence", stamp.sequence)
    event.add("summary", clean(stored.title))
    if stored.location:
        event.add("location", clean(stored.location))
    if descriptions and stored.description:
        event.add("description", clean(stored.description))
    return event


def _override(stored: StoredEvent, stamp: Stamp, series: StoredEvent, descriptions: bool, zone: ZoneInfo) -> bytes:
    event = _event(stored, stamp, descriptions)
    event.add("uid", uid(series.id))
    event.add("recurrence-id", _local(stored.occurrence_start or "", series.all_day, zone))
    _add_times(event, stored)
    return _text(event)


def _add_times(event: "Event", stored: StoredEvent) -> None:
    start, end = (_local(text, stored.all_day, UTC) for text in (stored.start, stored.end))
    event.add("dtstart", start)
    event.add("dtend", max(end, start + DAY) if stored.all_day else end)


def _add_end(event: "Event", start: date, end: date) -> None:
    """The end of each occurrence, or how long it lasts where a change of the clocks lies between start and end."""
    if not isinstance(start, datetime) or not isinstance(end, datetime):
        event.add("dtend", max(end, start + DAY))
    elif start.utcoffset() == end.utcoffset():
        event.add("dtend", end)
    else:
        # Not in days, which icalendar would write: a day over a change of the clocks is not 24 hours long.
        lasting = end.astimezone(UTC) - start.astimezone(UTC)
        event["DURATION"] = f"PT{int(lasting.total_seconds())}S"


def _rule(stored: StoredEvent, zone: ZoneInfo) -> "vRecur":
    """The rule, with UNTIL as RFC 5545 wants it: a date for whole days, an instant for a series in a time zone."""
    from icalendar.prop import vRecur

    text = (stored.rrule or "").strip().upper().removeprefix("RRULE:")
    rule: vRecur = vRecur.from_ical(text)
    until = parse(text).until
    if until is not None:
        rule["UNTIL"] = [_until(until, stored.all_day, zone)]
    return rule


def _until(until: date | datetime, all_day: bool, zone: ZoneInfo) -> date:
    if all_day:
        return date(until.year, until.month, until.day)
    if not isinstance(until, datetime):
        until = datetime.combine(until, time(23, 59, 59))
    return (until if until.tzinfo else until.replace(tzinfo=zone)).astimezone(UTC)


def _local(text: str, all_day: bool, zone: tzinfo) -> date:
    if all_day:
        return date.fromisoformat(text[:10])
    return moment(text).astimezone(zone)


def _at(day: date, like: date) -> date:
    """The occurrence on a day, at the time of day of another one."""
    return datetime.combine(day, like.timetz()) if isinstance(like, datetime) else day


def _text(event: "Event") -> bytes:
    text: bytes = event.to_ical()
    return text
