"""The REST door of recovery codes."""

from litestar import Router, get, post
from litestar.params import JSONBody

from appliance.access.middleware import House
from appliance.access.recovery import actions, queries
from appliance.access.recovery.models import Codes, CodesLeft, Login, Recovered


@get("/recovery-codes", operation_id="countRecoveryCodes", summary="How many recovery codes are left?")
async def left(house: House) -> CodesLeft:
    """Of the newest set; the codes themselves are never shown again. Admin."""
    return queries.left(house.read)


@post("/recovery-codes", operation_id="createRecoveryCodes", summary="Make recovery codes", status_code=200)
async def make_codes(house: House) -> Codes:
    """Eight codes, shown once; all older ones stop working. Admin."""
    return await house.write(actions.make_codes)


@post("/recovery/login", operation_id="signInWithRecoveryCode", summary="Sign in with a code", status_code=200)
async def sign_in(house: House, data: JSONBody[Login]) -> Recovered:
    """Uses the code up. 401 for a wrong one, 429 after 10 guesses an hour at one address or 30 overall. Public."""
    await house.write(actions.count_login, house.address)
    return await house.write(actions.sign_in, data)


ROUTES = Router("/", route_handlers=[left, make_codes, sign_in], tags=["Access"])
