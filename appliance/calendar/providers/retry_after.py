"""How long a source that was asked too often wants to be left alone. (RFC 9110 §10.2.3)"""

from collections.abc import Mapping
from email.utils import parsedate_to_datetime

LONGEST_REST = 86_400.0


def rest(headers: Mapping[str, str]) -> float:
    """How many seconds of rest an answer asks for, at most a day; 0 when it says nothing that can be read."""
    requested = headers.get("retry-after", "").strip()
    if requested.isascii() and requested.isdigit():
        return min(float(requested[:9]), LONGEST_REST)
    try:
        # By the server's own clock, which may stand wrong.
        seconds = (parsedate_to_datetime(requested) - parsedate_to_datetime(headers["date"])).total_seconds()
    except (KeyError, TypeError, ValueError):
        return 0.0
    return min(max(seconds, 0.0), LONGEST_REST)
