from datetime import date, timedelta

import pytest

from appliance.chores.models import Chore, ScheduledChore
from appliance.chores.rules import due_days, earned_points

CREATED_ON = date(2026, 11, 18)  # a Wednesday


def scheduled(rrule: str | None = None, due: str | None = None, created_on: date = CREATED_ON) -> ScheduledChore:
    due_date = date.fromisoformat(due) if due else None
    return ScheduledChore(
        chore=Chore(
            id="1",
            title="Dishes",
            emoji=None,
            member_id=None,
            points=5,
            rrule=rrule,
            due_time=None,
            sort=0,
            list_id=None,
            due_date=due_date,
            active=True,
        ),
        created_on=created_on,
    )


def days(chore: ScheduledChore, first: str, last: str) -> list[str]:
    return [str(day) for day in due_days(chore, date.fromisoformat(first), date.fromisoformat(last))]


ONCE = {
    "never, with neither rule nor date": (None, []),
    "on its date": ("2026-11-20", ["2026-11-20"]),
    "on the first day asked": ("2026-11-19", ["2026-11-19"]),
    "on the last day asked": ("2026-11-25", ["2026-11-25"]),
    "not before": ("2026-11-18", []),
    "not after": ("2026-11-26", []),
}


@pytest.mark.parametrize(("due", "expected"), ONCE.values(), ids=ONCE)
def test_once(due: str | None, expected: list[str]) -> None:
    assert expected == days(scheduled(None, due), "2026-11-19", "2026-11-25")


REPEATING = {
    "daily from the day it was made": ("FREQ=DAILY", None, ["2026-11-18", "2026-11-19", "2026-11-20"]),
    "daily from its due date": ("FREQ=DAILY", "2026-11-20", ["2026-11-20"]),
    "every other day": ("FREQ=DAILY;INTERVAL=2", None, ["2026-11-18", "2026-11-20"]),
    "weekly on the weekday it was made": ("FREQ=WEEKLY", None, ["2026-11-18"]),
    "weekly on the weekday of its due date": ("FREQ=WEEKLY", "2026-11-13", ["2026-11-20"]),
    "weekdays": ("FREQ=WEEKLY;BYDAY=MO,FR", None, ["2026-11-20"]),
    "every second week, in phase": ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", "2026-11-05", ["2026-11-19"]),
    "every second week, out of phase": ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", "2026-11-12", []),
    "the end date is still due": (
        "FREQ=DAILY;UNTIL=20261119",
        None,
        ["2026-11-18", "2026-11-19"],
    ),
    "an end date with a time": ("FREQ=DAILY;UNTIL=20261119T000000Z", None, ["2026-11-18", "2026-11-19"]),
    "a count": ("FREQ=DAILY;COUNT=2", None, ["2026-11-18", "2026-11-19"]),
    "a count used up long ago": ("FREQ=DAILY;COUNT=2", "2020-01-01", []),
    "monthly on a day": ("FREQ=MONTHLY", "2024-02-19", ["2026-11-19"]),
    "monthly on the third Friday": ("FREQ=MONTHLY;BYDAY=3FR", None, ["2026-11-20"]),
    "monthly on the second Friday": ("FREQ=MONTHLY;BYDAY=2FR", None, []),
    "monthly on the second-last Thursday": ("FREQ=MONTHLY;BYDAY=-2TH", None, ["2026-11-19"]),
    "the 14th workday": (
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=14",
        None,
        ["2026-11-19"],
    ),
    "a leading RRULE:": ("RRULE:FREQ=DAILY;COUNT=1", None, ["2026-11-18"]),
    "a rule that cannot be read hides the chore": ("FREQ=SOMETIMES", None, []),
    "a rule without FREQ too": ("INTERVAL=2", "2026-11-19", []),
    "an empty rule too": ("", "2026-11-19", []),
}


@pytest.mark.parametrize(("rrule", "due", "expected"), REPEATING.values(), ids=REPEATING)
def test_repeating(rrule: str, due: str | None, expected: list[str]) -> None:
    assert expected == days(scheduled(rrule, due), "2026-11-16", "2026-11-20")


SELDOM = {
    "the last day of each month": (
        "FREQ=MONTHLY;BYMONTHDAY=-1",
        "2027-01-31",
        ["2027-01-31", "2027-02-28", "2027-03-31"],
    ),
    "the 31st is passed over in shorter months": ("FREQ=MONTHLY", "2027-01-31", ["2027-01-31", "2027-03-31"]),
    "the last weekday of each month": (
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        "2027-01-01",
        ["2027-01-29", "2027-02-26", "2027-03-31"],
    ),
    "every third month": ("FREQ=MONTHLY;INTERVAL=3", "2026-11-15", ["2027-02-15"]),
}


@pytest.mark.parametrize(("rrule", "due", "expected"), SELDOM.values(), ids=SELDOM)
def test_months(rrule: str, due: str, expected: list[str]) -> None:
    assert expected == days(scheduled(rrule, due), "2027-01-01", "2027-03-31")


def test_yearly_on_29_february_comes_in_leap_years() -> None:
    chore = scheduled("FREQ=YEARLY", "2024-02-29")
    assert ["2024-02-29", "2028-02-29", "2032-02-29"] == days(chore, "2024-01-01", "2032-12-31")


def test_a_day_is_due_alone_as_in_a_range() -> None:
    chore = scheduled("FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,SA", "2026-11-03")
    first = date(2026, 11, 1)
    year = [first + timedelta(days=number) for number in range(366)]
    assert due_days(chore, first, year[-1]) == [day for day in year if due_days(chore, day, day)]


CREDIT = {
    "on the day": (5, "2026-11-20", 50, 5),
    "early": (5, "2026-11-21", 0, 5),
    "late, at half": (10, "2026-11-19", 50, 5),
    "late, a half goes up": (5, "2026-11-19", 50, 3),
    "late, another half goes up": (15, "2026-11-19", 50, 8),
    "late, just under a half": (49, "2026-11-19", 1, 0),
    "late, just a half": (50, "2026-11-19", 1, 1),
    "late, three quarters of ten": (10, "2026-11-01", 75, 8),
    "late, all of it": (7, "2020-01-01", 100, 7),
    "late, none of it": (7, "2026-11-19", 0, 0),
    "nothing is nothing": (0, "2026-11-19", 50, 0),
}


@pytest.mark.parametrize(("points", "due", "percent", "expected"), CREDIT.values(), ids=CREDIT)
def test_credit(points: int, due: str, percent: int, expected: int) -> None:
    assert expected == earned_points(points, date.fromisoformat(due), date(2026, 11, 20), percent)
