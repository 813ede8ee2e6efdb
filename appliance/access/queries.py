"""Every SQL statement about keys, the claim, attempt counters, navigation keys and recovery codes."""

from datetime import datetime

from msgspec.structs import asdict

from appliance.access.models import Key, Kind, RecoveryCodesLeft, StoredKey, TakenKey
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import instant, moment

# A permanent key that an app made is valid as long as the app can refresh its grant.
REFRESHABLE = "(SELECT max(expires_at) FROM refresh_tokens AS r WHERE r.grant_id = keys.grant_id AND used_at IS NULL)"
ENDS = (
    f"CASE WHEN kind = 'api' AND grant_id IS NOT NULL THEN min(coalesce(expires_at, '9'), coalesce({REFRESHABLE}, ''))"
    " ELSE expires_at END"
)
STORED_KEY = f"SELECT id, name, scope, kind, {ENDS} AS expires_at, last_used_at, grant_id FROM keys"


def key_by_digest(db: Reader, digest: str) -> StoredKey | None:
    """The key with this SHA-256, unless it has expired."""
    return _valid(db, db.maybe(StoredKey, f"{STORED_KEY} WHERE digest = ?", digest))


def key_by_id(db: Reader, key_id: str) -> StoredKey | None:
    """A key, unless it has expired."""
    return _valid(db, db.maybe(StoredKey, f"{STORED_KEY} WHERE id = ?", key_id))


def keys(db: Reader) -> list[Key]:
    """Every key that has not expired, oldest first."""
    return db.all(
        Key,
        f"SELECT id, name, scope, created_at, last_used_at FROM keys WHERE coalesce({ENDS}, '9') > ?"
        " ORDER BY created_at, rowid",
        db.now,
    )


def any_key(db: Reader) -> bool:
    """True when there is a key."""
    return db.value("SELECT 1 FROM keys LIMIT 1") is not None


def count_keys(db: Reader, kind: Kind) -> int:
    """The number of keys of a kind, expired ones included."""
    return int(db.value("SELECT count(*) FROM keys WHERE kind = ?", kind))


def grant_of_key(db: Reader, key_id: str | None) -> str | None:
    """The app's grant that a key came from; None when it came from none."""
    grant_id = db.value("SELECT grant_id FROM keys WHERE id = ?", key_id)
    return None if grant_id is None else str(grant_id)


def put_key(tx: Tx, key: StoredKey, digest: str, prefix: str, passkey_id: str | None) -> None:
    """Store a new key: its SHA-256, and its beginning, by which a person knows it."""
    own = {"digest": digest, "prefix": prefix, "passkey_id": passkey_id, "created_at": tx.now}
    tx.put("keys", asdict(key) | own)


def make_permanent(tx: Tx, key_id: str) -> None:
    """Remove the expiry of a key."""
    tx.run("UPDATE keys SET expires_at = NULL WHERE id = ?", key_id)


def mark_used(tx: Tx, key_id: str) -> None:
    """Store that a key was used now."""
    tx.run("UPDATE keys SET last_used_at = ? WHERE id = ?", tx.now, key_id)


def remove_key(tx: Tx, key_id: str) -> bool:
    """Delete a key; False when there was none."""
    return tx.run("DELETE FROM keys WHERE id = ?", key_id) > 0


def remove_session(tx: Tx, key_id: str) -> bool:
    """Delete a session; False when the key is not one."""
    return tx.run("DELETE FROM keys WHERE id = ? AND kind = 'session'", key_id) > 0


def remove_expired_keys(tx: Tx) -> None:
    """Delete expired sessions and access tokens."""
    tx.run("DELETE FROM keys WHERE kind IN ('session', 'oauth') AND expires_at <= ?", tx.now)


def remove_oldest_sessions(tx: Tx, keep: int) -> None:
    """Delete all but the newest `keep` sessions."""
    tx.run(
        "DELETE FROM keys WHERE id IN (SELECT id FROM keys WHERE kind = 'session'"
        " ORDER BY created_at DESC, rowid DESC LIMIT -1 OFFSET ?)",
        keep,
    )


def remove_oldest_access_tokens(tx: Tx, grant_id: str, keep: int) -> None:
    """Delete all but the newest `keep` access tokens of a grant."""
    tx.run(
        "DELETE FROM keys WHERE id IN (SELECT id FROM keys WHERE grant_id = ? AND kind = 'oauth'"
        " ORDER BY created_at DESC, rowid DESC LIMIT -1 OFFSET ?)",
        grant_id,
        keep,
    )


def was_claimed(db: Reader) -> bool:
    """True once the household has had a key."""
    return db.value("SELECT 1 FROM claimed") is not None


def put_claimed(tx: Tx) -> None:
    """Store that the household has had a key."""
    tx.run("INSERT OR IGNORE INTO claimed (id, at) VALUES (1, ?)", tx.now)


def setup_code(db: Reader) -> str | None:
    """The SHA-256 of the current setup code; None when there is none or it has expired."""
    code = db.value("SELECT digest FROM setup_code WHERE expires_at IS NULL OR expires_at > ?", db.now)
    return None if code is None else str(code)


def has_recovery_code(db: Reader) -> bool:
    """True while a claimed household can be claimed with a code from its machine."""
    return db.value("SELECT 1 FROM setup_code WHERE expires_at > ?", db.now) is not None


def is_demo(db: Reader) -> bool:
    """True for a demo household that nobody has claimed."""
    return bool(db.value("SELECT demo FROM setup_code"))


def put_setup_code(tx: Tx, digest: str, demo: bool, expires_at: datetime | None = None) -> None:
    """Replace the setup code."""
    tx.run(
        "INSERT OR REPLACE INTO setup_code (id, digest, demo, expires_at) VALUES (1, ?, ?, ?)", digest, demo, expires_at
    )


def remove_setup_code(tx: Tx) -> None:
    """Delete the setup code."""
    tx.run("DELETE FROM setup_code")


def count_attempts(db: Reader, name: str, since: str) -> int:
    """The number of attempts in the window that is open, which began after `since`."""
    return int(db.value("SELECT count FROM attempts WHERE name = ? AND started_at > ?", name, since) or 0)


def count_attempt_counters(db: Reader) -> int:
    """The number of attempt counters."""
    return int(db.value("SELECT count(*) FROM attempts"))


def add_attempt(tx: Tx, name: str, since: str) -> None:
    """Count one attempt, in a new window when the stored one began before `since`."""
    tx.run(
        "INSERT INTO attempts (name, started_at, count) VALUES (?1, ?2, 1) ON CONFLICT (name) DO UPDATE SET"
        " count = CASE WHEN started_at > ?3 THEN count + 1 ELSE 1 END,"
        " started_at = CASE WHEN started_at > ?3 THEN started_at ELSE ?2 END",
        name,
        tx.now,
        since,
    )


def attempts_started(db: Reader, name: str) -> datetime | None:
    """When the stored window of a counter began."""
    started = db.value("SELECT started_at FROM attempts WHERE name = ?", name)
    return moment(started) if started else None


def remove_attempt(tx: Tx, name: str) -> None:
    """Take one attempt back."""
    tx.run("UPDATE attempts SET count = max(0, count - 1) WHERE name = ?", name)


def remove_attempts_before(tx: Tx, before: datetime) -> None:
    """Delete windows that began before an instant, or in the future, which a wrong clock causes."""
    tx.run("DELETE FROM attempts WHERE started_at <= ? OR started_at > ?", before, tx.now)


def reset_attempts(tx: Tx, name: str) -> None:
    """Delete a counter, which opens a new window."""
    tx.run("DELETE FROM attempts WHERE name = ?", name)


def reset_attempts_with_prefix(tx: Tx, prefix: str) -> None:
    """Delete the counter of this name, and those whose name goes on after a space."""
    tx.run("DELETE FROM attempts WHERE name = ?1 OR name > ?1 || ' ' AND name < ?1 || '!'", prefix)


def put_navigation_key(tx: Tx, digest: str, key_id: str | None, expires_at: datetime) -> None:
    """Store a navigation key, and delete expired ones."""
    tx.run("DELETE FROM navigation_keys WHERE expires_at <= ?", tx.now)
    tx.run("INSERT INTO navigation_keys (digest, key_id, expires_at) VALUES (?, ?, ?)", digest, key_id, expires_at)


def remove_superfluous_navigation_keys(tx: Tx, keep: int) -> None:
    """Delete all but the `keep` keys that expire last."""
    tx.run(
        "DELETE FROM navigation_keys WHERE digest IN"
        " (SELECT digest FROM navigation_keys ORDER BY expires_at DESC LIMIT -1 OFFSET ?)",
        keep,
    )


def take_navigation_key(tx: Tx, digest: str) -> TakenKey | None:
    """Delete a navigation key; None when there is none or it has expired."""
    return tx.maybe(
        TakenKey, "DELETE FROM navigation_keys WHERE digest = ? AND expires_at > ? RETURNING key_id", digest, tx.now
    )


def recovery_codes_left(db: Reader) -> RecoveryCodesLeft:
    """How many codes there are and how many are unused."""
    return db.one(
        RecoveryCodesLeft,
        "SELECT count(*) AS total, count(*) - count(used_at) AS remaining, min(created_at) AS created_at"
        " FROM recovery_codes",
    )


def replace_recovery_codes(tx: Tx, digests: list[str]) -> None:
    """Delete every code and store these."""
    tx.run("DELETE FROM recovery_codes")
    tx.run_many(
        "INSERT INTO recovery_codes (digest, created_at) VALUES (?, ?)", [(digest, tx.now) for digest in digests]
    )


def use_recovery_code(tx: Tx, digest: str) -> bool:
    """Mark a code as used; False when it is unknown or was used before."""
    return tx.run("UPDATE recovery_codes SET used_at = ? WHERE digest = ? AND used_at IS NULL", tx.now, digest) > 0


def _valid(db: Reader, key: StoredKey | None) -> StoredKey | None:
    return key if key and (key.expires_at is None or key.expires_at > instant(db.now)) else None
