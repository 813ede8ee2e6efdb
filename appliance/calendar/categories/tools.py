"""MCP tools for categories."""

from typing import Annotated

from appliance.calendar.categories import actions, queries, routes
from appliance.calendar.categories.models import Category, CategoryPatch
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import named, tool

CategoryName = Annotated[str, named("category", queries.categories)]


@tool(routes.list_categories, answers="categories", read_only=True)
async def list_categories(session: Session) -> list[Category]:
    """The categories of events with their emoji, color and keywords."""
    return queries.categories(session.read)


@tool(routes.update_category, answers="category")
async def update_category(session: Session, category: CategoryName, patch: CategoryPatch) -> Category:
    """Change a category's name, emoji, color or keywords; null clears the emoji.
    New keywords apply to every event at once.
    """
    return await session.write(actions.edit, category, patch)


TOOLS = [list_categories, update_category]
