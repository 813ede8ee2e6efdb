"""What a valid meal is, when to begin with it, and how meals change places."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from msgspec.structs import replace

from appliance.household.models import MealTimes, Slot
from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import made
from appliance.meals.models import Kind, Meal, RecipeCopy, StoredMeal
from appliance.recipes.models import Recipe

MAX_PER_SLOT = 10
MAX_DAYS = 100
# Dates of meals, in days from today.
FURTHEST = timedelta(days=3_653)
DAY = timedelta(days=1)


def check_range(first: date, last: date) -> None:
    """Raises BadRequest for days that are in no order, and for too many."""
    if last < first:
        raise BadRequest("must not be before start", at="end", code="ends_before_start")
    if (last - first).days >= MAX_DAYS:
        raise BadRequest(f"at most {MAX_DAYS} days at once", at="end", code="too_many", limit=MAX_DAYS)


def check_date(day: date, today: date, at: str) -> None:
    """Raises BadRequest for a date that no family plans for."""
    if not today - FURTHEST <= day <= today + FURTHEST:
        raise BadRequest("must be within ten years of today", at=at)


def copied(recipe: Recipe) -> RecipeCopy:
    """The copy of a recipe that a meal keeps."""
    return made(RecipeCopy, recipe)


def checked(meal: StoredMeal, recipe: RecipeCopy | None, at: str = "") -> StoredMeal:
    """The meal as it is stored: a title of its own, else that of its recipe. Raises BadRequest.

    A meal that is nothing may have no title: the family eats elsewhere, or nobody is at home.
    """
    if meal.kind == "recipe" and recipe is None:
        raise BadRequest("is required for a recipe", at=f"{at}recipeId", code="required")
    title = meal.title.strip() or (recipe.title if recipe else "")
    if not title and meal.kind != "nothing":
        raise BadRequest("must not be empty", at=f"{at}title", code="empty")
    note = (meal.note or "").strip() or None
    portions = meal.portions or (recipe.portions if recipe else None)
    return replace(meal, title=title, note=note, portions=portions)


def kind_of(wanted: Kind | None, has_recipe: bool) -> Kind:
    """The kind of a meal of which only its recipe or its title is sent."""
    return wanted or ("recipe" if has_recipe else "text")


def answered(meal: StoredMeal, times: MealTimes) -> Meal:
    """The meal with its time, and when to begin so that it is ready then: HH:MM in the household's zone.

    `start_by` is None without the minutes of a recipe, and where it would be on the day before.
    """
    serve_at = meal.time or usual_time(meal.slot, times)
    minutes = (meal.prep_minutes or 0) + (meal.cook_minutes or 0)
    hour, minute = map(int, serve_at.split(":"))
    begin = hour * 60 + minute - minutes
    start_by = f"{begin // 60:02}:{begin % 60:02}" if minutes and begin >= 0 else None
    return made(Meal, meal, serve_at=serve_at, start_by=start_by)


def usual_time(slot: Slot, times: MealTimes) -> str:
    """When the family has a meal as a rule, HH:MM."""
    return str(getattr(times, slot))


def served(meal: Meal) -> datetime:
    """The date and the time of a meal, in the household's zone and without it."""
    return datetime.combine(meal.date, time.fromisoformat(meal.serve_at))


def is_for(meal: StoredMeal, member_id: str) -> bool:
    """Whether a member eats it."""
    return not meal.eater_ids or member_id in meal.eater_ids


def swapped(meals: Iterable[StoredMeal], first: date, second: date, slot: Slot | None) -> list[StoredMeal]:
    """The meals of two days, of one slot or of all, each on the other day."""
    return [
        replace(meal, date=second if meal.date == first else first)
        for meal in meals
        if meal.date in (first, second) and slot in (None, meal.slot)
    ]


def copies(source: Iterable[StoredMeal], there: Iterable[StoredMeal], shift: timedelta) -> list[StoredMeal]:
    """The meals to plan again `shift` later: those whose place is empty there. They have the ids of their originals."""
    taken = {(meal.date, meal.slot) for meal in there}
    return [
        replace(meal, date=meal.date + shift, repeat_id=None)
        for meal in source
        if (meal.date + shift, meal.slot) not in taken
    ]
