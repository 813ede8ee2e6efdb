"""Read the board's chores and members, and bring them up to date after changes."""

from collections.abc import Mapping, Sequence, Set
from datetime import date

from appliance.board import rules
from appliance.board.progress.models import Progress
from appliance.chores import actions as chores
from appliance.chores.models import chore_of_key
from appliance.kernel.database.change_log import Change
from appliance.kernel.database.transactions import Reader
from appliance.people import queries as people
from appliance.people.models import Person
from appliance.points import actions as points
from appliance.points import rules as point_rules
from appliance.points.models import StreakDays
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
TICKS: Set[str | None] = rules.OF_TICKS
# They change points and goals, and what is due to nobody.
SUMS: Set[str | None] = rules.OF_POINTS
# It changes the progress of a routine, and no streak.
STEPS: Set[str | None] = {"chore.step.changed"}
CHANGED = "chore.changed"
# It changes who is shown and how, and no streak while the members are the same.
MEMBER = "member.changed"
KNOWN = TICKS | LISTS | SUMS | STEPS | {CHANGED, MEMBER, "settings.changed"}


def progress(db: Reader) -> Progress:
    """The chores of today, and what the members have done."""
    days = points.streak_days(db)
    return _progress(db, people.people(db), days, point_rules.streaks(days, db.today))


def updated(db: Reader, kept: Progress, changes: Sequence[Change]) -> Progress | None:
    """The same after changes: a tick changes its day, and the streak of those whose chore it is.

    None after changes that may concern every chore.
    """
    concern = [each for each in changes if _concerns(each, kept)]
    if not concern:
        return kept
    if any(each.topic not in KNOWN or (each.topic == CHANGED and "id" not in each.data) for each in concern):
        return None
    members = people.people(db) if any(each.topic == MEMBER for each in concern) else kept.people
    if {each.id for each in members} != {each.id for each in kept.people}:
        return None
    ticked = {(str(each.data["id"]), date.fromisoformat(each.data["date"])) for each in concern if each.topic in TICKS}
    written = {str(each.data["id"]) for each in concern if each.topic == CHANGED}
    written |= {chore_id for chore_id, day in ticked if chore_id in kept.days.moving or chores.is_anybody_away(db, day)}
    days = points.streak_days_after(db, kept.days, {day for _, day in ticked}, written)
    if written or any(each.topic == "settings.changed" for each in concern):
        return _progress(db, members, days, point_rules.streaks(days, db.today))
    whose = [
        member_id
        for member_id, due in days.due.items()
        if any(chore_of_key(key) == chore_id for chore_id, day in ticked for key in due.get(day, ()))
    ]
    return _progress(db, members, days, {**kept.streaks, **point_rules.streaks(days, db.today, whose)})


def _concerns(change: Change, kept: Progress) -> bool:
    if change.topic in LISTS:
        list_id = change.data.get("listId" if change.topic == "list.item.changed" else "id")
        return list_id is None or list_id in kept.list_ids
    return change.topic not in UNAFFECTED


def _progress(db: Reader, members: list[Person], days: StreakDays, streaks: Mapping[str, int]) -> Progress:
    of_today = chores.day(db, db.today)
    totals = points.totals(db, [each.id for each in members])
    return Progress(
        people=members,
        days=days,
        streaks=streaks,
        list_ids={each.list_id for each in of_today if each.list_id},
        members=[rules.member(each, of_today, totals[each.id], streaks.get(each.id, 0)) for each in members],
        chores=[rules.chore(each) for each in rules.open_first(of_today)[: rules.MAX_CHORES]],
        more_chores=max(0, len(of_today) - rules.MAX_CHORES),
        goals=goals.member_goals(db),
        family_goal=goals.family_goal(db),
    )
