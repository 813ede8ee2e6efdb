"""MCP tools for categories."""

from typing import Annotated

from msgspec import field

from appliance.calendar.categories import actions, queries, routes
from appliance.calendar.categories.models import Category, CategoryPatch
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import NoArguments, Tool, named
from appliance.kernel.schema import ApiModel, made

CategoryName = Annotated[str, named("category", queries.categories)]


class Categories(ApiModel, kw_only=True):
    """Categories in their own order."""

    categories: list[Category]


class UpdateCategory(CategoryPatch, kw_only=True):
    """A category and what to change."""

    category_id: CategoryName = field(name="category")


class OneCategory(ApiModel, kw_only=True):
    """A category as it is now."""

    category: Category


async def list_categories(session: Session, request: NoArguments) -> Categories:
    """Every category."""
    return Categories(categories=queries.categories(session.read))


async def update_category(session: Session, request: UpdateCategory) -> OneCategory:
    """Change a category. Raises BadRequest."""
    return OneCategory(category=await session.write(actions.edit, request.category_id, made(CategoryPatch, request)))


TOOLS = [
    Tool(
        name="list_categories",
        description="The categories of events with their emoji, color and keywords.",
        run=list_categories,
        route=routes.list_categories,
        read_only=True,
    ),
    Tool(
        name="update_category",
        description="Change a category's name, emoji, color or keywords; null clears the emoji."
        " New keywords apply to every event at once.",
        run=update_category,
        route=routes.update_category,
    ),
]
