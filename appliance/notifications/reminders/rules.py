"""Which reminders an event has, when they are due, and their text."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from html import unescape
from zoneinfo import ZoneInfo

from appliance.calendar.events.models import Event
from appliance.calendar.events.rules import moments
from appliance.kernel.scheduling.clock import moment
from appliance.notifications.push.models import Notice
from appliance.notifications.reminders.models import Names, Reminder
from appliance.notifications.timing import is_due
from appliance.texts import Texts

# The earliest reminder is four weeks ahead, the longest travel time ten hours. (contract §13.5)
FURTHEST = timedelta(days=31)
DAY = timedelta(days=1)
# Of all events within the ten minutes in which a reminder can be sent; the latest are left out.
MAX_DUE = 3_000
# Messages of one run, to the household and to devices. What is left over is sent by the next runs.
MAX_SENT = 500
LONGEST_NOTE = 140
# Tags of HTML; anything else in angle brackets is text. Those whose names are words, or letters of one, count with
# attributes only if one has a value.
WORDS = "a|address|article|b|big|body|center|code|font|footer|head|header|i|label|link|main|p|s|section|small|span"
WORDS += "|strike|strong|style|script|sub|table|title|u"
NAMES = "abbr|blockquote|br|dd|del|div|dl|dt|em|h[1-6]|hr|html|img|ins|li|meta|o:p|ol|pre|sup|tbody|td|tfoot|th|thead"
NAMES += "|tr|tt|ul"
TAG = re.compile(rf"</?(?:(?:{NAMES})(?:[\s/][^<>]*)?|(?:{WORDS})(?:\s*/?|\s[^<>=]*=[^<>]*))>", re.IGNORECASE)


def window(now: datetime) -> tuple[datetime, datetime]:
    """The range of events that may have a reminder now: the same all day, so that series are expanded once a day."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight - DAY, midnight + DAY + FURTHEST


def due(events: Iterable[Event], now: datetime, zone: ZoneInfo) -> list[Reminder]:
    """The reminders to send now, in the order of `in_order`. Zone: household's."""
    return in_order(reminder for event in events for reminder in _reminders(event, zone) if is_due(reminder.at, now))


def in_order(reminders: Iterable[Reminder]) -> list[Reminder]:
    """Earliest first, and each once: an event may name the same minutes twice."""
    once = {reminder.key: reminder for reminder in reminders}
    return sorted(
        once.values(), key=lambda reminder: (reminder.at, reminder.event.start, reminder.event.title, reminder.key)
    )


def notice(reminder: Reminder, names: Names, zone: ZoneInfo, texts: Texts) -> Notice:
    """The notification that a device shows. (contract: Web Push 2; contract §20)"""
    event = reminder.event
    emoji = names.emojis.get(event.category_id or "")
    people = ", ".join(names.members[member_id] for member_id in event.member_ids if member_id in names.members)
    lines = [
        _first_line(reminder, zone, texts),
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
    plain = unescape(TAG.sub(" ", description))
    words = " ".join(plain.split())
    return words if len(words) <= LONGEST_NOTE else words[: LONGEST_NOTE - 1].rstrip() + "…"


def lead(minutes: int, texts: Texts) -> str:
    """How long before the start, in words; whole hours as hours."""
    if minutes == 0:
        return texts.say("reminder.now")
    if minutes % 60 == 0:
        return texts.say("reminder.hours", count=minutes // 60)
    return texts.say("reminder.minutes", count=minutes)


def _reminders(event: Event, zone: ZoneInfo) -> Iterator[Reminder]:
    start = moments(event, zone)[0].astimezone(UTC)
    leaving = event.leave_at if event.remind_before_leave and not event.all_day else None
    before = moment(leaving) if leaving else start
    for minutes in event.reminders or ():
        if minutes >= 0:
            yield Reminder(event=event, minutes=minutes, at=before - timedelta(minutes=minutes))
        elif event.all_day:
            # A time of the day, also on a day on which the clocks change.
            local = datetime.combine(date.fromisoformat(event.start), time(), zone) - timedelta(minutes=minutes)
            yield Reminder(event=event, minutes=minutes, at=local.astimezone(UTC))


def _first_line(reminder: Reminder, zone: ZoneInfo, texts: Texts) -> str:
    event, shown_on = reminder.event, reminder.at.astimezone(zone).date()
    if event.all_day:
        return texts.say("reminder.allDay", day=_day(date.fromisoformat(event.start), shown_on, texts))
    start = moment(event.start).astimezone(zone)
    starts_at = texts.time(start)
    if event.remind_before_leave and event.leave_at:
        leave = texts.time(moment(event.leave_at).astimezone(zone))
        return texts.say("reminder.leave", leave=leave, title=event.title, time=starts_at)
    time = starts_at if start.date() == shown_on else f"{texts.weekday(start)} {starts_at}"
    return texts.say("reminder.start", lead=lead(reminder.minutes, texts), time=time)


def _day(day: date, today: date, texts: Texts) -> str:
    if day == today:
        return texts.say("reminder.today")
    if day == today + DAY:
        return texts.say("reminder.tomorrow")
    return texts.day(day)
