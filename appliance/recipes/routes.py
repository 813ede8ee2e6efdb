"""REST endpoints of recipes."""

from datetime import date

from litestar import Response, Router, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.recipes import actions, queries
from appliance.recipes.models import CookedRequest, NewRecipe, RatingRequest, Recipe, RecipePatch, RecipeSummary
from appliance.recipes.schema_org import SchemaOrgRecipe, as_schema_org


@get("/recipes", operation_id="listRecipes", summary="Every recipe", opt=DISPLAY | ETAG_BY_REV)
async def list_recipes(session: CurrentSession) -> list[RecipeSummary]:
    """By title, without ingredients and steps."""
    return await session.json_answer(queries.summaries)


@post("/recipes", operation_id="createRecipe", summary="Add a recipe", opt=DISPLAY)
async def create_recipe(session: CurrentSession, data: JSONBody[NewRecipe]) -> Recipe:
    """A repeated request with the same `id` adds no second one."""
    return await session.write(actions.add, data)


@get("/recipes/export", operation_id="exportRecipes", summary="Every recipe as JSON-LD", opt=DISPLAY)
async def export_recipes(session: CurrentSession) -> Response[list[SchemaOrgRecipe]]:
    """A file for other programs, in the format of schema.org/Recipe."""
    recipes = await session.read_in_thread(lambda db: [as_schema_org(recipe) for recipe in queries.recipes(db)])
    return Response(recipes, headers={"Content-Disposition": 'attachment; filename="recipes.json"'})


@get("/recipes/{recipe_id:str}", operation_id="getRecipe", summary="A recipe", opt=DISPLAY | ETAG_BY_REV)
async def get_recipe(session: CurrentSession, recipe_id: FromPath[str]) -> Recipe:
    """The whole recipe."""
    return queries.recipe(session.read, recipe_id)


@patch("/recipes/{recipe_id:str}", operation_id="updateRecipe", summary="Change a recipe", opt=DISPLAY)
async def update_recipe(session: CurrentSession, recipe_id: FromPath[str], data: JSONBody[RecipePatch]) -> Recipe:
    """Any subset; ingredients, steps and tags are replaced as a whole. Planned meals keep their own copy."""
    return await session.write(actions.edit, recipe_id, data)


@delete(
    "/recipes/{recipe_id:str}", operation_id="deleteRecipe", summary="Delete a recipe", status_code=200, opt=DISPLAY
)
async def delete_recipe(session: CurrentSession, recipe_id: FromPath[str]) -> Done:
    """It can be restored for thirty days."""
    await session.write(actions.remove, recipe_id)
    return Done()


@post(
    "/recipes/{recipe_id:str}/restore",
    operation_id="restoreRecipe",
    summary="Undo a deletion",
    status_code=200,
    opt=DISPLAY,
)
async def restore_recipe(session: CurrentSession, recipe_id: FromPath[str]) -> Recipe:
    """Of the last thirty days. One that is not deleted stays as it is."""
    return await session.write(actions.restore, recipe_id)


@get("/recipes/{recipe_id:str}/export", operation_id="exportRecipe", summary="A recipe as JSON-LD", opt=DISPLAY)
async def export_recipe(session: CurrentSession, recipe_id: FromPath[str]) -> SchemaOrgRecipe:
    """In the format of schema.org/Recipe."""
    return as_schema_org(queries.recipe(session.read, recipe_id))


@put(
    "/recipes/{recipe_id:str}/ratings/{member_id:str}",
    operation_id="rateRecipe",
    summary="Rate a recipe",
    opt=DISPLAY,
)
async def rate_recipe(
    session: CurrentSession, recipe_id: FromPath[str], member_id: FromPath[str], data: JSONBody[RatingRequest]
) -> Recipe:
    """1 to 5 `stars` of one member; null removes the rating."""
    return await session.write(actions.rate, recipe_id, member_id, data)


@post(
    "/recipes/{recipe_id:str}/cooked",
    operation_id="markRecipeCooked",
    summary="Note that a recipe was cooked",
    status_code=200,
    opt=DISPLAY,
)
async def mark_cooked(session: CurrentSession, recipe_id: FromPath[str], data: JSONBody[CookedRequest]) -> Recipe:
    """Today unless `date` is sent; a day counts once."""
    return await session.write(actions.mark_cooked, recipe_id, data)


@delete(
    "/recipes/{recipe_id:str}/cooked/{day:str}",
    operation_id="unmarkRecipeCooked",
    summary="Forget that a recipe was cooked",
    status_code=200,
    opt=DISPLAY,
)
async def unmark_cooked(session: CurrentSession, recipe_id: FromPath[str], day: FromPath[date]) -> Recipe:
    """Nothing changes when it was not cooked on that day."""
    return await session.write(actions.unmark_cooked, recipe_id, day)


HANDLERS = [list_recipes, create_recipe, export_recipes, get_recipe, update_recipe, delete_recipe, restore_recipe]
HANDLERS += [export_recipe, rate_recipe, mark_cooked, unmark_cooked]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Recipes"])
