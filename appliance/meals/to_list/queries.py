"""SQL of the ingredients of meals that are on lists, and of the pantry."""

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.meals.to_list.models import MealItem, PantryItem, StoredPantryItem

SELECT = "SELECT meal_id, name, item_id, quantity, is_new, sent_at FROM meal_items"


def sent(db: Reader, meal_ids: Iterable[str]) -> set[tuple[str, str]]:
    """What was sent of these meals: the meal's id and the name of the ingredient."""
    sql = "SELECT meal_id, name FROM meal_items WHERE meal_id IN (SELECT value FROM json_each(?))"
    return set(db.all(lambda meal_id, name: (meal_id, name), sql, list(meal_ids)))


def on_lists(db: Reader, meal_id: str) -> list[MealItem]:
    """The ingredients of a meal whose items exist."""
    return db.all(MealItem, f"{SELECT} WHERE meal_id = ? AND item_id IS NOT NULL ORDER BY name", meal_id)


def all_sent(db: Reader) -> list[MealItem]:
    """Every ingredient that was sent, of meals that exist."""
    return db.all(MealItem, f"{SELECT} WHERE meal_id IN (SELECT id FROM meals) ORDER BY meal_id, name")


def put(tx: Tx, items: Iterable[MealItem]) -> None:
    """Store what was sent."""
    tx.put_all("meal_items", map(asdict, items), key="meal_id, name")


def remove(tx: Tx, item: MealItem) -> bool:
    """Forget that an ingredient was sent. Whether its item is that of other meals too, which stays theirs."""
    tx.run("DELETE FROM meal_items WHERE meal_id = ? AND name = ?", item.meal_id, item.name)
    return tx.run("UPDATE meal_items SET is_new = max(is_new, ?) WHERE item_id = ?", item.is_new, item.item_id) > 0


def remove_of_missing_meals(tx: Tx, before: datetime) -> None:
    """Forget what was sent for meals that were deleted, of an older date."""
    tx.run("DELETE FROM meal_items WHERE sent_at < ? AND meal_id NOT IN (SELECT id FROM meals)", before)


def pantry(db: Reader) -> list[PantryItem]:
    """What the family has at home, by name."""
    return db.all(PantryItem, "SELECT title FROM pantry ORDER BY name")


def pantry_names(db: Reader) -> set[str]:
    """The names of what the family has at home, in the form in which titles are compared."""
    return set(db.all(str, "SELECT name FROM pantry"))


def put_pantry(tx: Tx, items: Iterable[StoredPantryItem]) -> None:
    """Store things of the pantry."""
    tx.put_all("pantry", map(asdict, items), key="name")


def count_pantry(db: Reader) -> int:
    """How many things the pantry has."""
    return int(db.value("SELECT count(*) FROM pantry"))


def remove_pantry(tx: Tx, name: str) -> bool:
    """Take something out of the pantry. False when it is not in it."""
    return tx.run("DELETE FROM pantry WHERE name = ?", name) > 0
