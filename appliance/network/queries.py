"""Every SQL statement about authorities and about where devices stand."""

from datetime import datetime

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import instant
from appliance.network.models import Authority, ConnectionKind, Device


def authority(db: Reader, hostname: str, until: datetime) -> Authority | None:
    """The oldest authority for a hostname that lasts until then."""
    return db.maybe(
        Authority,
        "SELECT fingerprint, certificate, encrypted_key, ends_at FROM authorities"
        " WHERE hostname = ? AND ends_at > ? ORDER BY rowid LIMIT 1",
        hostname,
        until,
    )


def put_authority(tx: Tx, hostname: str, made: Authority) -> None:
    """Store a new authority."""
    tx.run(
        "INSERT INTO authorities (fingerprint, hostname, certificate, encrypted_key, made_at, ends_at)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        made.fingerprint,
        hostname,
        made.certificate,
        made.encrypted_key,
        tx.now,
        made.ends_at,
    )


def remove_authority(tx: Tx, fingerprint: str) -> None:
    """Forget an authority."""
    tx.run("DELETE FROM authorities WHERE fingerprint = ?", fingerprint)


def remove_authorities(tx: Tx) -> int:
    """Delete every authority; the number of deleted ones."""
    return tx.run("DELETE FROM authorities")


def devices(db: Reader) -> list[Device]:
    """Every device that said where it stands and whose key is still good, oldest key first."""
    return db.all(
        Device,
        "SELECT keys.id AS key_id, keys.name, keys.scope, connection_kind, seen_at"
        " FROM device_connections JOIN keys ON keys.id = key_id"
        " WHERE keys.kind <> 'oauth' AND (expires_at IS NULL OR expires_at > ?) ORDER BY created_at, keys.rowid",
        db.now,
    )


def connection_kind(db: Reader, key_id: str) -> int | None:
    """The rung a device last stood on."""
    return db.maybe(int, "SELECT connection_kind FROM device_connections WHERE key_id = ?", key_id)


def put_standing(tx: Tx, key_id: str, connection_kind: ConnectionKind) -> None:
    """Store where a device stands, if its key is still there."""
    tx.run(
        "INSERT INTO device_connections (key_id, connection_kind, seen_at) SELECT id, ?, ? FROM keys WHERE id = ?"
        " ON CONFLICT DO UPDATE SET connection_kind = excluded.connection_kind, seen_at = excluded.seen_at",
        connection_kind,
        instant(tx.now),
        key_id,
    )
