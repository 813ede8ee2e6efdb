"""The configuration of the kiosk."""

from dataclasses import dataclass
from pathlib import Path

WALL_PAGE = "/?wall=1#/calendar"
MEGABYTE = 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class KioskConfig:
    """`url` is the server's address without a slash at its end; `chromium` is the path of the browser's program."""

    url: str
    profile_dir: Path
    chromium: str
    chromium_flags: tuple[str, ...] = ()
    cache_dir: Path | None = None
    memory_limit_bytes: int = 700 * MEGABYTE
    retry_seconds: float = 1.0
    heartbeat_seconds: float = 5.0
    heartbeat_timeout_seconds: float = 3.0
    max_missed_heartbeats: int = 3
    report_seconds: float = 10.0
    external_page_idle_seconds: float = 120.0

    @property
    def page_url(self) -> str:
        """The address of the wall's page."""
        return self.url + WALL_PAGE
