"""MCP tools for planned meals."""

from datetime import date
from typing import Annotated

from msgspec import UNSET, Meta, field

from appliance.household.models import Slot
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.kernel.schema import Maybe, made
from appliance.meals import actions, routes
from appliance.meals.models import DaySwap, Meal, MealPatch, NewMeal, PlainMeal, Suggestion, WeekCopy, WholeMeal
from appliance.meals.repeats import actions as meal_repeats
from appliance.meals.repeats.models import NewRepeat
from appliance.people.tools import MemberName
from appliance.recipes.tools import RecipeName

Members = Annotated[list[MemberName], Meta(max_length=100)]


class CreateMeal(PlainMeal, kw_only=True):
    """A meal to plan, with names."""

    recipe_id: RecipeName | None = field(name="recipeId", default=None)
    eater_ids: Members = field(name="eaters", default_factory=list)
    cook_ids: Members = field(name="cooks", default_factory=list)


class UpdateMeal(MealPatch, kw_only=True):
    """Changes of a meal, with names."""

    recipe_id: Maybe[RecipeName | None] = field(name="recipeId", default=UNSET)
    eater_ids: Maybe[Members] = field(name="eaters", default=UNSET)
    cook_ids: Maybe[Members] = field(name="cooks", default=UNSET)


@tool(routes.list_meals, answers="meals", read_only=True)
async def list_meals(session: Session, start: date, end: date) -> list[Meal]:
    """What the family eats: the planned meals from start to end, both included."""
    return await session.answer(actions.between, start, end)


@tool(routes.one_meal, read_only=True)
async def get_meal(session: Session, meal_id: str) -> WholeMeal:
    """A meal with its own copy of its recipe."""
    return actions.whole(session.read, meal_id)


@tool(routes.create_meals, answers="meals", idempotent=False)
async def create_meals(session: Session, meals: Annotated[list[CreateMeal], Meta(max_length=100)]) -> list[Meal]:
    """Plan meals: a recipe (recipeId: id or title), a text such as leftovers, a restaurant, or nothing."""
    return await session.write(actions.add, [made(NewMeal, meal) for meal in meals])


@tool(routes.update_meal, answers="meal")
async def update_meal(session: Session, meal_id: str, patch: UpdateMeal) -> Meal:
    """Change a meal, or move it by date and slot. recipeId takes a new copy of the recipe."""
    return await session.write(actions.edit, meal_id, patch)


@tool(routes.delete_meal, destructive=True)
async def remove_meal(session: Session, meal_id: str) -> None:
    """Delete a meal. take_back_meal_ingredients before it takes its ingredients off the list."""
    await session.write(actions.remove, meal_id)


@tool(routes.swap_meals, answers="meals", idempotent=False)
async def swap_meals(session: Session, request: DaySwap) -> list[Meal]:
    """Let the meals of two days change places: of one slot, or of all."""
    return await session.write(actions.swap, request)


@tool(routes.copy_meals, answers="meals", idempotent=False)
async def copy_meals(session: Session, request: WeekCopy) -> list[Meal]:
    """Plan the meals of some days again from another day on, where a slot is empty there."""
    return await session.write(actions.copy, request)


@tool(routes.repeat_meal, answers="meal")
async def repeat_meal(session: Session, meal_id: str, request: NewRepeat) -> Meal:
    """Repeat a meal on its weekday; each date is a meal of its own, planned eight weeks ahead."""
    return await session.write(meal_repeats.begin, meal_id, request)


@tool(routes.end_repeat, answers="meal")
async def end_meal_repeat(session: Session, meal_id: str) -> Meal:
    """End how a meal repeats: its later dates are deleted."""
    return await session.write(meal_repeats.end, meal_id)


@tool(routes.suggest_meals, answers="suggestions", read_only=True)
async def list_meal_suggestions(
    session: Session, start: date, end: date, slot: Slot = "dinner", without: tuple[str, ...] = ()
) -> list[Suggestion]:
    """Recipes for the days without a meal: rated high and not had for long, each with reasons. Nothing is stored.

    without are ids of recipes that were turned down.
    """
    return await session.answer(actions.suggested, start, end, slot, without)


TOOLS = [
    list_meals,
    get_meal,
    create_meals,
    update_meal,
    remove_meal,
    swap_meals,
    copy_meals,
    repeat_meal,
    end_meal_repeat,
    list_meal_suggestions,
]
