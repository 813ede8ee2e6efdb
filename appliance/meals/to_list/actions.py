"""Use cases between the plan and shopping lists: send ingredients, take them back; and the pantry."""

from collections.abc import Sequence
from datetime import timedelta

from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.errors import BadRequest, Conflict, NotFound
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import required_text
from appliance.lists import actions as lists
from appliance.lists import queries as list_queries
from appliance.lists import rules as list_rules
from appliance.lists.models import ItemPatch, NewItem
from appliance.meals import actions as meals
from appliance.meals import queries as meal_queries
from appliance.meals.to_list import queries, rules
from appliance.meals.to_list.models import (
    ListIngredient,
    MealItem,
    PantryItem,
    Part,
    SendRequest,
    SentToList,
    StoredPantryItem,
    TakenBack,
)

# What was sent for a meal that was deleted is known as long as the meal may come back.
KEPT = timedelta(days=30)


@consistent_read
def ingredients(db: Reader, meal_ids: Sequence[str]) -> list[ListIngredient]:
    """What meals need together, in the order of the meals; unknown ids are left out."""
    parts = _parts(db, meal_ids)
    return rules.merged(parts, queries.sent(db, meal_ids), queries.pantry_names(db), _language(db))


def send(tx: Tx, request: SendRequest) -> SentToList:
    """Put what meals need on a list. What was sent before is not sent again, whatever became of its item.

    An open item of the same title gets the amount added. Store and aisle are those of the last item of that title.
    Raises BadRequest for an unknown list, Conflict for a full one.
    """
    if list_queries.maybe_list(tx, request.list_id) is None:
        raise BadRequest("list not found", at="listId", code="deleted_meanwhile")
    language = _language(tx)
    sent, pantry = queries.sent(tx, request.meal_ids), queries.pantry_names(tx)
    wanted = None if request.names is None else {list_rules.memory_of(name) for name in request.names}
    parts = [
        part
        for part in rules.open_parts(_parts(tx, request.meal_ids), sent)
        if (part.name in wanted if wanted is not None else part.name not in pantry)
    ]
    lines = rules.merged(parts, frozenset(), frozenset(), language)
    there = {
        item.id for line in lines for item in list_queries.open_items_named(tx, request.list_id, _name(line.title))
    }
    new = [NewItem(title=line.title, quantity=line.quantity, on_duplicate="merge") for line in lines]
    items = lists.add_items(tx, request.list_id, new) if new else []
    by_name = {_name(line.title): item.id for line, item in zip(lines, items, strict=True)}
    queries.put(tx, [_sent(tx, part, by_name[part.name], there) for part in parts])
    queries.remove_of_missing_meals(tx, tx.now - KEPT)
    meals.record(tx, meal_queries.some(tx, list({part.meal_id for part in parts})))
    return SentToList(
        list_id=request.list_id,
        names=[line.title for line in lines],
        merged=len({item.id for item in items} & there),
    )


def take_back(tx: Tx, meal_id: str) -> TakenBack:
    """Take what a meal needs off its lists again. Items that are done stay, as do amounts that others need.

    Raises NotFound.
    """
    meal = meal_queries.meal(tx, meal_id)
    language = _language(tx)
    answer = TakenBack(list_id=None, names=[], removed=0, changed=0)
    for row in queries.on_lists(tx, meal_id):
        assert row.item_id is not None
        list_id = list_queries.list_of_item(tx, row.item_id)
        assert list_id is not None
        item = list_queries.item(tx, list_id, row.item_id)
        if item.done:
            continue
        is_shared = queries.remove(tx, row)
        left = rules.remaining(item.quantity, row.quantity, language)
        answer.list_id = list_id
        answer.names.append(item.title)
        if row.is_new and not is_shared and left is None:
            lists.remove_item(tx, list_id, item.id)
            answer.removed += 1
        elif left != item.quantity:
            lists.edit_item(tx, list_id, item.id, ItemPatch(quantity=left))
            answer.changed += 1
    if answer.names:
        meals.record(tx, [meal])
    return answer


def add_to_pantry(tx: Tx, request: PantryItem) -> PantryItem:
    """Note that the family has something at home as a rule. Raises BadRequest, Conflict when there is too much."""
    title = required_text(request.title, "title")

    queries.put_pantry(tx, [StoredPantryItem(name=_name(title), title=title)])
    if queries.count_pantry(tx) > rules.MAX_PANTRY:
        raise Conflict(
            f"the pantry has {rules.MAX_PANTRY} things, which is the limit: take some out",
            code="limit_reached",
            limit=rules.MAX_PANTRY,
        )
    tx.record("meal.changed", {"ids": [], "dates": []})
    return PantryItem(title=title)


def take_from_pantry(tx: Tx, request: PantryItem) -> PantryItem:
    """Note that the family has something at home no more. Raises NotFound."""
    if not queries.remove_pantry(tx, _name(request.title)):
        raise NotFound()
    tx.record("meal.changed", {"ids": [], "dates": []})
    return request


def _parts(db: Reader, meal_ids: Sequence[str]) -> list[Part]:
    planned = meal_queries.some(db, meal_ids)
    return rules.parts(planned, meal_queries.recipes_of(db, meal_ids), _language(db))


def _sent(tx: Tx, part: Part, item_id: str, there: set[str]) -> MealItem:
    return MealItem(
        meal_id=part.meal_id,
        name=part.name,
        item_id=item_id,
        quantity=part.quantity,
        is_new=item_id not in there,
        sent_at=instant(tx.now),
    )


def _language(db: Reader) -> str:
    return household_queries.texts(db).tag


def _name(title: str) -> str:
    return list_rules.memory_of(title)
