"""Use cases of planned meals."""

from collections.abc import Iterable
from datetime import date
from uuid import uuid4

from msgspec.structs import replace

from appliance.household import queries as household_queries
from appliance.household.models import Slot
from appliance.kernel.database.table_sizes import TableBudget, within_budget
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.errors import BadRequest, Conflict
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made, sent_fields
from appliance.meals import queries, rules, suggestions
from appliance.meals.models import (
    DaySwap,
    Meal,
    MealPatch,
    NewMeal,
    NewMeals,
    RecipeCopy,
    StoredMeal,
    Suggestion,
    WeekCopy,
    WholeMeal,
)
from appliance.people import queries as people_queries
from appliance.recipes import queries as recipe_queries

# Three meals a day for ten years; the copies of recipes take the room.
MEALS = TableBudget(table="meals", entries=15_000, bytes=40_000_000, what="planned meals", remedy="delete old meals")


def between(db: Reader, first: date, last: date) -> list[Meal]:
    """The meals of these days, both included, by date and then in the order they were planned. Raises BadRequest."""
    rules.check_range(first, last)
    return answered(db, queries.between(db, first, last))


def answered(db: Reader, meals: Iterable[StoredMeal]) -> list[Meal]:
    """The meals with their times."""
    times = household_queries.settings(db).meal_times
    return [rules.answered(meal, times) for meal in meals]


@consistent_read
def whole(db: Reader, meal_id: str) -> WholeMeal:
    """A meal with its copy of the recipe. Raises NotFound."""
    [meal] = answered(db, [queries.meal(db, meal_id)])
    return made(WholeMeal, meal, recipe=queries.recipe_of(db, meal_id))


@consistent_read
def suggested(db: Reader, first: date, last: date, slot: Slot, without: Iterable[str]) -> list[Suggestion]:
    """A recipe for each empty place of these days, but none of `without`. Nothing is stored. Raises BadRequest."""
    rules.check_range(first, last)
    return suggestions.for_days(
        recipe_queries.summaries(db),
        queries.had_on(db, first - suggestions.LOOKED_BACK, last + suggestions.APART),
        queries.between(db, first - rules.DAY, last),
        [first + index * rules.DAY for index in range((last - first).days + 1)],
        slot,
        frozenset(without),
    )


@within_budget(MEALS)
def add(tx: Tx, requests: NewMeals) -> list[Meal]:
    """Plan one meal or several, all or none. A repeated request with the same id answers the stored meal.

    Raises BadRequest, Conflict.
    """
    several = isinstance(requests, list)
    meals, new = [], []
    for index, request in enumerate(requests if isinstance(requests, list) else [requests]):
        at = f"{index}." if several else ""
        if request.id and (stored := queries.maybe_meal(tx, str(request.id))):
            meals.append(stored)
            continue
        meals.append(_add(tx, request, at))
        new.append(meals[-1])
    if new:
        record(tx, new)
    return answered(tx, meals)


@within_budget(MEALS)
def edit(tx: Tx, meal_id: str, patch: MealPatch) -> Meal:
    """Change or move a meal. Raises NotFound, BadRequest, Conflict."""
    was = queries.meal(tx, meal_id)
    requested = sent_fields(patch)
    if requested.get("title") is None:
        requested.pop("title", None)
    recipe = queries.recipe_of(tx, meal_id)
    if isinstance(patch.recipe_id, str):
        recipe = _copy(tx, patch.recipe_id, "")
        requested.setdefault("kind", "recipe")
        requested.setdefault("title", recipe.title)
        requested.setdefault("portions", recipe.portions)
    for name in ("eater_ids", "cook_ids"):
        if name in requested:
            requested[name] = people_queries.known(tx, requested[name])  # type: ignore[arg-type]
    changed = replace(was, **requested, updated_at=instant(tx.now))
    if changed.kind != "recipe":
        changed, recipe = replace(changed, recipe_id=None), None
    changed = rules.checked(changed, recipe)
    _check_place(tx, was, changed)
    queries.put(tx, changed, recipe)
    record(tx, [was, changed])
    return answered(tx, [queries.meal(tx, meal_id)])[0]


def remove(tx: Tx, meal_id: str) -> None:
    """Delete a meal. What was sent to a list stays there. Raises NotFound."""
    was = queries.meal(tx, meal_id)

    queries.remove(tx, [meal_id])
    record(tx, [was])


def swap(tx: Tx, request: DaySwap) -> list[Meal]:
    """Let the meals of two days change places. Answers those that moved. Raises BadRequest."""
    for at, day in (("first", request.first), ("second", request.second)):
        rules.check_date(day, tx.today, at)
    there = [*queries.between(tx, request.first, request.first), *queries.between(tx, request.second, request.second)]
    moved = [] if request.first == request.second else rules.swapped(there, request.first, request.second, request.slot)
    moved = [replace(meal, updated_at=instant(tx.now)) for meal in moved]

    queries.put_own(tx, moved)
    record(tx, [*there, *moved] if moved else [])
    return answered(tx, moved)


@within_budget(MEALS)
def copy(tx: Tx, request: WeekCopy) -> list[Meal]:
    """Plan the meals of some days again on later or earlier ones, where these have none in that slot yet.

    Asking twice copies nothing twice. Answers the new meals. Raises BadRequest, Conflict.
    """
    rules.check_date(request.source, tx.today, "from")
    rules.check_date(request.target, tx.today, "to")
    length = (request.days - 1) * rules.DAY
    source = queries.between(tx, request.source, request.source + length)
    there = queries.between(tx, request.target, request.target + length)
    recipes = queries.recipes_of(tx, [meal.id for meal in source])
    new = []
    for original in rules.copies(source, there, request.target - request.source):
        new.append(stored_as_new(tx, original, recipes.get(original.id)))
    record(tx, new)
    return answered(tx, new)


def stored_as_new(tx: Tx, meal: StoredMeal, recipe: RecipeCopy | None) -> StoredMeal:
    """Store a copy of a meal under an id of its own. The caller records the change."""
    now = instant(tx.now)
    new = replace(meal, id=str(uuid4()), on_list=0, created_at=now, updated_at=now)
    queries.put(tx, new, recipe)
    return new


def record(tx: Tx, meals: Iterable[StoredMeal]) -> None:
    """Record that meals were changed, with their ids and every date that has or had one."""
    listed = list(meals)
    if listed:
        dates = sorted({meal.date.isoformat() for meal in listed})
        tx.record("meal.changed", {"ids": list(dict.fromkeys(meal.id for meal in listed)), "dates": dates})


def _add(tx: Tx, request: NewMeal, at: str) -> StoredMeal:
    recipe = request.recipe
    if recipe is None and request.recipe_id is not None:
        recipe = _copy(tx, request.recipe_id, at)
    kind = rules.kind_of(request.kind, recipe is not None)
    if kind != "recipe":
        recipe = None
    now = instant(tx.now)
    meal = rules.checked(
        made(
            StoredMeal,
            request,
            id=str(request.id or uuid4()),
            kind=kind,
            title=request.title or "",
            recipe_id=request.recipe_id if recipe else None,
            eater_ids=people_queries.known(tx, request.eater_ids),
            cook_ids=people_queries.known(tx, request.cook_ids),
            repeat_id=None,
            photo_id=recipe.photo_id if recipe else None,
            prep_minutes=recipe.prep_minutes if recipe else None,
            cook_minutes=recipe.cook_minutes if recipe else None,
            on_list=0,
            created_at=now,
            updated_at=now,
        ),
        recipe,
        at,
    )
    _check_place(tx, None, meal, at)
    queries.put(tx, meal, recipe)
    return queries.meal(tx, meal.id)


def _copy(db: Reader, recipe_id: str, at: str) -> RecipeCopy:
    recipe = recipe_queries.maybe_recipe(db, recipe_id)
    if recipe is None:
        raise BadRequest("recipe not found", at=f"{at}recipeId", code="deleted_meanwhile")
    return rules.copied(recipe)


def _check_place(db: Reader, was: StoredMeal | None, meal: StoredMeal, at: str = "") -> None:
    """Raises BadRequest for a date far away, and Conflict where the place is full."""
    if was and (was.date, was.slot) == (meal.date, meal.slot):
        return
    rules.check_date(meal.date, db.today, f"{at}date")
    if queries.count_on(db, meal.date, meal.slot) >= rules.MAX_PER_SLOT:
        raise Conflict(
            f"there are {rules.MAX_PER_SLOT} meals already: choose another day",
            code="limit_reached",
            limit=rules.MAX_PER_SLOT,
        )
