"""Verbs on categories."""

from uuid import uuid4

from appliance.calendar.categories import queries, rules
from appliance.calendar.categories.models import Category, CategoryPatch, NewCategory
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import patched


def add(tx: Tx, request: NewCategory) -> Category:
    """Add a category, last in order unless the wish says where. Raises Invalid."""
    rules.check_emoji(request.emoji)

    sort = patched(request.sort, queries.next_sort(tx))
    keywords = rules.kept_keywords(patched(request.keywords, []))
    category = Category(str(uuid4()), request.name, request.emoji, request.color, keywords, sort, instant(tx.now))
    queries.put(tx, category)
    tx.record("category.changed", {"id": category.id})
    return category


def edit(tx: Tx, category_id: str, patch: CategoryPatch) -> Category:
    """Change a category. Raises NotFound, Invalid."""
    was = queries.category(tx, category_id)
    category = Category(
        category_id,
        patched(patch.name, was.name),
        patched(patch.emoji, was.emoji),
        patched(patch.color, was.color),
        rules.kept_keywords(patched(patch.keywords, list(was.keywords))),
        patched(patch.sort, was.sort),
        was.created_at,
    )
    rules.check_emoji(category.emoji)

    queries.put(tx, category)
    tx.record("category.changed", {"id": category_id})
    return category


def arrange(tx: Tx, category_ids: list[str]) -> None:
    """Put categories in this order; unlisted ones keep their place, unknown ids are passed over. (contract §10)"""
    queries.arrange(tx, category_ids)
    tx.record("category.changed", {})


def remove(tx: Tx, category_id: str) -> None:
    """Remove a category; its events fall back to the next source. Raises NotFound. (spec: Category 5)"""
    queries.category(tx, category_id)

    queries.remove(tx, category_id)
    tx.record("category.changed", {"id": category_id})
