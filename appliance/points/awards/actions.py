"""Use cases of awards: give points, take points, and undo either."""

from datetime import date
from uuid import uuid4

from appliance.kernel.database.table_sizes import TableBudget, within_budget
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made
from appliance.people import queries as people_queries
from appliance.points import actions as points
from appliance.points import queries as point_queries
from appliance.points.awards import queries, rules
from appliance.points.awards.models import Award, Awarded, AwardRemoved, NewAward
from appliance.points.models import LedgerEntry

# Bounds the sum of a balance too: 100,000 entries of a million points stay exact in JSON.
ENTRIES = TableBudget(
    table="point_entries",
    entries=100_000,
    bytes=20_000_000,
    what="entries of points",
    remedy="remove awards that nobody needs",
)


@consistent_read
def awards(db: Reader, member_id: str | None) -> list[Award]:
    """The last 100 awards, newest first: of a member, or of all. An unknown member has none."""
    return queries.newest(db) if member_id is None else queries.newest_of(db, member_id)


@within_budget(ENTRIES)
def give(tx: Tx, request: NewAward) -> Awarded:
    """Give each member the points, or take them when negative. Raises BadRequest, NotFound, Conflict.

    They change balances only: not a streak, and not the leaderboard. (contract: Points 9)
    """
    rules.check(request, tx.today)
    member_ids = rules.members(request)
    for member_id in member_ids:
        people_queries.check_member(tx, member_id)

    given = [_give(tx, member_id, request, request.date or tx.today) for member_id in member_ids]
    return Awarded(award=given[0], balance=points.balance(tx, given[0].member_id).balance, awards=given)


def remove(tx: Tx, award_id: str) -> AwardRemoved:
    """Delete an award; its points leave the balance. Raises NotFound."""
    award = queries.award(tx, award_id)

    queries.remove(tx, award_id)
    tx.record("points.removed", {"id": award.id, "memberId": award.member_id, "points": award.points})
    return AwardRemoved(ok=True, balance=points.balance(tx, award.member_id).balance)


def _give(tx: Tx, member_id: str, request: NewAward, on: date) -> Award:
    award = Award(
        id=str(uuid4()),
        member_id=member_id,
        points=request.points,
        note=(request.note or "").strip() or None,
        date=on,
        at=instant(tx.now),
    )
    point_queries.put(
        tx,
        made(LedgerEntry, award, amount=award.points, reason="bonus", ref=on.isoformat()),
    )
    data = {"id": award.id, "memberId": member_id, "points": award.points, "note": award.note, "date": on.isoformat()}
    tx.record("points.awarded", data)
    return award
