"""When a notification is due, and when it is too late for it."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

# After a missed tick a notification is sent up to this much later, and not after that. (contract: Web Push 3)
LATE = timedelta(minutes=10)
# The log is kept for longer than any notification could be sent again.
REMEMBERED = timedelta(days=3)
# The oldest are deleted beyond this number, which is more than an hour of reminders can add.
MAX_ENTRIES = 250_000


def is_due(at: datetime, now: datetime) -> bool:
    """Whether a notification for an instant is sent now."""
    return now - LATE < at <= now


def wall(day: date, time_of_day: str, zone: ZoneInfo) -> datetime:
    """The instant of a local time on a day, in the household's zone.

    When the clock shows the time twice, the first; when it skips the time, the instant as long after midnight as usual.
    """
    return datetime.combine(day, time.fromisoformat(time_of_day), zone).astimezone(UTC)
