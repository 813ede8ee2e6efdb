"""On which dates a meal repeats."""

from collections.abc import Iterator
from datetime import date, timedelta

from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import made
from appliance.meals.models import RecipeCopy, StoredMeal
from appliance.meals.repeats.models import MealRepeat, Template

MAX_REPEATS = 200
# Meals are planned so far ahead, and a day more with each day.
AHEAD = timedelta(weeks=8)


def dates(repeat: MealRepeat, last: date) -> Iterator[date]:
    """The dates of a repeat after those that are meals already, up to `last`."""
    step = timedelta(weeks=repeat.every_weeks)
    # Whole steps from the start, so that the weekday and the rhythm stay.
    day = repeat.start + step * ((repeat.filled_until - repeat.start) // step + 1)
    while day <= min(last, repeat.until or last):
        yield day
        day += step


def check(start: date, until: date | None, count: int) -> None:
    """Raises BadRequest for a repeat that ends before it begins, and for too many."""
    if until is not None and until < start:
        raise BadRequest("must not be before the meal", at="until", code="ends_before_start")
    if count >= MAX_REPEATS:
        raise BadRequest(
            f"there are {MAX_REPEATS} meals that repeat, which is the limit; end one first",
            at=None,
            code="limit_reached",
            limit=MAX_REPEATS,
        )


def template(meal: StoredMeal, recipe: RecipeCopy | None) -> Template:
    """What is planned again of a meal."""
    return made(Template, meal, recipe=recipe)
