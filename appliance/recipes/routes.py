"""REST endpoints of recipes."""

from datetime import date
from typing import Any

from litestar import Request, Response, Router, delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.kernel.errors import UnsupportedMediaType
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.photos.routes import PictureBody
from appliance.recipes import actions, queries
from appliance.recipes.imports.models import Batch, PageRequest, PictureRequest, Preview, Saved, TextRequest
from appliance.recipes.imports.service import MAX_FILE_BYTES, RecipeImporter
from appliance.recipes.models import CookedRequest, NewRecipe, RatingRequest, Recipe, RecipePatch, RecipeSummary
from appliance.recipes.schema_org import SchemaOrgRecipe, as_schema_org

Importer = NamedDependency[RecipeImporter]
FILE_TYPES = ("application/octet-stream", "application/zip", "application/json")
# Of a thousand recipes.
MAX_BATCH_BYTES = 10 * 1024 * 1024


@get("/recipes", operation_id="listRecipes", summary="Every recipe", opt=DISPLAY | ETAG_BY_REV)
async def list_recipes(session: CurrentSession) -> list[RecipeSummary]:
    """By title, without ingredients and steps."""
    return await session.json_answer(queries.summaries)


@post("/recipes", operation_id="createRecipe", summary="Add a recipe", opt=DISPLAY)
async def create_recipe(session: CurrentSession, data: JSONBody[NewRecipe]) -> Recipe:
    """A repeated request with the same `id` adds no second one."""
    return await session.write(actions.add, data)


@post(
    "/recipes/batch",
    operation_id="createRecipes",
    summary="Add several recipes",
    request_max_body_size=MAX_BATCH_BYTES,
    opt=DISPLAY,
)
async def create_recipes(session: CurrentSession, data: JSONBody[Batch]) -> Saved:
    """All of them or none; 1 to 1,000. With an `id` for each it is safe to repeat."""
    return await session.write(actions.add_all, data)


@post(
    "/recipes/import/page",
    operation_id="readRecipePage",
    summary="Read the recipe of a web page",
    status_code=200,
    opt=DISPLAY,
)
async def read_page(data: JSONBody[PageRequest], recipe_importer: Importer) -> Preview:
    """Fetches a page; nothing is saved. 422 when it has no recipe, 502 when it cannot be fetched."""
    return await recipe_importer.page(data)


@post(
    "/recipes/import/text",
    operation_id="readRecipeText",
    summary="Read a recipe of pasted text",
    status_code=200,
    opt=DISPLAY,
)
async def read_text(data: JSONBody[TextRequest], recipe_importer: Importer) -> Preview:
    """A title, ingredients and steps, or JSON-LD of schema.org; nothing is saved. 422 when there is no recipe."""
    return await recipe_importer.text(data)


@post(
    "/recipes/import/file",
    operation_id="readRecipeFile",
    summary="Read the recipes of another program",
    operation_class=PictureBody,
    request_max_body_size=MAX_FILE_BYTES,
    status_code=200,
    opt=DISPLAY,
)
async def read_file(request: Request[Any, Any, Any], recipe_importer: Importer) -> Preview:
    """The body is the file: an export of Paprika, Mealie, Tandoor or Kinwall, or JSON-LD, up to 40 MB.

    It is sent as `application/octet-stream`. Nothing is saved. 413 for one that unpacks to more than any export has.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in FILE_TYPES:
        # As for photos: another site's page can send some other types without asking first.
        raise UnsupportedMediaType(f"request: must be sent with Content-Type: {', '.join(FILE_TYPES)}")
    return await recipe_importer.file(request.stream())


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


@get("/recipes/{recipe_id:str}/export", operation_id="exportRecipe", summary="A recipe as JSON-LD", opt=DISPLAY)
async def export_recipe(session: CurrentSession, recipe_id: FromPath[str]) -> SchemaOrgRecipe:
    """In the format of schema.org/Recipe."""
    return as_schema_org(queries.recipe(session.read, recipe_id))


@post(
    "/recipes/{recipe_id:str}/picture",
    operation_id="fetchRecipePicture",
    summary="Take the picture of a web page",
    status_code=200,
    opt=DISPLAY,
)
async def fetch_picture(
    session: CurrentSession, recipe_id: FromPath[str], data: JSONBody[PictureRequest], recipe_importer: Importer
) -> Recipe:
    """Fetches a picture for a recipe. 403 for a display unless the household allows it to add photos."""
    return await recipe_importer.add_picture(session, recipe_id, data)


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


HANDLERS = [list_recipes, create_recipe, export_recipes, get_recipe, update_recipe, delete_recipe]
HANDLERS += [create_recipes, read_page, read_text, read_file, fetch_picture]
HANDLERS += [export_recipe, rate_recipe, mark_cooked, unmark_cooked]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Recipes"])
