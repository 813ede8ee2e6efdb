"""How the wall is: what is known while it runs, and the report that the server is given."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from kiosk import machine


def now() -> datetime:
    return datetime.now(UTC)


def instant(moment: datetime | None) -> str | None:
    """A moment as the house writes it: 2026-11-20T15:24:00.000Z."""
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass
class Status:
    """`page` is ok, starting, silent or restarting; `used` are bytes of the browser."""

    since: datetime = field(default_factory=now)
    page: str = "starting"
    heartbeat: datetime | None = None
    chromium_since: datetime | None = None
    used: int | None = None
    restarts: int = 0
    last: dict[str, Any] | None = None
    wifi: dict[str, Any] | None = None

    def restarted(self, why: str, at: datetime) -> None:
        self.restarts += 1
        self.last = {"at": instant(at), "why": why}

    def report(self, screen: dict[str, Any]) -> dict[str, Any]:
        """Everything, as of now."""
        return {
            "tell": "report",
            "heartbeat": instant(self.heartbeat),
            "page": self.page,
            "restarts": {"count": self.restarts, "last": self.last},
            "chromiumSince": instant(self.chromium_since),
            "kioskSince": instant(self.since),
            "uptimeSeconds": machine.uptime(),
            "temperature": machine.temperature(),
            "memory": {**machine.memory(), "wall": self.used},
            "screen": screen,
            "wifi": self.wifi,
        }
