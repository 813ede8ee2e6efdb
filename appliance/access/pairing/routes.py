"""REST endpoints of pairing."""

from litestar import Router, get, post
from litestar.params import JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.pairing import actions, queries
from appliance.access.pairing.models import (
    ApprovedPairing,
    ApprovePairing,
    BeginPairing,
    PairingStatus,
    PollPairing,
    RequestPairing,
    WaitingDevice,
)
from appliance.access.rights import ADMIN, PUBLIC
from appliance.kernel.http.json_body import OptionalBody


@post("/pair", operation_id="beginPairing", summary="Ask for a key", operation_class=OptionalBody, opt=PUBLIC)
async def begin(session: CurrentSession, data: JSONBody[RequestPairing | None] = None) -> BeginPairing:
    """A code to show for ten minutes. 429 while 20 devices wait, or 5 at the caller's address. Public.

    The body may be left out. `kind` says whose device it is, and `deviceName` what it is; the admin who approves it
    sees both.
    """
    return await session.write(actions.begin, session.address, data)


@get("/pair/waiting", operation_id="listWaitingDevices", summary="Devices that wait for approval", opt=ADMIN)
async def waiting(session: CurrentSession) -> list[WaitingDevice]:
    """Code, name and address of each, oldest first. Admin. Approve a device only when it shows the same code."""
    return queries.waiting(session.read)


@post("/pair/approve", operation_id="approvePairing", summary="Approve a device", status_code=200, opt=ADMIN)
async def approve(session: CurrentSession, data: JSONBody[ApprovePairing]) -> ApprovedPairing:
    """Makes a key for the device that shows the code; 404 when none does. Admin.

    It is a display key, unless `kind` is `parent`: then an admin key, and 409 unless the device asked for that.
    `memberId` is the child that a child's device follows.
    """
    return await session.write(actions.approve, data)


@post("/pair/poll", operation_id="pollPairing", summary="Is the pairing approved?", status_code=200, opt=PUBLIC)
async def poll(session: CurrentSession, data: JSONBody[PollPairing]) -> PairingStatus:
    """`pending`, or `approved` with the key, which is sent once. 404 when unknown or expired. Public."""
    # Waiting devices poll every few seconds; only sending the key needs a write.
    if actions.find(session.read, data).key_id is None:
        return PairingStatus(status="pending")
    return await session.write(actions.poll, data)


ROUTES = Router(path="/api", route_handlers=[begin, waiting, approve, poll], tags=["Access"])
