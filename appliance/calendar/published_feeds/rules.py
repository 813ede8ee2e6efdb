"""Decisions about published feeds: their bounds, the calendars in them, and the range of events."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from appliance.calendar.calendars.models import Calendar
from appliance.calendar.events.models import Event, StoredEvent
from appliance.calendar.occurrences.rules import occurrence_times
from appliance.calendar.published_feeds.models import PublishedFeed
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence.rule import parse
from appliance.kernel.scheduling.clock import moment

MAX_FEEDS = 100
MAX_EVENTS = 10_000
MAX_BYTES = 16_000_000
BACK, AHEAD = timedelta(days=366), timedelta(days=731)
# Stored instants have four digits of the year.
LATEST = datetime(8999, 1, 1, tzinfo=UTC)

# How often an address may ask with a token that does not exist.
UNKNOWN_TOKENS, WINDOW = 30, timedelta(minutes=10)
# The last use is written at most once in this time.
USE_NOTED_EVERY = timedelta(hours=1)

SUFFIX = ".ics"

DAY = timedelta(days=1)
# Where the first occurrence of a series is looked for, the nearest range first.
FIRST_WITHIN = (DAY, timedelta(days=62), timedelta(days=400), timedelta(days=8 * 366))


def check_count(count: int) -> None:
    """Raises BadRequest when there is no room for one more feed."""
    if count >= MAX_FEEDS:
        raise BadRequest(
            f"there are {MAX_FEEDS} feed addresses, which is the limit; revoke one first",
            at=None,
            code="limit_reached",
            limit=MAX_FEEDS,
        )


def path(token: str) -> str:
    """The path of a feed's address."""
    return f"/api/feed/{token}{SUFFIX}"


def calendars(feed: PublishedFeed, known: Iterable[Calendar]) -> tuple[list[str], list[str]]:
    """The ids of a feed's calendars: those stored here, and those that a sync fills. Hidden calendars are left out."""
    shown = [calendar for calendar in known if calendar.enabled and _is_chosen(feed, calendar)]
    return [calendar.id for calendar in shown if calendar.kind == "local"], [
        calendar.id for calendar in shown if calendar.kind != "local"
    ]


def is_for(feed: PublishedFeed, event: Event) -> bool:
    """Whether an event is in a feed: of one member's feed those of the member and those for everybody."""
    return feed.member_id is None or not event.member_ids or feed.member_id in event.member_ids


def ranges(today: date) -> tuple[datetime, datetime, datetime]:
    """From when on a feed has events, and until when those of local and those of synced calendars.

    Whole days, so that a feed does not change while nothing happens.
    """
    midnight = datetime.combine(today, time(), UTC)
    return midnight - BACK, LATEST, midnight + AHEAD


def _is_chosen(feed: PublishedFeed, calendar: Calendar) -> bool:
    return calendar.kind == "local" if feed.calendar_ids is None else calendar.id in feed.calendar_ids


def is_plain(rrule: str) -> bool:
    """Whether RFC 5545 gives a rule the meaning that it has here. Raises BadRequest.

    Here COUNT and UNTIL may stand together, and a rule may name a time of day.
    """
    rule = parse(rrule)
    has_time = any(part is not None for part in (rule.hour, rule.minute, rule.second))
    return not has_time and not (rule.count is not None and rule.until is not None)


def first_occurrence(stored: StoredEvent, zone: ZoneInfo) -> tuple[str, str] | None:
    """Start and end of the first occurrence by the rule, which a program takes DTSTART for."""
    begin = moment(stored.start if not stored.all_day else f"{stored.start}T00:00:00Z")
    for ahead in FIRST_WITHIN:
        if found := occurrence_times(stored, zone, begin, begin + ahead):
            return found[0]
    return None


def by_clock(stored: StoredEvent, start: date) -> date:
    """The start of a first occurrence by the clock of its series, for the later ones are at DTSTART's time of day.

    It differs where the clocks skip that time: such a time is read with the offset before it. (RFC 5545 §3.3.5)
    """
    if not isinstance(start, datetime):
        return start
    clock = moment(stored.start).astimezone(start.tzinfo).time()
    for day in (start.date(), start.date() - DAY):
        if (written := datetime.combine(day, clock, start.tzinfo)).astimezone(UTC) == start.astimezone(UTC):
            return written
    return start
