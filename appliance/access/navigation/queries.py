"""Every SQL statement about navigation keys."""

from datetime import datetime

from appliance.access.navigation.models import Taken
from appliance.kernel.database.transactions import Tx


def put(tx: Tx, digest: str, key_id: str | None, expires_at: datetime) -> None:
    """Store a navigation key, and forget those whose time is over."""
    tx.run("DELETE FROM navigation_keys WHERE expires_at <= ?", tx.now)
    tx.run("INSERT INTO navigation_keys (digest, key_id, expires_at) VALUES (?, ?, ?)", digest, key_id, expires_at)


def take(tx: Tx, digest: str) -> Taken | None:
    """Use a navigation key up; None when there is none, or its minute is over."""
    return tx.maybe(
        Taken, "DELETE FROM navigation_keys WHERE digest = ? AND expires_at > ? RETURNING key_id", digest, tx.now
    )
