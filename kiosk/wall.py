"""What is shown, and with how much patience."""

import asyncio
import urllib.request
from dataclasses import dataclass
from pathlib import Path

WALL_PAGE = "/?wall=1#/calendar"
MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Wall:
    """What is shown, with which Chromium, and how patiently. All times are seconds, `memory` are bytes."""

    url: str
    profile: Path
    program: str
    flags: tuple[str, ...] = ()
    cache: Path | None = None
    memory: int = 700 * MEGABYTE
    patience: float = 1.0
    beat: float = 5.0
    answer_within: float = 3.0
    misses: int = 3
    report: float = 10.0

    @property
    def page(self) -> str:
        return self.url + WALL_PAGE


async def unwell(url: str) -> str | None:
    """Why the server cannot serve yet, or None when it can."""
    return await asyncio.to_thread(_unwell, url)


def _unwell(url: str) -> str | None:
    # A proxy that the environment names is for the world outside, not for the wall's own server.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{url}/api/health", timeout=2):
            return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        return str(getattr(reason, "strerror", None) or reason)
