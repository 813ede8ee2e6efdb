"""REST endpoints of keys, setup and recovery codes."""

import logging

from litestar import Router, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from appliance.access import actions, navigation, queries, recovery
from appliance.access.middleware import CurrentSession
from appliance.access.models import (
    Claim,
    Claimed,
    Key,
    MadeKey,
    NavigationKey,
    NewKey,
    OAuthReady,
    RecoveryCodes,
    RecoveryCodesLeft,
    RecoveryLogin,
    RecoverySession,
    Setup,
    SetupCode,
)
from appliance.access.passkeys import queries as passkey_queries
from appliance.access.rights import ADMIN, PUBLIC, not_for_apps
from appliance.calendar.oauth_client import queries as oauth_client_queries
from appliance.calendar.oauth_client.rules import KINDS
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.settings import Settings

log = logging.getLogger(__name__)
Config = NamedDependency[Settings]
ShownCode = NamedDependency[SetupCode]


@get("/keys", operation_id="listKeys", summary="Every key", opt=ADMIN)
async def list_keys(session: CurrentSession) -> list[Key]:
    """Name, scope and last use of every key, oldest first. Admin."""
    return queries.keys(session.read)


@post("/keys", operation_id="createKey", summary="Make a key", opt=ADMIN)
async def create_key(session: CurrentSession, data: JSONBody[NewKey]) -> MadeKey:
    """The answer holds the only copy of the key. Scope is `display` unless requested otherwise. 409 at 500 keys. Admin.

    A key that a connected app makes ends when the app is disconnected.
    """
    return await session.write(actions.make_key, data)


@delete("/keys/{key_id:str}", operation_id="deleteKey", summary="Revoke a key", status_code=200, opt=ADMIN)
async def delete_key(session: CurrentSession, key_id: FromPath[str]) -> Done:
    """The key is invalid from the next request on. Admin."""
    await session.write(actions.revoke_key, key_id)
    return Done()


@get("/setup", operation_id="getSetup", summary="Is the household claimed?", opt=PUBLIC)
async def setup(session: CurrentSession, config: Config, setup_code: ShownCode) -> Setup:
    """What a client without a key needs to offer the right first step. Public."""
    has_passkey = passkey_queries.any_passkey(session.read)
    claimable = actions.is_claimable(session.read)
    if claimable and queries.setup_code(session.read) is None:
        setup_code.text = await session.write(actions.new_setup_code)
        log.warning("nobody has claimed the household; `mantel claim-code` on this machine shows a setup code")
    google, microsoft = (oauth_client_queries.app(session.read, kind, config) is not None for kind in KINDS)
    return Setup(
        claimed=not claimable,
        oauth=OAuthReady(google=google, microsoft=microsoft),
        passkeys=has_passkey,
        passkey_required=config.require_passkey_setup,
        has_passkey=has_passkey,
    )


@post("/setup/claim", operation_id="claimHousehold", summary="Claim a fresh household", status_code=200, opt=PUBLIC)
async def claim(session: CurrentSession, config: Config, data: JSONBody[Claim]) -> Claimed:
    """Exchanges the setup code for the first keys. 409 when claimed, 401 for a wrong code, 429 after ten an hour."""
    await session.write(actions.count_claim)
    return await session.write(actions.claim, data, config.admin_api_key)


@post("/keys/navigation", operation_id="createNavigationKey", summary="Make a key for one navigation", opt=ADMIN)
async def make_navigation_key(session: CurrentSession) -> NavigationKey:
    """Valid once, within a minute, as `?key=` of `/api/oauth/{kind}/start`. Admin."""
    return await session.write(navigation.make)


@get(
    "/recovery-codes",
    operation_id="countRecoveryCodes",
    summary="How many recovery codes are left?",
    opt=ADMIN | ETAG_BY_REV,
)
async def count_recovery_codes(session: CurrentSession) -> RecoveryCodesLeft:
    """Counts of the newest set. The codes themselves are never shown again. Admin."""
    return queries.recovery_codes_left(session.read)


@post(
    "/recovery-codes",
    operation_id="createRecoveryCodes",
    summary="Make recovery codes",
    status_code=200,
    opt=not_for_apps(ADMIN, "make passkeys or recovery codes"),
)
async def make_recovery_codes(session: CurrentSession) -> RecoveryCodes:
    """Eight codes, shown once; all older ones stop working. Admin, but not a connected app."""
    return await session.write(recovery.make_codes)


@post(
    "/recovery/login", operation_id="signInWithRecoveryCode", summary="Sign in with a code", status_code=200, opt=PUBLIC
)
async def sign_in_with_recovery_code(session: CurrentSession, data: JSONBody[RecoveryLogin]) -> RecoverySession:
    """Uses the code up. 401 for a wrong one, 429 after 10 attempts an hour at one address or 30 overall. Public."""
    await session.write(recovery.count_login, session.address)
    return await session.write(recovery.sign_in, data)


HANDLERS = [
    list_keys,
    create_key,
    delete_key,
    setup,
    claim,
    make_navigation_key,
    count_recovery_codes,
    make_recovery_codes,
    sign_in_with_recovery_code,
]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Access"])
