"""Lists on a real file: memory, links to events, checklists, and what a removal deletes."""

from datetime import date

import pytest

from appliance.kernel.database.database import Database
from appliance.kernel.errors import BadRequest
from appliance.lists import actions, queries, steps
from appliance.lists.models import Item, ItemPatch, List, NewItem, NewList, StepPatch
from appliance.people import actions as people
from appliance.people.models import Person
from tests.fakes import FakeClock
from tests.lists.fixtures import PARTY, Changes, drawn, feed, local_event, remove_event, sync

Family = dict[str, Person]


def make(database: Database, kind: str = "todo") -> List:
    return database.write_now(actions.create, NewList(name="Groceries", kind=kind))  # type: ignore[arg-type]


def add(database: Database, list_id: str, *requests: NewItem) -> list[Item]:
    return database.write_now(actions.add_items, list_id, list(requests))


def items(database: Database, list_id: str) -> dict[str, Item]:
    return {item.title: item for item in queries.items(database.read, list_id)}


def test_store_and_category_are_remembered_from_any_list(database: Database, clock: FakeClock) -> None:
    old, new = make(database), make(database)
    add(database, old.id, NewItem(title="Milk", store="Aldi", category="Dairy"))
    clock.turn(minutes=1)
    [milk] = add(database, new.id, NewItem(title=" MILK "))
    assert ("Aldi", "Dairy") == (milk.store, milk.category)

    clock.turn(minutes=1)
    database.write_now(actions.edit_item, old.id, items(database, old.id)["Milk"].id, ItemPatch(store="Lidl"))
    first, none, own = add(
        database,
        new.id,
        NewItem(title="milk"),
        NewItem(title="Milk", store=None, category=None),
        NewItem(title="milk", store="Rewe"),
    )
    assert ("Lidl", "Dairy") == (first.store, first.category)
    assert (None, None) == (none.store, none.category)
    # The items of one call remember each other in order.
    assert ("Rewe", None) == (own.store, own.category)


def test_a_renamed_item_is_remembered_by_its_new_title(database: Database) -> None:
    groceries = make(database)
    [milk] = add(database, groceries.id, NewItem(title="Milk", store="Aldi"))
    database.write_now(actions.edit_item, groceries.id, milk.id, ItemPatch(title="Oat milk"))
    oat, cow = add(database, groceries.id, NewItem(title="oat MILK"), NewItem(title="Milk"))
    assert ("Aldi", None) == (oat.store, cow.store)


def test_suggestions_are_alphabetical_over_all_lists(database: Database) -> None:
    one, two = make(database), make(database)
    add(
        database,
        one.id,
        NewItem(title="a", store="Rewe", category="Öl"),
        NewItem(title="b", store="aldi", category="Obst"),
    )
    add(database, two.id, NewItem(title="c", store="Lidl", category="Obst"), NewItem(title="d"))
    found = actions.whole(database.read, one.id).suggestions
    assert (["aldi", "Lidl", "Rewe"], ["Obst", "Öl"]) == (found.stores, found.categories)


def test_linked_items_follow_a_series(database: Database) -> None:
    todo = make(database)
    series = database.write_now(local_event)
    boots, _, ball = add(
        database,
        todo.id,
        NewItem(title="Boots", event_id=series),
        NewItem(title="Milk"),
        NewItem(title="Ball", event_id=series),
    )
    database.write_now(actions.edit_item, todo.id, boots.id, ItemPatch(done=True))
    linked = actions.linked_items(database.read, series)
    assert [("Ball", "Groceries"), ("Boots", "Groceries")] == [(item.title, item.list_name) for item in linked]
    assert {series: 1} == queries.open_items_by_event(database.read, [series, "else"])

    database.write_now(actions.edit_item, todo.id, ball.id, ItemPatch(event_id=None))
    assert {} == queries.open_items_by_event(database.read, [series])
    assert ["Boots"] == [item.title for item in actions.linked_items(database.read, series)]
    assert [] == actions.linked_items(database.read, "nowhere")


def test_an_item_is_not_linked_to_an_unknown_event(database: Database) -> None:
    todo = make(database)
    [boots] = add(database, todo.id, NewItem(title="Boots"))
    with pytest.raises(BadRequest, match=r"^event not found$"):
        database.write_now(actions.edit_item, todo.id, boots.id, ItemPatch(title="Shoes", event_id="nowhere"))
    assert {"Boots": boots} == items(database, todo.id)


def test_a_link_reads_as_none_when_its_event_is_deleted(database: Database) -> None:
    todo = make(database)
    series = database.write_now(local_event)
    add(database, todo.id, NewItem(title="Boots", event_id=series))
    database.write_now(remove_event, series)
    assert None is items(database, todo.id)["Boots"].event_id
    assert [] == actions.linked_items(database.read, series)


def test_a_link_survives_an_event_that_drops_out_of_its_feed(database: Database) -> None:
    todo = make(database)
    school = database.write_now(feed)
    [party] = database.write_now(sync, school, PARTY)
    [cake] = add(database, todo.id, NewItem(title="Cake", event_id=party, steps=["bake"]))

    database.write_now(sync, school)
    away = items(database, todo.id)["Cake"]
    assert (None, []) == (away.event_id, actions.linked_items(database.read, party))
    # Editing and ticking meanwhile must not cut the link.
    database.write_now(actions.edit_item, todo.id, cake.id, ItemPatch(title="Big cake"))
    database.write_now(steps.edit_step, todo.id, cake.id, away.steps[0].id, StepPatch(done=True))

    database.write_now(sync, school, PARTY)
    assert party == items(database, todo.id)["Big cake"].event_id


def test_a_checklist_counts_what_a_member_sees(database: Database, family: Family) -> None:
    morning = make(database, "reusable")
    cleo, dan = family["Cleo"].id, family["Dan"].id
    bed, _, teeth = add(
        database,
        morning.id,
        NewItem(title="Bed", member_id=cleo),
        NewItem(title="Bag", member_id=dan),
        NewItem(title="Teeth"),
    )
    for each in (bed, teeth):
        database.write_now(actions.edit_item, morning.id, each.id, ItemPatch(done=True))
    assert (2, 2) == queries.checklist_progress(database.read, morning.id, cleo)
    assert (2, 1) == queries.checklist_progress(database.read, morning.id, dan)
    assert (1, 1) == queries.checklist_progress(database.read, morning.id, family["Ana"].id)
    assert (3, 2) == queries.checklist_progress(database.read, morning.id, None)
    assert (0, 0) == queries.checklist_progress(database.read, "nowhere", None)


def test_a_checklist_is_reset_for_one_member(database: Database, family: Family, recorded: Changes) -> None:
    morning = make(database, "reusable")
    bed, bag, teeth = add(
        database,
        morning.id,
        NewItem(title="Bed", member_id=family["Cleo"].id, steps=["pillow"]),
        NewItem(title="Bag", member_id=family["Dan"].id, steps=["book"]),
        NewItem(title="Teeth", steps=["brush", "rinse"]),
    )
    for each in (bed, bag):
        database.write_now(actions.edit_item, morning.id, each.id, ItemPatch(done=True))
    database.write_now(steps.edit_step, morning.id, teeth.id, teeth.steps[0].id, StepPatch(done=True))
    recorded()

    database.write_now(actions.reset_checklist, morning.id, family["Cleo"].id)
    now = items(database, morning.id)
    assert [(False, "-"), (True, "x"), (False, "--")] == [(it.done, drawn(it)) for it in now.values()]
    assert [("list.changed", {"id": morning.id})] == recorded()

    database.write_now(actions.reset_checklist, morning.id, None)
    assert "-" == drawn(items(database, morning.id)["Bag"])


@pytest.mark.parametrize("kind", ["todo", "shopping"])
def test_only_a_reusable_checklist_is_reset(database: Database, recorded: Changes, kind: str) -> None:
    todo = make(database, kind)
    [bed] = add(database, todo.id, NewItem(title="Bed"))
    done = database.write_now(actions.edit_item, todo.id, bed.id, ItemPatch(done=True))
    recorded()
    database.write_now(actions.reset_checklist, todo.id, None)
    database.write_now(actions.reset_checklist, "nowhere", None)
    assert {"Bed": done} == items(database, todo.id)
    assert [] == recorded()


def test_a_member_who_leaves_is_cleared_everywhere(database: Database, family: Family) -> None:
    ana, ben = family["Ana"].id, family["Ben"].id
    todo = database.write_now(actions.create, NewList(name="Ours", kind="todo", member_ids=[ana, ben]))
    [bed] = add(database, todo.id, NewItem(title="Bed", member_id=ana))
    database.write_now(actions.edit_item, todo.id, bed.id, ItemPatch(done=True, done_by=ana))
    database.write_now(people.remove, ana)
    now = items(database, todo.id)["Bed"]
    assert (True, None, None) == (now.done, now.member_id, now.done_by)
    assert [ben] == queries.one_list(database.read, todo.id).member_ids


def test_the_household_day_decides_what_is_overdue(database: Database, clock: FakeClock) -> None:
    todo = make(database)
    add(database, todo.id, NewItem(title="Later"), NewItem(title="Friday", due_date=date(2026, 11, 20)))
    titles = [item.title for item in actions.whole(database.read, todo.id).items]
    assert ["Later", "Friday"] == titles
    # 23:30 UTC is already Saturday in Berlin.
    clock.turn(hours=8, minutes=6)
    titles = [item.title for item in actions.whole(database.read, todo.id).items]
    assert ["Friday", "Later"] == titles
