from datetime import date, timedelta
from uuid import UUID

import pytest

from appliance.chores import actions, chore_day, queries
from appliance.chores.models import Chore, ChorePatch, CompleteRequest, Completion, NewChore
from appliance.chores.rules import due_days
from appliance.household.actions import change_settings
from appliance.household.models import SettingsPatch
from appliance.kernel.database.database import Database
from appliance.kernel.errors import BadRequest, Conflict, NotFound
from appliance.lists import actions as lists
from appliance.lists.models import Item, ItemPatch, List, ListPatch, NewItem, NewList
from appliance.people import actions as people
from appliance.people.models import Person
from tests.client import Changes
from tests.fakes import FakeClock

TODAY = date(2026, 11, 20)
YESTERDAY = date(2026, 11, 19)


@pytest.fixture
def dishes(database: Database, family: dict[str, Person]) -> Chore:
    """Ana's daily dishes, five points."""
    return database.write_now(
        actions.add,
        NewChore(
            title="Dishes",
            emoji="🍽️",
            member_id=family["Ana"].id,
            points=5,
            rrule="FREQ=DAILY",
            due_date=date(2026, 11, 1),
        ),
    )


@pytest.fixture
def routine(database: Database, family: dict[str, Person]) -> List:
    """A reusable list: one item for everybody, one of Cleo's, one of Dan's."""
    made = database.write_now(lists.create, NewList(name="Morning", kind="reusable"))
    requests = [
        NewItem(title="Make the bed"),
        NewItem(title="Pack the bag", member_id=family["Cleo"].id, steps=["Books", "Bottle"]),
        NewItem(title="Find the bear", member_id=family["Dan"].id),
    ]
    database.write_now(lists.add_items, made.id, requests)
    return made


def items(database: Database, made: List) -> dict[str, Item]:
    return {item.title: item for item in lists.whole(database.read, made.id).items}


def tick(database: Database, made: List, *titles: str) -> None:
    for title in titles:
        item = items(database, made)[title]
        database.write_now(lists.edit_item, made.id, item.id, ItemPatch(done=True))


def done_items(database: Database, made: List) -> list[str]:
    return [title for title, item in items(database, made).items() if item.done]


def completion(database: Database, chore: Chore, day: date) -> Completion | None:
    return queries.completion(database.read, chore.id, day)


def complete(database: Database, chore: Chore, day: date, member: Person | None = None) -> Completion:
    request = CompleteRequest(date=day, member_id=member.id) if member else CompleteRequest(date=day)
    database.write_now(actions.complete, chore.id, request)
    made = completion(database, chore, day)
    assert made is not None
    return made


def test_the_day_is_the_households(database: Database, dishes: Chore, clock: FakeClock) -> None:
    clock.turn(hours=8)  # 23:24 UTC is already Saturday in Berlin
    assert 3 == complete(database, dishes, TODAY).points_awarded
    database.write_now(change_settings, SettingsPatch(timezone="America/New_York"))
    assert 5 == complete(database, dishes, TODAY + timedelta(days=1)).points_awarded
    database.write_now(actions.uncomplete, dishes.id, TODAY)
    assert 5 == complete(database, dishes, TODAY).points_awarded


def test_a_re_tick_keeps_points_and_id_and_changes_hands(
    database: Database, dishes: Chore, family: dict[str, Person], clock: FakeClock, recorded: Changes
) -> None:
    first = complete(database, dishes, TODAY)
    database.write_now(actions.edit, dishes.id, ChorePatch(points=50))
    clock.turn(days=1)
    recorded()

    again = complete(database, dishes, TODAY, family["Ben"])

    assert family["Ana"].id == first.member_id
    assert family["Ben"].id == again.member_id
    assert (first.id, 5) == (again.id, again.points_awarded)
    assert ("2026-11-20T15:24:00.000Z", "2026-11-21T15:24:00.000Z") == (first.completed_at, again.completed_at)
    assert [("chore.completed", {"id": dishes.id, "date": "2026-11-20"})] == recorded()


def test_an_anyone_chore_is_recorded_without_a_member_unless_one_is_named(
    database: Database, family: dict[str, Person]
) -> None:
    bins = database.write_now(actions.add, NewChore(title="Bins", points=2, rrule="FREQ=DAILY"))
    assert complete(database, bins, TODAY).member_id is None
    assert family["Dan"].id == complete(database, bins, TODAY, family["Dan"]).member_id


def test_the_checklist_holds_until_every_item_is_ticked(
    database: Database, family: dict[str, Person], routine: List, recorded: Changes
) -> None:
    chore = database.write_now(actions.add, NewChore(title="Morning", member_id=family["Cleo"].id, list_id=routine.id))
    tick(database, routine, "Find the bear")
    recorded()
    for left, title in ((2, "Make the bed"), (1, "Pack the bag")):
        with pytest.raises(Conflict) as raised:
            complete(database, chore, TODAY)
        assert {"remaining": left, "code": "checklist_open"} == raised.value.extra
        assert f"Checklist not finished ({left} left)" == raised.value.message
        assert completion(database, chore, TODAY) is None
        assert [] == recorded()
        tick(database, routine, title)
        recorded()

    complete(database, chore, TODAY)

    assert ["Find the bear"] == done_items(database, routine)
    assert [False, False] == [step.done for step in items(database, routine)["Pack the bag"].steps]
    completed = ("chore.completed", {"id": chore.id, "date": "2026-11-20"})
    assert [completed, ("list.changed", {"id": routine.id})] == recorded()


def test_a_re_tick_passes_the_list_that_was_just_reset_and_resets_nothing(
    database: Database, family: dict[str, Person], routine: List, recorded: Changes
) -> None:
    chore = database.write_now(actions.add, NewChore(title="Morning", member_id=family["Dan"].id, list_id=routine.id))
    tick(database, routine, "Make the bed", "Find the bear")
    complete(database, chore, TODAY)
    tick(database, routine, "Make the bed")
    recorded()

    complete(database, chore, TODAY, family["Ana"])

    assert ["Make the bed"] == done_items(database, routine)
    assert [("chore.completed", {"id": chore.id, "date": "2026-11-20"})] == recorded()


def test_an_anyone_chore_sees_and_resets_the_whole_list(
    database: Database, family: dict[str, Person], routine: List
) -> None:
    chore = database.write_now(actions.add, NewChore(title="Morning", list_id=routine.id))
    tick(database, routine, "Make the bed", "Pack the bag")
    with pytest.raises(Conflict) as raised:
        complete(database, chore, TODAY, family["Cleo"])
    assert {"remaining": 1, "code": "checklist_open"} == raised.value.extra
    tick(database, routine, "Find the bear")
    complete(database, chore, TODAY, family["Cleo"])
    assert [] == done_items(database, routine)


def test_a_list_that_is_not_reusable_gates_but_stays_ticked(database: Database, recorded: Changes) -> None:
    errands = database.write_now(lists.create, NewList(name="Errands", kind="todo"))
    database.write_now(lists.add_items, errands.id, NewItem(title="Post"))
    chore = database.write_now(actions.add, NewChore(title="Errands", list_id=errands.id))
    with pytest.raises(Conflict):
        complete(database, chore, TODAY)
    tick(database, errands, "Post")
    recorded()

    complete(database, chore, TODAY)

    assert ["Post"] == done_items(database, errands)
    assert [("chore.completed", {"id": chore.id, "date": "2026-11-20"})] == recorded()


def test_an_empty_checklist_and_a_list_that_is_gone_do_not_gate(database: Database, routine: List) -> None:
    empty = database.write_now(lists.create, NewList(name="Empty", kind="reusable"))
    first = database.write_now(actions.add, NewChore(title="A", due_date=TODAY, list_id=empty.id))
    second = database.write_now(actions.add, NewChore(title="B", due_date=TODAY, list_id=routine.id))
    database.write_now(lists.remove, routine.id)

    complete(database, first, TODAY)
    complete(database, second, TODAY)

    assert queries.chore(database.read, second.id).list_id is None
    checklists = [chore.checklist for chore in chore_day.day(database.read, TODAY)]
    assert [(0, 0), None] == [each and (each.total, each.done) for each in checklists]


def test_unknown_chores_and_members_are_rejected(database: Database, dishes: Chore, recorded: Changes) -> None:
    for act in (
        lambda tx: actions.complete(tx, "none", CompleteRequest(date=TODAY)),
        lambda tx: actions.uncomplete(tx, "none", TODAY),
        lambda tx: actions.edit(tx, "none", ChorePatch()),
        lambda tx: actions.remove(tx, "none"),
    ):
        with pytest.raises(NotFound):
            database.write_now(act)
    for act in (
        lambda tx: actions.complete(tx, dishes.id, CompleteRequest(date=TODAY, member_id="nobody")),
        lambda tx: actions.edit(tx, dishes.id, ChorePatch(member_id="nobody")),
        lambda tx: actions.add(tx, NewChore(title="X", member_id="nobody")),
    ):
        with pytest.raises(BadRequest) as raised:
            database.write_now(act)
        assert "memberId: unknown member" == raised.value.message
    assert [] == recorded()
    assert completion(database, dishes, TODAY) is None


def test_a_checklist_must_be_a_list_that_is_in_use(database: Database, dishes: Chore, routine: List) -> None:
    database.write_now(actions.edit, dishes.id, ChorePatch(list_id=routine.id))
    database.write_now(lists.edit, routine.id, ListPatch(archived=True))
    for act in (
        lambda tx: actions.edit(tx, dishes.id, ChorePatch(list_id=routine.id)),
        lambda tx: actions.add(tx, NewChore(title="X", list_id=routine.id)),
        lambda tx: actions.add(tx, NewChore(title="X", list_id="none")),
    ):
        with pytest.raises(BadRequest) as raised:
            database.write_now(act)
        assert "unknown list" == raised.value.message
    assert "Plates" == database.write_now(actions.edit, dishes.id, ChorePatch(title="Plates")).title
    assert database.write_now(actions.edit, dishes.id, ChorePatch(list_id=None)).list_id is None


def test_a_patch_changes_only_what_it_names_and_keeps_the_anchor(
    database: Database, family: dict[str, Person], clock: FakeClock
) -> None:
    chore = database.write_now(
        actions.add, NewChore(title="Plants", emoji="🪴", member_id=family["Ben"].id, points=3, rrule="FREQ=WEEKLY")
    )
    clock.turn(days=5)
    changed = database.write_now(actions.edit, chore.id, ChorePatch(points=4))
    assert 4 == changed.points
    assert changed == queries.chore(database.read, chore.id)
    assert (chore.title, chore.emoji, chore.rrule) == (changed.title, changed.emoji, changed.rrule)
    (stored,) = queries.scheduled(database.read, TODAY, TODAY)
    assert (chore.id, TODAY) == (stored.chore.id, stored.created_on)


@pytest.mark.parametrize(
    ("zone", "made_at_utc_hour", "weekday"),
    [("America/Los_Angeles", 3, "FR"), ("Europe/Berlin", 3, "SA"), ("Pacific/Auckland", 15, "SU")],
)
def test_a_rule_without_a_date_starts_on_the_households_day(
    database: Database, clock: FakeClock, zone: str, made_at_utc_hour: int, weekday: str
) -> None:
    database.write_now(change_settings, SettingsPatch(timezone=zone))
    clock.at = clock.at.replace(day=21, hour=made_at_utc_hour)  # Saturday in UTC
    database.write_now(actions.add, NewChore(title="Bins", rrule="FREQ=WEEKLY"))
    first = date(2026, 11, 23)
    (stored,) = queries.scheduled(database.read, first, first)
    (due,) = due_days(stored, first, first + timedelta(days=6))
    assert weekday == ("MO", "TU", "WE", "TH", "FR", "SA", "SU")[due.weekday()]


def test_a_stored_rule_that_cannot_be_read_hides_only_its_chore(database: Database, dishes: Chore) -> None:
    broken = Chore(
        id="b",
        title="Broken",
        emoji=None,
        member_id=None,
        points=1,
        rrule="FREQ=FORTNIGHTLY",
        due_time=None,
        sort=0,
        list_id=None,
        due_date=None,
        active=True,
    )
    database.write_now(queries.put, broken)
    assert ["Dishes"] == [chore.title for chore in chore_day.day(database.read, TODAY)]
    assert {"Dishes", "Broken"} == {chore.title for chore in queries.chores(database.read)}
    assert "Mended" == database.write_now(actions.edit, "b", ChorePatch(title="Mended")).title


def test_a_day_holds_what_is_due_and_active_in_order(
    database: Database, dishes: Chore, family: dict[str, Person], routine: List
) -> None:
    requests = [
        NewChore(title="Last", due_date=TODAY, sort=9),
        NewChore(title="First", due_date=TODAY, sort=-1),
        NewChore(title="Tomorrow", due_date=TODAY + timedelta(days=1)),
        NewChore(title="Asleep", rrule="FREQ=DAILY", active=False),
        NewChore(title="Never"),
        NewChore(title="Listed", member_id=family["Cleo"].id, due_date=TODAY, list_id=routine.id),
    ]
    for request in requests:
        database.write_now(actions.add, request)
    tick(database, routine, "Make the bed", "Find the bear")
    made = complete(database, dishes, TODAY, family["Ben"])

    first, second, third, last = chore_day.day(database.read, TODAY)

    assert ["First", "Dishes", "Listed", "Last"] == [first.title, second.title, third.title, last.title]
    assert (True, made.completed_at, family["Ben"].id) == (second.completed, second.completed_at, second.completed_by)
    assert (False, None, None, None) == (first.completed, first.completed_at, first.completed_by, first.checklist)
    assert third.checklist is not None
    assert (routine.id, "Morning", 2, 1) == (
        third.checklist.list_id,
        third.checklist.name,
        third.checklist.total,
        third.checklist.done,
    )


def test_a_removed_member_leaves_chores_and_ticks_behind(
    database: Database, dishes: Chore, family: dict[str, Person]
) -> None:
    complete(database, dishes, TODAY)
    database.write_now(people.remove, family["Ana"].id)
    made = completion(database, dishes, TODAY)
    assert made is not None
    assert (None, 5) == (made.member_id, made.points_awarded)
    assert queries.chore(database.read, dishes.id).member_id is None
    assert {} == queries.earned_by_member(database.read)


def test_a_request_repeated_with_its_id_makes_one_chore(database: Database, recorded: Changes) -> None:
    request = NewChore(title="Dishes", id=UUID("7d3c1bd2-5a0e-4e93-a1be-3f0d5e9ad1aa"))
    first, again = database.write_now(actions.add, request), database.write_now(actions.add, request)
    assert "7d3c1bd2-5a0e-4e93-a1be-3f0d5e9ad1aa" == first.id
    assert first == again
    assert [("chore.changed", {"id": first.id})] == recorded()


def test_an_ended_chore_is_not_read_until_its_rule_continues(database: Database, dishes: Chore) -> None:
    database.write_now(actions.edit, dishes.id, ChorePatch(rrule="FREQ=DAILY;COUNT=3"))
    assert [dishes.id] == [each.id for each in chore_day.day(database.read, date(2026, 11, 3))]
    assert [] == chore_day.day(database.read, date(2026, 11, 4))
    assert [] == queries.scheduled(database.read, TODAY, TODAY)

    database.write_now(actions.edit, dishes.id, ChorePatch(rrule="FREQ=DAILY;UNTIL=20261231"))
    assert [dishes.id] == [each.id for each in chore_day.day(database.read, TODAY)]
