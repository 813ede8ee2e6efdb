"""What a message may be, how long the feed remembers, and which instant an entry gets."""

from datetime import datetime, timedelta

from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import instant, moment

# spec: Notification feed 5
KEPT = timedelta(days=90)
MILLISECOND = timedelta(milliseconds=1)


def check_url(url: str | None) -> None:
    """Raises Invalid unless a tap leads to a page of the house or of the web, or nowhere."""
    if url and not url.startswith(("/", "http://", "https://")):
        raise BadRequest("must begin with /, http:// or https://", at="url")


def at(now: datetime, latest: str | None) -> str:
    """When an entry is kept as told: now, or just after one that has that instant already.

    `latest` is the last entry of this second. Pages are cut by instant, so no two entries may share one.
    """
    return instant(now) if latest is None else instant(max(now, moment(latest) + MILLISECOND))


def forgotten_before(now: datetime) -> str:
    """Entries from before this instant go."""
    return instant(now - KEPT)
