"""Verbs on keys, and the claiming of a fresh household."""

import hmac
import secrets
from datetime import datetime, timedelta
from uuid import uuid4

from appliance.access import queries, rules
from appliance.access.models import Claim, Claimed, Kind, MadeKey, NewKey, Scope, SignedIn
from appliance.access.oauth_server import queries as apps
from appliance.access.passkeys import queries as passkeys
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.encryption import digest, is_same
from appliance.kernel.errors import Conflict, NotFound, TooManyRequests, Unauthorized
from appliance.kernel.scheduling.clock import instant
from appliance.people import queries as people

PREFIX = "mtl_"


def make_key(tx: Tx, request: NewKey) -> MadeKey:
    """Make a permanent key. Its text is in the answer and nowhere else. (contract §22)"""
    made = issue(tx, request.name, request.scope, "api")
    tx.record("settings.changed", {"keyId": made.id})
    return made


def revoke_key(tx: Tx, key_id: str) -> None:
    """Delete a key of any kind; it is refused from the next request on, and so is the app whose token it is.

    Raises NotFound.
    """
    if not (apps.remove_grant_behind_key(tx, key_id) or queries.remove_key(tx, key_id)):
        raise NotFound()

    tx.record("settings.changed", {"keyId": key_id})


def issue(
    tx: Tx,
    name: str,
    scope: Scope,
    kind: Kind,
    expires_at: datetime | None = None,
    passkey_id: str | None = None,
    grant_id: str | None = None,
) -> MadeKey:
    """Store a fresh key without telling anybody. It goes with the passkey or the app's grant it came from, if any."""
    queries.remove_ended_keys(tx)
    key = PREFIX + secrets.token_hex(16)
    made = MadeKey(id=str(uuid4()), name=name, scope=scope, key=key)
    queries.put_key(tx, made.id, name, scope, kind, digest(key), key[:8], expires_at, passkey_id, grant_id)
    return made


def sign_in(tx: Tx, name: str, passkey_id: str | None = None) -> SignedIn:
    """Begin an admin's session of 30 days, which no use prolongs. (contract §24)"""
    expires_at = tx.now + rules.SESSION
    made = issue(tx, name, "admin", "session", expires_at, passkey_id)
    tx.touch()
    return SignedIn(key=made.key, expires_at=instant(expires_at))


def sign_out(tx: Tx) -> None:
    """End the caller's session; a permanent key or a connected app's token stays. (contract §24)"""
    if tx.caller.key_id and queries.remove_session(tx, tx.caller.key_id):
        tx.touch()


def mark_used(tx: Tx, key_id: str) -> None:
    """Keep when a key, and the app whose token it may be, was last used; not news."""
    queries.mark_used(tx, key_id)
    apps.mark_used(tx, key_id)


def is_claimed(db: Reader) -> bool:
    """A household is claimed once it has a key, or a member that no demonstration made up. (contract §21)

    A passkey counts too: its owner can sign in, though the last session may have ended.
    """
    members = people.any_member(db) and not queries.is_demo(db)
    return queries.any_key(db) or members or passkeys.any_passkey(db)


def new_setup_code(tx: Tx, demo: bool = False) -> str | None:
    """Six fresh digits that claim the household, with a fresh attempt window; None when it is claimed.

    `demo` says that the members were just made up, and stays true until the household is claimed.
    """
    demo = demo or queries.is_demo(tx)
    if is_claimed(tx) and not demo:
        return None

    code = f"{secrets.randbelow(1_000_000):06d}"
    queries.put_setup_code(tx, digest(code), demo)
    queries.forget_attempts(tx, "setup claim")
    return code


def count_claim(tx: Tx) -> None:
    """Count one attempt to claim, in a transaction of its own: a wrong code counts too. Raises Conflict, TooMany."""
    _refuse_claimed(tx)
    count_attempt(tx, "setup claim", rules.SETUP_CLAIM_LIMIT, rules.HOUR)


def count_attempt(tx: Tx, name: str, limit: int, window: timedelta) -> None:
    """Count one guess in a fixed window. Raises TooMany once `limit` were made. (spec: Limits)"""
    queries.prune_attempts(tx, tx.now - rules.LONGEST_WINDOW)
    since = instant(tx.now - window)
    if queries.attempts(tx, name, since) >= limit:
        raise TooManyRequests("too many attempts; wait a while and try again")

    queries.count_attempt(tx, name, since)


def claim(tx: Tx, request: Claim, admin_api_key: str | None) -> Claimed:
    """Make the household's first keys. Raises Conflict, Unauthorized. (contract §21)"""
    _refuse_claimed(tx)
    code = digest(rules.claim_code(request.code))
    right = hmac.compare_digest(code, queries.setup_code(tx) or "")
    owner = admin_api_key is not None and is_same(request.code, admin_api_key)
    if not (right or owner):
        raise Unauthorized("invalid setup code")

    claimed = _first_keys(tx, request)
    queries.remove_setup_code(tx)
    tx.record("settings.changed", {})
    return claimed


def _refuse_claimed(db: Reader) -> None:
    if is_claimed(db):
        raise Conflict("already claimed")


def _first_keys(tx: Tx, request: Claim) -> Claimed:
    if request.device_role == "admin":
        admin = issue(tx, request.device_name, "admin", "api")
        return Claimed(admin_key=admin.key, admin_key_id=admin.id)
    admin = issue(tx, f"{request.device_name} (admin)", "admin", "api")
    display = issue(tx, request.device_name, "display", "api")
    return Claimed(admin_key=admin.key, admin_key_id=admin.id, display_key=display.key)
