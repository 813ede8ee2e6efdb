"""The only place that reads the clock, and how instants are stored."""

import ctypes
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from time import monotonic, time
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

# How long after its start a machine may take to get the time from the network.
SETTLING = timedelta(minutes=10)
DAY = timedelta(days=1)
UNSYNCHRONISED = 5  # TIME_ERROR of adjtimex(2)
UNAVAILABLE = -1  # a sandbox may forbid the call
RTC_FOLDER = Path("/sys/class/rtc")
HARDWARE_CLOCK_TOLERANCE_SECONDS = 120
OLDEST_PLAUSIBLE = 1_735_689_600  # 2025-01-01, before this program was written
# Listed with the zones, but no place's: what the machine is set to, and that nothing is set. Browsers know neither.
NO_ZONES = {"localtime", "Factory"}


class Clock:
    """The system's clock. Tests pass one of their own to `build`."""

    def now(self) -> datetime:
        """The current instant, aware, in UTC."""
        return datetime.now(UTC)

    def is_right(self) -> bool | None:
        """True when the clock was set by the network, False while that may still come, None when nobody can tell.

        A machine without a battery for its clock starts with the time at which it was switched off.
        """
        return is_clock_right(_synchronisation(), monotonic(), has_hardware_clock(RTC_FOLDER, time()))


def is_clock_right(state: int, seconds_up: float, has_hardware_clock: bool) -> bool | None:
    """What `Clock.is_right` answers.

    `state` is the result of adjtimex(2). `seconds_up` counts from the start of the machine. A clock that the system has
    set from a hardware clock need not wait for the network.
    """
    if state == UNAVAILABLE:
        return None
    if state != UNSYNCHRONISED:
        return True
    return None if has_hardware_clock or seconds_up >= SETTLING.total_seconds() else False


def _synchronisation() -> int:
    try:
        # An empty struct timex only reads.
        return int(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512)))
    except (AttributeError, OSError):
        return UNAVAILABLE


def has_hardware_clock(folder: Path, now: float) -> bool:
    """Whether a hardware clock agrees with the system's time, in seconds since 1970.

    One without a battery starts at its epoch after a power cut, and disagrees or is before this program was written.
    """
    for file in sorted(folder.glob("rtc*/since_epoch")):
        with suppress(OSError, ValueError):
            seconds = int(file.read_text())
            if seconds > OLDEST_PLAUSIBLE and abs(seconds - now) < HARDWARE_CLOCK_TOLERANCE_SECONDS:
                return True
    return False


def instant(moment: datetime) -> str:
    """An aware datetime as stored and sent: UTC, three millisecond digits, `Z`. (contract §1)"""
    utc = moment.astimezone(UTC)
    # `isoformat` and an f-string take nearly twice as long, and a daily series has fifteen hundred of these.
    return "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ" % (  # noqa: UP031
        *(utc.year, utc.month, utc.day, utc.hour, utc.minute, utc.second),
        utc.microsecond // 1000,
    )


def moment(text: str) -> datetime:
    """The aware UTC datetime of a stored instant, a date-time with an offset, or a date (UTC midnight).

    Raises ValueError when it is none of these.
    """
    parsed = datetime.fromisoformat(text)
    return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)


def local_date(now: datetime, zone: ZoneInfo) -> date:
    """The household's date at an instant."""
    return now.astimezone(zone).date()


def household_day(now: datetime, zone: ZoneInfo, starts_at: int) -> date:
    """The household's date at an instant, or before the hour at which its day begins the date before."""
    local = now.astimezone(zone)
    return local.date() - DAY if local.hour < starts_at else local.date()


def same_time(moment: datetime, old: ZoneInfo, new: ZoneInfo) -> datetime:
    """The moment in UTC when the clocks of a new zone show what those of the old one show at a moment.

    A time that they skip moves forward by the gap, of one that comes twice the first counts. Raises OverflowError.
    """
    return moment.astimezone(old).replace(tzinfo=new, fold=0).astimezone(UTC)


def is_zone(name: str) -> bool:
    """True for a name of the IANA time zone database."""
    return name in _zone_names()


def zone_or(name: str | None, other: ZoneInfo) -> ZoneInfo:
    """The zone of a trusted name, or the other one where this machine does not know it. Nothing is listed."""
    try:
        return ZoneInfo(name) if name else other
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return other


@cache
def _zone_names() -> frozenset[str]:
    # Listing the zones reads hundreds of files.
    return frozenset(available_timezones() - NO_ZONES)
