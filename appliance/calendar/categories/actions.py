"""Add, change, order and remove categories."""

from uuid import uuid4

from msgspec.structs import replace

from appliance.calendar.categories import queries, rules
from appliance.calendar.categories.models import Category, CategoryPatch, NewCategory
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made, patched, sent_fields


def add(tx: Tx, request: NewCategory) -> Category:
    """Add a category, last in order unless the request says where. Raises BadRequest."""
    existing = queries.categories(tx)
    keywords = rules.kept_keywords(patched(request.keywords, []))
    rules.check_emoji(request.emoji)
    rules.check_count(len(existing))
    rules.check_cost(keywords, (), existing)

    category = made(
        Category,
        request,
        id=str(uuid4()),
        keywords=keywords,
        sort=patched(request.sort, queries.next_sort(tx)),
        created_at=instant(tx.now),
    )
    queries.put(tx, category)
    tx.record("category.changed", {"id": category.id})
    return category


def edit(tx: Tx, category_id: str, patch: CategoryPatch) -> Category:
    """Change a category. Raises NotFound, BadRequest."""
    was = queries.category(tx, category_id)
    keywords = rules.kept_keywords(patched(patch.keywords, list(was.keywords)))
    category = replace(was, **sent_fields(patch) | {"keywords": keywords})
    rules.check_emoji(category.emoji)
    rules.check_cost(
        category.keywords, was.keywords, (other for other in queries.categories(tx) if other.id != category_id)
    )

    queries.put(tx, category)
    tx.record("category.changed", {"id": category_id})
    return category


def arrange(tx: Tx, category_ids: list[str]) -> None:
    """Put categories in this order; unlisted ones keep their place, unknown ids are ignored. (contract §10)"""
    queries.arrange(tx, category_ids)
    tx.record("category.changed", {})


def remove(tx: Tx, category_id: str) -> None:
    """Remove a category; its events fall back to the next source. Raises NotFound. (contract: Category 5)"""
    queries.category(tx, category_id)

    queries.remove(tx, category_id)
    tx.record("category.changed", {"id": category_id})
