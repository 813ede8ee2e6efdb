"""Every SQL statement on push subscriptions and waiting push messages."""

from collections.abc import Sequence

import msgspec

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.encryption import BadKey
from appliance.kernel.scheduling.clock import instant
from appliance.notifications.push.models import BrowserSubscription, PushMessage, Subscription, VapidKeys

# A subscription whose key has expired gets no messages; its row is deleted together with the key.
SUBSCRIPTION = (
    "SELECT s.id, device_name, (SELECT json_group_array(member_id ORDER BY position) FROM subscription_members"
    " WHERE subscription_id = s.id) AS member_ids, prefs, s.created_at, last_success_at, last_attempt_at, last_error"
    " FROM subscriptions AS s LEFT JOIN keys AS k ON k.id = s.key_id"
    " WHERE (k.expires_at IS NULL OR k.expires_at > ?)"
)
ABOUT_VAPID = "vapid"


def subscriptions(db: Reader) -> list[Subscription]:
    """Every subscription that may get messages, oldest first."""
    return db.all(Subscription, f"{SUBSCRIPTION} ORDER BY s.created_at, s.rowid", instant(db.now))


def of_key(db: Reader, key_id: str | None) -> list[Subscription]:
    """The subscriptions that a key has made, oldest first."""
    return db.all(
        Subscription, f"{SUBSCRIPTION} AND s.key_id = ? ORDER BY s.created_at, s.rowid", instant(db.now), key_id
    )


def of_admins(db: Reader) -> list[Subscription]:
    """The subscriptions of parents' devices, whose key may approve, oldest first."""
    admins = "AND (s.key_id IS NULL OR k.scope = 'admin')"
    return db.all(Subscription, f"{SUBSCRIPTION} {admins} ORDER BY s.created_at, s.rowid", instant(db.now))


def subscription(db: Reader, subscription_id: str) -> Subscription:
    """One subscription. Raises NotFound."""
    return db.one(Subscription, f"{SUBSCRIPTION} AND s.id = ?", instant(db.now), subscription_id)


def owner(db: Reader, subscription_id: str) -> str | None:
    """The id of the key that made a subscription; None for the configured admin key."""
    key_id = db.value("SELECT key_id FROM subscriptions WHERE id = ?", subscription_id)
    return None if key_id is None else str(key_id)


def at_endpoint(db: Reader, digest: str) -> tuple[str, str] | None:
    """Id and creation time of the subscription with this endpoint, patched by its SHA-256."""
    return db.maybe(lambda *row: row, "SELECT id, created_at FROM subscriptions WHERE digest = ?", digest)


def count(db: Reader) -> int:
    """The number of subscriptions of the household."""
    return int(db.value("SELECT count(*) FROM subscriptions"))


def remove_unused(tx: Tx, key_id: str | None, kept: int) -> None:
    """Delete all but `kept` subscriptions of a stored key; those used last are kept."""
    tx.run(
        "DELETE FROM subscriptions WHERE id IN (SELECT id FROM subscriptions WHERE key_id = ?"
        " ORDER BY coalesce(last_success_at, created_at) DESC, rowid DESC LIMIT -1 OFFSET ?)",
        key_id,
        kept,
    )


def encrypted(db: Reader, subscription_id: str) -> str:
    """Endpoint and keys of a subscription, encrypted. Raises NotFound."""
    return db.one(str, "SELECT sealed FROM subscriptions WHERE id = ?", subscription_id)


def put(tx: Tx, made: Subscription, key_id: str | None, digest: str, browser: BrowserSubscription) -> None:
    """Store a new subscription; an older one with the same endpoint is replaced."""
    tx.run("DELETE FROM subscriptions WHERE digest = ? AND id <> ?", digest, made.id)
    tx.run(
        "INSERT INTO subscriptions (id, key_id, digest, sealed, device_name, prefs, created_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET key_id = excluded.key_id,"
        " sealed = excluded.sealed, device_name = excluded.device_name, prefs = excluded.prefs, last_error = NULL,"
        " failures = 0, held_until = NULL",
        made.id,
        key_id,
        digest,
        tx.cipher.encrypt(msgspec.json.encode(browser).decode(), made.id),
        made.device_name,
        made.prefs,
        made.created_at,
    )
    put_members(tx, made.id, made.member_ids)


def change(tx: Tx, changed: Subscription) -> None:
    """Store a subscription's device name, options and followed members."""
    tx.run(
        "UPDATE subscriptions SET device_name = ?, prefs = ? WHERE id = ?",
        changed.device_name,
        changed.prefs,
        changed.id,
    )
    put_members(tx, changed.id, changed.member_ids)


def put_members(tx: Tx, subscription_id: str, member_ids: Sequence[str]) -> None:
    """Replace the members that a subscription follows; the order is kept."""
    tx.run("DELETE FROM subscription_members WHERE subscription_id = ?", subscription_id)
    tx.run_many(
        "INSERT INTO subscription_members (subscription_id, member_id, position) VALUES (?, ?, ?)",
        [(subscription_id, member_id, position) for position, member_id in enumerate(member_ids)],
    )


def remove(tx: Tx, subscription_id: str) -> bool:
    """Delete a subscription and its waiting messages; False when there was none."""
    return tx.run("DELETE FROM subscriptions WHERE id = ?", subscription_id) > 0


def add_push(tx: Tx, subscription_id: str, notice: bytes, topic: str, expires_at: str) -> int:
    """Add a waiting message; returns its id."""
    tx.run(
        "INSERT INTO pushes (subscription_id, notice, topic, expires_at) VALUES (?, ?, ?, ?)",
        subscription_id,
        notice.decode(),
        topic,
        expires_at,
    )
    return int(tx.value("SELECT last_insert_rowid()"))


def remove_oldest_pushes(tx: Tx, subscription_id: str, kept: int) -> None:
    """Delete all but the newest `kept` waiting messages of a subscription."""
    tx.run(
        "DELETE FROM pushes WHERE subscription_id = ?1 AND id <="
        " (SELECT id FROM pushes WHERE subscription_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
        subscription_id,
        kept,
    )


def with_waiting(db: Reader) -> list[str]:
    """The ids of the subscriptions that have waiting messages and may be tried now."""
    return db.all(
        str,
        "SELECT DISTINCT subscription_id FROM pushes JOIN subscriptions AS s ON s.id = subscription_id"
        " WHERE held_until IS NULL OR held_until <= ?",
        instant(db.now),
    )


def next_message(db: Reader, subscription_id: str) -> PushMessage | None:
    """The oldest waiting message of a subscription, unless it may not be tried yet."""
    return db.maybe(
        PushMessage,
        "SELECT pushes.id, subscription_id, sealed AS encrypted, notice, topic, expires_at FROM pushes"
        " JOIN subscriptions AS s ON s.id = subscription_id"
        " WHERE subscription_id = ? AND (held_until IS NULL OR held_until <= ?) ORDER BY pushes.id LIMIT 1",
        subscription_id,
        instant(db.now),
    )


def remove_push(tx: Tx, push_id: int) -> None:
    """Delete a waiting message."""
    tx.run("DELETE FROM pushes WHERE id = ?", push_id)


def note_success(tx: Tx, subscription_id: str) -> None:
    """Record that a message was accepted just now."""
    tx.run(
        "UPDATE subscriptions SET last_success_at = ?2, last_attempt_at = ?2, last_error = NULL, failures = 0,"
        " held_until = NULL WHERE id = ?1",
        subscription_id,
        tx.now,
    )


def note_failure(tx: Tx, subscription_id: str, error: str, held_until: str | None) -> None:
    """Record why a message was not accepted, and until when no other is tried."""
    tx.run(
        "UPDATE subscriptions SET last_attempt_at = ?, last_error = ?, held_until = ?,"
        " failures = CASE WHEN ?3 IS NULL THEN 0 ELSE failures + 1 END WHERE id = ?",
        tx.now,
        error,
        held_until,
        subscription_id,
    )


def failures(db: Reader, subscription_id: str) -> int:
    """The number of failures since the last success."""
    return int(db.value("SELECT failures FROM subscriptions WHERE id = ?", subscription_id) or 0)


def vapid_keys(db: Reader) -> VapidKeys | None:
    """The server's key pair, decrypted; None before the first use, and when it cannot be decrypted."""
    try:
        return db.maybe(
            lambda public, private: VapidKeys(public_key=public, private_key=db.cipher.decrypt(private, ABOUT_VAPID)),
            "SELECT public_key, private_key FROM vapid_keys",
        )
    except BadKey:
        # The encryption key was replaced. The addresses of the devices are lost too, so they subscribe again anyway.
        return None


def put_vapid_keys(tx: Tx, keys: VapidKeys) -> None:
    """Store the server's key pair."""
    tx.run(
        "INSERT OR REPLACE INTO vapid_keys (id, public_key, private_key) VALUES (1, ?, ?)",
        keys.public_key,
        tx.cipher.encrypt(keys.private_key, ABOUT_VAPID),
    )
