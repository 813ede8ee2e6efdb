"""Which reminders an event has, when they are due, and their text."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from html import unescape
from zoneinfo import ZoneInfo

from appliance.calendar.events.models import Event
from appliance.calendar.events.rules import moments
from appliance.kernel.scheduling.clock import moment
from appliance.notifications.push.models import Notice
from appliance.notifications.reminders.models import Names, Reminder
from appliance.notifications.sent_log.rules import is_due

# The earliest reminder is four weeks ahead, the longest travel time ten hours. (contract §13.5)
FURTHEST = timedelta(days=31)
DAY = timedelta(days=1)
# Of all events within the ten minutes in which a reminder can be sent; the latest are left out.
MOST_DUE = 3_000
# Messages of one run, to the household and to devices. What is left over is sent by the next runs.
MOST_SENT = 500
LONGEST_NOTE = 140
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def window(now: datetime) -> tuple[datetime, datetime]:
    """The range of events that may have a reminder now: the same all day, so that series are expanded once a day."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight - DAY, midnight + DAY + FURTHEST


def due(events: Iterable[Event], now: datetime, zone: ZoneInfo) -> list[Reminder]:
    """The reminders to send now, in the order of `in_order`. Zone: household's."""
    return in_order(each for event in events for each in _reminders(event, zone) if is_due(each.at, now))


def in_order(reminders: Iterable[Reminder]) -> list[Reminder]:
    """Earliest first, and each once: an event may name the same minutes twice."""
    once = {each.key: each for each in reminders}
    return sorted(once.values(), key=lambda each: (each.at, each.event.start, each.event.title, each.key))


def notice(reminder: Reminder, names: Names, zone: ZoneInfo) -> Notice:
    """The notification that a device shows. (spec: Web Push 2; contract §20)"""
    event = reminder.event
    emoji = names.emojis.get(event.category_id or "")
    people = ", ".join(names.members[each] for each in event.member_ids if each in names.members)
    lines = [
        _first_line(reminder, zone),
        f"📍 {event.location}" if event.location else "",
        f"👥 {people}" if people else "",
        f"🗓 {names.calendars[event.calendar_id]}" if event.calendar_id in names.calendars else "",
        short_note(event.description or ""),
    ]
    return Notice(
        title=f"{emoji} {event.title}" if emoji else event.title,
        body="\n".join(line for line in lines if line),
        url=f"/#/calendar?event={event.id}&at={event.start}",
        tag=f"event:{event.id}",
    )


def short_note(description: str) -> str:
    """A description on one line, without markup, cut after 140 characters."""
    plain = unescape(re.sub(r"</?[a-zA-Z][^<>]*>", " ", description))
    words = " ".join(plain.split())
    return words if len(words) <= LONGEST_NOTE else words[: LONGEST_NOTE - 1].rstrip() + "…"


def clock_time(at: datetime, zone: ZoneInfo) -> str:
    """A time of day on the household's clock, in twelve hours. Zone: household's."""
    local = at.astimezone(zone)
    return f"{local.hour % 12 or 12}:{local.minute:02} {'AM' if local.hour < 12 else 'PM'}"


def lead(minutes: int) -> str:
    """How long before the start, in words; whole hours as hours."""
    if minutes == 0:
        return "Now"
    count, unit = (minutes // 60, "hour") if minutes % 60 == 0 else (minutes, "minute")
    return f"In {count} {unit}" + ("s" if count > 1 else "")


def _reminders(event: Event, zone: ZoneInfo) -> Iterator[Reminder]:
    start = moments(event, zone)[0].astimezone(UTC)
    leaving = event.leave_at if event.remind_before_leave and not event.all_day else None
    before = moment(leaving) if leaving else start
    for minutes in event.reminders or ():
        yield Reminder(event=event, minutes=minutes, at=before - timedelta(minutes=minutes))


def _first_line(reminder: Reminder, zone: ZoneInfo) -> str:
    event, shown_on = reminder.event, reminder.at.astimezone(zone).date()
    if event.all_day:
        return f"{_day(date.fromisoformat(event.start), shown_on)} · all day"
    start = moment(event.start)
    starts_at = clock_time(start, zone)
    if event.remind_before_leave and event.leave_at:
        return f"Leave by {clock_time(moment(event.leave_at), zone)} for {event.title} at {starts_at}"
    day = start.astimezone(zone).date()
    return f"{lead(reminder.minutes)} · " + (starts_at if day == shown_on else f"{WEEKDAYS[day.weekday()]} {starts_at}")


def _day(day: date, today: date) -> str:
    if day == today:
        return "Today"
    if day == today + DAY:
        return "Tomorrow"
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}"
