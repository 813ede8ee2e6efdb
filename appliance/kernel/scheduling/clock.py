"""The only place that reads the clock, and the texts in which time is stored."""

import ctypes
from datetime import UTC, date, datetime, timedelta
from functools import cache
from time import monotonic
from zoneinfo import ZoneInfo, available_timezones

# How long after its start a machine is given to ask the network for the time.
SETTLING = timedelta(minutes=10)
UNSYNCHRONISED = 5  # TIME_ERROR of adjtimex(2)
NOT_ASKED = -1  # a sandbox may forbid the question


class Clock:
    """The real clock. Tests hand `build` one that they turn themselves."""

    def now(self) -> datetime:
        """The current instant, aware, in UTC."""
        return datetime.now(UTC)

    def is_right(self) -> bool | None:
        """True once the network has set the clock, False while that may still come, None when nobody can say.

        A machine without a battery for its clock starts with the time at which it was switched off.
        """
        return is_clock_right(_state(), monotonic())


def is_clock_right(state: int, seconds_up: float) -> bool | None:
    """What `Clock.is_right` answers. `state` as adjtimex(2) gives it, `seconds_up` since the machine started."""
    if state == NOT_ASKED:
        return None
    if state != UNSYNCHRONISED:
        return True
    return False if seconds_up < SETTLING.total_seconds() else None


def _state() -> int:
    try:
        # An empty struct timex only asks.
        return int(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512)))
    except (AttributeError, OSError):
        return NOT_ASKED


def instant(moment: datetime) -> str:
    """An aware datetime as stored and sent: UTC, three millisecond digits, `Z`. (contract §1)"""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:23] + "Z"


def moment(text: str) -> datetime:
    """The aware UTC datetime behind a stored instant, an offset date-time or a plain date (UTC midnight).

    Raises ValueError when it is none of these.
    """
    parsed = datetime.fromisoformat(text)
    return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)


def local_date(now: datetime, zone: ZoneInfo) -> date:
    """The household's date at an instant."""
    return now.astimezone(zone).date()


def is_zone(name: str) -> bool:
    """True for a name of the IANA time zone database."""
    return name in _zone_names()


@cache
def _zone_names() -> frozenset[str]:
    # Every request that needs the household's date asks, and listing them walks through hundreds of files.
    return frozenset(available_timezones())
