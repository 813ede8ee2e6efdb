"""SQL of annotations whose events got other names at their provider."""

from collections.abc import Sequence

from appliance.kernel.database.transactions import Tx


def annotate_like(tx: Tx, calendar_id: str, scope: str, keys: Sequence[tuple[str, str]]) -> None:
    """Annotate events or series as others are: the key of the one that is annotated, and the key that has nothing."""
    tx.run_many(
        "INSERT OR IGNORE INTO annotations (calendar_id, scope, key, category_id, travel_minutes, remind_before_leave,"
        " countdown, routine)"
        " SELECT calendar_id, scope, ?, category_id, travel_minutes, remind_before_leave, countdown, routine"
        " FROM annotations WHERE calendar_id = ? AND scope = ? AND key = ?",
        [(new, calendar_id, scope, old) for old, new in keys],
    )
    tx.run_many(
        "INSERT OR IGNORE INTO annotation_members (calendar_id, scope, key, member_id, position)"
        " SELECT calendar_id, scope, ?, member_id, position FROM annotation_members"
        " WHERE calendar_id = ? AND scope = ? AND key = ?",
        [(new, calendar_id, scope, old) for old, new in keys],
    )
