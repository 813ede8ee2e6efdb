"""The agent's door to categories."""

from typing import Annotated

from msgspec import UNSET, Meta

from appliance.calendar.categories import actions, queries
from appliance.calendar.categories.models import Category, CategoryPatch, Keywords
from appliance.kernel.database.database import Reader, Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import Maybe, Shape
from appliance.kernel.text.name_lookup import resolve
from appliance.people.models import Color, Name

CategoryName = Annotated[str, Meta(description="A category's id or name")]


class ListCategories(Shape):
    """Nothing has to be said."""


class Categories(Shape):
    """Categories in their own order."""

    categories: list[Category]


class UpdateCategory(Shape):
    """A category and what to change; null clears the emoji."""

    category: CategoryName
    name: Maybe[Name] = UNSET
    emoji: Maybe[str | None] = UNSET
    color: Maybe[Color] = UNSET
    keywords: Maybe[Keywords] = UNSET


class OneCategory(Shape):
    """A category as it is now."""

    category: Category


async def list_categories(house: Session, wish: ListCategories) -> Categories:
    """Every category."""
    return Categories(queries.categories(house.read))


async def update_category(house: Session, wish: UpdateCategory) -> OneCategory:
    """Change a category. Raises Invalid."""
    patch = CategoryPatch(wish.name, wish.color, wish.emoji, wish.keywords)
    return OneCategory(await house.write(actions.edit, named(house.read, wish.category), patch))


def named(db: Reader, wanted: str) -> str:
    """The id of the category that is meant. Raises Invalid."""
    return resolve("category", wanted, [(each.id, each.name) for each in queries.categories(db)])


TOOLS = [
    Tool(
        name="list_categories",
        description="The categories of events with their emoji, color and keywords.",
        wish=ListCategories, answer=Categories, run=list_categories, method="GET", path="/api/categories",
        read_only=True,
    ),
    Tool(
        name="update_category",
        description="Change a category's name, emoji, color or keywords. New keywords apply to every event at once.",
        wish=UpdateCategory, answer=OneCategory, run=update_category, method="PATCH", path="/api/categories/{id}",
    ),
]  # fmt: skip
