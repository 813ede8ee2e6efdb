"""Lists over REST: what each request answers, stores and records."""

from typing import Any

import pytest

from appliance.people.models import Person
from tests.client import Client
from tests.fakes import FakeClock
from tests.lists.fixtures import NOW, Changes, a_list, add, on

MINE = "11111111-1111-4111-8111-111111111111"
OTHER = "22222222-2222-4222-8222-222222222222"


def test_a_list_is_made_changed_and_removed(display: Client, family: dict[str, Person], recorded: Changes) -> None:
    request = {"name": " Groceries ", "kind": "shopping", "emoji": "🛒", "memberIds": ["nobody", family["Ben"].id]}
    made = display.post("/api/lists", request)
    expected = {
        "name": "Groceries",
        "emoji": "🛒",
        "color": None,
        "kind": "shopping",
        "memberIds": [family["Ben"].id],
        "groupBy": "category",
        "sortBy": "manual",
        "sort": 0,
        "archived": False,
        "pinned": False,
        "createdAt": NOW,
        "itemCount": 0,
        "openCount": 0,
    }
    assert (201, expected | {"id": made.json()["id"]}) == (made.status_code, made.json())

    path = f"/api/lists/{made.json()['id']}"
    patch = {"name": "Food", "emoji": None, "color": "#0a0", "kind": "todo", "sortBy": "alpha", "sort": 2.5}
    changed = display.patch(path, patch)
    # The grouping stays when the kind changes.
    assert (200, made.json() | patch) == (changed.status_code, changed.json())
    assert [changed.json()] == display.get("/api/lists").json()
    whole = {"list": changed.json(), "items": [], "groups": [], "suggestions": {"stores": [], "categories": []}}
    whole["aisleOrders"] = []
    assert whole == display.get(path).json()

    assert (200, {"ok": True}) == ((gone := display.delete(path)).status_code, gone.json())
    assert [] == display.get("/api/lists").json()
    assert [("list.changed", {"id": made.json()["id"]})] * 3 == recorded()


@pytest.mark.parametrize(("kind", "group_by"), [("shopping", "category"), ("todo", "none"), ("reusable", "none")])
def test_a_new_list_is_grouped_by_its_kind_unless_given(client: Client, kind: str, group_by: str) -> None:
    made = client.post("/api/lists", {"name": "A", "kind": kind}).json()
    assert group_by == made["groupBy"]
    assert "store" == client.post("/api/lists", {"name": "A", "kind": kind, "groupBy": "store"}).json()["groupBy"]


def test_archived_lists_are_shown_on_request(client: Client, clock: FakeClock) -> None:
    first = a_list(client)
    clock.turn(seconds=1)
    second = a_list(client)
    assert client.patch(f"/api/lists/{first}", {"archived": True}).json()["archived"]

    assert [second] == [each["id"] for each in client.get("/api/lists").json()]
    assert [second] == [each["id"] for each in client.get("/api/lists?archived=false").json()]
    assert [first, second] == [each["id"] for each in client.get("/api/lists?archived=true").json()]
    assert 200 == client.get(f"/api/lists/{first}").status_code
    assert 400 == client.get("/api/lists?archived=1").status_code

    client.patch(f"/api/lists/{first}", {"archived": False, "sort": 1})
    assert [second, first] == [each["id"] for each in client.get("/api/lists").json()]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"kind": "todo"}, "name: is required"),
        ({"name": "A"}, "kind: is required"),
        ({"name": "", "kind": "todo"}, "name: must not be empty"),
        ({"name": "  ", "kind": "todo"}, "name: must not be empty"),
        ({"name": "A" * 201, "kind": "todo"}, "name: must have at most 200 characters"),
        ({"name": "A", "kind": "chores"}, "kind: Invalid enum value 'chores'"),
        ({"name": "A", "kind": "todo", "emoji": "ab"}, "emoji: must be a single emoji"),
        ({"name": "A", "kind": "todo", "emoji": ""}, "emoji: must be a single emoji"),
        ({"name": "A", "kind": "todo", "color": "r" * 65}, "color: must have at most 64 characters"),
        ({"name": "A", "kind": "todo", "memberIds": [1]}, "memberIds.0: Expected `str`, got `int`"),
        ({"name": "A", "kind": "todo", "id": "mine"}, "id: must be a UUID"),
        ({"name": 1, "kind": "todo"}, "name: Expected `str`, got `int`"),
    ],
)
def test_a_bad_list_is_rejected_by_field(client: Client, recorded: Changes, body: object, error: str) -> None:
    answer = client.post("/api/lists", body)
    assert (400, error) == (answer.status_code, answer.json()["error"])
    assert [] == client.get("/api/lists").json()
    assert [] == recorded()


@pytest.mark.parametrize("patch", [{"name": " "}, {"emoji": "xy"}, {"kind": None}, {"archived": "true"}, {"sort": "1"}])
def test_a_bad_change_of_a_list_is_rejected(client: Client, recorded: Changes, patch: dict[str, Any]) -> None:
    list_id = a_list(client)
    recorded()
    answer = client.patch(f"/api/lists/{list_id}", patch)
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(f"{next(iter(patch))}: ")
    assert [] == recorded()


def test_items_are_added_one_or_many(client: Client, family: dict[str, Person], recorded: Changes) -> None:
    list_id = a_list(client)
    [milk] = client.post(f"/api/lists/{list_id}/items", {"title": " Milk ", "quantity": "2 l"}).json()
    assert {
        "listId": list_id,
        "title": "Milk",
        "notes": None,
        "quantity": "2 l",
        "store": None,
        "category": None,
        "memberId": None,
        "dueDate": None,
        "eventId": None,
        "priority": "normal",
        "done": False,
        "doneAt": None,
        "doneBy": None,
        "sort": 0,
        "createdAt": NOW,
        "updatedAt": NOW,
        "steps": [],
        "stepsDone": 0,
        "stepsTotal": 0,
        "addedBy": None,
        "addedWith": "Phone",
        "doneWith": None,
        "rrule": None,
        "afterDays": None,
        "repeatFrom": None,
        "opensOn": None,
        "id": milk["id"],
    } == milk

    full = {
        "title": "Bread",
        "notes": "no seeds",
        "quantity": "1",
        "store": "Baker",
        "category": "Bakery",
        "memberId": family["Ana"].id,
        "dueDate": "2026-11-21",
        "priority": "high",
    }
    bread, eggs = add(client, list_id, {**full, "steps": ["choose", "pay"]}, {"title": "Eggs", "memberId": "nobody"})
    assert full == {name: bread[name] for name in full}
    assert [("choose", False, 0), ("pay", False, 1)] == [(it["title"], it["done"], it["sort"]) for it in bread["steps"]]
    assert (0, 2) == (bread["stepsDone"], bread["stepsTotal"])
    assert (None, [0, 1, 2]) == (eggs["memberId"], [milk["sort"], bread["sort"], eggs["sort"]])

    assert [it | {"noteCount": 0} for it in (bread, milk, eggs)] == on(client, list_id)
    listed = client.get("/api/lists").json()[0]
    assert (3, 3) == (listed["itemCount"], listed["openCount"])
    assert {"stores": ["Baker"], "categories": ["Bakery"]} == client.get(f"/api/lists/{list_id}").json()["suggestions"]
    assert [
        ("list.changed", {"id": list_id}),
        ("list.item.changed", {"listId": list_id, "ids": [milk["id"]]}),
        ("list.item.changed", {"listId": list_id, "ids": [bread["id"], eggs["id"]]}),
    ] == recorded()


def test_an_empty_array_adds_nothing_and_records_nothing(client: Client, recorded: Changes) -> None:
    list_id = a_list(client)
    recorded()
    answer = client.post(f"/api/lists/{list_id}/items", [])
    assert (201, []) == (answer.status_code, answer.json())
    assert [] == recorded()


@pytest.mark.parametrize(
    ("item", "error"),
    [
        ({}, "title: is required"),
        ({"title": ""}, "title: must not be empty"),
        ({"title": " \n"}, "title: must not be empty"),
        ({"title": "x" * 501}, "title: must have at most 500 characters"),
        ({"title": "x", "notes": "x" * 5001}, "notes: must have at most 5000 characters"),
        ({"title": "x", "quantity": "x" * 201}, "quantity: must have at most 200 characters"),
        ({"title": "x", "store": "x" * 201}, "store: must have at most 200 characters"),
        ({"title": "x", "dueDate": "2026-02-30"}, "dueDate: must be YYYY-MM-DD"),
        ({"title": "x", "dueDate": "tomorrow"}, "dueDate: must be YYYY-MM-DD"),
        ({"title": "x", "priority": "soon"}, "priority: Invalid enum value 'soon'"),
        ({"title": "x", "steps": ["a"] * 101}, "steps: must have at most 100 entries"),
        ({"title": "x", "steps": ["a", " "]}, "steps.1: must not be empty"),
        ({"title": "x", "steps": ["a" * 501]}, "steps.0: must have at most 500 characters"),
        ({"title": "x", "steps": [{"title": "a"}]}, "steps.0: Expected `str`, got `object`"),
        ({"title": "x", "id": "1"}, "id: must be a UUID"),
    ],
)
def test_a_bad_item_is_rejected_and_rejects_the_whole_array(
    client: Client, recorded: Changes, item: dict[str, Any], error: str
) -> None:
    list_id = a_list(client)
    recorded()
    alone = client.post(f"/api/lists/{list_id}/items", item)
    assert (400, error) == (alone.status_code, alone.json()["error"])

    among = client.post(f"/api/lists/{list_id}/items", [{"title": "Milk"}, item, {"title": "Bread"}])
    assert (400, f"1.{error}") == (among.status_code, among.json()["error"])
    assert [] == on(client, list_id)
    assert [] == recorded()


@pytest.mark.parametrize("body", ["Milk", 7, True, [["Milk"]], [{"title": "Milk"}] * 1001])
def test_an_invalid_item_is_rejected(client: Client, body: object) -> None:
    list_id = a_list(client)
    assert 400 == client.post(f"/api/lists/{list_id}/items", body).status_code
    assert [] == on(client, list_id)


def test_an_unknown_event_is_rejected_and_rejects_the_whole_array(client: Client, recorded: Changes) -> None:
    list_id = a_list(client)
    recorded()
    answer = client.post(f"/api/lists/{list_id}/items", [{"title": "Milk"}, {"title": "Cake", "eventId": "nowhere"}])
    assert (400, {"error": "event not found", "code": "deleted_meanwhile"}) == (answer.status_code, answer.json())
    assert [] == on(client, list_id)
    assert [] == recorded()


def test_an_item_is_changed(client: Client, family: dict[str, Person], clock: FakeClock, recorded: Changes) -> None:
    list_id = a_list(client)
    [milk] = add(client, list_id, {"title": "Milk", "store": "Aldi", "notes": "cold", "steps": ["open"]})
    clock.turn(minutes=1)
    patch = {"title": "Oat milk", "notes": "", "memberId": family["Dan"].id, "dueDate": "2026-12-24", "store": None}
    changed = client.patch(f"/api/lists/{list_id}/items/{milk['id']}", patch | {"sort": 9, "steps": []})
    expected = milk | patch | {"notes": None, "updatedAt": "2026-11-20T15:25:00.000Z"}
    assert (200, expected) == (changed.status_code, changed.json())
    assert [expected | {"noteCount": 0}] == on(client, list_id)

    cleared = client.patch(f"/api/lists/{list_id}/items/{milk['id']}", {"memberId": None, "dueDate": None}).json()
    assert (None, None, "Oat milk") == (cleared["memberId"], cleared["dueDate"], cleared["title"])
    changes = ("list.item.changed", {"listId": list_id, "id": milk["id"], "done": False})
    assert [changes, changes] == recorded()[2:]


@pytest.mark.parametrize(
    "patch",
    [{"title": " "}, {"title": None}, {"priority": None}, {"done": 1}, {"dueDate": "24.12."}, {"notes": "x" * 5001}],
)
def test_a_bad_change_of_an_item_is_rejected(client: Client, recorded: Changes, patch: dict[str, Any]) -> None:
    list_id = a_list(client)
    [milk] = add(client, list_id, "Milk")
    recorded()
    answer = client.patch(f"/api/lists/{list_id}/items/{milk['id']}", patch)
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(f"{next(iter(patch))}: ")
    assert [milk | {"noteCount": 0}] == on(client, list_id)
    assert [] == recorded()


def test_an_item_is_ticked_and_unticked_with_its_steps(
    client: Client, family: dict[str, Person], recorded: Changes
) -> None:
    list_id = a_list(client)
    [cake] = add(client, list_id, {"title": "Cake", "steps": ["bake", "ice"]})
    path = f"/api/lists/{list_id}/items/{cake['id']}"
    recorded()

    done = client.patch(path, {"done": True, "doneBy": family["Cleo"].id}).json()
    assert (True, NOW, family["Cleo"].id, 2) == (done["done"], done["doneAt"], done["doneBy"], done["stepsDone"])
    assert 0 == client.get("/api/lists").json()[0]["openCount"]
    opened = client.patch(path, {"done": False}).json()
    assert cake == opened
    assert None is client.patch(path, {"done": True, "doneBy": "nobody"}).json()["doneBy"]
    # doneBy counts only together with done.
    assert None is client.patch(path, {"doneBy": family["Cleo"].id}).json()["doneBy"]
    changes = [data["done"] for topic, data in recorded() if topic == "list.item.changed"]
    assert [True, False, True, True] == changes


def test_an_item_is_removed(client: Client, recorded: Changes) -> None:
    list_id = a_list(client)
    milk, bread = add(client, list_id, "Milk", "Bread")
    recorded()
    assert {"ok": True} == client.delete(f"/api/lists/{list_id}/items/{milk['id']}").json()
    assert [bread["id"]] == [it["id"] for it in on(client, list_id)]
    assert 404 == client.delete(f"/api/lists/{list_id}/items/{milk['id']}").status_code
    assert [("list.item.changed", {"listId": list_id, "id": milk["id"]})] == recorded()


def test_ticked_items_are_cleared(client: Client, recorded: Changes) -> None:
    list_id, other = a_list(client), a_list(client)
    for each in [*add(client, list_id, "Milk", "Bread")[:1], *add(client, other, "Eggs")]:
        client.patch(f"/api/lists/{each['listId']}/items/{each['id']}", {"done": True})
    recorded()
    answer = client.post(f"/api/lists/{list_id}/clear-completed")
    assert (200, {"deleted": 1}) == (answer.status_code, answer.json())
    assert ["Bread"] == [it["title"] for it in on(client, list_id)]
    assert ["Eggs"] == [it["title"] for it in on(client, other)]
    assert [("list.changed", {"id": list_id})] == recorded()


@pytest.mark.parametrize("kind", ["reusable", "shopping", "todo"])
def test_a_list_is_reset(client: Client, recorded: Changes, kind: str) -> None:
    list_id = a_list(client, kind)
    tent, stove, _ = add(
        client, list_id, {"title": "Tent", "steps": ["pegs"]}, {"title": "Stove", "steps": ["gas", "pan"]}, "Map"
    )
    client.patch(f"/api/lists/{list_id}/items/{tent['id']}", {"done": True})
    client.patch(f"/api/lists/{list_id}/items/{stove['id']}/steps/{stove['steps'][0]['id']}", {"done": True})
    recorded()
    answer = client.post(f"/api/lists/{list_id}/reset")
    assert (200, {"reset": 1}) == (answer.status_code, answer.json())
    assert [(False, None, 0)] * 3 == [(it["done"], it["doneAt"], it["stepsDone"]) for it in on(client, list_id)]
    assert [("list.changed", {"id": list_id})] == recorded()


def test_items_are_put_in_order(client: Client, recorded: Changes) -> None:
    list_id, other = a_list(client), a_list(client)
    milk, bread, eggs = (it["id"] for it in add(client, list_id, "Milk", "Bread", "Eggs"))
    [other_item] = add(client, other, "Nails")
    recorded()
    answer = client.post(f"/api/lists/{list_id}/reorder", {"itemIds": [eggs, other_item["id"], "nothing", milk]})
    assert (200, {"ok": True}) == (answer.status_code, answer.json())
    # Bread was not named and keeps its place: between eggs (0) and milk (3).
    assert [(eggs, 0), (bread, 1), (milk, 3)] == [(it["id"], it["sort"]) for it in on(client, list_id)]
    assert 0 == on(client, other)[0]["sort"]
    assert [("list.changed", {"id": list_id})] == recorded()


def test_groups_are_replaced(client: Client, recorded: Changes) -> None:
    list_id = a_list(client, "shopping")
    path = f"/api/lists/{list_id}/groups"
    recorded()
    wanted = [
        {"kind": "store", "name": "Aldi"},
        {"kind": "category", "name": "Dairy"},
        {"kind": "store", "name": " Lidl "},
    ]
    expected = [
        {"kind": "category", "name": "Dairy", "sort": 0},
        {"kind": "store", "name": "Aldi", "sort": 0},
        {"kind": "store", "name": "Lidl", "sort": 1},
    ]
    answer = client.put(path, {"groups": wanted})
    assert (200, expected) == (answer.status_code, answer.json())
    assert expected == client.get(f"/api/lists/{list_id}").json()["groups"]

    twice = client.put(path, {"groups": [wanted[0], wanted[0]]})
    named_twice = {"error": "groups.1: the store Aldi is named twice", "code": "named_twice", "name": "Aldi"}
    assert (400, named_twice) == (twice.status_code, twice.json())
    assert 400 == client.put(path, {"groups": [{"kind": "none", "name": "x"}]}).status_code
    assert 400 == client.put(path, {"groups": [{"kind": "store", "name": "x" * 201}]}).status_code
    assert expected == client.get(f"/api/lists/{list_id}").json()["groups"]

    assert [] == client.put(path, {"groups": []}).json()
    assert [("list.changed", {"id": list_id})] * 2 == recorded()


def test_a_call_with_the_clients_own_ids_may_be_repeated(client: Client, recorded: Changes) -> None:
    request = {"name": "Groceries", "kind": "shopping", "id": MINE.upper()}
    made = client.post("/api/lists", request).json()
    assert MINE == made["id"]
    again = client.post("/api/lists", request | {"name": "Else"})
    assert (201, made) == (again.status_code, again.json())

    items = [{"title": "Milk", "id": MINE}, {"title": "Bread", "id": OTHER}]
    added = add(client, MINE, *items)
    assert [MINE, OTHER] == [it["id"] for it in added]
    ticked = client.patch(f"/api/lists/{MINE}/items/{OTHER}", {"done": True}).json()
    recorded()
    # What was lost on the way back is answered as it stands now; only what is new is added and changes.
    *known, eggs = add(client, MINE, *items, "Eggs")
    assert [added[0], ticked] == known
    assert 3 == len(on(client, MINE))
    assert [("list.item.changed", {"listId": MINE, "ids": [eggs["id"]]})] == recorded()
    assert [added[0]] == client.post(f"/api/lists/{MINE}/items", items[0]).json()
    assert [] == recorded()
    assert MINE != client.post("/api/lists", request | {"id": None}).json()["id"]


def test_an_id_of_another_list_is_a_conflict(client: Client, recorded: Changes) -> None:
    first, second = a_list(client), a_list(client)
    add(client, first, {"title": "Milk", "id": MINE})
    recorded()
    answer = client.post(f"/api/lists/{second}/items", [{"title": "Bread"}, {"title": "Milk", "id": MINE}])
    assert (409, {"error": "this item id is in use on another list"}) == (answer.status_code, answer.json())
    assert [] == on(client, second)

    twice = client.post(f"/api/lists/{second}/items", [{"title": "A", "id": OTHER}, {"title": "B", "id": OTHER}])
    assert (400, {"error": "id: an id is in the array twice"}) == (twice.status_code, twice.json())
    assert [] == on(client, second)
    assert [] == recorded()
