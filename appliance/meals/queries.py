"""SQL of planned meals."""

from collections.abc import Iterable, Sequence
from datetime import date

from msgspec.structs import asdict

from appliance.household.models import Slot
from appliance.kernel.database.transactions import Reader, Tx
from appliance.meals.models import CopiedRecipe, ExportedMeal, FoundMeal, RecipeCopy, StoredMeal

OWN = "date, slot, kind, title, recipe_id, portions, time, eater_ids, cook_ids, note, repeat_id"
SELECT = (
    f"SELECT id, {OWN}, recipe ->> 'photoId' AS photo_id, recipe ->> 'prepMinutes' AS prep_minutes,"
    " recipe ->> 'cookMinutes' AS cook_minutes, created_at, updated_at,"
    " (SELECT count(DISTINCT item_id) FROM meal_items WHERE meal_id = meals.id) AS on_list FROM meals"
)
FOUND = "SELECT id, date, slot, title FROM meals"
# In which an emoji is looked for.
MAX_READ = 1_000
# What is ahead, the nearest first, then what is past, the newest first.
BY_NEARNESS = "ORDER BY date < ?2, abs(julianday(date) - julianday(?2)), created_at, rowid LIMIT ?3"
# The columns that are read of other places: of the copy of the recipe, and of the items on lists.
DERIVED = {"photo_id", "prep_minutes", "cook_minutes", "on_list"}


def between(db: Reader, first: date, last: date) -> list[StoredMeal]:
    """The meals of these days, both included, by date and then in the order they were planned."""
    return db.all(StoredMeal, f"{SELECT} WHERE date BETWEEN ? AND ? ORDER BY date, created_at, rowid", first, last)


def with_reminders(db: Reader, first: date, last: date) -> list[StoredMeal]:
    """The meals of these days, both included, with a step in their recipe that somebody is reminded of, by date."""
    reminded = "EXISTS (SELECT 1 FROM json_each(recipe, '$.steps') WHERE value ->> 'remindBefore' IS NOT NULL)"
    sql = f"{SELECT} WHERE date BETWEEN ? AND ? AND {reminded} ORDER BY date, created_at, rowid"
    return db.all(StoredMeal, sql, first, last)


def some(db: Reader, meal_ids: Sequence[str]) -> list[StoredMeal]:
    """The meals with these ids, by date; unknown ids are left out."""
    sql = f"{SELECT} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY date, created_at, rowid"
    return db.all(StoredMeal, sql, list(meal_ids))


def meal(db: Reader, meal_id: str) -> StoredMeal:
    """One meal. Raises NotFound."""
    return db.one(StoredMeal, f"{SELECT} WHERE id = ?", meal_id)


def maybe_meal(db: Reader, meal_id: str) -> StoredMeal | None:
    """One meal, or None."""
    return db.maybe(StoredMeal, f"{SELECT} WHERE id = ?", meal_id)


def recipe_of(db: Reader, meal_id: str) -> RecipeCopy | None:
    """A meal's copy of its recipe, or None."""
    return recipes_of(db, [meal_id]).get(meal_id)


def recipes_of(db: Reader, meal_ids: Iterable[str]) -> dict[str, RecipeCopy]:
    """The copies of the recipes of meals, by the meal's id."""
    copies = db.all(
        CopiedRecipe,
        "SELECT id, recipe FROM meals WHERE id IN (SELECT value FROM json_each(?)) AND recipe IS NOT NULL",
        list(meal_ids),
    )
    return {copied.id: copied.recipe for copied in copies}


def exported(db: Reader) -> list[ExportedMeal]:
    """Every meal with its copy of the recipe, by date."""
    sql = f"SELECT id, {OWN}, recipe, created_at, updated_at FROM meals ORDER BY date, created_at, rowid"
    return db.all(ExportedMeal, sql)


def had_on(db: Reader, first: date, last: date) -> dict[str, list[date]]:
    """The dates of the meals of each recipe between two days, both included, in order."""
    found: dict[str, list[date]] = {}
    sql = "SELECT recipe_id, date FROM meals WHERE date BETWEEN ? AND ? AND recipe_id IS NOT NULL ORDER BY date"
    for recipe_id, day in db.rows(sql, first, last):
        found.setdefault(recipe_id, []).append(date.fromisoformat(day))
    return found


def count_on(db: Reader, day: date, slot: Slot) -> int:
    """How many meals a place of the plan has."""
    return int(db.value("SELECT count(*) FROM meals WHERE date = ? AND slot = ?", day, slot))


def matching(db: Reader, expression: str, today: date, most: int) -> list[FoundMeal]:
    """Meals that match an expression of `full_text`: those ahead, the nearest first, then those of the past."""
    where = "rowid IN (SELECT rowid FROM meal_search WHERE meal_search MATCH ?1)"
    return db.all(FoundMeal, f"{FOUND} WHERE {where} {BY_NEARNESS}", expression, today, most)


def containing(db: Reader, parts: Sequence[str], today: date, most: int) -> list[FoundMeal]:
    """Of the latest meals those whose title contains every part, in the order of `matching`."""
    latest = "rowid IN (SELECT rowid FROM meals ORDER BY date DESC LIMIT ?4)"
    where = f"{latest} AND NOT EXISTS (SELECT 1 FROM json_each(?1) WHERE instr(lower(title), value) = 0)"
    return db.all(FoundMeal, f"{FOUND} WHERE {where} {BY_NEARNESS}", parts, today, most, MAX_READ)


def put(tx: Tx, meal: StoredMeal, recipe: RecipeCopy | None) -> None:
    """Store a meal with its copy of the recipe."""
    tx.put("meals", _own(meal) | {"recipe": recipe}, kept=["created_at"])


def put_own(tx: Tx, meals: Iterable[StoredMeal]) -> None:
    """Store changes of meals that keep their copies of the recipe."""
    for meal in meals:
        columns = [name for name in _own(meal) if name not in ("id", "created_at")]
        assignments = ", ".join(f"{name} = :{name}" for name in columns)
        tx.run(f"UPDATE meals SET {assignments} WHERE id = :id", **_own(meal))


def remove(tx: Tx, meal_ids: Sequence[str]) -> None:
    """Delete meals."""
    tx.run("DELETE FROM meals WHERE id IN (SELECT value FROM json_each(?))", list(meal_ids))


def later_of_repeat(db: Reader, repeat_id: str, after: date) -> list[str]:
    """The ids of the meals of a repeat after a date."""
    return db.all(str, "SELECT id FROM meals WHERE repeat_id = ? AND date > ?", repeat_id, after)


def _own(meal: StoredMeal) -> dict[str, object]:
    return {name: value for name, value in asdict(meal).items() if name not in DERIVED}
