"""How long a pairing lasts, and how many may wait. (contract §23)"""

from datetime import timedelta

LIFETIME = timedelta(minutes=10)
MOST_PENDING = 20
MOST_PENDING_AT_ONE_ADDRESS = 5


def is_full(pending: int, pending_here: int) -> bool:
    """True when no further device may ask, here or anywhere."""
    return pending >= MOST_PENDING or pending_here >= MOST_PENDING_AT_ONE_ADDRESS
