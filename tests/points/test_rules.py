from datetime import date

import pytest
from msgspec.structs import astuple

from appliance.chores.models import Score
from appliance.people.models import Person
from appliance.points.models import LedgerSums, Period
from appliance.points.rules import balance, first_day, ranking

PERIODS = {
    "today": ("today", "2026-11-20", 0, "2026-11-20"),
    "a week from Sunday": ("week", "2026-11-20", 0, "2026-11-15"),
    "a week from Monday": ("week", "2026-11-20", 1, "2026-11-16"),
    "Sunday starts its own week": ("week", "2026-11-22", 0, "2026-11-22"),
    "Sunday ends the week from Monday": ("week", "2026-11-22", 1, "2026-11-16"),
    "Monday starts its own week": ("week", "2026-11-23", 1, "2026-11-23"),
    "Monday in a week from Sunday": ("week", "2026-11-23", 0, "2026-11-22"),
    "Saturday ends the week from Sunday": ("week", "2026-11-21", 0, "2026-11-15"),
    "a week from Saturday": ("week", "2026-11-20", 6, "2026-11-14"),
    "Saturday starts its own week": ("week", "2026-11-21", 6, "2026-11-21"),
    "Sunday in a week from Saturday": ("week", "2026-11-22", 6, "2026-11-21"),
    "a week over new year": ("week", "2027-01-01", 1, "2026-12-28"),
    "a month": ("month", "2026-11-20", 0, "2026-11-01"),
    "the first of a month": ("month", "2026-11-01", 1, "2026-11-01"),
}


@pytest.mark.parametrize(("period", "today", "week_start", "expected"), PERIODS.values(), ids=PERIODS)
def test_first_day(period: Period, today: str, week_start: int, expected: str) -> None:
    assert date.fromisoformat(expected) == first_day(period, date.fromisoformat(today), week_start)


def person(name: str) -> Person:
    return Person(id=name.lower(), name=name, color="#000", avatar=None, birthday=None, sort=0)


RANKS = {
    "nobody": ({}, []),
    "by points": ({"Ana": (3, 1), "Ben": (9, 1)}, [("Ben", 1), ("Ana", 2)]),
    "then by completions": ({"Ana": (5, 1), "Ben": (5, 2)}, [("Ben", 1), ("Ana", 2)]),
    "then by name, sharing a rank": ({"Ben": (5, 2), "Ana": (5, 2)}, [("Ana", 1), ("Ben", 1)]),
    "after a shared rank one is left out": (
        {"Ana": (5, 2), "Ben": (5, 2), "Cleo": (4, 9)},
        [("Ana", 1), ("Ben", 1), ("Cleo", 3)],
    ),
    "two shared ranks": (
        {"Ana": (9, 1), "Ben": (5, 2), "Cleo": (5, 2), "Dan": (5, 2), "Eva": (1, 1)},
        [("Ana", 1), ("Ben", 2), ("Cleo", 2), ("Dan", 2), ("Eva", 5)],
    ),
    "without points but with ticks before without both": ({"Ana": (0, 0), "Ben": (0, 1)}, [("Ben", 1), ("Ana", 2)]),
    "names as a reader sorts them": (
        {"Zoe": (0, 0), "eva": (0, 0), "Émile": (0, 0), "Ana": (0, 0)},
        [("Ana", 1), ("Émile", 1), ("eva", 1), ("Zoe", 1)],
    ),
}


@pytest.mark.parametrize(("scores", "expected"), RANKS.values(), ids=RANKS)
def test_ranking(scores: dict[str, tuple[int, int]], expected: list[tuple[str, int]]) -> None:
    people = [person(name) for name in scores]
    ranked = ranking(
        people, {name.lower(): Score(points=score[0], completed=score[1]) for name, score in scores.items()}, {}
    )
    assert expected == [(place.name, place.rank) for place in ranked]


def test_who_did_nothing_is_on_the_leaderboard() -> None:
    ana, ben = ranking([person("Ben"), person("Ana")], {"ben": Score(points=0, completed=0)}, {"ana": 4})
    assert (("ana", 0, 0, 4, 1), ("ben", 0, 0, 0, 1)) == tuple(
        (place.member_id, place.points, place.completed, place.streak, place.rank) for place in (ana, ben)
    )


BALANCES = {
    "empty": (0, (0, 0), (0, 0, 0)),
    "earned": (12, (0, 0), (12, 12, 0)),
    "spent": (40, (0, 15), (25, 40, 15)),
    "given beside chores": (40, (5, 15), (30, 45, 15)),
    "below zero": (3, (0, 15), (-12, 3, 15)),
}


@pytest.mark.parametrize(("earned", "ledger", "expected"), BALANCES.values(), ids=BALANCES)
def test_balance(earned: int, ledger: tuple[int, int], expected: tuple[int, int, int]) -> None:
    assert expected == astuple(balance(earned, LedgerSums(received=ledger[0], spent=ledger[1])))
