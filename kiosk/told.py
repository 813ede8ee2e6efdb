"""What the server has told this wall: about the house, and how a parent wants the screen to be."""

from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any, Self
from zoneinfo import ZoneInfo

ROTATIONS = (0, 90, 180, 270)


@dataclass(frozen=True)
class House:
    """`claimed` and `zone` are None until the server has said so."""

    claimed: bool | None = None
    claim: dict[str, Any] | None = None
    zone: str | None = None

    @classmethod
    def of(cls, message: dict[str, Any]) -> Self:
        claim, zone = message.get("claim"), message.get("timezone")
        return cls(
            bool(message.get("claimed")),
            claim if isinstance(claim, dict) else None,
            zone if isinstance(zone, str) else None,
        )

    def local(self, now: datetime) -> datetime:
        """An instant by the clock of the household; by that of this machine while the household's is not known."""
        zone: tzinfo | None = None
        try:
            zone = ZoneInfo(self.zone) if self.zone else None
        except (OSError, ValueError, KeyError):
            # A zone that this machine does not know.
            zone = None
        return now.astimezone(zone)


@dataclass(frozen=True)
class Settings:
    """Times are minutes since the household's midnight; brightness is in percent, rotation in degrees clockwise."""

    sleep_from: int | None = None
    sleep_until: int | None = None
    idle_minutes: int | None = None
    rotation: int = 0
    brightness: int = 100
    night_brightness: int = 40
    recycle_at: int = 3 * 60 + 30

    @classmethod
    def of(cls, message: dict[str, Any]) -> Self:
        """What the message says. What it does not say, or says in a way nobody understands, is as it is without it."""
        rotation, idle, recycle = (message.get(name) for name in ("rotation", "idleMinutes", "recycleAt"))
        minutes = _minutes(recycle)
        return cls(
            _minutes(message.get("sleepFrom")),
            _minutes(message.get("sleepUntil")),
            idle if isinstance(idle, int) and idle > 0 else None,
            rotation if rotation in ROTATIONS else cls.rotation,
            _percent(message.get("brightness"), cls.brightness),
            _percent(message.get("nightBrightness"), cls.night_brightness),
            cls.recycle_at if minutes is None else minutes,
        )


def _minutes(text: Any) -> int | None:
    try:
        return (parsed := datetime.strptime(text, "%H:%M")).hour * 60 + parsed.minute  # noqa: DTZ007  a time of day
    except (TypeError, ValueError):
        return None


def _percent(value: Any, without: int) -> int:
    return value if isinstance(value, int) and 1 <= value <= 100 else without
