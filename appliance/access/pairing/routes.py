"""REST endpoints of pairing."""

from litestar import post
from litestar.params import JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.pairing import actions
from appliance.access.pairing.models import (
    ApprovedPairing,
    ApprovePairing,
    BeginPairing,
    PairingStatus,
    PollPairing,
)
from appliance.kernel.http.route_group import RouteGroup


@post("/pair", operation_id="beginPairing", summary="Ask for a display key")
async def begin(session: CurrentSession) -> BeginPairing:
    """A code to show for ten minutes. 429 while 20 devices wait, or 5 at the caller's address. Public."""
    return await session.write(actions.begin, session.address)


@post("/pair/approve", operation_id="approvePairing", summary="Approve a device", status_code=200)
async def approve(session: CurrentSession, data: JSONBody[ApprovePairing]) -> ApprovedPairing:
    """Makes a display key for the device that shows the code; 404 when none does. Admin."""
    return await session.write(actions.approve, data)


@post("/pair/poll", operation_id="pollPairing", summary="Is the pairing approved?", status_code=200)
async def poll(session: CurrentSession, data: JSONBody[PollPairing]) -> PairingStatus:
    """`pending`, or `approved` with the key, which is sent once. 404 when unknown or expired. Public."""
    # Waiting devices poll every few seconds; only sending the key needs a write.
    if actions.find(session.read, data).key_id is None:
        return PairingStatus(status="pending")
    return await session.write(actions.poll, data)


ROUTES = RouteGroup(route_handlers=[begin, approve, poll], tags=["Access"])
