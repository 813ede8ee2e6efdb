from datetime import date, timedelta
from typing import Any

import pytest

from appliance.chores import actions as chores
from appliance.chores import chore_day
from appliance.chores.models import Chore, ChoreDay, ChorePatch, CompleteRequest, NewChore
from appliance.chores.routines import actions
from appliance.chores.routines.models import NewChoreStep
from appliance.kernel.database.database import Database
from appliance.kernel.errors import BadRequest, Conflict, NotFound
from appliance.lists import actions as lists
from appliance.lists.models import NewItem, NewList
from appliance.people.models import Person
from appliance.points.actions import balance
from appliance.transfer.exports.queries import step_ticks
from tests.client import Changes
from tests.fakes import FakeClock

TODAY = date(2026, 11, 20)
TODAYS = CompleteRequest(date=TODAY)


def made(database: Database, *titles: str, **chore: Any) -> Chore:
    steps = [NewChoreStep(title=title, emoji="🪥") for title in titles or ("Teeth", "Socks", "Bag")]
    return database.write_now(
        chores.add, NewChore(title="Morning", points=3, rrule="FREQ=DAILY", due_date=TODAY, steps=steps, **chore)
    )


def today(database: Database, member_id: str | None = None) -> ChoreDay:
    return next(each for each in chore_day.day(database.read, TODAY) if member_id in (None, each.member_id))


def done(database: Database, member_id: str | None = None) -> list[bool]:
    return [step.done for step in today(database, member_id).steps]


def tick(database: Database, chore: Chore, *numbers: int, request: CompleteRequest = TODAYS) -> None:
    for number in numbers:
        database.write_now(actions.complete_step, chore.id, chore.steps[number].id, request)


def test_the_last_step_completes_the_chore(database: Database, family: dict[str, Person], recorded: Changes) -> None:
    chore = made(database, member_id=family["Ana"].id)
    recorded()

    tick(database, chore, 0, 2)
    assert ([True, False, True], False) == (done(database), today(database).completed)
    assert 0 == balance(database.read, family["Ana"].id).balance
    tick(database, chore, 1)

    assert ([True, True, True], True) == (done(database), today(database).completed)
    assert 3 == balance(database.read, family["Ana"].id).balance
    day = {"id": chore.id, "date": "2026-11-20"}
    changes = [("chore.step.changed", day | {"stepId": chore.steps[number].id, "done": True}) for number in (0, 2, 1)]
    assert [*changes, ("chore.completed", day)] == recorded()
    assert [] == step_ticks(database.read)


def test_a_step_is_ticked_once(database: Database, recorded: Changes) -> None:
    chore = made(database)
    tick(database, chore, 0)
    recorded()
    tick(database, chore, 0)
    assert [] == recorded()


def test_opening_a_step_opens_the_chore_and_leaves_the_other_steps(
    database: Database, family: dict[str, Person], recorded: Changes
) -> None:
    chore = made(database, member_id=family["Ana"].id)
    tick(database, chore, 0, 1, 2)
    recorded()

    for _ in range(2):
        database.write_now(actions.uncomplete_step, chore.id, chore.steps[1].id, TODAY)

    assert ([True, False, True], False) == (done(database), today(database).completed)
    assert 0 == balance(database.read, family["Ana"].id).balance
    day = {"id": chore.id, "date": "2026-11-20"}
    opened = ("chore.step.changed", day | {"stepId": chore.steps[1].id, "done": False})
    assert [("chore.uncompleted", day), opened] == recorded()
    tick(database, chore, 1)
    assert today(database).completed


def test_the_steps_of_another_date_are_its_own(database: Database) -> None:
    chore = made(database)
    tick(database, chore, 0, 1, 2, request=CompleteRequest(date=TODAY + timedelta(days=1)))
    assert [False, False, False] == done(database)


def test_completing_a_routine_at_once_does_its_steps(database: Database) -> None:
    chore = made(database)
    tick(database, chore, 0)
    database.write_now(chores.complete, chore.id, TODAYS)
    assert [True, True, True] == done(database)
    tick(database, chore, 1)
    database.write_now(chores.uncomplete, chore.id, TODAY)
    assert [False, False, False] == done(database)


def test_each_member_has_steps_of_their_own(database: Database, family: dict[str, Person]) -> None:
    ana, ben, dan = family["Ana"].id, family["Ben"].id, family["Dan"].id
    chore = made(database, member_ids=[ana, ben], share="each")
    tick(database, chore, 0, 1, request=CompleteRequest(date=TODAY, member_id=ana))
    tick(database, chore, 2, request=CompleteRequest(date=TODAY, member_id=ben))

    assert ([True, True, False], [False, False, True]) == (done(database, ana), done(database, ben))
    tick(database, chore, 2, request=CompleteRequest(date=TODAY, member_id=ana))
    assert (True, False) == (today(database, ana).completed, today(database, ben).completed)
    database.write_now(actions.uncomplete_step, chore.id, chore.steps[0].id, TODAY, ana)
    assert ([False, True, True], [False, False, True]) == (done(database, ana), done(database, ben))
    with pytest.raises(BadRequest, match="memberId"):
        tick(database, chore, 0)
    with pytest.raises(BadRequest, match="memberId"):
        tick(database, chore, 0, request=CompleteRequest(date=TODAY, member_id=dan))


def test_the_last_step_waits_for_the_checklist(database: Database) -> None:
    bag = database.write_now(lists.create, NewList(name="Bag", kind="reusable"))
    database.write_now(lists.add_items, bag.id, [NewItem(title="Book")])
    chore = made(database, list_id=bag.id)
    tick(database, chore, 0, 1)
    with pytest.raises(Conflict, match="1 left"):
        tick(database, chore, 2)
    assert [True, True, False] == done(database)


def test_an_unknown_step(database: Database) -> None:
    chore, other = made(database), made(database)
    with pytest.raises(NotFound):
        database.write_now(actions.complete_step, chore.id, other.steps[0].id, TODAYS)
    with pytest.raises(NotFound):
        database.write_now(actions.uncomplete_step, "none", other.steps[0].id, TODAY)


def test_a_step_that_is_removed_is_forgotten(database: Database) -> None:
    chore = made(database)
    tick(database, chore, 0, 1)
    kept = [NewChoreStep(title="Brush teeth", id=chore.steps[0].id), NewChoreStep(title="Shoes")]  # type: ignore[arg-type]
    changed = database.write_now(chores.edit, chore.id, ChorePatch(steps=kept))
    assert chore.steps[0].id == changed.steps[0].id
    assert [True, False] == done(database)
    assert [chore.steps[0].id] == [each.step_id for each in step_ticks(database.read)]


def test_a_chore_without_steps_is_as_before(database: Database) -> None:
    chore = made(database)
    tick(database, chore, 0)
    database.write_now(chores.edit, chore.id, ChorePatch(steps=[]))
    assert [] == today(database).steps
    assert [] == step_ticks(database.read)


def test_steps_that_were_never_finished_are_forgotten_in_time(database: Database, clock: FakeClock) -> None:
    chore = made(database)
    tick(database, chore, 0)
    clock.turn(days=61)
    tick(database, chore, 1, request=CompleteRequest(date=TODAY + timedelta(days=61)))
    assert [TODAY + timedelta(days=61)] == [each.date for each in step_ticks(database.read)]


def test_a_deleted_chore_takes_its_steps_along(database: Database) -> None:
    chore = made(database)
    tick(database, chore, 0)
    database.write_now(chores.remove, chore.id)
    assert [] == step_ticks(database.read)
