"""How long deletions are kept, what belongs to them, and what is said when one cannot be restored."""

from datetime import timedelta

from appliance.deleted.models import Deleted, Deletion, Kind
from appliance.kernel.errors import Conflict

KEPT = timedelta(days=30)
MAX_DELETIONS = 2_000
MAX_BYTES = 50_000_000
# Their files stay on the disk as long.
MAX_PHOTOS = 200
PAGE = 100

TABLES: dict[Kind, str] = {
    "event": "events",
    "list": "lists",
    "item": "items",
    "chore": "chores",
    "photo": "photos",
    "member": "members",
    "recipe": "recipes",
}
# Sums, indexes and logs, which triggers and later writes derive from the rows that are kept.
DERIVED = {
    "changes",
    "table_sizes",
    "idempotent_requests",
    "occurrences",
    "calendar_usage",
    "list_counts",
    "chore_earnings",
    "ledger_sums",
    "synced_series",
    "deletions",
}
# They say when a row was written and how often: that they have changed since says nothing.
STAMPS = {"changed_at", "sequence", "updated_at"}


def is_kept(table: str) -> bool:
    """Whether the rows of a table belong to what is deleted."""
    return table not in DERIVED and "_search" not in table and not table.startswith("sqlite_")


def shown(deletion: Deletion) -> Deleted:
    """A deletion as it is listed."""
    return Deleted(
        id=deletion.id,
        kind=deletion.kind,
        title=deletion.title,
        count=deletion.count,
        date=deletion.date,
        original_id=deletion.thing,
        deleted_at=deletion.at,
        until=deletion.at + KEPT,
        deleted_by=deletion.by,
        recreated_at_provider=deletion.remote is not None,
    )


def kind_of(table: str) -> Kind | None:
    """What the rows of a table are, when they can be restored by themselves."""
    return next((kind for kind, name in TABLES.items() if name == table), None)


def restore_first(parent: Deletion) -> Conflict:
    """What it belongs to was deleted too, and can be restored."""
    return Conflict(
        f"this belongs to “{parent.title}”, which was deleted too: restore that first",
        code="restore_first",
        kind=parent.kind,
        title=parent.title,
        deletedId=parent.id,
    )


def cannot(*, belonged: bool) -> Conflict:
    """What it belongs to is gone for good, or something else stands in its place."""
    if belonged:
        return Conflict("what this belonged to is gone", code="deleted_meanwhile")
    return Conflict("this was changed since, so it cannot be restored", code="changed_since_deleted")
