"""Navigation keys: one-time keys that a browser carries in an address."""

import secrets
from datetime import timedelta

from appliance.access import queries, rules
from appliance.access.models import NavigationKey, StoredKey
from appliance.kernel.database.transactions import Tx
from appliance.kernel.encryption import digest
from appliance.kernel.scheduling.clock import instant

LIFETIME = timedelta(minutes=1)


def make(tx: Tx) -> NavigationKey:
    """Make a key that stands for the caller's key in one address, once, within a minute. Records no change."""
    key, expires_at = secrets.token_urlsafe(32), tx.now + LIFETIME
    queries.put_navigation_key(tx, digest(key), tx.caller.key_id, expires_at)
    queries.remove_superfluous_navigation_keys(tx, rules.MAX_NAVIGATION_KEYS)
    return NavigationKey(key=key, expires_at=instant(expires_at))


def take(tx: Tx, key_digest: str) -> StoredKey | None:
    """Use a navigation key up; the key that it stands for, or None when it is not valid."""
    taken = queries.take_navigation_key(tx, key_digest)
    if taken is None:
        return None
    return rules.ADMIN_API_KEY if taken.key_id is None else queries.key_by_id(tx, taken.key_id)
