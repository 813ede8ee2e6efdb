"""Use cases of points: leaderboard, ledger, balances, spending."""

from collections.abc import Iterable, Set
from datetime import date
from uuid import uuid4

from msgspec.structs import asdict, replace

from appliance.chores import actions as chore_actions
from appliance.chores import queries as chores
from appliance.chores.actions import due_between
from appliance.chores.approval import queries as waiting
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
    StreakDays,
)

NONE = LedgerSums()


@consistent_read
def leaderboard(db: Reader, period: Period) -> list[LeaderboardEntry]:
    """All members ranked for a period that ends today, also while the leaderboard is hidden. (spec: Points 9-12)"""
    first = rules.first_day(period, db.today, household.settings(db).week_start)
    return rules.ranking(people.people(db), chores.scores(db, first, db.today), streaks(db))


def streaks(db: Reader) -> dict[str, int]:
    """Streaks by member; members without chores are left out."""
    return rules.streaks(streak_days(db), db.today)


@recurrence.limited()
def streak_days(db: Reader) -> StreakDays:
    """What the streaks of the members follow from."""
    first = rules.streak_start(db.today)
    return rules.streak_days(
        due_between(db, first, db.today),
        _ticked_between(db, first, db.today),
        household.settings(db).streak_grace_days,
    )


@recurrence.limited()
def streak_days_after(db: Reader, days: StreakDays, dates: Iterable[date], chore_ids: Set[str]) -> StreakDays:
    """The same after completions of these dates were written or removed, and these chores, and settings."""
    first = rules.streak_start(db.today)
    due, moving = days.due, days.moving
    done: dict[date, Set[str]] = dict(days.done)
    if chore_ids:
        due, moving = rules.with_due(days, chore_ids, due_between(db, first, db.today, chore_ids))
        # A chore that is shared in another way has the keys of its completions changed.
        done = dict(_ticked_between(db, first, db.today))
    else:
        for each in dates:
            if first <= each <= db.today:
                done[each] = _ticked_between(db, each, each).get(each, set())
    return StreakDays(due=due, moving=moving, done=done, grace_days=household.settings(db).streak_grace_days)


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


def balances(db: Reader) -> dict[str, int]:
    """The balance of every member who ever earned, received or spent points."""
    earned, ledger = chores.earned_by_member(db), queries.ledger_sums_by_member(db)
    return {each: rules.balance(earned.get(each, 0), ledger.get(each, NONE)).balance for each in earned.keys() | ledger}


def remove_chore(tx: Tx, chore_id: str) -> None:
    """Delete a chore. By setting, the points earned with it stay, as one ledger entry for each member.

    `ref` of the entry is the chore's id. Raises NotFound.

    The default differs from the specification (Points 14), which is the other choice of the setting.
    """
    if household.settings(tx).keep_points_of_deleted_chores:
        for member_id, amount in chores.earned_with(tx, chore_id).items():
            if amount:
                give_back(tx, member_id, amount, "chore_deleted", chore_id)
                _merge_oldest(tx, member_id, "chore_deleted")
    chore_actions.remove(tx, chore_id)


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
    older = queries.older_entries(tx, member_id, reason, rules.MOST_DELETED_CHORES - 1)
    if len(older) > 1:
        queries.remove(tx, [each.id for each in older])
        queries.put(tx, replace(older[0], amount=sum(each.amount for each in older), ref=None))


def _ticked_between(db: Reader, first: date, last: date) -> dict[date, set[str]]:
    """The keys of what was done on each date, and of what waits for a yes: a streak counts the day of the tick."""
    return rules.ticked(chores.done_between(db, first, last), waiting.waiting_between(db, first, last))
