"""Decisions about published feeds: their bounds, the calendars in them, and the range of events."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from appliance.calendar.calendars.models import Calendar
from appliance.calendar.events.models import Event
from appliance.calendar.published_feeds.models import PublishedFeed
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence.rule import parse

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
