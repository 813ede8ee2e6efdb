"""When something is told, and when it is too late to tell it."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

# A tick that was missed is made up for within this time; what is older is not told any more. (spec: Web Push 3)
LATE = timedelta(minutes=10)
# What was told is remembered for longer than anything could be told again.
REMEMBERED = timedelta(days=3)


def is_due(at: datetime, now: datetime) -> bool:
    """Whether something meant for an instant is told now."""
    return now - LATE < at <= now


def wall(day: date, time_of_day: str, zone: ZoneInfo) -> datetime:
    """The instant at which the household's clocks show a time on a day.

    The first one where they show it twice; where they leap over it, as long after midnight as on other days.
    """
    return datetime.combine(day, time.fromisoformat(time_of_day), zone).astimezone(UTC)
