"""Checks whether the server answers."""

import asyncio
import urllib.request

TIMEOUT_SECONDS = 2


async def health_problem(url: str) -> str | None:
    """Return why the server is not ready, or None when it is."""
    return await asyncio.to_thread(_health_problem, url)


def _health_problem(url: str) -> str | None:
    # The environment may name a proxy for the internet. The wall's own server must be reached directly.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{url}/api/health", timeout=TIMEOUT_SECONDS):
            return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        return str(getattr(reason, "strerror", None) or reason)
