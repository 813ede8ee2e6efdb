"""SQL of recipes."""

from collections.abc import Iterable, Sequence
from datetime import date

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.recipes.models import FoundRecipe, NamedRecipe, Recipe, RecipeSummary

RATINGS = (
    "(SELECT json_group_array(json_object('memberId', member_id, 'stars', stars) ORDER BY member_id)"
    " FROM recipe_ratings WHERE recipe_id = recipes.id) AS ratings"
)
SELECT = (
    "SELECT id, title, photo_id, portions, prep_minutes, cook_minutes, ingredients, steps, tags, source_url,"
    f" created_at, updated_at, {RATINGS}, (SELECT json_group_array(date ORDER BY date DESC)"
    " FROM recipe_cookings WHERE recipe_id = recipes.id) AS cooked_on FROM recipes"
)
SUMMARY = (
    "SELECT id, title, photo_id, portions, prep_minutes, cook_minutes, tags, source_url, created_at, updated_at,"
    f" {RATINGS}, (SELECT max(date) FROM recipe_cookings WHERE recipe_id = recipes.id) AS last_cooked_on,"
    " (SELECT count(*) FROM recipe_cookings WHERE recipe_id = recipes.id) AS times_cooked FROM recipes"
)
FOUND = "SELECT id, title, photo_id, tags FROM recipes"


def summaries(db: Reader) -> list[RecipeSummary]:
    """Every recipe without ingredients and steps, by title."""
    return db.all(RecipeSummary, f"{SUMMARY} ORDER BY folded(title), id")


def names(db: Reader) -> list[NamedRecipe]:
    """The id and the title of every recipe."""
    return db.all(NamedRecipe, "SELECT id, title AS name FROM recipes ORDER BY title")


def recipes(db: Reader) -> list[Recipe]:
    """Every recipe whole, in the order they were created."""
    return db.all(Recipe, f"{SELECT} ORDER BY created_at, id")


def ids(db: Reader) -> list[str]:
    """The ids of all recipes."""
    return db.all(str, "SELECT id FROM recipes")


def recipe(db: Reader, recipe_id: str) -> Recipe:
    """One recipe. Raises NotFound."""
    return db.one(Recipe, f"{SELECT} WHERE id = ?", recipe_id)


def maybe_recipe(db: Reader, recipe_id: str) -> Recipe | None:
    """One recipe, or None."""
    return db.maybe(Recipe, f"{SELECT} WHERE id = ?", recipe_id)


def matching(db: Reader, expression: str, most: int) -> list[FoundRecipe]:
    """Recipes that match an expression of `full_text`, by title."""
    where = "rowid IN (SELECT rowid FROM recipe_search WHERE recipe_search MATCH ?)"
    return db.all(FoundRecipe, f"{FOUND} WHERE {where} ORDER BY title LIMIT ?", expression, most)


def containing(db: Reader, parts: Sequence[str], most: int) -> list[FoundRecipe]:
    """Recipes whose title contains every part, by title."""
    where = "NOT EXISTS (SELECT 1 FROM json_each(?) WHERE instr(lower(title), value) = 0)"
    return db.all(FoundRecipe, f"{FOUND} WHERE {where} ORDER BY title LIMIT ?", parts, most)


def put(tx: Tx, recipe: Recipe) -> None:
    """Store a recipe without its ratings and the days on which it was cooked."""
    values = asdict(recipe)
    del values["ratings"], values["cooked_on"]
    tx.put("recipes", values, kept=["created_at"])


def put_rating(tx: Tx, recipe_id: str, member_id: str, stars: int | None) -> None:
    """Store what a member thinks of a recipe; None removes it."""
    if stars is None:
        tx.run("DELETE FROM recipe_ratings WHERE recipe_id = ? AND member_id = ?", recipe_id, member_id)
        return
    rating = {"recipe_id": recipe_id, "member_id": member_id, "stars": stars}
    tx.put("recipe_ratings", rating, key="recipe_id, member_id")


def put_cooked(tx: Tx, recipe_id: str, days: Iterable[date], most: int) -> None:
    """Store days on which a recipe was cooked; the newest are kept."""
    tx.run_many(
        "INSERT INTO recipe_cookings (recipe_id, date) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(recipe_id, day) for day in days],
    )
    tx.run(
        "DELETE FROM recipe_cookings WHERE recipe_id = ?1 AND date NOT IN"
        " (SELECT date FROM recipe_cookings WHERE recipe_id = ?1 ORDER BY date DESC LIMIT ?2)",
        recipe_id,
        most,
    )


def remove_cooked(tx: Tx, recipe_id: str, day: date) -> None:
    """Remove a day on which a recipe was cooked."""
    tx.run("DELETE FROM recipe_cookings WHERE recipe_id = ? AND date = ?", recipe_id, day)


def touch(tx: Tx, recipe_id: str) -> None:
    """Set when a recipe was changed."""
    tx.run("UPDATE recipes SET updated_at = ? WHERE id = ?", tx.now, recipe_id)


def remove(tx: Tx, recipe_id: str) -> None:
    """Delete a recipe with its ratings and the days on which it was cooked."""
    tx.run("DELETE FROM recipes WHERE id = ?", recipe_id)
