"""Every SQL statement about certificate authorities and the connections of devices."""

from datetime import datetime

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.network.models import Authority, ConnectionKind, Device


def authority(db: Reader, hostname: str, until: datetime) -> Authority | None:
    """The oldest authority for a hostname that is valid until then."""
    return db.maybe(
        Authority,
        "SELECT fingerprint, certificate, encrypted_key, ends_at FROM authorities"
        " WHERE hostname = ? AND ends_at > ? ORDER BY rowid LIMIT 1",
        hostname,
        until,
    )


def put_authority(tx: Tx, hostname: str, made: Authority) -> None:
    """Store a new authority."""
    tx.put("authorities", asdict(made) | {"hostname": hostname, "made_at": tx.now}, key="fingerprint")


def remove_authority(tx: Tx, fingerprint: str) -> None:
    """Delete an authority."""
    tx.run("DELETE FROM authorities WHERE fingerprint = ?", fingerprint)


def remove_authorities(tx: Tx) -> int:
    """Delete every authority; the number of deleted ones."""
    return tx.run("DELETE FROM authorities")


def devices(db: Reader) -> list[Device]:
    """Every device that has reported its connection and whose key is valid, oldest key first."""
    return db.all(
        Device,
        "SELECT keys.id AS key_id, keys.name, keys.scope, connection_kind, seen_at"
        " FROM device_connections JOIN keys ON keys.id = key_id"
        " WHERE keys.kind <> 'oauth' AND (expires_at IS NULL OR expires_at > ?) ORDER BY created_at, keys.rowid",
        db.now,
    )


def connection_kind(db: Reader, key_id: str) -> int | None:
    """How a device was connected last."""
    return db.maybe(int, "SELECT connection_kind FROM device_connections WHERE key_id = ?", key_id)


def put_connection(tx: Tx, key_id: str, connection_kind: ConnectionKind) -> None:
    """Store how a device is connected, if its key still exists."""
    tx.run(
        "INSERT INTO device_connections (key_id, connection_kind, seen_at) SELECT id, ?, ? FROM keys WHERE id = ?"
        " ON CONFLICT DO UPDATE SET connection_kind = excluded.connection_kind, seen_at = excluded.seen_at",
        connection_kind,
        tx.now,
        key_id,
    )
