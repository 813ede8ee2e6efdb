"""Read the streaks of the members, and bring them up to date after changes."""

from collections.abc import Iterable, Sequence, Set
from datetime import date

from appliance.chores.actions import due_between, is_anybody_away
from appliance.chores.approval import queries as approval_queries
from appliance.chores.models import chore_of_key
from appliance.chores.queries import done_between
from appliance.chores.rules import OF_DATES, OF_TICKS
from appliance.household import queries as household_queries
from appliance.kernel.database.change_log import Change
from appliance.kernel.database.derived_values import DerivedValues
from appliance.kernel.database.transactions import Reader
from appliance.kernel.recurrence import cost
from appliance.people import queries as people_queries
from appliance.points.streaks import rules
from appliance.points.streaks.models import StreakDays, Streaks


def streaks(db: Reader, kept: DerivedValues | None = None) -> Streaks:
    """The streaks of today. `kept` keeps them, and brings them up to date after changes that concern them."""
    if kept is None:
        return _read(db)
    return kept.get(db, "streaks", (db.household_day, str(db.zone)), _read, _updated)


@cost.limited()
def _read(db: Reader) -> Streaks:
    first = rules.streak_start(db.household_day)
    days = rules.streak_days(
        due_between(db, first, db.household_day),
        _ticked_between(db, first, db.household_day),
        household_queries.settings(db).streak_grace_days,
    )
    return Streaks(days=days, by_member=rules.streaks(days, db.household_day))


@cost.limited()
def _updated(db: Reader, was: Streaks, changes: Sequence[Change]) -> Streaks | None:
    """The same after changes: a tick changes its day, and the streak of those whose chore it is.

    None after changes that may concern every chore.
    """
    concern = [change for change in changes if change.topic not in rules.NOT_OF_STREAKS]
    if not concern:
        return was
    if not all(_is_known(db, change) for change in concern):
        return None
    ticked = {
        (str(change.data["id"]), date.fromisoformat(change.data["date"]))
        for change in concern
        if change.topic in OF_TICKS
    }
    written = {str(change.data["id"]) for change in concern if change.topic in OF_DATES}
    written |= {chore_id for chore_id, day in ticked if chore_id in was.days.moving or is_anybody_away(db, day)}
    days = _days_after(db, was.days, {day for _, day in ticked}, written)
    if written or any(change.topic == "settings.changed" for change in concern):
        return Streaks(days=days, by_member=rules.streaks(days, db.household_day))
    whose = [
        member_id
        for member_id, due in days.due.items()
        if any(chore_of_key(key) == chore_id for chore_id, day in ticked for key in due.get(day, ()))
    ]
    return Streaks(days=days, by_member={**was.by_member, **rules.streaks(days, db.household_day, whose)})


def _is_known(db: Reader, change: Change) -> bool:
    """Whether a change says which chore it concerns, or is of the settings, or of a member who still exists."""
    if change.topic == "member.changed":
        return people_queries.is_member(db, str(change.data.get("id")))
    return (
        change.topic in OF_TICKS
        or change.topic == "settings.changed"
        or (change.topic in OF_DATES and "id" in change.data)
    )


def _days_after(db: Reader, days: StreakDays, dates: Iterable[date], chore_ids: Set[str]) -> StreakDays:
    """The same after completions of these dates were written or removed, and these chores, and settings."""
    first = rules.streak_start(db.household_day)
    due, moving = days.due, days.moving
    done: dict[date, Set[str]] = dict(days.done)
    if chore_ids:
        due, moving = rules.with_due(days, chore_ids, due_between(db, first, db.household_day, chore_ids))
        # A chore that is shared in another way has the keys of its completions changed.
        done = dict(_ticked_between(db, first, db.household_day))
    else:
        for day in dates:
            if first <= day <= db.household_day:
                done[day] = _ticked_between(db, day, day).get(day, set())
    return StreakDays(due=due, moving=moving, done=done, grace_days=household_queries.settings(db).streak_grace_days)


def _ticked_between(db: Reader, first: date, last: date) -> dict[date, set[str]]:
    """The keys of what was done on each date, and of what waits for a yes: a streak counts the day of the tick."""
    return rules.ticked(done_between(db, first, last), approval_queries.waiting_between(db, first, last))
