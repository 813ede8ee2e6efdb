"""Every SQL statement about pairings."""

from datetime import datetime

from appliance.access.pairing.models import DeviceKind, Pairing, RequestPairing, WaitingDevice
from appliance.kernel.database.transactions import Reader, Tx

PAIRING = "SELECT id, token, expires_at, key_id, encrypted_key, kind, approved_kind, member_id FROM pairings"


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


def waiting(db: Reader) -> list[WaitingDevice]:
    """Every device that waits for approval, oldest first."""
    return db.all(
        WaitingDevice,
        "SELECT code, kind, device AS device_name, address, expires_at FROM pairings"
        " WHERE key_id IS NULL AND expires_at > ? ORDER BY expires_at, rowid",
        db.now,
    )


def expired(db: Reader) -> list[Pairing]:
    """The pairings that have expired."""
    return db.all(Pairing, f"{PAIRING} WHERE expires_at <= ?", db.now)


def put(
    tx: Tx,
    *,
    id: str,
    code: str,
    token: str,
    address: str,
    expires_at: datetime,
    request: RequestPairing,
) -> None:
    """Store a new pairing."""
    tx.run(
        "INSERT INTO pairings (id, code, token, address, expires_at, kind, device)"
        " VALUES (:id, :code, :token, :address, :expires_at, :kind, :device)",
        id=id,
        code=code,
        token=token,
        address=address,
        expires_at=expires_at,
        kind=request.kind,
        device=request.device_name.strip(),
    )


def approve(
    tx: Tx, pairing_id: str, *, key_id: str, encrypted_key: str, kind: DeviceKind | None, member_id: str | None
) -> None:
    """Store the key that waits for the device."""
    tx.run(
        "UPDATE pairings SET key_id = :key_id, encrypted_key = :encrypted_key, approved_kind = :kind,"
        " member_id = :member_id WHERE id = :id",
        id=pairing_id,
        key_id=key_id,
        encrypted_key=encrypted_key,
        kind=kind,
        member_id=member_id,
    )


def remove(tx: Tx, pairing_id: str) -> None:
    """Delete a pairing."""
    tx.run("DELETE FROM pairings WHERE id = ?", pairing_id)
