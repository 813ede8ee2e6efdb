"""Use cases of passkeys: begin a ceremony, register, sign in, rename, remove."""

import secrets
from uuid import uuid4

from msgspec import UnsetType

from appliance.access import actions as access
from appliance.access.models import SignedIn
from appliance.access.passkeys import queries, rules
from appliance.access.passkeys.models import (
    BeginRegistration,
    Ceremony,
    Challenge,
    CreationOptions,
    Passkey,
    PasskeyLogin,
    PasskeyPatch,
    RegisteredPasskey,
    RegisterPasskey,
    RegisterToken,
    RequestOptions,
    Site,
    StoredPasskey,
)
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Tx
from appliance.kernel.encryption import digest
from appliance.kernel.errors import BadRequest, Conflict, NotFound, Unauthorized
from appliance.kernel.scheduling.clock import instant


def make_token(tx: Tx) -> RegisterToken:
    """Make a token for exactly one registration within 15 minutes. (contract §24)"""
    token = secrets.token_urlsafe(32)
    expires_at = tx.now + rules.TOKEN_LIFETIME
    queries.put_token(tx, digest(token), expires_at, keep=rules.MAX_REGISTER_TOKENS)
    return RegisterToken(token=token, expires_at=instant(expires_at))


def begin_registration(tx: Tx, request: BeginRegistration, site: Site) -> CreationOptions:
    """The options for a new passkey. Raises BadRequest, Unauthorized."""
    token = _check_registration(tx, request.token)
    challenge = _challenge(tx, "register", token)
    family = household_queries.settings(tx).family_name
    return rules.creation_options(site, request, family, challenge, queries.descriptors(tx))


def begin_login(tx: Tx, site: Site) -> RequestOptions:
    """The options for a login."""
    return rules.request_options(site, _challenge(tx, "login", None), queries.descriptors(tx))


def count_login(tx: Tx, address: str) -> None:
    """Count one step of a login, in its own transaction, so that failures count too. Raises TooManyRequests."""
    access.count_attempt(tx, f"passkey login {address}", rules.LOGIN_LIMIT, rules.LOGIN_WINDOW)


def take_challenge(tx: Tx, ceremony: Ceremony, client_data: str) -> Challenge | None:
    """Delete the challenge that a browser has signed, in its own transaction: a failed check must not restore it.

    None when there is none, or it has expired. Raises BadRequest.
    """
    text = rules.challenge_in(client_data)
    return queries.take_challenge(tx, text, digest(text), ceremony)


def register(tx: Tx, request: RegisterPasskey, challenge: Challenge | None, site: Site) -> RegisteredPasskey:
    """Store a new passkey and sign its device in. Raises BadRequest, Unauthorized, Conflict. (contract §24)"""
    token = _check_registration(tx, request.token)
    if challenge is None or (token is not None and token != challenge.token):
        raise _challenge_is_gone()
    credential, public_key, sign_count = rules.verify_registration(request.response, challenge, site)
    if queries.passkey_by_credential(tx, credential):
        raise BadRequest("this passkey is registered already", code="passkey_known")
    if queries.count_passkeys(tx) >= rules.MAX_PASSKEYS:
        raise Conflict(
            f"there are {rules.MAX_PASSKEYS} passkeys; remove some that are no longer used",
            code="limit_reached",
            limit=rules.MAX_PASSKEYS,
        )
    if challenge.token is not None and not queries.use_token(tx, challenge.token):
        raise _token_is_used()

    passkey_id = str(uuid4())
    transports = rules.known_transports(request.response.response.transports)
    queries.put(tx, passkey_id, request.name, credential, public_key, sign_count, transports)
    tx.record("settings.changed", {})
    return RegisteredPasskey(
        id=passkey_id, name=request.name, session=access.sign_in(tx, f"Passkey: {request.name}", passkey_id)
    )


def sign_in(tx: Tx, request: PasskeyLogin, challenge: Challenge | None, site: Site) -> SignedIn:
    """Exchange a signed challenge for a session. Raises BadRequest, Unauthorized. (contract §24)"""
    passkey = use(tx, request, challenge, site)
    return access.sign_in(tx, f"Passkey: {passkey.name}", passkey.id)


def use(tx: Tx, request: PasskeyLogin, challenge: Challenge | None, site: Site) -> StoredPasskey:
    """The passkey that has signed a challenge. Raises BadRequest, Unauthorized."""
    if challenge is None:
        raise _challenge_is_gone()
    passkey = queries.passkey_by_credential(tx, request.response.id.rstrip("="))
    if passkey is None:
        raise rules.not_accepted()

    queries.mark_used(tx, passkey.id, rules.verify_login(request.response, passkey, challenge, site))
    return passkey


def rename(tx: Tx, passkey_id: str, request: PasskeyPatch) -> Passkey:
    """Change the name of a passkey. Raises NotFound."""
    if not queries.rename(tx, passkey_id, request.name):
        raise NotFound()

    tx.record("settings.changed", {})
    return queries.passkey(tx, passkey_id)


def remove(tx: Tx, passkey_id: str) -> None:
    """Delete a passkey; its sessions end at once. Raises NotFound."""
    if not queries.remove(tx, passkey_id):
        raise NotFound()

    tx.record("settings.changed", {})


def _check_registration(tx: Tx, token: str | UnsetType) -> str | None:
    """The SHA-256 of a valid register token; None for an admin, who needs none. Raises BadRequest, Unauthorized."""
    if not isinstance(token, UnsetType):
        if not queries.is_token(tx, digest(token)):
            raise _token_is_used()
        return digest(token)
    if tx.caller.scope != "admin":
        raise Unauthorized()
    return None


def _challenge(tx: Tx, ceremony: Ceremony, token: str | None) -> str:
    text = secrets.token_urlsafe(32)
    queries.put_challenge(
        tx, digest(text), ceremony, token, tx.now + rules.CHALLENGE_LIFETIME, keep=rules.MAX_CHALLENGES
    )
    return text


def _token_is_used() -> BadRequest:
    return BadRequest("the link to add a passkey has expired or was used; make a new one", code="sign_in_expired")


def _challenge_is_gone() -> BadRequest:
    return BadRequest("this took too long or was tried before; start again", code="sign_in_expired")
