"""MCP tools for categories."""

from typing import Annotated

from msgspec import UNSET, Meta

from appliance.calendar.categories import actions, queries, routes
from appliance.calendar.categories.models import Category, CategoryPatch, Keywords
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Reader
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, Maybe
from appliance.kernel.text.name_lookup import find_id
from appliance.people.models import Color, Name

CategoryName = Annotated[str, Meta(description="A category's id or name")]


class ListCategories(ApiModel, kw_only=True):
    """No arguments."""


class Categories(ApiModel, kw_only=True):
    """Categories in their own order."""

    categories: list[Category]


class UpdateCategory(ApiModel, kw_only=True):
    """A category and what to change; null clears the emoji."""

    category: CategoryName
    name: Maybe[Name] = UNSET
    emoji: Maybe[str | None] = UNSET
    color: Maybe[Color] = UNSET
    keywords: Maybe[Keywords] = UNSET


class OneCategory(ApiModel, kw_only=True):
    """A category as it is now."""

    category: Category


async def list_categories(session: Session, request: ListCategories) -> Categories:
    """Every category."""
    return Categories(categories=queries.categories(session.read))


async def update_category(session: Session, request: UpdateCategory) -> OneCategory:
    """Change a category. Raises BadRequest."""
    patch = CategoryPatch(name=request.name, color=request.color, emoji=request.emoji, keywords=request.keywords)
    return OneCategory(category=await session.write(actions.edit, named(session.read, request.category), patch))


def named(db: Reader, wanted: str) -> str:
    """The id of the category with this id or name. Raises BadRequest."""
    return find_id("category", wanted, [(each.id, each.name) for each in queries.categories(db)])


TOOLS = [
    Tool(
        name="list_categories",
        description="The categories of events with their emoji, color and keywords.",
        request=ListCategories,
        answer=Categories,
        run=list_categories,
        route=routes.list_categories,
        read_only=True,
    ),
    Tool(
        name="update_category",
        description="Change a category's name, emoji, color or keywords. New keywords apply to every event at once.",
        request=UpdateCategory,
        answer=OneCategory,
        run=update_category,
        route=routes.update_category,
    ),
]
