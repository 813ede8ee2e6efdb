"""Which recipes the family may want on the empty days of its plan, and why."""

from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import date, timedelta

from appliance.household.models import Slot
from appliance.meals.models import Reason, StoredMeal, Suggestion
from appliance.recipes.models import RecipeSummary

# A recipe is not suggested within so many days of another time.
APART = timedelta(days=10)
# What was longer ago counts no more.
LOOKED_BACK = timedelta(days=180)
# Stars of a recipe that nobody has rated.
UNRATED = 3.0
# So many days without a recipe are worth one star; of more than three months three stars.
DAYS_OF_A_STAR = 30
MOST_DAYS = 90
DAY = timedelta(days=1)


def for_days(
    recipes: Iterable[RecipeSummary],
    planned: Mapping[str, Sequence[date]],
    meals: Sequence[StoredMeal],
    days: Iterable[date],
    slot: Slot,
    without: Set[str],
) -> list[Suggestion]:
    """A recipe for each of the days that has no meal in a slot, the best first.

    `planned` are the dates of the meals of each recipe, `meals` those of the days and of the day before the first.
    A recipe is worth its stars, and one more for each 30 days that the family has not had it. A tag that the day before
    has too costs one. No recipe comes twice, nor within ten days of another time. Of equals the first by title counts.
    """
    open_to = {recipe.id: recipe for recipe in recipes if recipe.id not in without}
    tags_on = _tags_by_day(meals, open_to)
    taken = {meal.date for meal in meals if meal.slot == slot}
    found = []
    for day in days:
        if day in taken:
            continue
        before = tags_on.get(day - DAY, set())
        fitting = [recipe for recipe in open_to.values() if not _is_near(recipe, planned, day)]
        best = min(
            fitting, key=lambda recipe: (-_worth(recipe, planned, day, before), recipe.title, recipe.id), default=None
        )
        if best is None:
            continue
        del open_to[best.id]
        tags_on.setdefault(day, set()).update(_keys(best.tags))
        found.append(
            Suggestion(
                date=day,
                slot=slot,
                recipe_id=best.id,
                title=best.title,
                photo_id=best.photo_id,
                reasons=_reasons(best, planned, day, before),
            )
        )
    return found


def _worth(recipe: RecipeSummary, planned: Mapping[str, Sequence[date]], day: date, before: Set[str]) -> float:
    since = _days_since(recipe, planned, day)
    waited = MOST_DAYS if since is None else min(since, MOST_DAYS)
    return (_stars(recipe) or UNRATED) + waited / DAYS_OF_A_STAR - len(_keys(recipe.tags) & before)


def _reasons(recipe: RecipeSummary, planned: Mapping[str, Sequence[date]], day: date, before: Set[str]) -> list[Reason]:
    """What speaks for a recipe, the strongest first."""
    stars, since = _stars(recipe), _days_since(recipe, planned, day)
    reasons = [Reason(code="rated", stars=stars)] if stars and stars > UNRATED else []
    reasons.append(Reason(code="never_had") if since is None else Reason(code="not_had_for", days=since))
    if before and recipe.tags and not _keys(recipe.tags) & before:
        reasons.append(Reason(code="different", tag=recipe.tags[0]))
    return reasons


def _stars(recipe: RecipeSummary) -> float | None:
    """The average of a recipe's ratings, to one digit."""
    stars = [rating.stars for rating in recipe.ratings]
    return round(sum(stars) / len(stars), 1) if stars else None


def _days_since(recipe: RecipeSummary, planned: Mapping[str, Sequence[date]], day: date) -> int | None:
    """The days since the family had a recipe, by its plan or its cook; None for never."""
    had = [other for other in planned.get(recipe.id, ()) if other < day]
    if recipe.last_cooked_on and recipe.last_cooked_on < day:
        had.append(recipe.last_cooked_on)
    return (day - max(had)).days if had else None


def _is_near(recipe: RecipeSummary, planned: Mapping[str, Sequence[date]], day: date) -> bool:
    cooked = [recipe.last_cooked_on] if recipe.last_cooked_on else []
    return any(abs(day - other) < APART for other in (*planned.get(recipe.id, ()), *cooked))


def _tags_by_day(meals: Iterable[StoredMeal], recipes: Mapping[str, RecipeSummary]) -> dict[date, set[str]]:
    tags: dict[date, set[str]] = {}
    for meal in meals:
        if recipe := recipes.get(meal.recipe_id or ""):
            tags.setdefault(meal.date, set()).update(_keys(recipe.tags))
    return tags


def _keys(tags: Iterable[str]) -> set[str]:
    return {tag.casefold() for tag in tags}
