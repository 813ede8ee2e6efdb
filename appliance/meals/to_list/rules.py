"""Which ingredients meals need together, and what is left of an item when one of them is taken back."""

from collections.abc import Iterable, Mapping, Sequence, Set

from appliance.lists import rules as list_rules
from appliance.lists.amounts.rules import added, without
from appliance.lists.duplicates import MAX_QUANTITY
from appliance.meals.models import RecipeCopy, StoredMeal
from appliance.meals.portions import quantity
from appliance.meals.to_list.models import ListIngredient, Part

MAX_PANTRY = 500


def parts(meals: Iterable[StoredMeal], recipes: Mapping[str, RecipeCopy], language: str) -> list[Part]:
    """What each meal needs, in the order of the meals and their recipes; the same ingredient of a meal is one part."""
    found: dict[tuple[str, str], Part] = {}
    for meal in meals:
        recipe = recipes.get(meal.id)
        for ingredient in recipe.ingredients if recipe else ():
            assert recipe is not None
            name = list_rules.memory_of(ingredient.name)
            amount = quantity(ingredient, meal.portions or recipe.portions, recipe.portions, language)
            before = found.get((meal.id, name))
            found[meal.id, name] = Part(
                meal_id=meal.id,
                name=name,
                title=before.title if before else ingredient.name.strip(),
                quantity=_sum([before.quantity, amount], language) if before else amount,
            )
    return list(found.values())


def merged(parts: Iterable[Part], sent: Set[tuple[str, str]], pantry: Set[str], language: str) -> list[ListIngredient]:
    """The parts of all meals, each ingredient once. `sent` are those that are on a list, by meal and name."""
    by_name: dict[str, list[Part]] = {}
    for part in parts:
        by_name.setdefault(part.name, []).append(part)
    return [
        ListIngredient(
            title=of_name[0].title,
            quantity=_sum([part.quantity for part in open_parts(of_name, sent) or of_name], language),
            meal_ids=[part.meal_id for part in of_name],
            in_pantry=name in pantry,
            sent=not open_parts(of_name, sent),
        )
        for name, of_name in by_name.items()
    ]


def open_parts(parts: Iterable[Part], sent: Set[tuple[str, str]]) -> list[Part]:
    """The parts that were not sent yet."""
    return [part for part in parts if (part.meal_id, part.name) not in sent]


def remaining(on_item: str | None, part: str | None, language: str) -> str | None:
    """The quantity of an item without one part; None when nothing is left of it."""
    if on_item is None or part is None:
        return on_item
    return without(on_item, part, language)


def _sum(quantities: Sequence[str | None], language: str) -> str | None:
    total: str | None = None
    for each in quantities:
        total = added(total, each, language)
    return total and total[:MAX_QUANTITY]
