"""When the screen is on and how bright, when the browser restarts, and when a page is abandoned. Pure functions."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from kiosk.server_messages import WallSettings

# During the hours of sleep a touch switches the screen on for this long.
NIGHT_SECONDS = 120
# The browser is restarted only when nobody has touched the wall for this long.
UNATTENDED_SECONDS = 180
# At this multiple of the memory limit the browser is restarted at once: otherwise the machine runs out of memory.
HARD_LIMIT_FACTOR = 1.25
# A nightly restart that somebody's presence delays may still happen within this time.
RECYCLE_WINDOW_HOURS = 3


@dataclass(frozen=True, kw_only=True)
class WantedScreen:
    """The wanted power and brightness (in percent) of the screen."""

    on: bool = True
    brightness: int = 100


def is_sleep_time(settings: WallSettings, minute: int) -> bool:
    """Whether the wall sleeps at this minute of the day. The hours of sleep may cross midnight."""
    begin, end = settings.sleep_from, settings.sleep_until
    if begin is None or end is None or begin == end:
        return False
    return begin <= minute < end if begin < end else minute >= begin or minute < end


def wanted_screen(
    settings: WallSettings, *, minute: int, idle_seconds: float, light: str | None, switched_off: bool
) -> WantedScreen:
    """`light` is the light mode that the page reports; `switched_off`: a parent switched the screen off."""
    sleeping = is_sleep_time(settings, minute)
    off = (
        switched_off
        or (sleeping and idle_seconds >= NIGHT_SECONDS)
        or (settings.idle_minutes is not None and idle_seconds >= settings.idle_minutes * 60)
    )
    dimmed = sleeping or light == "night"
    return WantedScreen(on=not off, brightness=settings.night_brightness if dimmed else settings.brightness)


def needs_memory_restart(used: int | None, limit: int, idle_seconds: float) -> bool:
    """Whether the browser, which uses `used` of `limit` bytes, must restart now."""
    if used is None or used <= limit:
        return False
    return idle_seconds >= UNATTENDED_SECONDS or used > limit * HARD_LIMIT_FACTOR


def needs_nightly_restart(recycle_at: int, now: datetime, browser_since: datetime, idle_seconds: float) -> bool:
    """Whether the nightly restart is due. `recycle_at` is a minute of the day; `now` is in the household's zone."""
    planned = now.replace(hour=recycle_at // 60, minute=recycle_at % 60, second=0, microsecond=0)
    if planned > now:
        planned -= timedelta(days=1)
    is_in_window = now - planned < timedelta(hours=RECYCLE_WINDOW_HOURS)
    return browser_since < planned and is_in_window and idle_seconds >= UNATTENDED_SECONDS


def is_page_abandoned(idle_seconds: float, limit: float) -> bool:
    """Whether nobody uses an external page any more. `idle_seconds` starts again with each touch and each key."""
    return idle_seconds >= limit
