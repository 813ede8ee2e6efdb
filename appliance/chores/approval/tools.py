"""MCP tools for approval."""

from typing import Annotated

from msgspec import UNSET, Meta

from appliance.chores.approval import actions, routes
from appliance.chores.approval.models import (
    AllApproved,
    AllRejected,
    ApproveSeveral,
    PendingChore,
    RejectSeveral,
    TickIds,
    Word,
)
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, Maybe

Ids = Annotated[TickIds, Meta(description="Ids of list_pending_chores")]


class ListPending(ApiModel, kw_only=True):
    """No arguments."""


class PendingChores(ApiModel, kw_only=True):
    """The ticks that wait, oldest first."""

    pending: list[PendingChore]


class ApproveChores(ApiModel, kw_only=True):
    """Waiting ticks; without ids all of them."""

    ids: Maybe[Ids] = UNSET


class RejectChores(ApiModel, kw_only=True):
    """Waiting ticks, and a word for the child."""

    ids: Ids
    note: Word | None = None


async def list_pending(session: Session, request: ListPending) -> PendingChores:
    """The ticks that wait."""
    return PendingChores(pending=actions.pending(session.read))


async def approve_chores(session: Session, request: ApproveChores) -> AllApproved:
    """Approve ticks. Raises Conflict."""
    return await session.write(actions.approve_several, ApproveSeveral(ids=request.ids))


async def reject_chores(session: Session, request: RejectChores) -> AllRejected:
    """Send ticks back. Raises Conflict."""
    return await session.write(actions.reject_several, RejectSeveral(ids=request.ids, note=request.note))


TOOLS = [
    Tool(
        name="list_pending_chores",
        description="The chores that children ticked and that wait for a parent's yes, oldest first.",
        request=ListPending,
        answer=PendingChores,
        run=list_pending,
        route=routes.list_pending,
        read_only=True,
    ),
    Tool(
        name="approve_chores",
        description="Approve chores that wait for a parent's yes, by their ids or all of them. This awards points.",
        request=ApproveChores,
        answer=AllApproved,
        run=approve_chores,
        route=routes.approve_several,
    ),
    Tool(
        name="reject_chores",
        description="Send chores back that wait for a parent's yes, with a word for the child. They are open again.",
        request=RejectChores,
        answer=AllRejected,
        run=reject_chores,
        route=routes.reject_several,
    ),
]
