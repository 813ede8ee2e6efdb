"""Periods, ranks, streaks and balances."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, timedelta

from appliance.chores.models import Score
from appliance.kernel.text.matching import sort_key
from appliance.people.models import Person
from appliance.points.models import LeaderboardEntry, LedgerSums, Period, PointBalance

STREAK_DAYS = 60
WEEK = timedelta(days=7)
NOTHING: AbstractSet[str] = frozenset()


def balance(earned: int, ledger: LedgerSums) -> PointBalance:
    """The balance of earned, received and spent points; may be negative. (spec: Points 13, 14)"""
    total = earned + ledger.received
    return PointBalance(balance=total - ledger.spent, earned_total=total, spent_total=ledger.spent)


def first_day(period: Period, today: date, week_start: int) -> date:
    """The first day of a leaderboard period, which ends today. `week_start`: 0 Sunday, 1 Monday. (spec: Points 9)"""
    if period == "week":
        return today - timedelta(days=(today.weekday() + 1 - week_start) % 7)
    return today.replace(day=1) if period == "month" else today


def streak_start(today: date) -> date:
    """The first of the 60 days that a streak can cover; today is the last. (spec: Points 8)"""
    return today - timedelta(days=STREAK_DAYS - 1)


def streak(
    due: Mapping[date, AbstractSet[str]], done: Mapping[date, AbstractSet[str]], today: date, grace_days: int
) -> int:
    """Consecutive days on which all of a member's due chores were done, by anyone. (spec: Points 6, 7, 8)

    `due` are the member's chores by day, `done` all completions. Days without chores are skipped, and so is today until
    it is done. A missed day does not end the streak while no 7 consecutive days have more than `grace_days` of them.
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
