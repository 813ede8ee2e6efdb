"""Use cases of points: leaderboard, ledger, balances, spending."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from uuid import uuid4

from msgspec.structs import asdict

from appliance.chores import queries as chores
from appliance.chores.rules import due_days
from appliance.household import queries as household
from appliance.kernel import recurrence
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.errors import NotFound
from appliance.kernel.scheduling.clock import instant
from appliance.people import queries as people
from appliance.points import queries, rules
from appliance.points.models import (
    LeaderboardEntry,
    Ledger,
    LedgerEntry,
    LedgerSums,
    Period,
    PointBalance,
    PointTotals,
    Reason,
)

NONE = LedgerSums()


@consistent_read
def leaderboard(db: Reader, period: Period) -> list[LeaderboardEntry]:
    """All members ranked for a period that ends today, also while the leaderboard is hidden. (spec: Points 9-12)"""
    first = rules.first_day(period, db.today, household.settings(db).week_start)
    return rules.ranking(people.people(db), chores.scores(db, first, db.today), streaks(db))


@recurrence.limited()
def streaks(db: Reader) -> dict[str, int]:
    """Streaks by member; members without chores are left out."""
    first = rules.streak_start(db.today)
    due: dict[str, dict[date, set[str]]] = defaultdict(lambda: defaultdict(set))
    for scheduled in chores.scheduled(db, first, db.today):
        if scheduled.chore.member_id:
            due_by_day = due[scheduled.chore.member_id]
            for day in due_days(scheduled, first, db.today):
                due_by_day[day].add(scheduled.chore.id)

    done = chores.done_between(db, first, db.today)
    grace = household.settings(db).streak_grace_days
    return {member_id: rules.streak(days, done, db.today, grace) for member_id, days in due.items()}


@consistent_read
def ledger(db: Reader, member_id: str) -> Ledger:
    """A member's balance and newest entries. Raises NotFound. (contract §8)"""
    if not people.is_member(db, member_id):
        raise NotFound("member not found")
    return Ledger(**asdict(balance(db, member_id)), entries=queries.newest_entries(db, member_id))


def balance(db: Reader, member_id: str) -> PointBalance:
    """What a member earned, spent, and has left."""
    return rules.balance(chores.earned(db, member_id), queries.ledger_sums(db, member_id))


def totals(db: Reader, member_ids: Iterable[str]) -> dict[str, PointTotals]:
    """The points shown with members. (contract §5)"""
    week_start = rules.first_day("week", db.today, household.settings(db).week_start)
    lately = chores.earned_lately(db, week_start, db.today)
    earned, ledger = chores.earned_by_member(db), queries.ledger_sums_by_member(db)
    return {
        each: PointTotals(
            today=lately.get(each, (0, 0))[0],
            week=lately.get(each, (0, 0))[1],
            balance=rules.balance(earned.get(each, 0), ledger.get(each, NONE)).balance,
        )
        for each in member_ids
    }


def spend(tx: Tx, member_id: str, amount: int, reason: Reason, ref: str) -> None:
    """Subtract points from a member's balance. The caller has checked the balance in the same transaction."""
    queries.put(
        tx,
        LedgerEntry(id=str(uuid4()), member_id=member_id, amount=-amount, reason=reason, ref=ref, at=instant(tx.now)),
    )
