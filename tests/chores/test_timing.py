from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from appliance.chores.timing import days_after_last, is_late

BERLIN = ZoneInfo("Europe/Berlin")
FIRST, LAST, TODAY = date(2026, 11, 1), date(2026, 11, 30), date(2026, 11, 20)
NUMBERS = st.integers(min_value=0, max_value=60)


def days(*done: int, after: int = 5, opens: int = 3, today: date = TODAY) -> list[int]:
    """The due days of November by their number."""
    completions = [date(2026, 11, day) for day in done]
    found = days_after_last(after, date(2026, 11, opens), completions, today, FIRST, LAST)
    return [each.day for each in found]


def test_a_chore_that_was_never_done_stays_due_until_today() -> None:
    assert list(range(3, 21)) == days()


def test_a_chore_is_due_some_days_after_it_was_done() -> None:
    assert [3, 8, 13, 18, 19, 20] == days(3, 8, 13)


def test_an_overdue_chore_stays_due_until_it_is_done() -> None:
    assert [3, 8, 9, 10, 15, 16, 17, 22] == days(3, 10, 17)


def test_done_early_it_counts_from_that_day() -> None:
    assert [3, 5, 10, 11, 16, 17, 18, 19, 20] == days(3, 5, 11)


def test_after_today_only_the_next_day_is_known() -> None:
    assert [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 24] == days(19)


def test_it_is_not_due_before_it_opens() -> None:
    assert [2, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20] == days(2, opens=10)
    assert [25] == days(opens=25)


def plainly(after: int, opens: date, done: list[date], today: date, first: date, last: date) -> list[date]:
    """Day by day: the rule as a person would say it."""
    due = []
    for day in (first + timedelta(days=number) for number in range((last - first).days + 1)):
        before = [each for each in done if each < day]
        begin = max(opens, max(before) + timedelta(days=after)) if before else opens
        if day in done or (begin <= day <= today) or (day == begin and day > today):
            due.append(day)
    return due


@settings(deadline=None)
@given(
    after=st.integers(min_value=1, max_value=20),
    opens=NUMBERS,
    done=st.sets(NUMBERS, max_size=12),
    today=NUMBERS,
    window=st.tuples(NUMBERS, NUMBERS),
)
def test_the_due_days_are_those_of_a_plain_simulation(
    after: int, opens: int, done: set[int], today: int, window: tuple[int, int]
) -> None:
    def day(number: int) -> date:
        return date(2026, 2, 10) + timedelta(days=number)

    first, last = day(min(window)), day(max(window))
    completions = sorted(map(day, done))
    expected = plainly(after, day(opens), completions, day(today), first, last)

    assert expected == days_after_last(after, day(opens), completions, day(today), first, last)
    # Of the days before the first the newest is enough, and none after the last is needed.
    before = [each for each in completions if each < first][-1:]
    within = [each for each in completions if first <= each <= last]
    assert expected == days_after_last(after, day(opens), before + within, day(today), first, last)


LATE = {
    "before the time": ("17:30", "2026-11-20", "2026-11-20T16:29:59Z", False),
    "at the time": ("17:30", "2026-11-20", "2026-11-20T16:30:00Z", True),
    "at midnight of its day": ("00:00", "2026-11-20", "2026-11-19T23:00:00Z", True),
    "a minute before midnight of its day": ("00:00", "2026-11-20", "2026-11-19T22:59:00Z", False),
    "the day after": ("23:59", "2026-11-20", "2026-11-20T23:00:00Z", True),
    "the day before": ("00:00", "2026-11-21", "2026-11-20T16:30:00Z", False),
    "without a time": (None, "2026-11-20", "2026-12-20T16:30:00Z", False),
    "a time that the clocks skip, not yet": ("02:30", "2026-03-29", "2026-03-29T01:29:00Z", False),
    "a time that the clocks skip, moved forward": ("02:30", "2026-03-29", "2026-03-29T01:30:00Z", True),
    "a time that comes twice, the first": ("02:30", "2026-10-25", "2026-10-25T00:30:00Z", True),
    "between the two, when the clock shows less": ("02:30", "2026-10-25", "2026-10-25T01:10:00Z", True),
}


@pytest.mark.parametrize(("due_by", "day", "now", "expected"), LATE.values(), ids=LATE)
def test_late(due_by: str | None, day: str, now: str, expected: bool) -> None:
    assert expected == is_late(due_by, date.fromisoformat(day), datetime.fromisoformat(now).astimezone(BERLIN))
