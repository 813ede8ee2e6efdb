"""Every SQL statement about connected apps."""

from datetime import datetime

import msgspec

from appliance.access.models import Scope
from appliance.access.oauth_server.models import Authorization, Client, Grant
from appliance.kernel.database.transactions import Reader, Tx

GRANT = (
    "SELECT g.id, client_id, c.name AS client_name, scope, redirect_uri, challenge, connected_at"
    " FROM oauth_grants g JOIN oauth_clients c ON c.id = client_id"
)
ALIVE = (
    "connected_at IS NOT NULL AND EXISTS (SELECT 1 FROM refresh_tokens"
    " WHERE grant_id = g.id AND used_at IS NULL AND expires_at > ?1)"
)


def client(db: Reader, client_id: str) -> Client | None:
    """A program that has registered itself."""
    return db.maybe(_client, "SELECT id, name, redirect_uris FROM oauth_clients WHERE id = ?", client_id)


def put_client(tx: Tx, client_id: str, name: str, redirect_uris: list[str], address: str) -> None:
    """Store a program."""
    tx.run(
        "INSERT INTO oauth_clients (id, name, redirect_uris, address, created_at) VALUES (?, ?, ?, ?, ?)",
        client_id,
        name,
        redirect_uris,
        address,
        tx.now,
    )


def mark_approved(tx: Tx, client_id: str) -> None:
    """Keep a program: a parent has said yes to it."""
    tx.run("UPDATE oauth_clients SET approved_at = coalesce(approved_at, ?) WHERE id = ?", tx.now, client_id)


def remove_waiting(tx: Tx, before: datetime, address: str, most: int) -> None:
    """Forget programs that nobody approved: those from before an instant, and of an address's own all but `most`."""
    tx.run("DELETE FROM oauth_clients WHERE approved_at IS NULL AND created_at <= ?", before)
    tx.run(
        "DELETE FROM oauth_clients WHERE id IN (SELECT id FROM oauth_clients WHERE approved_at IS NULL AND address = ?"
        " ORDER BY created_at DESC, rowid DESC LIMIT -1 OFFSET ?)",
        address,
        most,
    )


def authorizations(db: Reader) -> list[Authorization]:
    """Every connected app, oldest first."""
    return db.all(
        Authorization,
        "SELECT g.id, c.name AS client_name, scope, approved_by, g.created_at, last_used_at"
        f" FROM oauth_grants g JOIN oauth_clients c ON c.id = client_id WHERE {ALIVE} ORDER BY g.created_at, g.rowid",
        db.now,
    )


def put_grant(
    tx: Tx,
    grant_id: str,
    client_id: str,
    scope: Scope,
    approved_by: str,
    code: str,
    code_expires_at: datetime,
    redirect_uri: str,
    challenge: str,
) -> None:
    """Store a grant whose code nobody has traded yet."""
    tx.run(
        "INSERT INTO oauth_grants"
        " (id, client_id, scope, approved_by, created_at, code, code_expires_at, redirect_uri, challenge)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        grant_id,
        client_id,
        scope,
        approved_by,
        tx.now,
        code,
        code_expires_at,
        redirect_uri,
        challenge,
    )


def behind_code(db: Reader, code: str) -> Grant | None:
    """The grant whose code has this SHA-256: one that can still be traded, or one that was."""
    return db.maybe(
        Grant, f"{GRANT} WHERE code = ? AND (connected_at IS NOT NULL OR code_expires_at > ?)", code, db.now
    )


def mark_connected(tx: Tx, grant_id: str) -> None:
    """Note that a grant's code was traded."""
    tx.run("UPDATE oauth_grants SET connected_at = ? WHERE id = ?", tx.now, grant_id)


def behind_refresh_token(db: Reader, digest: str) -> tuple[Grant, bool] | None:
    """The grant of a refresh token whose time is not over, and whether the token was used before."""
    used = db.maybe(
        lambda *row: row,
        "SELECT grant_id, used_at FROM refresh_tokens WHERE digest = ? AND expires_at > ?",
        digest,
        db.now,
    )
    return used and (db.one(Grant, f"{GRANT} WHERE g.id = ?", used[0]), used[1] is not None)


def put_refresh_token(tx: Tx, digest: str, grant_id: str, expires_at: datetime) -> None:
    """Store a refresh token, and forget those of its grant whose time is over."""
    tx.run("DELETE FROM refresh_tokens WHERE grant_id = ? AND expires_at <= ?", grant_id, tx.now)
    tx.run("INSERT INTO refresh_tokens (digest, grant_id, expires_at) VALUES (?, ?, ?)", digest, grant_id, expires_at)


def mark_refreshed(tx: Tx, digest: str) -> None:
    """Note that a refresh token was used."""
    tx.run("UPDATE refresh_tokens SET used_at = ? WHERE digest = ?", tx.now, digest)


def mark_used(tx: Tx, key_id: str) -> None:
    """Note that an app was used now, if the key is an app's token."""
    tx.run(
        "UPDATE oauth_grants SET last_used_at = ? WHERE id = (SELECT grant_id FROM keys WHERE id = ?)", tx.now, key_id
    )


def remove_grant(tx: Tx, grant_id: str) -> bool:
    """Forget a grant and everything it has brought forth; False when there was none."""
    return tx.run("DELETE FROM oauth_grants WHERE id = ?", grant_id) > 0


def remove_grant_behind_key(tx: Tx, key_id: str) -> bool:
    """Forget the grant that a key came from; False when it came from none."""
    return tx.run("DELETE FROM oauth_grants WHERE id = (SELECT grant_id FROM keys WHERE id = ?)", key_id) > 0


def remove_grant_behind(tx: Tx, digest: str) -> bool:
    """Forget the grant of an access or refresh token, by the token's SHA-256; False when there was none."""
    return (
        tx.run(
            "DELETE FROM oauth_grants WHERE id IN (SELECT grant_id FROM keys WHERE digest = ?1"
            " UNION ALL SELECT grant_id FROM refresh_tokens WHERE digest = ?1)",
            digest,
        )
        > 0
    )


def remove_dead_grants(tx: Tx) -> None:
    """Forget the grants that nobody can use any more."""
    tx.run(
        f"DELETE FROM oauth_grants AS g WHERE NOT ({ALIVE}) AND (connected_at IS NOT NULL OR code_expires_at <= ?1)",
        tx.now,
    )


def _client(client_id: str, name: str, redirect_uris: str) -> Client:
    return Client(id=client_id, name=name, redirect_uris=msgspec.json.decode(redirect_uris))
