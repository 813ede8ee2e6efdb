"""Every SQL statement about the household's PIN and the grants of keys."""

from datetime import datetime

import msgspec
from msgspec.structs import asdict

from appliance.access.lock.models import Attempts, StoredPin
from appliance.kernel.database.transactions import Reader, Tx


class LockRow(msgspec.Struct, frozen=True, kw_only=True):
    """`granted_at` is when the key got its grant; None without one."""

    granted_at: datetime | None


def lock(db: Reader, key_id: str | None) -> LockRow | None:
    """The lock as a key meets it; None while the household has no PIN."""
    sql = "SELECT (SELECT granted_at FROM unlocked_keys WHERE key_id = ?) AS granted_at FROM household_pin WHERE id = 1"
    return db.maybe(LockRow, sql, key_id)


def pin(db: Reader) -> StoredPin | None:
    """The stored PIN; None when there is none."""
    return db.maybe(StoredPin, "SELECT salt, hash FROM household_pin WHERE id = 1")


def put_pin(tx: Tx, stored: StoredPin) -> None:
    """Replace the PIN."""
    tx.run("INSERT OR REPLACE INTO household_pin (id, salt, hash) VALUES (1, :salt, :hash)", **asdict(stored))


def remove_pin(tx: Tx) -> None:
    """Delete the PIN."""
    tx.run("DELETE FROM household_pin")


def attempts(db: Reader, key_id: str) -> Attempts | None:
    """The attempts of a key; None when it never tried."""
    return db.maybe(Attempts, "SELECT wrong, last_at, unlocked_at FROM pin_attempts WHERE key_id = ?", key_id)


def count_wrong(db: Reader) -> int:
    """The wrong PINs of all keys since the last right one of each."""
    return int(db.value("SELECT coalesce(sum(wrong), 0) FROM pin_attempts"))


def put_attempts(tx: Tx, key_id: str, attempts: Attempts) -> None:
    """Replace the attempts of a key."""
    tx.put("pin_attempts", {"key_id": key_id} | asdict(attempts), key="key_id")


def remove_attempts(tx: Tx) -> None:
    """Forget the attempts of every key."""
    tx.run("DELETE FROM pin_attempts")


def put_grant(tx: Tx, key_id: str) -> None:
    """Store that a key got a grant now."""
    tx.run("INSERT OR REPLACE INTO unlocked_keys (key_id, granted_at) VALUES (?, ?)", key_id, tx.now)


def remove_grant(tx: Tx, key_id: str | None) -> bool:
    """Delete the grant of a key; False when it had none."""
    return tx.run("DELETE FROM unlocked_keys WHERE key_id = ?", key_id) > 0


def remove_grants(tx: Tx) -> None:
    """Delete every grant."""
    tx.run("DELETE FROM unlocked_keys")
