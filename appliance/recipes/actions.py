"""Use cases of recipes."""

from datetime import date
from uuid import uuid4

from msgspec import UnsetType
from msgspec.structs import replace

from appliance.deleted import actions as deleted
from appliance.kernel.database.table_sizes import TableBudget, within_budget
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made, patched, sent_fields
from appliance.people import queries as people_queries
from appliance.recipes import queries, rules
from appliance.recipes.imports.models import Batch, Saved
from appliance.recipes.models import MAX_COOKED, CookedRequest, NewRecipe, RatingRequest, Recipe, RecipePatch

RECIPES = TableBudget(
    table="recipes", entries=3_000, bytes=20_000_000, what="recipes", remedy="delete recipes that nobody cooks"
)


@within_budget(RECIPES)
def add(tx: Tx, request: NewRecipe) -> Recipe:
    """Add a recipe. A repeated request with the same id answers the stored one.

    Raises BadRequest, and Conflict when there are too many.
    """
    return _added(tx, request)


@within_budget(RECIPES)
def add_all(tx: Tx, request: Batch) -> Saved:
    """Add recipes together, as `add` does each of them. The budget is checked once, for all of them."""
    return Saved(ids=[_added(tx, each).id for each in request.recipes])


@within_budget(RECIPES)
def edit(tx: Tx, recipe_id: str, patch: RecipePatch) -> Recipe:
    """Change a recipe; meals that are planned keep their own copy. Raises NotFound, BadRequest, Conflict."""
    was = queries.recipe(tx, recipe_id)

    queries.put(tx, replace(rules.valid(replace(was, **sent_fields(patch))), updated_at=instant(tx.now)))
    return _changed(tx, recipe_id)


def remove(tx: Tx, recipe_id: str) -> None:
    """Delete a recipe. It can be restored. Raises NotFound."""
    recipe = queries.recipe(tx, recipe_id)

    with deleted.kept(tx, "recipe", recipe_id, recipe.title):
        queries.remove(tx, recipe_id)
        tx.record("recipe.changed", {"id": recipe_id})


def rate(tx: Tx, recipe_id: str, member_id: str, request: RatingRequest) -> Recipe:
    """Set or remove what a member thinks of a recipe. Raises NotFound."""
    queries.recipe(tx, recipe_id)
    people_queries.check_member(tx, member_id)

    queries.put_rating(tx, recipe_id, member_id, request.stars)
    return _changed(tx, recipe_id)


def mark_cooked(tx: Tx, recipe_id: str, request: CookedRequest) -> Recipe:
    """Note that a recipe was cooked on a day, once. Raises NotFound, BadRequest for a day that is not there yet."""
    queries.recipe(tx, recipe_id)
    day = patched(request.day, tx.household_day)
    rules.check_cooked(day, tx.today)

    queries.put_cooked(tx, recipe_id, [day], MAX_COOKED)
    return _changed(tx, recipe_id)


def unmark_cooked(tx: Tx, recipe_id: str, day: date) -> Recipe:
    """Forget that a recipe was cooked on a day. Raises NotFound for an unknown recipe."""
    queries.recipe(tx, recipe_id)

    queries.remove_cooked(tx, recipe_id, day)
    return _changed(tx, recipe_id)


def _added(tx: Tx, request: NewRecipe) -> Recipe:
    if not isinstance(request.id, UnsetType) and (stored := queries.maybe_recipe(tx, str(request.id))):
        return stored
    now = instant(tx.now)
    recipe = rules.valid(
        made(
            Recipe,
            request,
            id=str(uuid4() if isinstance(request.id, UnsetType) else request.id),
            created_at=now,
            updated_at=now,
        )
    )
    queries.put(tx, recipe)
    return _changed(tx, recipe.id)


def _changed(tx: Tx, recipe_id: str) -> Recipe:
    tx.record("recipe.changed", {"id": recipe_id})
    return queries.recipe(tx, recipe_id)
