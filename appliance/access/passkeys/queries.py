"""Every SQL statement about passkeys, challenges and register tokens."""

from datetime import datetime

from appliance.access.passkeys.models import Ceremony, Challenge, CredentialDescriptor, Passkey, StoredPasskey
from appliance.kernel.database.transactions import Reader, Tx

PASSKEY = "SELECT id, name, created_at, last_used_at, transports FROM passkeys"


def passkeys(db: Reader) -> list[Passkey]:
    """Every passkey, oldest first."""
    return db.all(Passkey, f"{PASSKEY} ORDER BY created_at, rowid")


def passkey(db: Reader, passkey_id: str) -> Passkey:
    """One passkey. Raises NotFound."""
    return db.one(Passkey, f"{PASSKEY} WHERE id = ?", passkey_id)


def any_passkey(db: Reader) -> bool:
    """True when there is a passkey."""
    return db.value("SELECT 1 FROM passkeys LIMIT 1") is not None


def count_passkeys(db: Reader) -> int:
    """The number of passkeys."""
    return int(db.value("SELECT count(*) FROM passkeys"))


def descriptors(db: Reader) -> list[CredentialDescriptor]:
    """Every passkey as browsers know it, oldest first."""
    return db.all(CredentialDescriptor, "SELECT credential AS id, transports FROM passkeys ORDER BY created_at, rowid")


def passkey_by_credential(db: Reader, credential: str) -> StoredPasskey | None:
    """The passkey with an authenticator's credential id."""
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
    """Store that a passkey was used now, and its counter."""
    tx.run("UPDATE passkeys SET sign_count = ?, last_used_at = ? WHERE id = ?", sign_count, tx.now, passkey_id)


def remove(tx: Tx, passkey_id: str) -> bool:
    """Delete a passkey and the sessions that it started; False when there was none."""
    return tx.run("DELETE FROM passkeys WHERE id = ?", passkey_id) > 0


def put_challenge(tx: Tx, digest: str, ceremony: Ceremony, token: str | None, expires_at: datetime, keep: int) -> None:
    """Store a challenge. Expired ones are deleted, and of the others all but the newest, `keep` in all."""
    tx.run("DELETE FROM challenges WHERE expires_at <= ?", tx.now)
    tx.run(
        "DELETE FROM challenges WHERE digest IN"
        " (SELECT digest FROM challenges ORDER BY expires_at DESC LIMIT -1 OFFSET ?)",
        keep - 1,
    )
    tx.run(
        "INSERT INTO challenges (digest, ceremony, token, expires_at) VALUES (?, ?, ?, ?)",
        digest,
        ceremony,
        token,
        expires_at,
    )


def take_challenge(tx: Tx, text: str, digest: str, ceremony: Ceremony) -> Challenge | None:
    """Delete a challenge; None when there is none or it has expired."""
    return tx.maybe(
        Challenge,
        "DELETE FROM challenges WHERE digest = ? AND ceremony = ? AND expires_at > ? RETURNING ? AS text, token",
        digest,
        ceremony,
        tx.now,
        text,
    )


def put_token(tx: Tx, digest: str, expires_at: datetime, keep: int) -> None:
    """Store a register token. Expired ones are deleted, and of the others all but the newest, `keep` in all."""
    tx.run("DELETE FROM register_tokens WHERE expires_at <= ?", tx.now)
    tx.run(
        "DELETE FROM register_tokens WHERE digest IN"
        " (SELECT digest FROM register_tokens ORDER BY expires_at DESC LIMIT -1 OFFSET ?)",
        keep - 1,
    )
    tx.run("INSERT INTO register_tokens (digest, expires_at) VALUES (?, ?)", digest, expires_at)


def is_token(db: Reader, digest: str) -> bool:
    """True while a register token is valid."""
    return db.value("SELECT 1 FROM register_tokens WHERE digest = ? AND expires_at > ?", digest, db.now) is not None


def use_token(tx: Tx, digest: str) -> bool:
    """Delete a register token; False when there is none or it has expired."""
    return tx.run("DELETE FROM register_tokens WHERE digest = ? AND expires_at > ?", digest, tx.now) > 0
