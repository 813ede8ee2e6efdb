"""REST endpoints of passkeys and of the sessions they start."""

from typing import Any

from litestar import Request, Router, delete, get, patch, post
from litestar.params import FromPath, JSONBody

from appliance.access import actions as access
from appliance.access.middleware import CurrentSession
from appliance.access.models import SignedIn
from appliance.access.passkeys import actions, queries, rules
from appliance.access.passkeys.models import (
    BeginRegistration,
    CreationOptions,
    Passkey,
    PasskeyLogin,
    PasskeyPatch,
    RegisteredPasskey,
    RegisterPasskey,
    RegisterToken,
    RequestOptions,
    Site,
)
from appliance.access.rights import ADMIN, PUBLIC, not_for_apps
from appliance.household import queries as household_queries
from appliance.household.routes import Config
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.settings import Settings


@get("/passkeys", operation_id="listPasskeys", summary="Every passkey", opt=ADMIN | ETAG_BY_REV)
async def list_passkeys(session: CurrentSession) -> list[Passkey]:
    """Oldest first. Admin."""
    return queries.passkeys(session.read)


@patch("/passkeys/{passkey_id:str}", operation_id="updatePasskey", summary="Rename a passkey", opt=ADMIN)
async def update_passkey(session: CurrentSession, passkey_id: FromPath[str], data: JSONBody[PasskeyPatch]) -> Passkey:
    """Admin."""
    return await session.write(actions.rename, passkey_id, data)


@delete(
    "/passkeys/{passkey_id:str}", operation_id="deletePasskey", summary="Remove a passkey", status_code=200, opt=ADMIN
)
async def delete_passkey(session: CurrentSession, passkey_id: FromPath[str]) -> Done:
    """The sessions that it started end at once. Admin."""
    await session.write(actions.remove, passkey_id)
    return Done()


@post(
    "/passkeys/register-token",
    operation_id="createRegisterToken",
    summary="Invite a passkey",
    status_code=200,
    opt=not_for_apps(ADMIN, "make passkeys or recovery codes"),
)
async def make_token(session: CurrentSession) -> RegisterToken:
    """A token for one registration within 15 minutes, for a device without a key. Admin, but not a connected app."""
    return await session.write(actions.make_token)


@post(
    "/passkeys/register/options",
    operation_id="beginPasskeyRegistration",
    summary="Begin to add a passkey",
    status_code=200,
    opt=not_for_apps(PUBLIC, "make passkeys or recovery codes"),
)
async def begin_registration(
    request: Request[Any, Any, Any], session: CurrentSession, config: Config, data: JSONBody[BeginRegistration]
) -> CreationOptions:
    """WebAuthn creation options, for an admin key or a register token. 400 where the browser uses an IP address."""
    return await session.write(actions.begin_registration, data, site_of(request, session, config))


@post(
    "/passkeys/register/verify",
    operation_id="registerPasskey",
    summary="Add a passkey",
    status_code=200,
    opt=not_for_apps(PUBLIC, "make passkeys or recovery codes"),
)
async def register(
    request: Request[Any, Any, Any], session: CurrentSession, config: Config, data: JSONBody[RegisterPasskey]
) -> RegisteredPasskey:
    """Stores the credential that the browser has made, and starts a session. Uses the register token up."""
    site = site_of(request, session, config)
    challenge = await session.write(actions.take_challenge, "register", data.response.response.client_data)
    return await session.write(actions.register, data, challenge, site)


@post(
    "/passkeys/login/options",
    operation_id="beginPasskeyLogin",
    summary="Begin to sign in",
    status_code=200,
    opt=PUBLIC,
)
async def begin_login(request: Request[Any, Any, Any], session: CurrentSession, config: Config) -> RequestOptions:
    """WebAuthn request options. Counts towards 20 steps in ten minutes at one address. Public."""
    await session.write(actions.count_login, session.address)
    return await session.write(actions.begin_login, site_of(request, session, config))


@post("/passkeys/login/verify", operation_id="signInWithPasskey", summary="Sign in", status_code=200, opt=PUBLIC)
async def sign_in(
    request: Request[Any, Any, Any], session: CurrentSession, config: Config, data: JSONBody[PasskeyLogin]
) -> SignedIn:
    """A session of 30 days. 400 for a ceremony that has expired, 401 for a passkey that is not accepted. Public."""
    await session.write(actions.count_login, session.address)
    site = site_of(request, session, config)
    challenge = await session.write(actions.take_challenge, "login", data.response.response.client_data)
    return await session.write(actions.sign_in, data, challenge, site)


@post("/sessions/logout", operation_id="signOut", summary="Sign out", status_code=200, opt=ADMIN)
async def sign_out(session: CurrentSession) -> Done:
    """Ends the calling session; a permanent key stays valid. Admin."""
    await session.write(access.sign_out)
    return Done()


def site_of(request: Request[Any, Any, Any], session: CurrentSession, config: Settings) -> Site:
    """Where a ceremony of a request takes place."""
    host = request.headers.get("host", "")
    public = config.public_url or household_queries.public_url(session.read)
    return rules.site(public, config.webauthn_rp_id, request.scope["scheme"], host)


ROUTES = Router(
    path="/api",
    route_handlers=[
        list_passkeys,
        update_passkey,
        delete_passkey,
        make_token,
        begin_registration,
        register,
        begin_login,
        sign_in,
        sign_out,
    ],
    tags=["Access"],
)
