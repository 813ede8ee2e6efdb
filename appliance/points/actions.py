"""What points are asked for, and the one verb on them: spend."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from uuid import uuid4

from appliance.chores import queries as chores
from appliance.chores.rules import due_days
from appliance.household import queries as household
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.errors import NotFound
from appliance.kernel.scheduling.clock import instant
from appliance.people import queries as people
from appliance.points import queries, rules
from appliance.points.models import Entry, Ledger, Period, Purse, Reason, Standing, Totals, Turnover

NONE = Turnover()


@consistent_read
def leaderboard(db: Reader, period: Period) -> list[Standing]:
    """Everybody's place in a period that ends today, also while the family hides it. (spec: Points 9-12)"""
    first = rules.first_day(period, db.today, household.settings(db).week_start)
    return rules.ranking(people.people(db), chores.scores(db, first, db.today), streaks(db))


def streaks(db: Reader) -> dict[str, int]:
    """Every streak by member; who has no chores has none."""
    first = rules.look_back(db.today)
    due: dict[str, dict[date, set[str]]] = defaultdict(lambda: defaultdict(set))
    for scheduled in chores.scheduled(db, first, db.today):
        if scheduled.chore.member_id:
            theirs = due[scheduled.chore.member_id]
            for day in due_days(scheduled, first, db.today):
                theirs[day].add(scheduled.chore.id)

    done = chores.done_between(db, first, db.today)
    grace = household.settings(db).streak_grace_days
    return {member_id: rules.streak(days, done, db.today, grace) for member_id, days in due.items()}


@consistent_read
def ledger(db: Reader, member_id: str) -> Ledger:
    """A member's purse and newest entries. Raises NotFound. (contract §8)"""
    if not people.is_member(db, member_id):
        raise NotFound("member not found")
    held = purse(db, member_id)
    return Ledger(held.balance, held.earned_total, held.spent_total, queries.newest_entries(db, member_id))


def purse(db: Reader, member_id: str) -> Purse:
    """What a member has."""
    return rules.purse(chores.earned(db, member_id), queries.turnover(db, member_id))


def totals(db: Reader, member_ids: Iterable[str]) -> dict[str, Totals]:
    """The points that members are shown with. (contract §5)"""
    week_start = rules.first_day("week", db.today, household.settings(db).week_start)
    lately = chores.earned_lately(db, week_start, db.today)
    earned, turnover = chores.earned_by_member(db), queries.turnover_by_member(db)
    return {
        each: Totals(*lately.get(each, (0, 0)), rules.purse(earned.get(each, 0), turnover.get(each, NONE)).balance)
        for each in member_ids
    }


def spend(tx: Tx, member_id: str, amount: int, reason: Reason, ref: str) -> None:
    """Take points out of a purse. The caller has looked whether there are enough, in the same transaction."""
    queries.put(tx, Entry(str(uuid4()), member_id, -amount, reason, ref, instant(tx.now)))
