"""Read the board's chores and members."""

from collections.abc import Sequence, Set

from appliance.board import rules as board_rules
from appliance.board.models import Progress
from appliance.chores import chore_day
from appliance.kernel.database.change_log import Change
from appliance.kernel.database.derived_values import DerivedValues
from appliance.kernel.database.transactions import Reader
from appliance.people import queries as people_queries
from appliance.points import actions as points
from appliance.points.streaks import actions as streaks
from appliance.rewards.goals import actions as goals

# Topics of changes that leave chores, members and points as they are.
UNAFFECTED: Set[str | None] = {
    "calendar.changed",
    "calendar.synced",
    "category.changed",
    "display.paired",
    "events.changed",
}
LISTS: Set[str | None] = {"list.changed", "list.item.changed"}


def progress(db: Reader, kept: DerivedValues) -> Progress:
    """The chores of today, and what the members have done. `kept` keeps their streaks."""
    of_today, members = chore_day.day(db, db.household_day), people_queries.people(db)
    totals, lengths = points.totals(db, [person.id for person in members]), streaks.streaks(db, kept).by_member
    return Progress(
        list_ids={chore.list_id for chore in of_today if chore.list_id},
        members=[
            board_rules.member(person, of_today, totals[person.id], lengths.get(person.id, 0)) for person in members
        ],
        chores=[board_rules.chore(chore) for chore in board_rules.open_first(of_today)[: board_rules.MAX_CHORES]],
        more_chores=max(0, len(of_today) - board_rules.MAX_CHORES),
        goals=goals.member_goals(db),
        family_goal=goals.family_goal(db),
    )


def updated(_db: Reader, was: Progress, changes: Sequence[Change]) -> Progress | None:
    """The same after changes that do not concern it, else None."""
    return None if any(_concerns(change, was) for change in changes) else was


def _concerns(change: Change, was: Progress) -> bool:
    if change.topic in LISTS:
        list_id = change.data.get("listId" if change.topic == "list.item.changed" else "id")
        return list_id is None or list_id in was.list_ids
    return change.topic not in UNAFFECTED
