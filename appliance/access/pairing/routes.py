"""The REST door of pairing."""

from litestar import Router, post
from litestar.params import JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.pairing import actions
from appliance.access.pairing.models import Approve, Approved, Begun, Poll, Polled


@post("/pair", operation_id="beginPairing", summary="Ask for a display key")
async def begin(session: CurrentSession) -> Begun:
    """A code to show for ten minutes. 429 while 20 devices wait, or 5 at the caller's address. Public."""
    return await session.write(actions.begin, session.address)


@post("/pair/approve", operation_id="approvePairing", summary="Let a device in", status_code=200)
async def approve(session: CurrentSession, data: JSONBody[Approve]) -> Approved:
    """Makes a display key for the device that shows the code; 404 when none does. Admin."""
    return await session.write(actions.approve, data)


@post("/pair/poll", operation_id="pollPairing", summary="Has somebody said yes?", status_code=200)
async def poll(session: CurrentSession, data: JSONBody[Poll]) -> Polled:
    """`pending`, or `approved` with the key, which is told once. 404 when unknown or expired. Public."""
    # Every screen that waits asks every few seconds: only the answer that is told once is worth a write.
    if actions.waiting(session.read, data).key_id is None:
        return Polled(status="pending")
    return await session.write(actions.poll, data)


ROUTES = Router("/", route_handlers=[begin, approve, poll], tags=["Access"])
