from datetime import date, timedelta

import pytest

from appliance.chores.models import Chore, Completion, DueChore, NewChore
from appliance.chores.overdue.rules import keeps_asking, missed, still_overdue
from appliance.kernel.schema import made

TODAY = date(2026, 11, 20)


def chore(**changes: object) -> Chore:
    return made(Chore, NewChore(title="Bins", **changes), id="bins")  # type: ignore[arg-type]


def due(day: int, slot: str = "", **changes: object) -> DueChore:
    """Due so many days from today."""
    return DueChore(chore=chore(**changes), date=TODAY + timedelta(days=day), member_id=slot or None, slot=slot)


def tick(day: int, slot: str = "", at: str = "2026-11-01T10:00:00.000Z") -> Completion:
    on = TODAY + timedelta(days=day)
    return Completion(id="x", chore_id="bins", date=on, member_id=None, completed_at=at, points_awarded=0, slot=slot)


@pytest.mark.parametrize(
    ("changes", "asks"),
    [
        ({}, True),
        ({"keep_asking": False}, False),
        ({"rrule": "FREQ=WEEKLY"}, False),
        ({"rrule": "FREQ=WEEKLY", "keep_asking": True}, True),
        # It is due every day until it is done.
        ({"after_days": 3}, False),
        ({"after_days": 3, "keep_asking": True}, False),
    ],
)
def test_what_asks_until_it_is_done(changes: dict[str, object], asks: bool) -> None:
    assert asks == keeps_asking(chore(**changes))


@pytest.mark.parametrize(
    ("days", "found"),
    [
        ([-3], [-3]),
        ([-14, -7], [-7]),
        ([], []),
    ],
)
def test_the_last_missed_date_asks(days: list[int], found: list[int]) -> None:
    entries = [due(day) for day in days]
    assert [TODAY + timedelta(days=day) for day in found] == [entry.date for entry in missed(entries)]


def test_each_copy_asks_by_itself() -> None:
    entries = [due(-9, "ana", share="each"), due(-3, "ben", share="each"), due(-3, "ana", share="each")]
    days = {"ana": TODAY - timedelta(days=3), "ben": TODAY - timedelta(days=3)}
    assert days == {entry.member_id: entry.date for entry in missed(entries)}


@pytest.mark.parametrize(
    ("ticks", "let_go", "found"),
    [
        ([], [], [None]),
        ([tick(-3)], [], []),
        # Done for a later date, as by a client that ticks today's.
        ([tick(0)], [], []),
        ([tick(-4)], [], [None]),
        # Done today it stays to be seen.
        ([tick(-3, at="today")], [], [True]),
        ([], [-3], []),
        ([], [-4], [None]),
        # Let go, and done after all.
        ([tick(-3, at="today")], [-3], [True]),
    ],
)
def test_what_still_asks(ticks: list[Completion], let_go: list[int], found: list[bool | None]) -> None:
    gone = {("bins", TODAY + timedelta(days=day)) for day in let_go}
    entries = still_overdue([due(-3)], {"bins": ticks}, gone, lambda at: at == "today")
    assert found == [True if entry.ticked else None for entry in entries]
