"""REST endpoints of the household's PIN and of the grants for it."""

from typing import Any

from litestar import Request, Router, delete, get, post, put
from litestar.params import JSONBody

from appliance.access.lock import actions, service
from appliance.access.lock.models import LockState, PinRequest
from appliance.access.middleware import CurrentSession
from appliance.access.passkeys import actions as passkeys
from appliance.access.passkeys.models import PasskeyLogin
from appliance.access.passkeys.routes import site_of
from appliance.access.rights import ADMIN, DISPLAY, not_for_apps
from appliance.household.routes import Config
from appliance.kernel.http.json_body import Done


@put("/settings/pin", operation_id="setPin", summary="Set the household's PIN", opt=not_for_apps(ADMIN, "use the PIN"))
async def set_pin(session: CurrentSession, data: JSONBody[PinRequest]) -> Done:
    """4 to 8 digits. Replaces the PIN there is, and ends every grant. Admin, but not a connected app."""
    await service.set_pin(session, data.pin)
    return Done()


@delete(
    "/settings/pin",
    operation_id="removePin",
    summary="Remove the household's PIN",
    status_code=200,
    opt=not_for_apps(ADMIN, "use the PIN"),
)
async def remove_pin(session: CurrentSession) -> Done:
    """Displays may change everything again. Admin, but not a connected app."""
    await session.write(actions.remove_pin)
    return Done()


@get("/unlock", operation_id="getUnlock", summary="Is this screen locked?", opt=DISPLAY)
async def lock_state(session: CurrentSession) -> LockState:
    """Whether the household has a PIN, whether this key needs it, and when its grant ends."""
    return actions.state(session.read, session.caller)


@post(
    "/unlock",
    operation_id="unlock",
    summary="Unlock this screen",
    status_code=200,
    opt=not_for_apps(DISPLAY, "use the PIN"),
)
async def unlock(session: CurrentSession, data: JSONBody[PinRequest]) -> LockState:
    """Gives this display key five minutes for the locked routes. Not for a connected app.

    403 with the code `wrong_pin` and `attemptsLeft`; 429 with `retryAfter`, in seconds, after five wrong PINs, each
    further one for twice as long, or after 30 an hour in the household; 409 when no PIN is needed.
    """
    return await service.unlock(session, data.pin)


@post(
    "/unlock/passkey",
    operation_id="unlockWithPasskey",
    summary="Unlock this screen with a passkey",
    status_code=200,
    opt=not_for_apps(DISPLAY, "use the PIN"),
)
async def unlock_with_passkey(
    request: Request[Any, Any, Any], session: CurrentSession, config: Config, data: JSONBody[PasskeyLogin]
) -> LockState:
    """The same for a challenge of `/api/passkeys/login/options` that a parent's passkey has signed. Not for an app.

    400 for a ceremony that has expired, 403 for a passkey that is not accepted, 409 when no PIN is needed.
    """
    await session.write(passkeys.count_login, session.address)
    site = site_of(request, session, config)
    challenge = await session.write(passkeys.take_challenge, "login", data.response.response.client_data)
    return await session.write(actions.unlock_with_passkey, data, challenge, site)


@delete("/unlock", operation_id="lock", summary="Lock this screen again", status_code=200, opt=DISPLAY)
async def end_grant(session: CurrentSession) -> Done:
    """Ends this key's grant at once."""
    await session.write(actions.end_grant)
    return Done()


HANDLERS = [set_pin, remove_pin, lock_state, unlock, unlock_with_passkey, end_grant]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Access"])
