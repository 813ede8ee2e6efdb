"""Every SQL statement about navigation keys."""

from datetime import datetime

from appliance.access.navigation.models import TakenKey
from appliance.kernel.database.transactions import Tx


def put(tx: Tx, digest: str, key_id: str | None, expires_at: datetime) -> None:
    """Store a navigation key, and delete expired ones."""
    tx.run("DELETE FROM navigation_keys WHERE expires_at <= ?", tx.now)
    tx.run("INSERT INTO navigation_keys (digest, key_id, expires_at) VALUES (?, ?, ?)", digest, key_id, expires_at)


def remove_superfluous(tx: Tx, keep: int) -> None:
    """Delete all but the `keep` keys that expire last."""
    tx.run(
        "DELETE FROM navigation_keys WHERE digest IN"
        " (SELECT digest FROM navigation_keys ORDER BY expires_at DESC LIMIT -1 OFFSET ?)",
        keep,
    )


def take(tx: Tx, digest: str) -> TakenKey | None:
    """Delete a navigation key; None when there is none or it has expired."""
    return tx.maybe(
        TakenKey, "DELETE FROM navigation_keys WHERE digest = ? AND expires_at > ? RETURNING key_id", digest, tx.now
    )
