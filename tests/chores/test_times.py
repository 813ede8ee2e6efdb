from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from appliance.chores import actions, chore_day
from appliance.chores.models import Chore, ChorePatch, CompleteRequest, CopyRequest, NewChore
from appliance.chores.routines.models import NewChoreStep
from appliance.kernel.database.database import Database
from appliance.kernel.errors import BadRequest
from appliance.people.models import Person
from appliance.points.streaks.actions import streaks
from tests.client import Client
from tests.fakes import FakeClock

TODAY = date(2026, 11, 20)


def made(database: Database, **chore: Any) -> Chore:
    return database.write_now(actions.add, NewChore(title="Water the plants", **chore))


def is_due(database: Database, ahead: int, member_id: str | None = None) -> bool:
    found = chore_day.day(database.read, TODAY + timedelta(days=ahead))
    return any(member_id in (None, each.member_id) for each in found)


def test_a_chore_comes_back_some_days_after_it_was_done(database: Database, clock: FakeClock) -> None:
    chore = made(database, after_days=3)
    assert [True, False] == [is_due(database, ahead) for ahead in (0, 1)]

    database.write_now(actions.complete, chore.id, CompleteRequest(date=TODAY))
    assert [True, False, False, True, False] == [is_due(database, ahead) for ahead in range(5)]

    clock.turn(days=5)
    assert [True, False, False, True, True, True, False] == [is_due(database, ahead) for ahead in range(7)]
    database.write_now(actions.complete, chore.id, CompleteRequest(date=TODAY + timedelta(days=5)))
    assert [False, True] == [is_due(database, ahead) for ahead in (7, 8)]
    database.write_now(actions.uncomplete, chore.id, TODAY + timedelta(days=5))
    assert [True, False, False] == [is_due(database, ahead) for ahead in (5, 6, 8)]


def test_each_member_counts_from_their_own_last_time(database: Database, family: dict[str, Person]) -> None:
    ana, ben = family["Ana"].id, family["Ben"].id
    chore = made(database, after_days=2, share="each", member_ids=[ana, ben])
    yesterday = TODAY - timedelta(days=1)
    database.write_now(actions.complete, chore.id, CompleteRequest(date=yesterday, member_id=ana))
    assert [(False, True), (True, False)] == [
        (is_due(database, ahead, ana), is_due(database, ahead, ben)) for ahead in (0, 1)
    ]


def test_it_waits_for_its_first_date(database: Database) -> None:
    made(database, after_days=3, due_date=TODAY + timedelta(days=2))
    assert [False, False, True, False] == [is_due(database, ahead) for ahead in range(4)]


def test_a_streak_counts_the_days_it_was_due(database: Database, family: dict[str, Person], clock: FakeClock) -> None:
    chore = made(database, after_days=2, member_id=family["Ana"].id)
    for ahead in (0, 2, 4):
        database.write_now(actions.complete, chore.id, CompleteRequest(date=TODAY + timedelta(days=ahead)))
    clock.turn(days=5)
    assert {family["Ana"].id: 3} == streaks(database.read).by_member


def test_a_season(database: Database) -> None:
    season = {"season_from": TODAY + timedelta(days=1), "season_until": TODAY + timedelta(days=2)}
    chore = made(database, rrule="FREQ=DAILY", **season)
    assert [False, True, True, False] == [is_due(database, ahead) for ahead in range(4)]
    database.write_now(actions.edit, chore.id, ChorePatch(season_until=None))
    assert is_due(database, 300)
    with pytest.raises(BadRequest, match="seasonUntil: must not be before seasonFrom"):
        database.write_now(actions.edit, chore.id, ChorePatch(season_until=TODAY))


def test_a_season_of_a_chore_that_counts_from_the_last_time(database: Database) -> None:
    chore = made(database, after_days=1, season_from=TODAY + timedelta(days=2), season_until=TODAY + timedelta(days=3))
    assert [False, False, True, False, False] == [is_due(database, ahead) for ahead in range(5)]
    database.write_now(actions.edit, chore.id, ChorePatch(season_from=TODAY))
    assert [True, False, False] == [is_due(database, ahead) for ahead in range(3)]


def test_a_rule_and_days_after_the_last_time_exclude_each_other(database: Database) -> None:
    chore = made(database, rrule="FREQ=DAILY")
    with pytest.raises(BadRequest, match="afterDays"):
        database.write_now(actions.edit, chore.id, ChorePatch(after_days=3))
    changed = database.write_now(actions.edit, chore.id, ChorePatch(after_days=3, rrule=None))
    assert (3, None) == (changed.after_days, changed.rrule)


def test_a_chore_is_late_from_its_time_on(database: Database, client: Client, clock: FakeClock) -> None:
    chore = made(database, rrule="FREQ=DAILY", due_date=TODAY, due_by="17:30")
    path = f"/api/chores/day?date={TODAY}"
    due = datetime(2026, 11, 20, 17, 30, tzinfo=ZoneInfo("Europe/Berlin"))

    clock.turn(seconds=(due - clock.now()).total_seconds() - 60)
    early = client.get(path)
    assert [False] == [each["late"] for each in early.json()]
    unchanged = client.get(path, headers={"If-None-Match": early.headers["etag"]})
    assert 304 == unchanged.status_code

    clock.turn(minutes=1)
    late = client.get(path, headers={"If-None-Match": early.headers["etag"]})
    assert (200, [True]) == (late.status_code, [each["late"] for each in late.json()])
    assert [False] == [each.late for each in chore_day.day(database.read, TODAY + timedelta(days=1))]

    database.write_now(actions.complete, chore.id, CompleteRequest(date=TODAY))
    assert [False] == [each.late for each in chore_day.day(database.read, TODAY)]


def test_a_copy_keeps_steps_and_times(database: Database, family: dict[str, Person]) -> None:
    """Every part but the members: its ticks are its own."""
    steps = [NewChoreStep(title="Get dressed", emoji="👕", timer_seconds=90), NewChoreStep(title="Eat", time="07:15")]
    chore = made(
        database,
        rrule="FREQ=WEEKLY;BYDAY=MO,FR",
        due_date=date(2026, 11, 2),
        member_id=family["Dan"].id,
        day_part="morning",
        due_by="07:45",
        season_from=date(2026, 9, 1),
        season_until=date(2027, 6, 30),
        steps=steps,
        needs_approval=True,
    )
    copied = database.write_now(actions.copy, chore.id, CopyRequest(member_id=family["Cleo"].id))
    assert copied == replace(chore, id=copied.id, member_id=family["Cleo"].id)


def test_a_chore_after_the_last_time_goes_round_when_it_is_done(
    database: Database, family: dict[str, Person], clock: FakeClock
) -> None:
    """Whatever `turn_by` says: it has no dates of its own that the turn could follow."""
    order = [family[name].id for name in ("Ben", "Cleo", "Dan")]
    chore = made(database, after_days=2, member_ids=order, share="turn", turn_by="due")
    assert "completion" == chore.turn_by

    turns = []
    for _ in range(4):
        today = database.read.today
        [due] = chore_day.day(database.read, today)
        turns.append(due.member_id)
        database.write_now(actions.complete, chore.id, CompleteRequest(date=today))
        clock.turn(days=1)
        assert [] == chore_day.day(database.read, database.read.today)
        clock.turn(days=2)
    assert [*order, order[0]] == turns

    copied = database.write_now(actions.copy, chore.id, CopyRequest(member_id=family["Ana"].id))
    assert (2, None, family["Ana"].id) == (copied.after_days, copied.share, copied.member_id)
