"""REST endpoints of recovery codes."""

from litestar import Router, get, post
from litestar.params import JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.recovery import actions, queries
from appliance.access.recovery.models import RecoveryCodes, RecoveryCodesLeft, RecoveryLogin, RecoverySession
from appliance.access.rights import ADMIN, PUBLIC, not_for_apps
from appliance.kernel.http.etag import ETAG_BY_REV


@get(
    "/recovery-codes",
    operation_id="countRecoveryCodes",
    summary="How many recovery codes are left?",
    opt=ADMIN | ETAG_BY_REV,
)
async def left(session: CurrentSession) -> RecoveryCodesLeft:
    """Counts of the newest set. The codes themselves are never shown again. Admin."""
    return queries.left(session.read)


@post(
    "/recovery-codes",
    operation_id="createRecoveryCodes",
    summary="Make recovery codes",
    status_code=200,
    opt=not_for_apps(ADMIN, "make passkeys or recovery codes"),
)
async def make_codes(session: CurrentSession) -> RecoveryCodes:
    """Eight codes, shown once; all older ones stop working. Admin, but not a connected app."""
    return await session.write(actions.make_codes)


@post(
    "/recovery/login", operation_id="signInWithRecoveryCode", summary="Sign in with a code", status_code=200, opt=PUBLIC
)
async def sign_in(session: CurrentSession, data: JSONBody[RecoveryLogin]) -> RecoverySession:
    """Uses the code up. 401 for a wrong one, 429 after 10 attempts an hour at one address or 30 overall. Public."""
    await session.write(actions.count_login, session.address)
    return await session.write(actions.sign_in, data)


ROUTES = Router(path="/api", route_handlers=[left, make_codes, sign_in], tags=["Access"])
