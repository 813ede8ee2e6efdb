"""When a notification is due, and when it is too late for it."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

# After a missed tick a notification is sent up to this much later, and not after that. (contract: Web Push 3)
LATE = timedelta(minutes=10)


def is_due(at: datetime, now: datetime) -> bool:
    """Whether a notification for an instant is sent now."""
    return now - LATE < at <= now


def wall(day: date, time_of_day: str, zone: ZoneInfo) -> datetime:
    """The instant of a local time on a day, in the household's zone.

    When the clock shows the time twice, the first; when it skips the time, the instant as long after midnight as usual.
    """
    return datetime.combine(day, time.fromisoformat(time_of_day), zone).astimezone(UTC)


def days(now: datetime, zone: ZoneInfo) -> list[date]:
    """The household's dates that something may be sent for now: today, and shortly after midnight also yesterday."""
    first, last = (moment.astimezone(zone).date() for moment in (now - LATE, now))
    return [first] if first == last else [first, last]


def is_time(times: Iterable[str], day: date, now: datetime, zone: ZoneInfo) -> bool:
    """Whether one of these times of day has just come. Zone: household's."""
    return any(is_due(wall(day, time, zone), now) for time in times)
