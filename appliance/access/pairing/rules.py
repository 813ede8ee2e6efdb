"""How long a pairing lasts, and how many devices may wait. (contract §23)"""

from datetime import timedelta

LIFETIME = timedelta(minutes=10)
MAX_PENDING = 20
MAX_PENDING_PER_ADDRESS = 5


def is_full(pending: int, pending_at_address: int) -> bool:
    """True when no further device may begin a pairing: too many wait, overall or at one address."""
    return pending >= MAX_PENDING or pending_at_address >= MAX_PENDING_PER_ADDRESS
