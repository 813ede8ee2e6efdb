"""Every SQL statement about passkeys, challenges and register tokens."""

from datetime import datetime

import msgspec

from appliance.access.passkeys.models import Ceremony, Challenge, Descriptor, Passkey, StoredPasskey
from appliance.kernel.database.transactions import Reader, Tx

SELECT = "SELECT id, name, created_at, last_used_at, transports FROM passkeys"


def passkeys(db: Reader) -> list[Passkey]:
    """Every passkey, oldest first."""
    return db.all(_passkey, f"{SELECT} ORDER BY created_at, rowid")


def passkey(db: Reader, passkey_id: str) -> Passkey:
    """One passkey. Raises NotFound."""
    return db.one(_passkey, f"{SELECT} WHERE id = ?", passkey_id)


def any_passkey(db: Reader) -> bool:
    """True once somebody can sign in with one."""
    return db.value("SELECT 1 FROM passkeys LIMIT 1") is not None


def descriptors(db: Reader) -> list[Descriptor]:
    """Every passkey as a browser is told of it, oldest first."""
    return db.all(
        lambda credential, transports: Descriptor(id=credential, transports=msgspec.json.decode(transports)),
        "SELECT credential, transports FROM passkeys ORDER BY created_at, rowid",
    )


def behind(db: Reader, credential: str) -> StoredPasskey | None:
    """The passkey with an authenticator's id."""
    return db.maybe(
        StoredPasskey,
        "SELECT id, name, credential, public_key, sign_count FROM passkeys WHERE credential = ?",
        credential,
    )


def put(
    tx: Tx, passkey_id: str, name: str, credential: str, public_key: bytes, sign_count: int, transports: list[str]
) -> None:
    """Store a new passkey."""
    tx.run(
        "INSERT INTO passkeys (id, name, credential, public_key, sign_count, transports, created_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        passkey_id,
        name,
        credential,
        public_key,
        sign_count,
        transports,
        tx.now,
    )


def rename(tx: Tx, passkey_id: str, name: str) -> bool:
    """Change a passkey's name; False when there is none."""
    return tx.run("UPDATE passkeys SET name = ? WHERE id = ?", name, passkey_id) > 0


def mark_used(tx: Tx, passkey_id: str, sign_count: int) -> None:
    """Note that a passkey was used now, and its counter."""
    tx.run("UPDATE passkeys SET sign_count = ?, last_used_at = ? WHERE id = ?", sign_count, tx.now, passkey_id)


def remove(tx: Tx, passkey_id: str) -> bool:
    """Forget a passkey and the sessions that came from it; False when there was none."""
    return tx.run("DELETE FROM passkeys WHERE id = ?", passkey_id) > 0


def put_challenge(tx: Tx, digest: str, ceremony: Ceremony, token: str | None, expires_at: datetime) -> None:
    """Store a challenge, and forget those whose time is over."""
    tx.run("DELETE FROM challenges WHERE expires_at <= ?", tx.now)
    tx.run(
        "INSERT INTO challenges (digest, ceremony, token, expires_at) VALUES (?, ?, ?, ?)",
        digest,
        ceremony,
        token,
        expires_at,
    )


def take_challenge(tx: Tx, text: str, digest: str, ceremony: Ceremony) -> Challenge | None:
    """Use a challenge up."""
    return tx.maybe(
        lambda token: Challenge(text=text, token=token),
        "DELETE FROM challenges WHERE digest = ? AND ceremony = ? AND expires_at > ? RETURNING token",
        digest,
        ceremony,
        tx.now,
    )


def put_token(tx: Tx, digest: str, expires_at: datetime) -> None:
    """Store a register token, and forget those whose time is over."""
    tx.run("DELETE FROM register_tokens WHERE expires_at <= ?", tx.now)
    tx.run("INSERT INTO register_tokens (digest, expires_at) VALUES (?, ?)", digest, expires_at)


def is_token(db: Reader, digest: str) -> bool:
    """True while a register token may be used."""
    return db.value("SELECT 1 FROM register_tokens WHERE digest = ? AND expires_at > ?", digest, db.now) is not None


def use_token(tx: Tx, digest: str) -> bool:
    """Use a register token up; False when it was, or its time is over."""
    return tx.run("DELETE FROM register_tokens WHERE digest = ? AND expires_at > ?", digest, tx.now) > 0


def _passkey(passkey_id: str, name: str, created_at: str, last_used_at: str | None, transports: str) -> Passkey:
    return Passkey(
        id=passkey_id,
        name=name,
        created_at=created_at,
        last_used_at=last_used_at,
        transports=msgspec.json.decode(transports),
    )
