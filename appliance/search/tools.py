"""MCP tool for the search."""

from typing import Annotated

from msgspec import Meta

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.search import actions, routes
from appliance.search.models import Limit, SearchResults

Query = Annotated[str, Meta(description="Words, or beginnings of words; each must be in a result")]


@tool(routes.search, read_only=True)
async def search(session: Session, query: Query, limit: Limit = 10) -> SearchResults:
    """Find events (two years back and two ahead, by title, place, description or member), list items, chores,
    notes, rewards, recipes and meals by words or beginnings of words. A series is found once, by its next occurrence.
    """
    return await session.answer(actions.search, query, limit)


TOOLS = [search]
