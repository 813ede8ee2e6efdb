"""MCP tools for what was deleted."""

from appliance.deleted import actions, routes
from appliance.deleted.models import DeletedPage, Restored
from appliance.deleted.service import Restorer
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool, tool


@tool(routes.list_deleted, read_only=True)
async def list_deleted(session: Session, before: str | None = None) -> DeletedPage:
    """What was deleted in the last thirty days and can be restored, newest first; before is the next of a page."""
    return actions.page(session.read, before)


@tool(routes.restore_deleted, open_world=True)
async def restore_deleted(restorer: Restorer, session: Session, deleted_id: str) -> Restored:
    """Restore something that list_deleted names, with everything that belonged to it."""
    return await restorer.restore(session, deleted_id)


def tools(restorer: Restorer) -> list[Tool]:
    """The tools. `restorer` restores here or at a provider."""
    return [list_deleted, restore_deleted.using(restorer)]
