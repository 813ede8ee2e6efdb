from datetime import date, timedelta

import pytest

from appliance.points.streaks.rules import streak, streak_start

FRIDAY = date(2026, 11, 20)

# Days are written from today backwards: D done, x missed, . nothing due. "p" is due twice and done once.
STREAKS = {
    "nothing ever due": ("", 1, 0),
    "one day": ("D", 1, 1),
    "three days": ("DDD", 0, 3),
    "today is not done yet": ("xDD", 0, 2),
    "today has nothing due": (".DD", 0, 2),
    "today is done in part": ("pDD", 0, 2),
    "days with nothing due are passed over": ("D..D.D", 0, 3),
    "a miss ends it without grace": ("DDxDD", 0, 2),
    "a day done in part is a miss": ("DDpDD", 0, 2),
    "yesterday missed, without grace": ("Dx", 0, 1),
    "a miss is forgiven with one grace day": ("DDxDD", 1, 4),
    "two misses within 7 days end it with one": ("DxDxDDD", 1, 2),
    "two misses within 7 days, forgiven with two": ("DxDxDDD", 2, 5),
    "misses 6 days apart share a rolling week": ("DxDDDDDxDDD", 1, 6),
    "misses 7 days apart do not": ("DxDDDDDDxDDD", 1, 10),
    "one miss a week for ever": ("D" + "xDDDDDD" * 8, 1, 49),
    "three misses in a row with three": ("DxxxDD", 3, 3),
    "four misses in a row with three": ("DxxxxDD", 3, 1),
    "a miss of today counts neither way": ("xxDD", 1, 2),
    "days off do not stretch the week": ("Dx..x.D", 1, 1),
    "nothing done for a week": ("xxxxxxxx", 3, 0),
    "60 days at most, today among them": ("D" * 70, 0, 60),
    "59 when today is open": ("x" + "D" * 70, 0, 59),
}


@pytest.mark.parametrize(("pattern", "grace", "expected"), STREAKS.values(), ids=STREAKS)
def test_streak(pattern: str, grace: int, expected: int) -> None:
    due, done = {}, {}
    for back, mark in enumerate(pattern):
        day = FRIDAY - timedelta(days=back)
        due[day] = {"D": {"a"}, "x": {"a"}, "p": {"a", "b"}, ".": set()}[mark]
        done[day] = {"other"} | ({"a"} if mark in "Dp" else set())
    assert expected == streak(due, done, FRIDAY, grace)


def test_a_streak_looks_back_60_days_with_today() -> None:
    assert date(2026, 9, 22) == streak_start(FRIDAY)
