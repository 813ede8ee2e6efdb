"""Every SQL statement about connected apps."""

from datetime import datetime

from msgspec.structs import asdict

from appliance.access.oauth_server.models import Authorization, Client, Grant, NewGrant
from appliance.kernel.database.transactions import Reader, Tx

GRANT = (
    "SELECT g.id, client_id, c.name AS client_name, scope, redirect_uri, challenge, connected_at"
    " FROM oauth_grants g JOIN oauth_clients c ON c.id = client_id"
)
USABLE = (
    "connected_at IS NOT NULL AND EXISTS (SELECT 1 FROM refresh_tokens"
    " WHERE grant_id = g.id AND used_at IS NULL AND expires_at > ?1)"
)
UNUSABLE = f"NOT ({USABLE}) AND (connected_at IS NOT NULL OR code_expires_at <= ?1)"


def client(db: Reader, client_id: str) -> Client | None:
    """A registered client, or None."""
    return db.maybe(Client, "SELECT id, name, redirect_uris FROM oauth_clients WHERE id = ?", client_id)


def put_client(tx: Tx, client: Client, address: str) -> None:
    """Store a client."""
    tx.put("oauth_clients", asdict(client) | {"address": address, "created_at": tx.now})


def mark_approved(tx: Tx, client_id: str) -> None:
    """Store that a parent has approved a client, so that it is kept."""
    tx.run("UPDATE oauth_clients SET approved_at = coalesce(approved_at, ?) WHERE id = ?", tx.now, client_id)


def remove_unapproved(tx: Tx, before: datetime, address: str, keep_at_address: int, keep: int) -> None:
    """Delete unapproved clients: those from before an instant, and all but the newest, at an address and overall."""
    tx.run("DELETE FROM oauth_clients WHERE approved_at IS NULL AND created_at <= ?", before)
    tx.run(
        "DELETE FROM oauth_clients WHERE id IN (SELECT id FROM oauth_clients WHERE approved_at IS NULL AND address = ?"
        " ORDER BY created_at DESC, rowid DESC LIMIT -1 OFFSET ?)",
        address,
        keep_at_address,
    )
    tx.run(
        "DELETE FROM oauth_clients WHERE id IN (SELECT id FROM oauth_clients WHERE approved_at IS NULL"
        " ORDER BY created_at DESC, rowid DESC LIMIT -1 OFFSET ?)",
        keep,
    )


def remove_unused(tx: Tx, before: datetime) -> None:
    """Delete the clients that were approved before an instant and have no grant."""
    tx.run(
        "DELETE FROM oauth_clients WHERE approved_at <= ? AND NOT EXISTS"
        " (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id)",
        before,
    )


def authorizations(db: Reader) -> list[Authorization]:
    """Every connected app, oldest first."""
    return db.all(
        Authorization,
        "SELECT g.id, c.name AS client_name, scope, approved_by, g.created_at, last_used_at"
        f" FROM oauth_grants g JOIN oauth_clients c ON c.id = client_id WHERE {USABLE} ORDER BY g.created_at, g.rowid",
        db.now,
    )


def count_grants(db: Reader) -> int:
    """The number of grants."""
    return int(db.value("SELECT count(*) FROM oauth_grants"))


def put_grant(tx: Tx, grant: NewGrant) -> None:
    """Store a grant."""
    tx.put("oauth_grants", asdict(grant) | {"created_at": tx.now})


def grant_by_code(db: Reader, code: str) -> Grant | None:
    """The grant whose code has this SHA-256: one that can still be exchanged, or one that was."""
    return db.maybe(
        Grant, f"{GRANT} WHERE code = ? AND (connected_at IS NOT NULL OR code_expires_at > ?)", code, db.now
    )


def mark_connected(tx: Tx, grant_id: str) -> None:
    """Store that a grant's code was exchanged."""
    tx.run("UPDATE oauth_grants SET connected_at = ? WHERE id = ?", tx.now, grant_id)


def grant_by_refresh_token(db: Reader, digest: str) -> tuple[Grant, bool] | None:
    """The grant of a refresh token that has not expired, and whether the token was used before."""
    token = next(
        db.rows("SELECT grant_id, used_at FROM refresh_tokens WHERE digest = ? AND expires_at > ?", digest, db.now),
        None,
    )
    if token is None:
        return None
    grant_id, used_at = token
    return db.one(Grant, f"{GRANT} WHERE g.id = ?", grant_id), used_at is not None


def put_refresh_token(tx: Tx, digest: str, grant_id: str, expires_at: datetime, keep: int) -> None:
    """Store a refresh token; of the older ones of its grant only the newest stay, `keep` in all."""
    tx.run("DELETE FROM refresh_tokens WHERE grant_id = ? AND expires_at <= ?", grant_id, tx.now)
    tx.run(
        "DELETE FROM refresh_tokens WHERE digest IN (SELECT digest FROM refresh_tokens WHERE grant_id = ?"
        " ORDER BY expires_at DESC, used_at DESC LIMIT -1 OFFSET ?)",
        grant_id,
        keep - 1,
    )
    tx.run("INSERT INTO refresh_tokens (digest, grant_id, expires_at) VALUES (?, ?, ?)", digest, grant_id, expires_at)


def mark_refreshed(tx: Tx, digest: str) -> None:
    """Store that a refresh token was used."""
    tx.run("UPDATE refresh_tokens SET used_at = ? WHERE digest = ?", tx.now, digest)


def mark_used(tx: Tx, key_id: str) -> None:
    """Store that an app was used now, if the key belongs to one."""
    tx.run(
        "UPDATE oauth_grants SET last_used_at = ? WHERE id = (SELECT grant_id FROM keys WHERE id = ?)", tx.now, key_id
    )


def remove_grant(tx: Tx, grant_id: str) -> bool:
    """Delete a grant, and with it its tokens and the keys made with them; False when there was none."""
    return tx.run("DELETE FROM oauth_grants WHERE id = ?", grant_id) > 0


def remove_grant_of_access_token(tx: Tx, key_id: str) -> bool:
    """Delete the grant of an access token; False when the key is no access token."""
    return (
        tx.run(
            "DELETE FROM oauth_grants WHERE id = (SELECT grant_id FROM keys WHERE id = ? AND kind = 'oauth')", key_id
        )
        > 0
    )


def remove_grant_of_token(tx: Tx, digest: str) -> bool:
    """Delete the grant of an access or refresh token, by the token's SHA-256; False when there was none."""
    removed = tx.run(
        "DELETE FROM oauth_grants WHERE id IN (SELECT grant_id FROM keys WHERE digest = ?1 AND kind = 'oauth'"
        " UNION ALL SELECT grant_id FROM refresh_tokens WHERE digest = ?1)",
        digest,
    )
    return removed > 0


def any_unusable_grant(db: Reader) -> bool:
    """Whether there is a grant that no token can use any more."""
    return db.value(f"SELECT 1 FROM oauth_grants AS g WHERE {UNUSABLE} LIMIT 1", db.now) is not None


def remove_unusable_grants(tx: Tx) -> None:
    """Delete the grants that no token can use any more."""
    tx.run(f"DELETE FROM oauth_grants AS g WHERE {UNUSABLE}", tx.now)
