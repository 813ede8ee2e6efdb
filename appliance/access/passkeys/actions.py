"""Verbs on passkeys: begin a ceremony, register, sign in, rename, remove."""

import secrets
from uuid import uuid4

from msgspec import UnsetType

from appliance.access import actions as access
from appliance.access.models import SignedIn
from appliance.access.passkeys import queries, rules
from appliance.access.passkeys.models import (
    Begin,
    Ceremony,
    Challenge,
    CreationOptions,
    Login,
    Passkey,
    PasskeyPatch,
    Register,
    Registered,
    RegisterToken,
    RequestOptions,
    Site,
)
from appliance.household import queries as household
from appliance.kernel.database.transactions import Tx
from appliance.kernel.encryption import digest
from appliance.kernel.errors import BadRequest, NotFound, Unauthorized
from appliance.kernel.scheduling.clock import instant


def make_token(tx: Tx) -> RegisterToken:
    """Make a token for exactly one registration within 15 minutes. (contract §24)"""
    token = secrets.token_urlsafe(32)
    expires_at = tx.now + rules.TOKEN_LIFETIME
    queries.put_token(tx, digest(token), expires_at)
    return RegisterToken(token=token, expires_at=instant(expires_at))


def begin_registration(tx: Tx, request: Begin, site: Site) -> CreationOptions:
    """Ask a browser for a new passkey. Raises Invalid, Unauthorized."""
    token = _right_to_register(tx, request.token)
    challenge = _challenge(tx, "register", token)
    family = household.settings(tx).family_name
    return rules.creation(site, request, family, challenge, queries.descriptors(tx))


def begin_login(tx: Tx, site: Site) -> RequestOptions:
    """Ask a browser for a login."""
    return rules.request(site, _challenge(tx, "login", None), queries.descriptors(tx))


def count_login(tx: Tx, address: str) -> None:
    """Count one step of a login, in a transaction of its own: failures count too. Raises TooMany. (spec: Limits)"""
    access.count_attempt(tx, f"passkey login {address}", rules.LOGIN_LIMIT, rules.LOGIN_WINDOW)


def take_challenge(tx: Tx, ceremony: Ceremony, client_data: str) -> Challenge | None:
    """Use up the challenge a browser has signed, in a transaction of its own: a failed check does not bring it back.

    None when there is none, or it has expired. Raises Invalid.
    """
    text = rules.challenge_in(client_data)
    return queries.take_challenge(tx, text, digest(text), ceremony)


def register(tx: Tx, request: Register, challenge: Challenge | None, site: Site) -> Registered:
    """Keep a new passkey and sign its device in. Raises Invalid, Unauthorized. (contract §24)"""
    token = _right_to_register(tx, request.token)
    if challenge is None or (token is not None and token != challenge.token):
        raise _expired()
    credential, public_key, sign_count = rules.attested(request.response, challenge, site)
    if queries.behind(tx, credential):
        raise BadRequest("this passkey is registered already")
    if challenge.token is not None and not queries.use_token(tx, challenge.token):
        raise _used()

    passkey_id = str(uuid4())
    transports = rules.transports(request.response.response.transports)
    queries.put(tx, passkey_id, request.name, credential, public_key, sign_count, transports)
    tx.record("settings.changed", {})
    return Registered(
        id=passkey_id, name=request.name, session=access.sign_in(tx, f"Passkey: {request.name}", passkey_id)
    )


def sign_in(tx: Tx, request: Login, challenge: Challenge | None, site: Site) -> SignedIn:
    """Trade a signed challenge for a session. Raises Invalid, Unauthorized. (contract §24)"""
    if challenge is None:
        raise _expired()
    passkey = queries.behind(tx, request.response.id.rstrip("="))
    if passkey is None:
        raise rules.refused()

    queries.mark_used(tx, passkey.id, rules.asserted(request.response, passkey, challenge, site))
    return access.sign_in(tx, f"Passkey: {passkey.name}", passkey.id)


def rename(tx: Tx, passkey_id: str, request: PasskeyPatch) -> Passkey:
    """Raises NotFound."""
    if not queries.rename(tx, passkey_id, request.name):
        raise NotFound()

    tx.record("settings.changed", {})
    return queries.passkey(tx, passkey_id)


def remove(tx: Tx, passkey_id: str) -> None:
    """Forget a passkey; its sessions end at once. Raises NotFound."""
    if not queries.remove(tx, passkey_id):
        raise NotFound()

    tx.record("settings.changed", {})


def _right_to_register(tx: Tx, token: str | UnsetType) -> str | None:
    """The SHA-256 of a good register token; None for an admin who needs none. Raises Invalid, Unauthorized."""
    if not isinstance(token, UnsetType):
        if not queries.is_token(tx, digest(token)):
            raise _used()
        return digest(token)
    if tx.caller.scope != "admin":
        raise Unauthorized()
    return None


def _challenge(tx: Tx, ceremony: Ceremony, token: str | None) -> str:
    text = secrets.token_urlsafe(32)
    queries.put_challenge(tx, digest(text), ceremony, token, tx.now + rules.CHALLENGE_LIFETIME)
    return text


def _used() -> BadRequest:
    return BadRequest("the link to add a passkey has expired or was used; make a new one")


def _expired() -> BadRequest:
    return BadRequest("this took too long or was tried before; start again")
