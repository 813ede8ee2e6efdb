"""Keeping what was due when a chore is changed."""

from datetime import date, timedelta

from appliance.chores import queries as chore_queries
from appliance.chores.models import Chore
from appliance.chores.schedules import queries, rules
from appliance.chores.turns import queries as turn_queries
from appliance.kernel.database.table_sizes import TableBudget
from appliance.kernel.database.transactions import Reader, Tx

# Every chore changed on every day of the time for which they are kept: it is never reached.
SCHEDULES = TableBudget(
    table="chore_schedules",
    entries=200_000,
    bytes=0,
    what="earlier schedules of chores",
    remedy="delete a chore that nobody needs",
)
# What was done longer ago says nothing about today's change.
RECENT = timedelta(days=400)


def chore_on(db: Reader, chore_id: str, day: date) -> Chore:
    """A chore as it was on a day. Raises NotFound."""
    return rules.chore_on(chore_queries.with_creation(db, [chore_queries.chore(db, chore_id)])[0], day)


def keep(tx: Tx, was: Chore, chore: Chore) -> date:
    """Keep when a chore was due, and whose it was, before a change that is stored already; the last date that is kept.

    The chore's own days and members count after it.
    """
    done = turn_queries.done_days(tx, chore.id, tx.household_day - RECENT, tx.household_day)
    created_on = chore_queries.with_creation(tx, [chore])[0].created_on
    through = rules.kept_through(was, chore, created_on, tx.household_day, done)
    if through is None:
        return date.min
    earlier = queries.earlier(tx, [chore.id], date.min).get(chore.id, [])
    if (was.due_date or created_on) <= through:
        queries.put(tx, [rules.kept(was, through, earlier)])
    queries.remove_after(tx, chore.id, through)
    return through


def remove_old(tx: Tx) -> None:
    """Delete the schedules that are kept no longer."""
    queries.remove_before(tx, tx.household_day - rules.KEPT)
