"""When the screen is lit and how brightly, and when the browser is started anew. Nothing here asks a clock."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from kiosk.told import Settings

# So long a wall that was touched at night stays lit.
NIGHT_SECONDS = 120
# So long nobody has to have touched the wall before its page is taken away from under them.
ALONE_SECONDS = 180
# Beyond this share of what it may use, the browser is ended whoever looks on: the machine comes first.
FAR_BEYOND = 1.25
# What could not be done at the time for it, because somebody was there, is done so much later at most.
RECYCLE_HOURS = 3


@dataclass(frozen=True)
class Lit:
    """How the screen should be. Brightness is in percent."""

    on: bool = True
    brightness: int = 100


def asleep(settings: Settings, minutes: int) -> bool:
    """Whether the wall sleeps at `minutes` since midnight; a sleep may reach over midnight."""
    begin, end = settings.sleep_from, settings.sleep_until
    if begin is None or end is None or begin == end:
        return False
    return begin <= minutes < end if begin < end else minutes >= begin or minutes < end


def lit(settings: Settings, minutes: int, alone: float, light: str | None, sent_to_sleep: bool) -> Lit:
    """`alone`: seconds since somebody touched the wall; `light`: what the page says it gives."""
    sleeps = asleep(settings, minutes)
    on = not (
        sent_to_sleep
        or (sleeps and alone >= NIGHT_SECONDS)
        or (settings.idle_minutes is not None and alone >= settings.idle_minutes * 60)
    )
    return Lit(on, settings.night_brightness if sleeps or light == "night" else settings.brightness)


def overgrown(used: int | None, ceiling: int, alone: float) -> bool:
    """Whether the browser, which uses `used` of `ceiling` bytes, is to be started anew now."""
    if used is None or used <= ceiling:
        return False
    return alone >= ALONE_SECONDS or used > ceiling * FAR_BEYOND


def due(recycle_at: int, now: datetime, since: datetime, alone: float) -> bool:
    """Whether the nightly fresh start is due: `now` by the household's clock, `since` when the browser was started."""
    planned = now.replace(hour=recycle_at // 60, minute=recycle_at % 60, second=0, microsecond=0)
    if planned > now:
        planned -= timedelta(days=1)
    return since < planned and now - planned < timedelta(hours=RECYCLE_HOURS) and alone >= ALONE_SECONDS
