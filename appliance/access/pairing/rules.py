"""How long a pairing lasts, how many devices may wait, and which key a device gets. (contract §23)"""

from datetime import timedelta

from appliance.access.models import Scope
from appliance.access.pairing.models import DeviceKind

LIFETIME = timedelta(minutes=10)
MAX_PENDING = 20
MAX_PENDING_PER_ADDRESS = 5


def is_full(pending: int, pending_at_address: int) -> bool:
    """True when no further device may begin a pairing: too many wait, overall or at one address."""
    return pending >= MAX_PENDING or pending_at_address >= MAX_PENDING_PER_ADDRESS


def scope(kind: DeviceKind | None) -> Scope:
    """Only a parent's device gets an admin key; without a kind it is a family screen."""
    return "admin" if kind == "parent" else "display"
