"""The REST door of keys and setup; the rest of access has doors of its own."""

import logging

from litestar import Router, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from appliance.access import actions, queries
from appliance.access.middleware import CurrentSession
from appliance.access.models import Claim, Claimed, Key, MadeKey, NewKey, OAuthReady, Setup, SetupCode
from appliance.access.passkeys import queries as passkeys
from appliance.calendar.oauth_client import queries as apps
from appliance.calendar.oauth_client.rules import KINDS
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.settings import Settings

log = logging.getLogger(__name__)
Config = NamedDependency[Settings]
Shown = NamedDependency[SetupCode]


@get("/keys", operation_id="listKeys", summary="Every key")
async def list_keys(session: CurrentSession) -> list[Key]:
    """Name, scope and last use of every key, oldest first. Admin."""
    return queries.keys(session.read)


@post("/keys", operation_id="createKey", summary="Make a key")
async def create_key(session: CurrentSession, data: JSONBody[NewKey]) -> MadeKey:
    """The answer holds the only copy of the key. Scope is `display` unless asked otherwise. Admin."""
    return await session.write(actions.make_key, data)


@delete("/keys/{key_id:str}", operation_id="deleteKey", summary="Revoke a key", status_code=200)
async def delete_key(session: CurrentSession, key_id: FromPath[str]) -> Done:
    """The key is refused from the next request on. Admin."""
    await session.write(actions.revoke_key, key_id)
    return Done()


@get("/setup", operation_id="getSetup", summary="Is the household claimed?", opt=ETAG_BY_REV)
async def setup(session: CurrentSession, config: Config, setup_code: Shown) -> Setup:
    """What a screen without a key needs to know to offer the right first step. Public."""
    secured = passkeys.any_passkey(session.read)
    claimed = actions.is_claimed(session.read)
    if not claimed and queries.setup_code(session.read) is None:
        # The last key was deleted while the server ran: the house can be claimed again, so it needs a code to show.
        setup_code.text = await session.write(actions.new_setup_code)
        log.warning("the household has no key any more; setup code %s", setup_code.text)
    google, microsoft = (apps.app(session.read, kind, config) is not None for kind in KINDS)
    return Setup(
        claimed=claimed,
        oauth=OAuthReady(google=google, microsoft=microsoft),
        passkeys=secured,
        passkey_required=config.require_passkey_setup,
        has_passkey=secured,
    )


@post("/setup/claim", operation_id="claimHousehold", summary="Claim a fresh household", status_code=200)
async def claim(session: CurrentSession, config: Config, data: JSONBody[Claim]) -> Claimed:
    """Trade the setup code for the first keys. 409 when claimed, 401 for a wrong code, 429 after ten tries an hour."""
    await session.write(actions.count_claim)
    return await session.write(actions.claim, data, config.admin_api_key)


ROUTES = Router("/", route_handlers=[list_keys, create_key, delete_key, setup, claim], tags=["Access"])
