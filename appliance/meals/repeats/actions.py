"""Use cases of meals that repeat: each date is a meal of its own, planned eight weeks ahead."""

from uuid import uuid4

from msgspec.structs import replace

from appliance.kernel.database.table_sizes import within_budget
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made
from appliance.meals import actions as meals
from appliance.meals import queries as meal_queries
from appliance.meals import rules as meal_rules
from appliance.meals.models import Meal, RecipeCopy, StoredMeal
from appliance.meals.repeats import queries, rules
from appliance.meals.repeats.models import MealRepeat, NewRepeat
from appliance.recipes import queries as recipe_queries


@within_budget(meals.MEALS)
def begin(tx: Tx, meal_id: str, request: NewRepeat) -> Meal:
    """Repeat a meal; how it repeated before ends. Answers the meal. Raises NotFound, BadRequest, Conflict."""
    meal = meal_queries.meal(tx, meal_id)
    if meal.repeat_id is not None:
        _end(tx, meal)
    rules.check(meal.date, request.until, queries.count(tx))
    repeat = MealRepeat(
        id=str(uuid4()),
        start=meal.date,
        every_weeks=request.every_weeks,
        until=request.until,
        filled_until=meal.date,
        template=rules.template(meal, meal_queries.recipe_of(tx, meal_id)),
    )
    queries.put(tx, repeat)
    meal = replace(meal, repeat_id=repeat.id, updated_at=instant(tx.now))
    meal_queries.put_own(tx, [meal])
    meals.record(tx, [meal, *_fill(tx, repeat)])
    return meals.answered(tx, [meal])[0]


def end(tx: Tx, meal_id: str) -> Meal:
    """End how a meal repeats: its later dates are deleted, this one and the earlier stay.

    Raises NotFound, BadRequest for a meal that does not repeat.
    """
    meal = meal_queries.meal(tx, meal_id)
    if meal.repeat_id is None:
        raise BadRequest("this meal does not repeat", at=None)

    removed = _end(tx, meal)
    meals.record(tx, [meal, *removed])
    return meals.answered(tx, [meal_queries.meal(tx, meal_id)])[0]


@within_budget(meals.MEALS)
def fill(tx: Tx) -> None:
    """Plan the dates of every repeat that have come within eight weeks. Raises Conflict when there is no room."""
    planned = [meal for repeat in queries.repeats(tx) for meal in _fill(tx, repeat)]
    meals.record(tx, planned)


def _end(tx: Tx, meal: StoredMeal) -> list[StoredMeal]:
    """Delete a repeat with its meals after this one. Answers what is deleted."""
    assert meal.repeat_id is not None
    later = meal_queries.some(tx, meal_queries.later_of_repeat(tx, meal.repeat_id, max(meal.date, tx.today)))
    meal_queries.remove(tx, [other.id for other in later])
    queries.remove(tx, meal.repeat_id)
    return later


def _fill(tx: Tx, repeat: MealRepeat) -> list[StoredMeal]:
    last = tx.today + rules.AHEAD
    planned = []
    # Of a start long ago the past is not filled.
    for day in rules.dates(repeat, last):
        if day < tx.today or meal_queries.count_on(tx, day, repeat.template.slot) >= meal_rules.MAX_PER_SLOT:
            continue
        recipe = _recipe(tx, repeat)
        meal = made(
            StoredMeal,
            repeat.template,
            id="",
            date=day,
            recipe_id=repeat.template.recipe_id if recipe else None,
            repeat_id=repeat.id,
            photo_id=recipe.photo_id if recipe else None,
            prep_minutes=recipe.prep_minutes if recipe else None,
            cook_minutes=recipe.cook_minutes if recipe else None,
            on_list=0,
            created_at="",
            updated_at="",
        )
        planned.append(meals.stored_as_new(tx, meal, recipe))
    if repeat.filled_until < last:
        queries.put(tx, replace(repeat, filled_until=last))
    return planned


def _recipe(tx: Tx, repeat: MealRepeat) -> RecipeCopy | None:
    """The recipe as it is now, else the copy of the meal that repeats."""
    recipe_id = repeat.template.recipe_id
    recipe = recipe_queries.maybe_recipe(tx, recipe_id) if recipe_id else None
    return meal_rules.copied(recipe) if recipe else repeat.template.recipe
