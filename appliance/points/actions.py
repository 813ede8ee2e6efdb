"""Use cases of points: leaderboard, ledger, balances, spending."""

from collections.abc import Iterable
from uuid import uuid4

from msgspec.structs import asdict, replace

from appliance.chores import actions as chores
from appliance.chores import queries as chore_queries
from appliance.deleted import actions as deleted
from appliance.household import queries as household_queries
from appliance.kernel.database.derived_values import DerivedValues
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.scheduling.clock import instant
from appliance.people import queries as people_queries
from appliance.points import queries, rules
from appliance.points.models import (
    ChoreEarnings,
    LeaderboardEntry,
    Ledger,
    LedgerEntry,
    LedgerSums,
    MemberEarnings,
    Period,
    PointBalance,
    PointTotals,
    Reason,
)
from appliance.points.streaks import actions as streaks

NONE = LedgerSums()


@consistent_read
def leaderboard(db: Reader, period: Period, kept: DerivedValues | None = None) -> list[LeaderboardEntry]:
    """All members ranked for a period that ends today, also while the leaderboard is hidden. (contract: Points 9-12)

    `kept` keeps the streaks.
    """
    first = rules.first_day(period, db.household_day, household_queries.settings(db).week_start)
    scores = chore_queries.scores(db, first, db.household_day)
    return rules.ranking(people_queries.people(db), scores, streaks.streaks(db, kept).by_member)


@consistent_read
def ledger(db: Reader, member_id: str) -> Ledger:
    """A member's balance and newest entries. Raises NotFound. (contract §8)"""
    people_queries.check_member(db, member_id)
    return Ledger(**asdict(balance(db, member_id)), entries=queries.newest_entries(db, member_id))


def balance(db: Reader, member_id: str) -> PointBalance:
    """What a member earned, spent, and has left."""
    return rules.balance(chore_queries.earned(db, member_id), queries.ledger_sums(db, member_id))


def totals(db: Reader, member_ids: Iterable[str]) -> dict[str, PointTotals]:
    """The points shown with members. (contract §5)"""
    week_start = rules.first_day("week", db.household_day, household_queries.settings(db).week_start)
    lately = chore_queries.earned_lately(db, week_start, db.household_day)
    earned, ledger = chore_queries.earned_by_member(db), queries.ledger_sums_by_member(db)
    return {
        member_id: PointTotals(
            points_today=lately.get(member_id, (0, 0))[0],
            points_week=lately.get(member_id, (0, 0))[1],
            balance=rules.balance(earned.get(member_id, 0), ledger.get(member_id, NONE)).balance,
        )
        for member_id in member_ids
    }


def balances(db: Reader) -> dict[str, int]:
    """The balance of every member who ever earned, received or spent points."""
    earned, ledger = chore_queries.earned_by_member(db), queries.ledger_sums_by_member(db)
    return {
        member_id: rules.balance(earned.get(member_id, 0), ledger.get(member_id, NONE)).balance
        for member_id in earned.keys() | ledger
    }


def chore_earnings(db: Reader, chore_id: str) -> ChoreEarnings:
    """What deleting a chore takes out of the balances, or leaves in them by setting. Raises NotFound."""
    chore_queries.chore(db, chore_id)
    earned = chore_queries.earned_with(db, chore_id)
    return ChoreEarnings(
        kept=household_queries.settings(db).keep_points_of_deleted_chores,
        members=[
            MemberEarnings(member_id=person.id, points=earned[person.id])
            for person in people_queries.people(db)
            if earned.get(person.id)
        ],
    )


def remove_chore(tx: Tx, chore_id: str) -> None:
    """Delete a chore; its points leave the balances. (contract: Points 14) Raises NotFound.

    By setting they stay, as one ledger entry for each member, whose `ref` is the chore's id.
    """
    chore = chore_queries.chore(tx, chore_id)
    with deleted.kept(tx, "chore", chore_id, chore.title):
        if household_queries.settings(tx).keep_points_of_deleted_chores:
            for member_id, amount in chore_queries.earned_with(tx, chore_id).items():
                if amount:
                    give_back(tx, member_id, amount, "chore_deleted", chore_id)
                    _merge_oldest(tx, member_id, "chore_deleted")
        chores.remove(tx, chore_id)


def spend(tx: Tx, member_id: str, amount: int, reason: Reason, ref: str) -> None:
    """Subtract points from a member's balance. The caller has checked the balance in the same transaction."""
    give_back(tx, member_id, -amount, reason, ref)


def give_back(tx: Tx, member_id: str, amount: int, reason: Reason, ref: str) -> None:
    """Add points to a member's balance, as an entry of their own."""
    queries.put(
        tx,
        LedgerEntry(id=str(uuid4()), member_id=member_id, amount=amount, reason=reason, ref=ref, at=instant(tx.now)),
    )


def _merge_oldest(tx: Tx, member_id: str, reason: Reason) -> None:
    """Make one entry of a member's oldest ones, so that deleting chores again and again does not fill the table."""
    older = queries.older_entries(tx, member_id, reason, rules.MAX_DELETED_CHORES - 1)
    if len(older) > 1:
        queries.remove(tx, [entry.id for entry in older])
        queries.put(tx, replace(older[0], amount=sum(entry.amount for entry in older), ref=None))
