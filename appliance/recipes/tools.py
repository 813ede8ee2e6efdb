"""MCP tools for recipes."""

from typing import Annotated

from msgspec import field

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool, named, tool
from appliance.people.tools import MemberName
from appliance.recipes import actions, queries, routes
from appliance.recipes.imports.models import PageRequest, Preview
from appliance.recipes.imports.service import RecipeImporter
from appliance.recipes.models import CookedRequest, NewRecipe, RatingRequest, Recipe, RecipePatch, RecipeSummary

RecipeName = Annotated[str, named("recipe", queries.names)]


class RateRecipe(RatingRequest, kw_only=True):
    """Who rates, by name, and how many stars."""

    member_id: MemberName = field(name="member")


@tool(routes.list_recipes, answers="recipes", read_only=True)
async def list_recipes(session: Session) -> list[RecipeSummary]:
    """The family's recipes without ingredients and steps: who likes them (stars) and when they were last cooked."""
    return await session.answer(queries.summaries)


@tool(routes.get_recipe, answers="recipe", read_only=True)
async def get_recipe(session: Session, recipe: RecipeName) -> Recipe:
    """A recipe with its ingredients (amounts for all portions) and steps."""
    return queries.recipe(session.read, recipe)


@tool(routes.create_recipe, answers="recipe", idempotent=False)
async def add_recipe(session: Session, request: NewRecipe) -> Recipe:
    """Add a recipe. remindBefore of a step is in minutes before the meal."""
    return await session.write(actions.add, request)


@tool(routes.update_recipe, answers="recipe")
async def update_recipe(session: Session, recipe: RecipeName, patch: RecipePatch) -> Recipe:
    """Change a recipe; ingredients, steps and tags are replaced as a whole."""
    return await session.write(actions.edit, recipe, patch)


@tool(routes.delete_recipe, destructive=True)
async def remove_recipe(session: Session, recipe: RecipeName) -> None:
    """Delete a recipe; planned meals keep their copies."""
    await session.write(actions.remove, recipe)


@tool(routes.rate_recipe, answers="recipe")
async def rate_recipe(session: Session, recipe: RecipeName, request: RateRecipe) -> Recipe:
    """Set what a member thinks of a recipe, 1 to 5 stars; null removes it."""
    return await session.write(actions.rate, recipe, request.member_id, RatingRequest(stars=request.stars))


@tool(routes.mark_cooked, answers="recipe")
async def mark_recipe_cooked(session: Session, recipe: RecipeName, request: CookedRequest) -> Recipe:
    """Note that a recipe was cooked, today unless a date is given."""
    return await session.write(actions.mark_cooked, recipe, request)


@tool(routes.read_page, read_only=True, open_world=True)
async def get_recipe_of_page(recipe_importer: RecipeImporter, session: Session, request: PageRequest) -> Preview:
    """Read the recipe of a web page by its address, without saving it: add_recipe does, with its sourceUrl."""
    return await recipe_importer.page(request)


def tools(recipe_importer: RecipeImporter) -> list[Tool]:
    """The tools of recipes."""
    return [
        list_recipes,
        get_recipe,
        get_recipe_of_page.using(recipe_importer),
        add_recipe,
        update_recipe,
        remove_recipe,
        rate_recipe,
        mark_recipe_cooked,
    ]
