"""Every SQL statement about pairings."""

from datetime import datetime

from appliance.access.pairing.models import Pairing
from appliance.kernel.database.transactions import Reader, Tx

SELECT = "SELECT id, token, expires_at, key_id, sealed_key AS encrypted_key FROM pairings"


def pairing(db: Reader, pairing_id: str) -> Pairing | None:
    """A pairing that has not expired."""
    return db.maybe(Pairing, f"{SELECT} WHERE id = ? AND expires_at > ?", pairing_id, db.now)


def pending_behind(db: Reader, code: str) -> Pairing | None:
    """The pairing that shows this code and waits for an admin."""
    return db.maybe(Pairing, f"{SELECT} WHERE code = ? AND key_id IS NULL AND expires_at > ?", code, db.now)


def is_code_taken(db: Reader, code: str) -> bool:
    """True while a device shows this code."""
    return db.value("SELECT 1 FROM pairings WHERE code = ?", code) is not None


def pending(db: Reader) -> list[str]:
    """The address of every device that waits for an admin."""
    return db.all(str, "SELECT address FROM pairings WHERE key_id IS NULL AND expires_at > ?", db.now)


def expired(db: Reader) -> list[Pairing]:
    """The pairings whose time is over."""
    return db.all(Pairing, f"{SELECT} WHERE expires_at <= ?", db.now)


def put(tx: Tx, pairing_id: str, code: str, token: str, address: str, expires_at: datetime) -> None:
    """Store a new pairing."""
    tx.run(
        "INSERT INTO pairings (id, code, token, address, expires_at) VALUES (?, ?, ?, ?, ?)",
        pairing_id,
        code,
        token,
        address,
        expires_at,
    )


def approve(tx: Tx, pairing_id: str, key_id: str, encrypted_key: str) -> None:
    """Let a key wait for its device."""
    tx.run("UPDATE pairings SET key_id = ?, sealed_key = ? WHERE id = ?", key_id, encrypted_key, pairing_id)


def remove(tx: Tx, pairing_id: str) -> None:
    """Forget a pairing."""
    tx.run("DELETE FROM pairings WHERE id = ?", pairing_id)
