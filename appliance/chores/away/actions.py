"""Use cases of the days on which members are away."""

from uuid import uuid4

from msgspec import UnsetType
from msgspec.structs import replace

from appliance.chores.away import queries, rules
from appliance.chores.away.models import AwayRange, AwayRangePatch, NewAwayRange
from appliance.chores.turns import actions as turns
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import BadRequest, Conflict
from appliance.kernel.schema import made, sent_fields
from appliance.people import queries as people_queries


def add(tx: Tx, request: NewAwayRange) -> AwayRange:
    """Add a range. A repeated request with the same id answers the stored range. Raises BadRequest, Conflict."""
    if not isinstance(request.id, UnsetType) and (stored := queries.maybe_range(tx, str(request.id))):
        return stored

    range_id = str(uuid4() if isinstance(request.id, UnsetType) else request.id)
    away = made(AwayRange, request, id=range_id, note=request.note.strip())
    _store(tx, away)
    check_count(tx)
    return away


def edit(tx: Tx, range_id: str, patch: AwayRangePatch) -> AwayRange:
    """Change a range. Raises NotFound, BadRequest."""
    away = replace(queries.one_range(tx, range_id), **sent_fields(patch))
    _store(tx, away)
    return away


def remove(tx: Tx, range_id: str) -> None:
    """Delete a range: the chores of its days are due again. Raises NotFound."""
    queries.one_range(tx, range_id)

    turns.settle_all(tx, with_today=True)
    queries.remove(tx, range_id)
    tx.record("away.changed", {"id": range_id})


def check_count(db: Reader) -> None:
    """Raises Conflict when there are more ranges than a household may have."""
    if queries.count(db) > rules.MAX_RANGES:
        raise Conflict(
            f"a household has at most {rules.MAX_RANGES:,} ranges of days away: delete old ones",
            code="limit_reached",
            limit=rules.MAX_RANGES,
        )


def _store(tx: Tx, away: AwayRange) -> None:
    _check(tx, away)
    # A range of past days frees its members of their chores, but gives no turn of the past to another.
    turns.settle_all(tx, with_today=True)
    queries.put(tx, away)
    tx.record("away.changed", {"id": away.id})


def _check(db: Reader, away: AwayRange) -> None:
    rules.check(away.first_day, away.last_day)
    if away.member_id is not None and not people_queries.is_member(db, away.member_id):
        raise BadRequest("unknown member", at="memberId", code="deleted_meanwhile")
