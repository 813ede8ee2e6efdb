"""What an import takes of planned meals, of those that repeat, and of what is on lists for them."""

from collections.abc import Set
from datetime import datetime

from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import made
from appliance.lists.rules import memory_of
from appliance.meals import rules as meal_rules
from appliance.meals.models import RecipeCopy, StoredMeal
from appliance.meals.repeats.models import MealRepeat
from appliance.meals.repeats.rules import MAX_REPEATS
from appliance.meals.to_list.models import MealItem, StoredPantryItem
from appliance.meals.to_list.rules import MAX_PANTRY
from appliance.transfer.imports.file import Import
from appliance.transfer.imports.meals.models import ImportedMeal
from appliance.transfer.imports.rules import KnownIds, known_id, known_ids, utc_instant


def meals(
    file: Import, known: KnownIds, repeats: Set[str], there: Set[str], room: int, now: datetime
) -> list[tuple[StoredMeal, RecipeCopy | None]]:
    """The valid meals as stored; of those that are not `there` as many as there is `room` for."""
    found = [(meal, each.recipe) for each in file.meals if (meal := _meal(each, known, repeats, now))]
    new = list(dict.fromkeys(meal.id for meal, _ in found if meal.id not in there))[: max(0, room)]
    return [(meal, recipe) for meal, recipe in found if meal.id in there or meal.id in new]


def repeats(file: Import, known: KnownIds, there: Set[str]) -> list[MealRepeat]:
    """The repeats as stored, as many as a household may have."""
    found = []
    for each in file.meal_repeats:
        template = made(type(each.template), each.template)
        template.eater_ids = list(known_ids(template.eater_ids, known.members))
        template.cook_ids = list(known_ids(template.cook_ids, known.members))
        found.append(made(MealRepeat, each, template=template))
    new = [repeat.id for repeat in found if repeat.id not in there][: max(0, MAX_REPEATS - len(there))]
    return [repeat for repeat in found if repeat.id in there or repeat.id in new]


def sent(file: Import, known_meals: Set[str], known_items: Set[str]) -> list[MealItem]:
    """What is on lists for the meals of the file."""
    return [
        made(MealItem, each, item_id=known_id(each.item_id, known_items), sent_at=utc_instant(each.sent_at))
        for each in file.meal_items
        if each.meal_id in known_meals
    ]


def pantry(file: Import, there: int) -> list[StoredPantryItem]:
    """What the family has at home, as much as there is room for."""
    items = {memory_of(each.title): each.title.strip() for each in file.pantry if each.title.strip()}
    named = [StoredPantryItem(name=name, title=title) for name, title in items.items()]
    return named[: max(0, MAX_PANTRY - there)]


def _meal(imported: ImportedMeal, known: KnownIds, repeats: Set[str], now: datetime) -> StoredMeal | None:
    created_at = utc_instant(imported.created_at or now)
    meal = made(
        StoredMeal,
        imported,
        eater_ids=list(known_ids(imported.eater_ids, known.members)),
        cook_ids=list(known_ids(imported.cook_ids, known.members)),
        repeat_id=known_id(imported.repeat_id, repeats),
        photo_id=None,
        prep_minutes=None,
        cook_minutes=None,
        on_list=0,
        created_at=created_at,
        updated_at=utc_instant(imported.updated_at) if imported.updated_at else created_at,
    )
    try:
        return meal_rules.checked(meal, imported.recipe)
    except BadRequest:
        return None
