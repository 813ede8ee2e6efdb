"""A chore that is changed leaves what was due before, and what was done, as it was."""

from typing import Any

import pytest

from tests.chores.exceptions.test_routes import Ids, a_chore, due, send, streaks
from tests.client import Client
from tests.fakes import FakeClock

# The days of this week so far: Monday to Friday, and the weekend.
WEEK = [f"2026-11-{day}" for day in range(16, 21)]
WEEKEND = ["2026-11-21", "2026-11-22"]


@pytest.fixture
def strict(client: Client) -> None:
    client.patch("/api/settings", {"streakGraceDays": 0})


def a_daily(client: Client, **changes: Any) -> str:
    return a_chore(client, **{"rrule": "FREQ=DAILY", "dueDate": WEEK[0]} | changes)


def done(client: Client, day: str) -> list[bool]:
    return [each["completed"] for each in client.get(f"/api/chores/day?date={day}").json()]


def test_other_weekdays_hide_no_finished_day(client: Client, ids: Ids, strict: None) -> None:
    bed = a_daily(client, memberId=ids["Ana"])
    for day in WEEK:
        send(client, bed, "complete", date=day)
    client.patch(f"/api/chores/{bed}", {"rrule": "FREQ=WEEKLY;BYDAY=SA"})
    assert [[True]] * 5 == [done(client, day) for day in WEEK]
    assert [(WEEKEND[0], ids["Ana"])] == due(client, *WEEKEND)
    assert {"Ana": 5} == streaks(client)


def test_more_weekdays_are_not_missed_before_the_change(client: Client, ids: Ids, strict: None) -> None:
    bed = a_daily(client, memberId=ids["Ana"], rrule="FREQ=WEEKLY;BYDAY=MO,WE,FR")
    for day in (WEEK[0], WEEK[2], WEEK[4]):
        send(client, bed, "complete", date=day)
    client.patch(f"/api/chores/{bed}", {"rrule": "FREQ=DAILY"})
    assert [WEEK[0], WEEK[2], WEEK[4], *WEEKEND] == [day for day, _ in due(client, *WEEK, *WEEKEND)]
    assert {"Ana": 3} == streaks(client)


@pytest.mark.parametrize("done_today", [True, False])
def test_a_streak_stays_with_who_earned_it(client: Client, ids: Ids, strict: None, done_today: bool) -> None:
    bed = a_daily(client, memberId=ids["Ana"])
    for day in WEEK if done_today else WEEK[:-1]:
        send(client, bed, "complete", date=day)
    client.patch(f"/api/chores/{bed}", {"memberId": ids["Ben"]})
    assert {"Ana": 5 if done_today else 4} == streaks(client)
    whose = [ids["Ana"]] * 4 + [ids["Ana"] if done_today else ids["Ben"], ids["Ben"], ids["Ben"]]
    assert whose == [member for _, member in due(client, *WEEK, *WEEKEND)]
    # What Ana forgot is not Ben's.
    client.delete(f"/api/chores/{bed}/complete?date={WEEK[1]}")
    assert {"Ana": 3 if done_today else 2} == streaks(client)


def test_a_day_of_before_is_ticked_for_its_member(client: Client, ids: Ids) -> None:
    bed = a_daily(client, memberId=ids["Ana"])
    client.patch(f"/api/chores/{bed}", {"memberIds": [ids["Ben"], ids["Cleo"]], "share": "each"})
    assert 200 == send(client, bed, "complete", date=WEEK[0])
    assert [True] == done(client, WEEK[0])
    assert {"Ana": 1} == {
        each["name"]: each["balance"] for each in client.get("/api/members").json() if each["balance"]
    }
    client.delete(f"/api/chores/{bed}/complete?date={WEEK[0]}")
    assert [False] == done(client, WEEK[0])


def test_turns_of_before_stay_when_nobody_takes_turns_any_more(client: Client, ids: Ids, clock: FakeClock) -> None:
    order = [ids["Ana"], ids["Ben"]]
    dog = a_daily(client, dueDate=WEEK[4], memberIds=order, share="turn")
    clock.turn(hours=48)
    client.patch(f"/api/chores/{dog}", {"share": None, "memberId": ids["Cleo"]})
    assert [*order, ids["Cleo"]] == [member for _, member in due(client, WEEK[4], *WEEKEND)]


def test_changes_of_one_day_are_one(client: Client, ids: Ids) -> None:
    bed = a_daily(client, memberId=ids["Ana"])
    for change in ({"memberId": ids["Ben"]}, {"rrule": "FREQ=WEEKLY;BYDAY=SA"}, {"memberId": ids["Cleo"]}):
        client.patch(f"/api/chores/{bed}", change)
    assert [(day, ids["Ana"]) for day in WEEK[:4]] == due(client, *WEEK[:4])
    assert [(WEEKEND[0], ids["Cleo"])] == due(client, WEEK[4], *WEEKEND)


def test_a_pause_leaves_nothing_behind(client: Client, ids: Ids, clock: FakeClock, strict: None) -> None:
    bed = a_daily(client, memberId=ids["Ana"], dueDate=WEEK[4])
    send(client, bed, "complete", date=WEEK[4])
    client.patch(f"/api/chores/{bed}", {"active": False})
    clock.turn(hours=48)
    client.patch(f"/api/chores/{bed}", {"active": True})
    assert [WEEK[4], WEEKEND[1]] == [day for day, _ in due(client, WEEK[4], *WEEKEND)]
    assert {"Ana": 1} == streaks(client)


CORRECTED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "it began earlier": ({"dueDate": "2026-11-17", "rrule": "FREQ=DAILY;INTERVAL=2"}, ["2026-11-17", "2026-11-19"]),
    "it ended earlier": ({"rrule": "FREQ=DAILY;UNTIL=20261117"}, ["2026-11-16", "2026-11-17"]),
    "its season ended": ({"seasonUntil": "2026-11-18"}, ["2026-11-16", "2026-11-17", "2026-11-18"]),
    "it was once": ({"rrule": None, "dueDate": "2026-11-18"}, [*WEEK[:4]]),
}


@pytest.mark.parametrize(("change", "expected"), CORRECTED.values(), ids=CORRECTED)
def test_a_correction_of_the_past_counts(client: Client, change: dict[str, Any], expected: list[str]) -> None:
    bed = a_daily(client)
    client.patch(f"/api/chores/{bed}", change)
    found = [day for day, _ in due(client, *WEEK[:4])]
    assert expected == [day for day in found if day >= expected[0]]


def test_once_on_another_date(client: Client) -> None:
    """What was not done is due on the new date only."""
    call = a_chore(client, rrule=None, dueDate=WEEK[0])
    client.patch(f"/api/chores/{call}", {"dueDate": WEEKEND[0]})
    assert [(WEEKEND[0], None)] == due(client, *WEEK, *WEEKEND)
    client.patch(f"/api/chores/{call}", {"dueDate": WEEK[1]})
    assert [(WEEK[1], None)] == due(client, *WEEK, *WEEKEND)
