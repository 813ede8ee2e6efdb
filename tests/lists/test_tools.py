"""Lists over MCP: names for ids, the same rows, changes and errors as over REST."""

from typing import Any

import pytest

from appliance.kernel.errors import ApiError, BadRequest, NotFound
from appliance.people.models import Person
from tests.client import Call, Client
from tests.lists.fixtures import Changes, a_list, add, on


def test_a_list_is_made_and_changed_by_name(
    call: Call, client: Client, family: dict[str, Person], recorded: Changes
) -> None:
    recorded()
    made = call("create_list", name="Camping", members=["ana", family["Ben"].id], emoji="⛺")["list"]
    assert ("todo", [family["Ana"].id, family["Ben"].id]) == (made["kind"], made["memberIds"])
    changed = call("update_list", list="camp", sortBy="alpha", archived=True, members=[])["list"]
    assert made | {"sortBy": "alpha", "archived": True, "memberIds": []} == changed
    assert {"lists": []} == call("list_lists")
    assert {"lists": [changed]} == call("list_lists", archived=True)
    assert [changed] == client.get("/api/lists?archived=true").json()
    assert ("Hiking", None) == (
        (again := call("update_list", list="CAMPING", name="Hiking", emoji=None)["list"])["name"],
        again["emoji"],
    )
    assert [("list.changed", {"id": made["id"]})] * 3 == recorded()


def test_items_are_added_as_titles_and_as_items(call: Call, client: Client, family: dict[str, Person]) -> None:
    list_id = a_list(client, "shopping")
    cake = {
        "title": "Cake",
        "notes": "big",
        "quantity": "1",
        "store": "Baker",
        "category": "Party",
        "member": "Dan",
        "dueDate": "2026-11-22",
        "priority": "high",
        "steps": ["order", "fetch"],
    }
    added = call("add_list_items", listName="groceries", items=["Milk", cake])["items"]
    assert ["Milk", "Cake"] == [it["title"] for it in added]
    assert family["Dan"].id == added[1]["memberId"]
    assert [added[1] | {"noteCount": 0}, added[0] | {"noteCount": 0}] == on(client, list_id)

    # An array that comes as JSON text is understood.
    assert ["Eggs"] == [it["title"] for it in call("add_list_items", listId=list_id, items='["Eggs"]')["items"]]
    assert call("get_list", list=list_id) == client.get(f"/api/lists/{list_id}").json()


def test_the_same_request_means_the_same_over_rest_and_mcp(call: Call, client: Client, recorded: Changes) -> None:
    request = {"title": "Milk", "store": "Aldi", "priority": "low", "steps": ["open"], "dueDate": "2026-11-21"}
    outcome = []
    for entry_point in ("REST", "tool"):
        list_id = a_list(client)
        recorded()
        if entry_point == "REST":
            [item] = add(client, list_id, request)
            path = f"/api/lists/{list_id}/items/{item['id']}"
            client.patch(path, {"title": "Oat milk", "store": None})
            client.patch(f"{path}/steps/{item['steps'][0]['id']}", {"done": True})
            client.patch(path, {"done": False})
        else:
            [item] = call("add_list_items", listId=list_id, items=[request])["items"]
            at = {"itemId": item["id"]}
            call("update_list_item", list=list_id, **at, title="Oat milk", store=None)
            call("set_step_done", list=list_id, **at, stepId=item["steps"][0]["id"], done=True)
            call("set_list_item_done", listId=list_id, **at, done=False)
        rows = [
            {name: it[name] for name in it.keys() - {"id", "listId", "steps", "addedWith"}}
            for it in on(client, list_id)
        ]
        changes = [(topic, data.keys(), data.get("done")) for topic, data in recorded()]
        outcome.append((rows, changes))
    assert outcome[0] == outcome[1]
    assert 4 == len(outcome[0][1])


@pytest.mark.parametrize(
    ("name", "arguments", "exception", "words"),
    [
        ("get_list", {"list": "nothing"}, BadRequest, "there is no list 'nothing'; choose from"),
        ("get_list", {"list": "gro"}, BadRequest, "several list names fit 'gro'; choose from Groceries"),
        ("get_list", {}, BadRequest, "list: is required"),
        ("create_list", {"name": "A", "members": ["Zoe"]}, BadRequest, "there is no member 'Zoe'"),
        ("create_list", {"name": "A", "kind": "x"}, BadRequest, "kind: "),
        ("add_list_items", {"items": ["Milk"]}, BadRequest, "listId: give listId or listName"),
        ("add_list_items", {"items": ["Milk", " "], "listName": "Groceries two"}, BadRequest, "1.title: must not be"),
        ("add_list_items", {"items": ["Milk", 3], "listName": "Groceries two"}, BadRequest, "items.1: "),
        ("set_list_item_done", {"listId": "Groceries two", "itemId": "x", "done": True}, NotFound, "not found"),
        ("unknown_tool", {}, NotFound, "there is no tool"),
    ],
)
def test_an_ambiguous_value_is_rejected(
    call: Call,
    client: Client,
    recorded: Changes,
    name: str,
    arguments: dict[str, Any],
    exception: type[ApiError],
    words: str,
) -> None:
    first, second = a_list(client), a_list(client, name="Groceries two")
    recorded()
    with pytest.raises(exception) as raised:
        call(name, **arguments)
    assert raised.value.message.startswith(words)
    assert [] == on(client, first) + on(client, second)
    assert [] == recorded()
