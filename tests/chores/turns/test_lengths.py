"""Turns that last for a day, a week, a month or several times, as tables of letters for members."""

from datetime import date, timedelta

import pytest

from appliance.chores.turns import rules
from appliance.chores.turns.rules import TurnLength, TurnState

DAY = timedelta(days=1)
# A Friday.
BEGIN = date(2026, 11, 20)
EVERY_DAY = range(12)

# What lasts how long, the days after the first on which it is due, who is away as `B3`, and whose each turn is.
LENGTHS: dict[str, tuple[TurnLength, list[int], str, str]] = {
    "each due date": (TurnLength(), [0, 2, 4, 9], "", "ABCA"),
    "each day, due or not": (TurnLength(every="day"), [0, 2, 3, 7], "", "ACAB"),
    "each day, and who is away only misses their own": (TurnLength(every="day"), [0, 1, 2, 3], "B1", "ACCA"),
    "a week from Monday": (TurnLength(every="week"), [*EVERY_DAY], "", "AAABBBBBBBCC"),
    "a week from Saturday": (TurnLength(every="week", weekday=6), [*EVERY_DAY], "", "ABBBBBBBCCCC"),
    "a week from Sunday": (TurnLength(every="week", weekday=0), [*EVERY_DAY], "", "AABBBBBBBCCC"),
    "weeks without it do not count": (TurnLength(every="week"), [0, 3, 24, 25], "", "ABCC"),
    "away in the middle of the week": (TurnLength(every="week"), [3, 4, 5, 6, 10], "A4", "ABAAB"),
    "away at its beginning": (TurnLength(every="week"), [0, 3, 4, 5, 10], "B3", "ACCCA"),
    "a month": (TurnLength(every="month"), [0, 10, 11, 12, 41, 42], "", "AABBBC"),
    "twice": (TurnLength(every="times", times=2), [0, 1, 2, 3, 4, 5, 6], "", "AABBCCA"),
    "twice, but away for the second": (TurnLength(every="times", times=2), [0, 1, 2, 3], "A1", "ABBC"),
}


@pytest.mark.parametrize(("length", "days", "away", "expected"), LENGTHS.values(), ids=LENGTHS)
def test_a_turn_lasts(length: TurnLength, days: list[int], away: str, expected: str) -> None:
    absent = {(each[0], int(each[1:])) for each in away.split()}
    whole = [BEGIN + each * DAY for each in days]

    def run(state: TurnState, some: list[date]) -> tuple[str, TurnState]:
        found, after = rules.run(
            "ABC", state, some, lambda member, day: (member, (day - BEGIN).days) in absent, lambda _: "used", length
        )
        return "".join(member or "-" for _, member in found), after

    assert expected == run(TurnState(next_member="A"), whole)[0]
    # What is decided day by day is the same as what is computed at once.
    state, decided = TurnState(next_member="A"), ""
    for day in whole:
        more, state = run(state, [day])
        decided += more
    assert expected == decided


# What dates do: `u`sed, `k`ept or `p`assed on, and whose turn each is.
USES: dict[str, tuple[TurnLength, str, str]] = {
    "a skipped date that keeps the turn": (TurnLength(), "uku", "ABB"),
    "a skipped date that passes it on": (TurnLength(), "upu", "ABC"),
    "one of three is skipped": (TurnLength(every="times", times=3), "ukuuu", "AAAAB"),
    "the rest of three is passed on": (TurnLength(every="times", times=3), "upuuuu", "AABBBC"),
    "by completion, what is not done stays": (TurnLength(every="times", times=2), "kukkuk", "AAAAAB"),
}
MEANING: dict[str, rules.Use] = {"u": "used", "k": "kept", "p": "passed"}


@pytest.mark.parametrize(("length", "uses", "expected"), USES.values(), ids=USES)
def test_what_a_date_does_to_a_turn(length: TurnLength, uses: str, expected: str) -> None:
    days = [BEGIN + each * DAY for each in range(len(uses))]
    found, _ = rules.run(
        "ABC",
        TurnState(next_member="A"),
        days,
        lambda member, day: False,
        lambda day: MEANING[uses[(day - BEGIN).days]],
        length,
    )
    assert expected == "".join(member or "-" for _, member in found)


# The turns that were done or (p) passed on, newest first, and who is next after how many.
ENDS: dict[str, tuple[TurnLength, str, TurnState | None]] = {
    "none": (TurnLength(), "", TurnState(next_member="A")),
    "one": (TurnLength(), "B", TurnState(next_member="C")),
    "one of two": (TurnLength(every="times", times=2), "B AA", TurnState(next_member="B", used=1)),
    "two of two": (TurnLength(every="times", times=2), "BB AA", TurnState(next_member="C")),
    "passed on": (TurnLength(every="times", times=2), "Bp AA", TurnState(next_member="C")),
    "after one that was passed on": (TurnLength(every="times", times=3), "BBp", TurnState(next_member="B", used=1)),
    "of somebody who left": (TurnLength(), "X", None),
}


@pytest.mark.parametrize(("length", "ends", "expected"), ENDS.values(), ids=ENDS)
def test_what_was_done_last_says_who_is_next(length: TurnLength, ends: str, expected: TurnState | None) -> None:
    text = ends.replace(" ", "")
    parsed = [(letter, text[at + 1 : at + 2] == "p") for at, letter in enumerate(text) if letter != "p"]
    assert expected == rules.following("ABC", parsed, length, "A")
