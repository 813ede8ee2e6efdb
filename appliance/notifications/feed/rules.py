"""Checks of a message, how long entries are kept, and the instant of an entry."""

from datetime import datetime, timedelta

from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import instant, moment

# contract: Notification feed 5
KEPT = timedelta(days=90)
# More than a hundred a day; when there are more, the oldest are deleted.
MAX_ENTRIES = 10_000
MILLISECOND = timedelta(milliseconds=1)


def check_url(url: str | None) -> None:
    """Raises BadRequest unless the link is empty, a path of this server, or a web address."""
    if url and not url.startswith(("/", "http://", "https://")):
        raise BadRequest("must begin with /, http:// or https://", at="url")


def at(now: datetime, latest: str | None) -> str:
    """The instant of an entry: now, or one millisecond after the entry that has this instant.

    `latest` is the last entry of this second. Pages are cut by instant, so no two entries may share one.
    """
    return instant(now) if latest is None else instant(max(now, moment(latest) + MILLISECOND))


def forgotten_before(now: datetime) -> str:
    """Entries before this instant are deleted."""
    return instant(now - KEPT)
