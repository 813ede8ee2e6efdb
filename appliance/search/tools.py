"""MCP tool for the search."""

from typing import Annotated

from msgspec import Meta

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel
from appliance.search import actions, routes
from appliance.search.models import Limit, SearchResults


class Search(ApiModel, kw_only=True):
    """What to look for."""

    query: Annotated[str, Meta(description="Words, or beginnings of words; each must be in a result")]
    limit: Limit = 10


async def search(session: Session, request: Search) -> SearchResults:
    """The best results of each kind. Raises BadRequest."""
    return await session.answer(actions.search, request.query, request.limit)


TOOLS = [
    Tool(
        name="search",
        description="Find events (two years back and two ahead, by title, place, description or member), list items,"
        " chores, notes and rewards by words or beginnings of words. A series is found once, by its next occurrence.",
        run=search,
        route=routes.search,
        read_only=True,
    ),
]
