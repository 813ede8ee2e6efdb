"""Use cases of access keys and of claiming the household."""

import hmac
import secrets
from datetime import datetime, timedelta
from uuid import uuid4

from appliance.access import queries, rules
from appliance.access.models import Claim, Claimed, Kind, MadeKey, NewKey, Scope, SignedIn, StoredKey
from appliance.access.oauth_server import queries as oauth_server_queries
from appliance.access.passkeys import queries as passkey_queries
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.encryption import digest, is_same
from appliance.kernel.errors import Conflict, NotFound, TooManyRequests, Unauthorized
from appliance.kernel.scheduling.clock import instant
from appliance.people import queries as people_queries

PREFIX = "mtl_"


def make_key(tx: Tx, request: NewKey) -> MadeKey:
    """Make a permanent key; only the answer holds its text. A key made by an app ends with the app's grant.

    Raises Conflict when there are too many. (contract §22)
    """
    made = issue_permanent(tx, request.name, request.scope)
    tx.record("settings.changed", {"keyId": made.id})
    return made


def revoke_key(tx: Tx, key_id: str) -> None:
    """Delete a key of any kind. Deleting an app's access token disconnects the app.

    Raises NotFound.
    """
    if not (oauth_server_queries.remove_grant_of_access_token(tx, key_id) or queries.remove_key(tx, key_id)):
        raise NotFound()

    tx.record("settings.changed", {"keyId": key_id})


def issue_permanent(tx: Tx, name: str, scope: Scope, expires_at: datetime | None = None) -> MadeKey:
    """Store a new permanent key without recording a change; with `expires_at` it waits for its device until then.

    Raises Conflict when there are too many.
    """
    if queries.count_keys(tx, "api") >= rules.MAX_KEYS:
        raise Conflict(
            f"there are {rules.MAX_KEYS} keys; delete some that are no longer used",
            code="limit_reached",
            limit=rules.MAX_KEYS,
        )
    grant_id = queries.grant_of_key(tx, tx.caller.key_id)
    return issue(tx, name, scope, "api", expires_at, grant_id=grant_id)


def issue(
    tx: Tx,
    name: str,
    scope: Scope,
    kind: Kind,
    expires_at: datetime | None = None,
    passkey_id: str | None = None,
    grant_id: str | None = None,
) -> MadeKey:
    """Store a new key without recording a change. It is deleted with the passkey or app's grant it came from."""
    queries.remove_expired_keys(tx)
    key = PREFIX + secrets.token_hex(16)
    key_id = str(uuid4())
    stored = StoredKey(
        id=key_id,
        name=name,
        scope=scope,
        kind=kind,
        expires_at=instant(expires_at) if expires_at else None,
        grant_id=grant_id,
    )
    queries.put_key(tx, stored, digest(key), key[:8], passkey_id)
    queries.put_claimed(tx)
    return MadeKey(id=key_id, name=name, scope=scope, key=key)


def sign_in(tx: Tx, name: str, passkey_id: str | None = None) -> SignedIn:
    """Start an admin session of 30 days, which use does not extend. The oldest sessions give way. (contract §24)"""
    expires_at = tx.now + rules.SESSION
    made = issue(tx, name, "admin", "session", expires_at, passkey_id)
    queries.remove_oldest_sessions(tx, rules.MAX_SESSIONS)
    tx.touch()
    return SignedIn(key=made.key, expires_at=instant(expires_at))


def sign_out(tx: Tx) -> None:
    """End the caller's session; a permanent key or an app's access token stays. (contract §24)"""
    if tx.caller.key_id and queries.remove_session(tx, tx.caller.key_id):
        tx.touch()


def mark_used(tx: Tx, key_id: str) -> None:
    """Store the last use of a key, and of the app it belongs to. Records no change."""
    queries.mark_used(tx, key_id)
    oauth_server_queries.mark_used(tx, key_id)


def is_claimed(db: Reader) -> bool:
    """True once the household has had a key, or a member that is not of the demo. (contract §21)

    It stays claimed when its last key is deleted: then only a code from its machine, a passkey or a recovery code
    gives access again.
    """
    members = people_queries.count_people(db) > 0 and not queries.is_demo(db)
    return queries.was_claimed(db) or queries.any_key(db) or members or passkey_queries.any_passkey(db)


def is_claimable(db: Reader) -> bool:
    """True while the setup code makes the first keys, or new ones for whoever has access to the machine."""
    return not is_claimed(db) or queries.has_recovery_code(db)


def new_setup_code(tx: Tx, demo: bool = False) -> str | None:
    """A new setup code of six digits with a new attempt window; None when the household is claimed.

    `demo` says that the members are of the demo, and stays true until the household is claimed.
    """
    demo = demo or queries.is_demo(tx)
    if is_claimed(tx) and not demo:
        return None

    return _put_code(tx, demo, expires_at=None)


def new_claim_code(tx: Tx) -> str:
    """A new setup code for whoever has access to the machine. In a claimed household it is valid for 15 minutes."""
    claimed = is_claimed(tx)
    return _put_code(tx, queries.is_demo(tx), tx.now + rules.RECOVERY_CLAIM if claimed else None)


def count_claim(tx: Tx) -> None:
    """Count one attempt to claim, in its own transaction, so that a wrong code counts too.

    Raises Conflict, TooManyRequests.
    """
    _check_claimable(tx)
    count_attempt(tx, "setup claim", rules.SETUP_CLAIM_LIMIT, rules.HOUR)


def count_attempt(tx: Tx, name: str, limit: int, window: timedelta) -> None:
    """Count one attempt in a fixed window. Raises TooManyRequests after `limit` attempts. (contract: Limits)"""
    queries.remove_attempts_before(tx, tx.now - rules.LONGEST_WINDOW)
    since = instant(tx.now - window)
    attempts = queries.count_attempts(tx, name, since)
    if attempts >= limit or (not attempts and queries.count_attempt_counters(tx) >= rules.MAX_ATTEMPT_COUNTERS):
        raise TooManyRequests("too many attempts; wait a while and try again", code="too_many_attempts")

    queries.add_attempt(tx, name, since)


def claim(tx: Tx, request: Claim, admin_api_key: str | None) -> Claimed:
    """Make the household's first keys. Raises Conflict, Unauthorized. (contract §21)"""
    check_setup_code(tx, request.code, admin_api_key)
    claimed = _first_keys(tx, request)
    queries.remove_setup_code(tx)
    tx.record("settings.changed", {})
    return claimed


def check_setup_code(db: Reader, code: str, admin_api_key: str | None) -> str:
    """The digest of a setup code that may claim the household; the configured admin key may too.

    Raises Conflict, Unauthorized.
    """
    _check_claimable(db)
    entered = digest(rules.normalized_setup_code(code))
    is_setup_code = hmac.compare_digest(entered, queries.setup_code(db) or "")
    is_admin_key = admin_api_key is not None and is_same(code, admin_api_key)
    if not (is_setup_code or is_admin_key):
        raise Unauthorized("invalid setup code", code="wrong_setup_code")
    return entered


def keep_setup_code(tx: Tx, code_digest: str) -> None:
    """Let the code that a restore was started with claim the restored household, for 15 minutes."""
    queries.put_setup_code(tx, code_digest, queries.is_demo(tx), tx.now + rules.RECOVERY_CLAIM)


def _put_code(tx: Tx, demo: bool, expires_at: datetime | None) -> str:
    code = f"{secrets.randbelow(1_000_000):06d}"
    queries.put_setup_code(tx, digest(code), demo, expires_at)
    queries.reset_attempts(tx, "setup claim")
    return code


def _check_claimable(db: Reader) -> None:
    if not is_claimable(db):
        raise Conflict("already claimed", code="already_claimed")


def _first_keys(tx: Tx, request: Claim) -> Claimed:
    if request.device_role == "admin":
        admin = issue(tx, request.device_name, "admin", "api")
        return Claimed(admin_key=admin.key, admin_key_id=admin.id)
    admin = issue(tx, f"{request.device_name} (admin)", "admin", "api")
    display = issue(tx, request.device_name, "display", "api")
    return Claimed(admin_key=admin.key, admin_key_id=admin.id, display_key=display.key)
