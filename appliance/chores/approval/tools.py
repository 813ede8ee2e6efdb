"""MCP tools for approval."""

from appliance.chores.approval import actions, routes
from appliance.chores.approval.models import AllApproved, AllRejected, ApproveSeveral, PendingChore, RejectSeveral
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import NoArguments, Tool
from appliance.kernel.schema import ApiModel


class PendingChores(ApiModel, kw_only=True):
    """The ticks that wait, oldest first."""

    pending: list[PendingChore]


async def list_pending(session: Session, request: NoArguments) -> PendingChores:
    """The ticks that wait."""
    return PendingChores(pending=actions.pending(session.read))


async def approve_chores(session: Session, request: ApproveSeveral) -> AllApproved:
    """Approve ticks. Raises Conflict."""
    return await session.write(actions.approve_several, request)


async def reject_chores(session: Session, request: RejectSeveral) -> AllRejected:
    """Send ticks back. Raises Conflict."""
    return await session.write(actions.reject_several, request)


TOOLS = [
    Tool(
        name="list_pending_chores",
        description="The chores that children ticked and that wait for a parent's yes, oldest first.",
        run=list_pending,
        route=routes.list_pending,
        read_only=True,
    ),
    Tool(
        name="approve_chores",
        description="Approve chores that wait for a parent's yes, by their ids or all of them. This awards points.",
        run=approve_chores,
        route=routes.approve_several,
    ),
    Tool(
        name="reject_chores",
        description="Send chores back that wait for a parent's yes, with a word for the child. They are open again.",
        run=reject_chores,
        route=routes.reject_several,
    ),
]
