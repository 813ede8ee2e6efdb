"""Every SQL statement about categories."""

import msgspec

from appliance.calendar.categories.models import Category
from appliance.kernel.database.transactions import Reader, Tx

COLUMNS = "id, name, emoji, color, keywords, sort, created_at"


def categories(db: Reader) -> list[Category]:
    """All categories in their order."""
    return db.all(Category, f"SELECT {COLUMNS} FROM categories ORDER BY sort, created_at, rowid")


def category(db: Reader, category_id: str) -> Category:
    """One category. Raises NotFound."""
    return db.one(Category, f"SELECT {COLUMNS} FROM categories WHERE id = ?", category_id)


def is_category(db: Reader, category_id: str) -> bool:
    """Whether a category has this id."""
    return db.value("SELECT 1 FROM categories WHERE id = ?", category_id) is not None


def next_sort(db: Reader) -> float:
    """The sort value after the last category."""
    return float(db.value("SELECT coalesce(max(sort), -1) + 1 FROM categories"))


def put(tx: Tx, category: Category) -> None:
    """Store a category; an existing one keeps its creation time."""
    tx.run(
        f"INSERT INTO categories ({COLUMNS}) VALUES (:id, :name, :emoji, :color, :keywords, :sort, :created_at)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name, emoji = excluded.emoji, color = excluded.color,"
        " keywords = excluded.keywords, sort = excluded.sort",
        **msgspec.structs.asdict(category),
    )


def arrange(tx: Tx, category_ids: list[str]) -> None:
    """Give categories their index as sort; unknown ids are ignored."""
    tx.run_many("UPDATE categories SET sort = ? WHERE id = ?", list(enumerate(category_ids)))


def remove(tx: Tx, category_id: str) -> None:
    """Delete a category; foreign keys clear the references to it."""
    tx.run("DELETE FROM categories WHERE id = ?", category_id)
