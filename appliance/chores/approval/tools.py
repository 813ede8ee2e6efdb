"""MCP tools for approval."""

from appliance.chores.approval import actions, queries, routes
from appliance.chores.approval.models import AllApproved, AllRejected, ApproveSeveral, PendingChore, RejectSeveral
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool


@tool(routes.list_pending, answers="pending", read_only=True)
async def list_pending_chores(session: Session) -> list[PendingChore]:
    """The chores that children ticked and that wait for a parent's yes, oldest first."""
    return queries.pending(session.read)


@tool(routes.approve_several)
async def approve_chores(session: Session, request: ApproveSeveral) -> AllApproved:
    """Approve chores that wait for a parent's yes, by their ids or all of them. This awards points."""
    return await session.write(actions.approve_several, request)


@tool(routes.reject_several)
async def reject_chores(session: Session, request: RejectSeveral) -> AllRejected:
    """Send chores back that wait for a parent's yes, with a word for the child. They are open again."""
    return await session.write(actions.reject_several, request)


TOOLS = [list_pending_chores, approve_chores, reject_chores]
