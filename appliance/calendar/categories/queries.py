"""Every SQL statement about categories."""

import msgspec

from appliance.calendar.categories.models import Category
from appliance.kernel.database.transactions import Reader, Tx

COLUMNS = "id, name, emoji, color, keywords, sort, created_at"


def categories(db: Reader) -> list[Category]:
    """All of them, in their own order."""
    return db.all(_category, f"SELECT {COLUMNS} FROM categories ORDER BY sort, created_at, rowid")


def category(db: Reader, category_id: str) -> Category:
    """One category. Raises NotFound."""
    return db.one(_category, f"SELECT {COLUMNS} FROM categories WHERE id = ?", category_id)


def is_category(db: Reader, category_id: str) -> bool:
    """True for the id of a category."""
    return db.value("SELECT 1 FROM categories WHERE id = ?", category_id) is not None


def next_sort(db: Reader) -> float:
    """The place after the last one."""
    return float(db.value("SELECT coalesce(max(sort), -1) + 1 FROM categories"))


def put(tx: Tx, category: Category) -> None:
    """Store a category; an existing one keeps its creation time."""
    tx.run(
        f"INSERT INTO categories ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name, emoji = excluded.emoji, color = excluded.color,"
        " keywords = excluded.keywords, sort = excluded.sort",
        *msgspec.structs.astuple(category),
    )


def arrange(tx: Tx, category_ids: list[str]) -> None:
    """Give categories their index as sort; unknown ids are passed over."""
    tx.run_many("UPDATE categories SET sort = ? WHERE id = ?", list(enumerate(category_ids)))


def remove(tx: Tx, category_id: str) -> None:
    """Forget a category; foreign keys clear what names it."""
    tx.run("DELETE FROM categories WHERE id = ?", category_id)


def _category(
    id: str, name: str, emoji: str | None, color: str, keywords: str, sort: float, created_at: str
) -> Category:
    return Category(id, name, emoji, color, tuple(msgspec.json.decode(keywords)), sort, created_at)
