"""REST endpoints of approval. A display may tick and withdraw a tick, and approve one only after a parent's PIN."""

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY, PARENT
from appliance.chores.approval import actions, queries
from appliance.chores.approval.models import (
    AllApproved,
    AllRejected,
    Approved,
    ApproveRequest,
    ApproveSeveral,
    PendingChore,
    RejectRequest,
    RejectSeveral,
)
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done


@get(
    "/chores/pending", operation_id="listPendingChores", summary="Ticks that wait for a yes", opt=DISPLAY | ETAG_BY_REV
)
async def list_pending(session: CurrentSession) -> list[PendingChore]:
    """Oldest first, each with the points that a yes awards."""
    return queries.pending(session.read)


@post(
    "/chores/{chore_id:str}/approve", operation_id="approveChore", summary="Approve a tick", status_code=200, opt=PARENT
)
async def approve(session: CurrentSession, chore_id: FromPath[str], data: JSONBody[ApproveRequest]) -> Approved:
    """Awards the points of the tick. `memberId` says whose copy. 409 when nothing waits for that date."""
    return await session.write(actions.approve, chore_id, data)


@post(
    "/chores/{chore_id:str}/reject", operation_id="rejectChore", summary="Send a tick back", status_code=200, opt=PARENT
)
async def reject(session: CurrentSession, chore_id: FromPath[str], data: JSONBody[RejectRequest]) -> Done:
    """The chore is open again, with `note` as its `rejection`. 409 when nothing waits for that date."""
    await session.write(actions.reject, chore_id, data)
    return Done()


@post(
    "/chores/pending/approve",
    operation_id="approveChores",
    summary="Approve several ticks",
    status_code=200,
    opt=PARENT,
)
async def approve_several(session: CurrentSession, data: JSONBody[ApproveSeveral]) -> AllApproved:
    """All that wait, or those of `ids` that still do; 409 when none of these does."""
    return await session.write(actions.approve_several, data)


@post(
    "/chores/pending/reject",
    operation_id="rejectChores",
    summary="Send several ticks back",
    status_code=200,
    opt=PARENT,
)
async def reject_several(session: CurrentSession, data: JSONBody[RejectSeveral]) -> AllRejected:
    """Those of `ids` that still wait, each with the same `note`; 409 when none does."""
    return await session.write(actions.reject_several, data)


ROUTES = Router(
    path="/api", route_handlers=[list_pending, approve, reject, approve_several, reject_several], tags=["Chores"]
)
