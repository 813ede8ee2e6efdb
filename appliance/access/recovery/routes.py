"""The REST door of recovery codes."""

from litestar import Router, get, post
from litestar.params import JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.recovery import actions, queries
from appliance.access.recovery.models import Codes, CodesLeft, Login, Recovered
from appliance.kernel.http.etag import ETAG_BY_REV


@get("/recovery-codes", operation_id="countRecoveryCodes", summary="How many recovery codes are left?", opt=ETAG_BY_REV)
async def left(session: CurrentSession) -> CodesLeft:
    """Of the newest set; the codes themselves are never shown again. Admin."""
    return queries.left(session.read)


@post("/recovery-codes", operation_id="createRecoveryCodes", summary="Make recovery codes", status_code=200)
async def make_codes(session: CurrentSession) -> Codes:
    """Eight codes, shown once; all older ones stop working. Admin."""
    return await session.write(actions.make_codes)


@post("/recovery/login", operation_id="signInWithRecoveryCode", summary="Sign in with a code", status_code=200)
async def sign_in(session: CurrentSession, data: JSONBody[Login]) -> Recovered:
    """Uses the code up. 401 for a wrong one, 429 after 10 guesses an hour at one address or 30 overall. Public."""
    await session.write(actions.count_login, session.address)
    return await session.write(actions.sign_in, data)


ROUTES = Router("/", route_handlers=[left, make_codes, sign_in], tags=["Access"])
