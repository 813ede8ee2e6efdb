"""The kiosk's status, and the report of it that the server gets."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from kiosk import machine


def utc_now() -> datetime:
    """The current time in UTC."""
    return datetime.now(UTC)


def format_instant(moment: datetime | None) -> str | None:
    """Format an instant as the API does: 2026-11-20T15:24:00.000Z."""
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(kw_only=True)
class Status:
    """`page` is ok, starting, silent or restarting; `browser_memory` is in bytes."""

    kiosk_since: datetime = field(default_factory=utc_now)
    page: str = "starting"
    heartbeat: datetime | None = None
    browser_since: datetime | None = None
    browser_memory: int | None = None
    restarts: int = 0
    last_restart: dict[str, Any] | None = None
    wifi: dict[str, Any] | None = None

    def record_restart(self, reason: str, at: datetime) -> None:
        """Count a restart of the browser and keep its reason."""
        self.restarts += 1
        self.last_restart = {"at": format_instant(at), "why": reason}

    def report(self, screen: dict[str, Any]) -> dict[str, Any]:
        """The report message for the server."""
        return {
            "type": "report",
            "heartbeat": format_instant(self.heartbeat),
            "page": self.page,
            "restarts": {"count": self.restarts, "last": self.last_restart},
            "chromiumSince": format_instant(self.browser_since),
            "kioskSince": format_instant(self.kiosk_since),
            "uptimeSeconds": machine.uptime(),
            "temperature": machine.temperature(),
            "memory": {**machine.memory(), "wall": self.browser_memory},
            "screen": screen,
            "wifi": self.wifi,
        }
