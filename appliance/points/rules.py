"""Periods, ranks, streaks and balances."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, timedelta

from appliance.chores.models import DueChore, Score, completion_key
from appliance.chores.rules import follows_completions
from appliance.kernel.text.matching import sort_key
from appliance.people.models import Person
from appliance.points.models import LeaderboardEntry, LedgerSums, Period, PointBalance, StreakDays

STREAK_DAYS = 60
WEEK = timedelta(days=7)
# For each member: ledger entries about deleted chores; older ones are merged into one.
MOST_DELETED_CHORES = 100
NOTHING: AbstractSet[str] = frozenset()


def balance(earned: int, ledger: LedgerSums) -> PointBalance:
    """The balance of earned, received and spent points; may be negative. (spec: Points 13, 14)"""
    total = earned + ledger.received
    return PointBalance(balance=total - ledger.spent, earned_total=total, spent_total=ledger.spent)


def first_day(period: Period, today: date, week_start: int) -> date:
    """The first day of a leaderboard period, which ends today. (spec: Points 9)

    `week_start`: 0 Sunday, 1 Monday, 6 Saturday.
    """
    if period == "week":
        return today - timedelta(days=(today.weekday() + 1 - week_start) % 7)
    return today.replace(day=1) if period == "month" else today


def streak_start(today: date) -> date:
    """The first of the 60 days that a streak can cover; today is the last. (spec: Points 8)"""
    return today - timedelta(days=STREAK_DAYS - 1)


def ticked(done: Mapping[date, set[str]], waiting: Mapping[date, set[str]]) -> dict[date, set[str]]:
    """What was completed by date, and what waits for a parent's yes: a streak counts the day of the tick."""
    return {**done, **{day: keys | done.get(day, set()) for day, keys in waiting.items()}}


def streak(
    due: Mapping[date, AbstractSet[str]], done: Mapping[date, AbstractSet[str]], today: date, grace_days: int
) -> int:
    """Consecutive days on which all of a member's due chores were done, by anyone. (spec: Points 6, 7, 8)

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


def streak_days(found: Iterable[DueChore], done: Mapping[date, AbstractSet[str]], grace_days: int) -> StreakDays:
    """What streaks follow from, of everything that is due in their days."""
    nothing = StreakDays(due={}, moving=set(), done=done, grace_days=grace_days)
    due, moving = with_due(nothing, set(), found)
    return StreakDays(due=due, moving=moving, done=done, grace_days=grace_days)


def with_due(
    days: StreakDays, chore_ids: AbstractSet[str], found: Iterable[DueChore]
) -> tuple[dict[str, dict[date, AbstractSet[str]]], set[str]]:
    """What is due by member and day, and the chores that follow completions, with `found` in place of these chores."""
    due: dict[str, dict[date, AbstractSet[str]]] = {}
    for member_id, by_day in days.due.items():
        gone = {completion_key(each, slot) for each in chore_ids for slot in ("", member_id)}
        due[member_id] = {day: keys if gone.isdisjoint(keys) else keys - gone for day, keys in by_day.items()}
    moving = set(days.moving - chore_ids)
    added: dict[tuple[str, date], set[str]] = {}
    for each in found:
        if follows_completions(each.chore):
            moving.add(each.chore.id)
        if each.member_id:
            added.setdefault((each.member_id, each.date), set()).add(each.key)
    for (member_id, day), keys in added.items():
        of_member = due.setdefault(member_id, {})
        of_member[day] = of_member.get(day, NOTHING) | keys
    return due, moving


def streaks(days: StreakDays, today: date, member_ids: Iterable[str] | None = None) -> dict[str, int]:
    """`streak` by member, of all who have chores or of these."""
    chosen = days.due if member_ids is None else member_ids
    return {each: streak(days.due.get(each, {}), days.done, today, days.grace_days) for each in chosen}


def ranking(
    people: Sequence[Person], scores: Mapping[str, Score], streaks: Mapping[str, int]
) -> list[LeaderboardEntry]:
    """All members by points, completions and name. Equal points and completions share a rank. (spec: Points 10)"""
    ranked: list[LeaderboardEntry] = []
    for place, (person, score) in enumerate(_in_order(people, scores), start=1):
        above = ranked[-1] if ranked else None
        same = above is not None and (above.points, above.completed) == (score.points, score.completed)
        rank = above.rank if above and same else place
        ranked.append(
            LeaderboardEntry(
                member_id=person.id,
                name=person.name,
                color=person.color,
                avatar=person.avatar,
                points=score.points,
                completed=score.completed,
                streak=streaks.get(person.id, 0),
                rank=rank,
            )
        )
    return ranked


def _in_order(people: Sequence[Person], scores: Mapping[str, Score]) -> list[tuple[Person, Score]]:
    pairs = [(person, scores.get(person.id, Score())) for person in people]
    return sorted(pairs, key=lambda pair: (-pair[1].points, -pair[1].completed, sort_key(pair[0].name)))
