"""How long members have done all their chores, and which changes concern it."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from datetime import date, timedelta

from appliance.chores.models import DueChore, completion_key
from appliance.chores.parts import slots_of
from appliance.chores.rules import NOT_OF_DUE, follows_completions
from appliance.points.streaks.models import StreakDays

STREAK_DAYS = 60
WEEK = timedelta(days=7)
NOTHING: AbstractSet[str] = frozenset()
# Topics of changes that leave every streak as it is. A deleted list is taken off its chores, which stay due.
NOT_OF_STREAKS = NOT_OF_DUE | {"list.changed"}


def streak_start(today: date) -> date:
    """The first of the 60 days that a streak can cover; today is the last. (contract: Points 8)"""
    return today - timedelta(days=STREAK_DAYS - 1)


def ticked(done: Mapping[date, set[str]], waiting: Mapping[date, set[str]]) -> dict[date, set[str]]:
    """What was completed by date, and what waits for a parent's yes: a streak counts the day of the tick."""
    return {**done, **{day: keys | done.get(day, set()) for day, keys in waiting.items()}}


def streak(
    due: Mapping[date, AbstractSet[str]], done: Mapping[date, AbstractSet[str]], today: date, grace_days: int
) -> int:
    """Consecutive days on which all of a member's due chores were done, by anyone. (contract: Points 6, 7, 8)

    `due` are the keys of the member's chores by day, `done` those of all completions. Days without chores are skipped,
    and so is today until it is done. A missed day does not end the streak while no 7 consecutive days have more than
    `grace_days` of them.
    """
    length = 0
    missed_days: list[date] = []
    for back in range(STREAK_DAYS):
        day = today - timedelta(days=back)
        chores = due.get(day)
        if not chores:
            continue
        if chores <= done.get(day, NOTHING):
            length += 1
        elif day == today:
            continue
        elif sum(missed < day + WEEK for missed in missed_days) >= grace_days:
            break
        else:
            missed_days.append(day)
    return length


def streak_days(entries: Iterable[DueChore], done: Mapping[date, AbstractSet[str]], grace_days: int) -> StreakDays:
    """What streaks follow from, of everything that is due in their days."""
    nothing = StreakDays(due={}, moving=set(), done=done, grace_days=grace_days)
    due, moving = with_due(nothing, set(), entries)
    return StreakDays(due=due, moving=moving, done=done, grace_days=grace_days)


def with_due(
    days: StreakDays, chore_ids: AbstractSet[str], entries: Iterable[DueChore]
) -> tuple[dict[str, dict[date, AbstractSet[str]]], set[str]]:
    """What is due by member and day, and the chores that follow completions. `entries` are those of `chore_ids` now."""
    due: dict[str, dict[date, AbstractSet[str]]] = {}
    for member_id, by_day in days.due.items():
        slots = [*slots_of(""), *slots_of(member_id)]
        gone = {completion_key(chore_id, slot) for chore_id in chore_ids for slot in slots}
        due[member_id] = {day: keys if gone.isdisjoint(keys) else keys - gone for day, keys in by_day.items()}
    moving = set(days.moving - chore_ids)
    added: dict[tuple[str, date], set[str]] = {}
    for entry in entries:
        if follows_completions(entry.chore):
            moving.add(entry.chore.id)
        if entry.member_id:
            added.setdefault((entry.member_id, entry.date), set()).add(entry.key)
    for (member_id, day), keys in added.items():
        of_member = due.setdefault(member_id, {})
        of_member[day] = of_member.get(day, NOTHING) | keys
    return due, moving


def streaks(days: StreakDays, today: date, member_ids: Iterable[str] | None = None) -> dict[str, int]:
    """`streak` by member, of all who have chores or of these."""
    chosen = days.due if member_ids is None else member_ids
    return {member_id: streak(days.due.get(member_id, {}), days.done, today, days.grace_days) for member_id in chosen}
