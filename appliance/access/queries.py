"""Every SQL statement about keys, the setup code and counted attempts."""

from datetime import datetime

from appliance.access.models import Key, StoredKey
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import instant


def key_behind(db: Reader, digest: str) -> StoredKey | None:
    """The key with this SHA-256, unless it has expired."""
    return db.maybe(
        StoredKey,
        "SELECT id, name, scope, kind, expires_at, last_used_at FROM keys"
        " WHERE digest = ? AND (expires_at IS NULL OR expires_at > ?)",
        digest,
        instant(db.now),
    )


def key_by_id(db: Reader, key_id: str) -> StoredKey | None:
    """A key, unless it has expired."""
    return db.maybe(
        StoredKey,
        "SELECT id, name, scope, kind, expires_at, last_used_at FROM keys"
        " WHERE id = ? AND (expires_at IS NULL OR expires_at > ?)",
        key_id,
        instant(db.now),
    )


def keys(db: Reader) -> list[Key]:
    """Every key that has not expired, oldest first."""
    return db.all(
        Key,
        "SELECT id, name, scope, created_at, last_used_at FROM keys"
        " WHERE expires_at IS NULL OR expires_at > ? ORDER BY created_at, rowid",
        instant(db.now),
    )


def any_key(db: Reader) -> bool:
    """True once a key was made."""
    return db.value("SELECT 1 FROM keys LIMIT 1") is not None


def put_key(
    tx: Tx,
    key_id: str,
    name: str,
    scope: str,
    kind: str,
    digest: str,
    prefix: str,
    expires_at: datetime | None,
    passkey_id: str | None,
    grant_id: str | None,
) -> None:
    """Store a new key."""
    tx.run(
        "INSERT INTO keys (id, name, scope, kind, digest, prefix, created_at, expires_at, passkey_id, grant_id)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        key_id,
        name,
        scope,
        kind,
        digest,
        prefix,
        tx.now,
        expires_at,
        passkey_id,
        grant_id,
    )


def keep_key(tx: Tx, key_id: str) -> None:
    """Let a key that would have expired last until it is revoked."""
    tx.run("UPDATE keys SET expires_at = NULL WHERE id = ?", key_id)


def mark_used(tx: Tx, key_id: str) -> None:
    """Note that a key was used now."""
    tx.run("UPDATE keys SET last_used_at = ? WHERE id = ?", tx.now, key_id)


def remove_key(tx: Tx, key_id: str) -> bool:
    """Forget a key; False when there was none."""
    return tx.run("DELETE FROM keys WHERE id = ?", key_id) > 0


def remove_session(tx: Tx, key_id: str) -> bool:
    """Forget a session; False when the key is none."""
    return tx.run("DELETE FROM keys WHERE id = ? AND kind = 'session'", key_id) > 0


def remove_ended_keys(tx: Tx) -> None:
    """Forget the sessions and the apps' tokens that have ended by themselves."""
    tx.run("DELETE FROM keys WHERE kind IN ('session', 'oauth') AND expires_at <= ?", tx.now)


def setup_code(db: Reader) -> str | None:
    """The SHA-256 of the current setup code."""
    code = db.value("SELECT digest FROM setup_code")
    return None if code is None else str(code)


def is_demo(db: Reader) -> bool:
    """True while the household was filled by a program and waits for its owner."""
    return bool(db.value("SELECT demo FROM setup_code"))


def put_setup_code(tx: Tx, digest: str, demo: bool) -> None:
    """Replace the setup code."""
    tx.run("INSERT OR REPLACE INTO setup_code (id, digest, demo) VALUES (1, ?, ?)", digest, demo)


def remove_setup_code(tx: Tx) -> None:
    """Forget the setup code: it has done its work."""
    tx.run("DELETE FROM setup_code")


def attempts(db: Reader, name: str, since: str) -> int:
    """How many attempts the window that is still open has counted."""
    return int(db.value("SELECT count FROM attempts WHERE name = ? AND started_at > ?", name, since) or 0)


def count_attempt(tx: Tx, name: str, since: str) -> None:
    """Count one attempt, in a new window when the old one began before `since`."""
    tx.run(
        "INSERT INTO attempts (name, started_at, count) VALUES (?1, ?2, 1) ON CONFLICT (name) DO UPDATE SET"
        " count = CASE WHEN started_at > ?3 THEN count + 1 ELSE 1 END,"
        " started_at = CASE WHEN started_at > ?3 THEN started_at ELSE ?2 END",
        name,
        tx.now,
        since,
    )


def prune_attempts(tx: Tx, before: datetime) -> None:
    """Forget windows that began before an instant, or in a future that a wrong clock has shown."""
    tx.run("DELETE FROM attempts WHERE started_at <= ? OR started_at > ?", before, tx.now)


def forget_attempts(tx: Tx, name: str) -> None:
    """Open a fresh window."""
    tx.run("DELETE FROM attempts WHERE name = ?", name)
