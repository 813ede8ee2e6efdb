"""REST endpoints of planned meals."""

from datetime import date

from litestar import Router, delete, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.household.models import Slot
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.idempotency_key import IdempotencyKey
from appliance.kernel.http.json_body import Done
from appliance.meals import actions
from appliance.meals.models import (
    DaySwap,
    Meal,
    MealPatch,
    NewMeals,
    Suggestion,
    WeekCopy,
    WholeMeal,
)
from appliance.meals.repeats import actions as meal_repeats
from appliance.meals.repeats.models import NewRepeat

MEAL = "/meals/{meal_id:str}"


@get("/meals", operation_id="listMeals", summary="The planned meals of some days", opt=DISPLAY | ETAG_BY_REV)
async def list_meals(session: CurrentSession, start: FromQuery[date], end: FromQuery[date]) -> list[Meal]:
    """From `start` to `end`, both included, at most 100 days; by date, then in the order they were planned."""
    return await session.json_answer(actions.between, start, end)


@get(
    "/meals/suggestions",
    operation_id="suggestMeals",
    summary="Recipes for the empty days",
    opt=DISPLAY | ETAG_BY_REV,
)
async def suggest_meals(
    session: CurrentSession,
    start: FromQuery[date],
    end: FromQuery[date],
    slot: FromQuery[Slot] = "dinner",
    without: FromQuery[str] = "",
) -> list[Suggestion]:
    """One for each of the days that has no meal in this slot, with reasons; nothing is stored.

    A recipe is worth its stars, and one more for each 30 days that the family has not had it, up to three; a tag that
    the day before has too costs one. None comes twice, nor within ten days of another time. `without` are ids of
    recipes that were turned down, with commas between them.
    """
    return await session.json_answer(actions.suggested, start, end, slot, without.split(","))


@post("/meals", operation_id="createMeals", summary="Plan one meal or several", opt=DISPLAY)
async def create_meals(session: CurrentSession, data: JSONBody[NewMeals]) -> list[Meal]:
    """All or none; always answers an array. A meal with a recipe keeps its own copy of it.

    A repeated request with the same `id`s plans nothing twice.
    """
    return await session.write(actions.add, data)


@get(MEAL, operation_id="getMeal", summary="A meal with its recipe", opt=DISPLAY | ETAG_BY_REV)
async def one_meal(session: CurrentSession, meal_id: FromPath[str]) -> WholeMeal:
    """`recipe` is the meal's own copy, as it was when it was planned."""
    return actions.whole(session.read, meal_id)


@patch(MEAL, operation_id="updateMeal", summary="Change or move a meal", opt=DISPLAY)
async def update_meal(session: CurrentSession, meal_id: FromPath[str], data: JSONBody[MealPatch]) -> Meal:
    """Any subset. `date` and `slot` move it; `recipeId` takes a new copy of that recipe, also of the same one."""
    return await session.write(actions.edit, meal_id, data)


@delete(MEAL, operation_id="deleteMeal", summary="Delete a meal", status_code=200, opt=DISPLAY)
async def delete_meal(session: CurrentSession, meal_id: FromPath[str]) -> Done:
    """Its ingredients stay on their list: `POST /api/meals/{id}/take-back` before takes them off."""
    await session.write(actions.remove, meal_id)
    return Done()


@post("/meals/swap", operation_id="swapMeals", summary="Swap two days", status_code=200, opt=DISPLAY)
async def swap_meals(
    session: CurrentSession, data: JSONBody[DaySwap], idempotency_key: IdempotencyKey = None
) -> list[Meal]:
    """The meals of two days change places: of one slot, or of all. Answers those that moved."""
    return await session.write_once(idempotency_key, list[Meal], actions.swap, data)


@post("/meals/copy", operation_id="copyMeals", summary="Copy a week", status_code=200, opt=DISPLAY)
async def copy_meals(session: CurrentSession, data: JSONBody[WeekCopy]) -> list[Meal]:
    """Plans the meals of `days` (7) days from `from` on again from `to` on, where a slot is empty there.

    Asking twice copies nothing twice. Answers the new meals.
    """
    return await session.write(actions.copy, data)


@post(f"{MEAL}/repeat", operation_id="repeatMeal", summary="Repeat a meal", status_code=200, opt=DISPLAY)
async def repeat_meal(session: CurrentSession, meal_id: FromPath[str], data: JSONBody[NewRepeat]) -> Meal:
    """On its weekday, every `everyWeeks` weeks (1), up to `until` or without end; how it repeated before ends.

    Each date is a meal of its own, planned eight weeks ahead, which can be moved, changed and deleted by itself.
    """
    return await session.write(meal_repeats.begin, meal_id, data)


@delete(f"{MEAL}/repeat", operation_id="endMealRepeat", summary="End how a meal repeats", status_code=200, opt=DISPLAY)
async def end_repeat(session: CurrentSession, meal_id: FromPath[str]) -> Meal:
    """Its dates after this meal and after today are deleted."""
    return await session.write(meal_repeats.end, meal_id)


HANDLERS = [
    list_meals,
    suggest_meals,
    create_meals,
    one_meal,
    update_meal,
    delete_meal,
    swap_meals,
    copy_meals,
    repeat_meal,
    end_repeat,
]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Meals"])
