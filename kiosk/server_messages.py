"""Messages of the server to the kiosk: the household's status and the settings of the wall."""

from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any, Self
from zoneinfo import ZoneInfo

ROTATIONS = (0, 90, 180, 270)


@dataclass(frozen=True, kw_only=True)
class HouseholdStatus:
    """`claimed`, `timezone` and `language` are None until the server has sent them. `language` is a tag, or `auto`."""

    claimed: bool | None = None
    claim: dict[str, Any] | None = None
    timezone: str | None = None
    language: str | None = None

    @classmethod
    def parse(cls, message: dict[str, Any]) -> Self:
        """Parse a message; a field of another type counts as missing."""
        claim, timezone, language = message.get("claim"), message.get("timezone"), message.get("language")
        return cls(
            claimed=bool(message.get("claimed")),
            claim=claim if isinstance(claim, dict) else None,
            timezone=timezone if isinstance(timezone, str) else None,
            language=language if isinstance(language, str) else None,
        )

    def local_time(self, now: datetime) -> datetime:
        """Convert an instant to the household's zone; to the machine's zone while the household's is unknown."""
        zone: tzinfo | None = None
        try:
            zone = ZoneInfo(self.timezone) if self.timezone else None
        except (OSError, ValueError, KeyError):
            # The time zone database of this machine does not have the zone.
            zone = None
        return now.astimezone(zone)


@dataclass(frozen=True, kw_only=True)
class WallSettings:
    """Times are minutes since the household's midnight; brightness is in percent, rotation in degrees clockwise."""

    sleep_from: int | None = None
    sleep_until: int | None = None
    idle_minutes: int | None = None
    rotation: int = 0
    brightness: int = 100
    night_brightness: int = 40
    recycle_at: int = 3 * 60 + 30

    @classmethod
    def parse(cls, message: dict[str, Any]) -> Self:
        """Parse the server's settings. A field that is missing or invalid gets its default."""
        rotation, idle = message.get("rotation"), message.get("idleMinutes")
        recycle_at = _minute_of_day(message.get("recycleAt"))
        return cls(
            sleep_from=_minute_of_day(message.get("sleepFrom")),
            sleep_until=_minute_of_day(message.get("sleepUntil")),
            idle_minutes=idle if isinstance(idle, int) and idle > 0 else None,
            rotation=rotation if rotation in ROTATIONS else cls.rotation,
            brightness=_percent(message.get("brightness"), cls.brightness),
            night_brightness=_percent(message.get("nightBrightness"), cls.night_brightness),
            recycle_at=cls.recycle_at if recycle_at is None else recycle_at,
        )


def _minute_of_day(text: Any) -> int | None:
    """Parse HH:MM; None when it is not a time."""
    try:
        time = datetime.strptime(text, "%H:%M")  # noqa: DTZ007  a time of day has no zone
    except (TypeError, ValueError):
        return None
    return time.hour * 60 + time.minute


def _percent(value: Any, default: int) -> int:
    return value if isinstance(value, int) and 1 <= value <= 100 else default
