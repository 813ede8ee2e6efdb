"""Every SQL statement about pairings."""

from datetime import datetime

from appliance.access.pairing.models import Pairing
from appliance.kernel.database.transactions import Reader, Tx

PAIRING = "SELECT id, token, expires_at, key_id, encrypted_key FROM pairings"


def pairing(db: Reader, pairing_id: str) -> Pairing | None:
    """A pairing that has not expired."""
    return db.maybe(Pairing, f"{PAIRING} WHERE id = ? AND expires_at > ?", pairing_id, db.now)


def pending_by_code(db: Reader, code: str) -> Pairing | None:
    """The pairing with this code that waits for approval."""
    return db.maybe(Pairing, f"{PAIRING} WHERE code = ? AND key_id IS NULL AND expires_at > ?", code, db.now)


def is_code_taken(db: Reader, code: str) -> bool:
    """True while a device shows this code."""
    return db.value("SELECT 1 FROM pairings WHERE code = ?", code) is not None


def pending_addresses(db: Reader) -> list[str]:
    """The address of every device that waits for approval."""
    return db.all(str, "SELECT address FROM pairings WHERE key_id IS NULL AND expires_at > ?", db.now)


def expired(db: Reader) -> list[Pairing]:
    """The pairings that have expired."""
    return db.all(Pairing, f"{PAIRING} WHERE expires_at <= ?", db.now)


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
    """Store the key that waits for the device."""
    tx.run("UPDATE pairings SET key_id = ?, encrypted_key = ? WHERE id = ?", key_id, encrypted_key, pairing_id)


def remove(tx: Tx, pairing_id: str) -> None:
    """Delete a pairing."""
    tx.run("DELETE FROM pairings WHERE id = ?", pairing_id)
