"""Ranges, numbers and order of the search among events."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.models import Event
from appliance.calendar.search.models import FoundEvent, Matched
from appliance.kernel.schema import made
from appliance.kernel.text.excerpts import excerpt

# The order of what is found.
RANKS: tuple[Matched, ...] = ("title", "text", "member")

YEARS = timedelta(days=2 * 366)
DAY = timedelta(days=1)
EPOCH = date(1970, 1, 1)

# Matches that are ranked, unless more are asked for: single events in each direction of time, local series, and synced
# series. A user types another letter to see others.
MAX_RANKED = 12
# Series that are looked at, for some may have ended or be hidden.
MAX_SERIES_READ = 100
# Further occurrences of the same synced series, with another title, that may be among the best.
MAX_RELATED = 4
# Events around now of which a member's, or those that contain an emoji, are picked.
MAX_AROUND = 1_000

# An occurrence is looked for in these distances from today, one after the other.
DISTANCES = (timedelta(0), timedelta(days=28), timedelta(days=120), timedelta(days=400), YEARS)


def document(moment: datetime) -> int:
    """The first document number of a moment's UTC day: see the schema of the search."""
    return ((moment.date() - EPOCH).days + 1_000_000) << 32


def ranges_ahead(now: datetime) -> list[tuple[datetime, datetime]]:
    """The ranges in which the next occurrence is looked for, the nearest first. They are the same all day (UTC)."""
    today = _day_of(now)
    return [(today + near, today + far) for near, far in pairwise(DISTANCES)]


def ranges_back(now: datetime) -> list[tuple[datetime, datetime]]:
    """The ranges in which the last occurrence is looked for, the nearest first. They are the same all day (UTC)."""
    tomorrow = _day_of(now) + DAY
    return [(tomorrow - far, tomorrow - near) for near, far in pairwise(DISTANCES)]


def has_not_ended(event: Event, now: datetime, zone: ZoneInfo) -> bool:
    """Whether an event goes on, or begins later."""
    return event_rules.moments(event, zone)[1] > now


def distance(event: Event, now: datetime, zone: ZoneInfo) -> timedelta:
    """How far away an event is: nothing while it goes on."""
    first, after = event_rules.moments(event, zone)
    return max(first - now, now - after, timedelta(0))


def found_event(event: Event, matched: Matched, words: Sequence[str]) -> FoundEvent:
    """An event as the search answers it."""
    found = excerpt(event.description, words) if matched == "text" else None
    return made(FoundEvent, event, excerpt=found, matched=matched)


def named(word: str, names: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """The members of whom a word of the name begins with this one. `names` are ids and the words of names."""
    return [member_id for member_id, name in names if any(part.startswith(word) for part in name)]


def is_for_all(event: Event, wanted: Sequence[Sequence[str]]) -> bool:
    """Whether an event is for at least one member of each group."""
    return all(any(member_id in event.member_ids for member_id in group) for group in wanted)


def _day_of(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)
