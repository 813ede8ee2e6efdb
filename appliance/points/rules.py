"""Periods, ranks and balances."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from appliance.chores.models import Score
from appliance.kernel.schema import made
from appliance.kernel.text.matching import sort_key
from appliance.people.models import Person
from appliance.points.models import LeaderboardEntry, LedgerSums, Period, PointBalance

# For each member: ledger entries about deleted chores; older ones are merged into one.
MAX_DELETED_CHORES = 100


def balance(earned: int, ledger: LedgerSums) -> PointBalance:
    """The balance of earned, received and spent points; may be negative. (contract: Points 13, 14)"""
    total = earned + ledger.received
    return PointBalance(balance=total - ledger.spent, earned_total=total, spent_total=ledger.spent)


def first_day(period: Period, today: date, week_start: int) -> date:
    """The first day of a leaderboard period, which ends today. (contract: Points 9)

    `week_start`: 0 Sunday, 1 Monday, 6 Saturday.
    """
    if period == "week":
        return today - timedelta(days=(today.weekday() + 1 - week_start) % 7)
    return today.replace(day=1) if period == "month" else today


def ranking(
    people: Sequence[Person], scores: Mapping[str, Score], streaks: Mapping[str, int]
) -> list[LeaderboardEntry]:
    """All members by points, completions and name. Equal points and completions share a rank. (contract: Points 10)"""
    ranked: list[LeaderboardEntry] = []
    for place, (person, score) in enumerate(_in_order(people, scores), start=1):
        above = ranked[-1] if ranked else None
        same = above is not None and (above.points, above.completed) == (score.points, score.completed)
        rank = above.rank if above and same else place
        ranked.append(
            made(
                LeaderboardEntry,
                person,
                member_id=person.id,
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
