"""Periods, ranks, streaks and balances."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, timedelta

from appliance.chores.models import Score
from appliance.kernel.text.matching import sort_key
from appliance.people.models import Person
from appliance.points.models import Period, Purse, Standing, Turnover

LOOK_BACK = 60
WEEK = timedelta(days=7)
NOTHING: AbstractSet[str] = frozenset()


def purse(earned: int, turnover: Turnover) -> Purse:
    """What is left of everything earned and given; may be below zero. (spec: Points 13, 14)"""
    total = earned + turnover.given
    return Purse(total - turnover.spent, total, turnover.spent)


def first_day(period: Period, today: date, week_start: int) -> date:
    """The day a leaderboard period starts; all of them end today. `week_start`: 0 Sunday, 1 Monday. (spec: Points 9)"""
    if period == "week":
        return today - timedelta(days=(today.weekday() + 1 - week_start) % 7)
    return today.replace(day=1) if period == "month" else today


def look_back(today: date) -> date:
    """The earliest day a streak looks at: 60 days, today among them. (spec: Points 8)"""
    return today - timedelta(days=LOOK_BACK - 1)


def streak(
    due: Mapping[date, AbstractSet[str]], done: Mapping[date, AbstractSet[str]], today: date, grace_days: int
) -> int:
    """Days in a row on which all of a member's chores that were due were done, by anyone. (spec: Points 6, 7, 8)

    `due` are the member's chores by day, `done` everybody's completions. A day without chores is passed over, and so is
    today until it is done. A missed day is forgiven while no rolling 7 days hold more than `grace_days` of them.
    """
    length = 0
    forgiven: list[date] = []
    for back in range(LOOK_BACK):
        day = today - timedelta(days=back)
        chores = due.get(day)
        if not chores:
            continue
        if chores <= done.get(day, NOTHING):
            length += 1
        elif day == today:
            continue
        elif sum(missed < day + WEEK for missed in forgiven) >= grace_days:
            break
        else:
            forgiven.append(day)
    return length


def ranking(people: Sequence[Person], scores: Mapping[str, Score], streaks: Mapping[str, int]) -> list[Standing]:
    """Everybody by points, then completions, then name; who is equal in both shares a rank. (spec: Points 10)"""
    ranked: list[Standing] = []
    for place, (person, score) in enumerate(_in_order(people, scores), start=1):
        above = ranked[-1] if ranked else None
        shares = above is not None and (above.points, above.completed) == (score.points, score.completed)
        rank = above.rank if above and shares else place
        length = streaks.get(person.id, 0)
        ranked.append(
            Standing(person.id, person.name, person.color, person.avatar, score.points, score.completed, length, rank)
        )
    return ranked


def _in_order(people: Sequence[Person], scores: Mapping[str, Score]) -> list[tuple[Person, Score]]:
    pairs = [(person, scores.get(person.id, Score())) for person in people]
    return sorted(pairs, key=lambda pair: (-pair[1].points, -pair[1].completed, sort_key(pair[0].name)))
