"""Items that are on a list already: added again, merged, or asked about."""

from typing import Any

import pytest

from appliance.people.models import Person
from tests.client import Call, Client
from tests.lists.fixtures import Changes, a_list, add, on

KEY = {"Idempotency-Key": "3f0d6c0e-0000-4000-8000-000000000001"}


def titles(client: Client, list_id: str) -> list[tuple[str, str | None]]:
    return [(item["title"], item["quantity"]) for item in on(client, list_id)]


def test_a_second_item_is_added_unless_the_request_asks(client: Client) -> None:
    shop = a_list(client, "shopping")
    add(client, shop, {"title": "Milk", "quantity": "2 l"}, {"title": "Milk", "quantity": "1 l", "onDuplicate": "add"})
    assert [("Milk", "2 l"), ("Milk", "1 l")] == titles(client, shop)


def test_amounts_are_merged_into_the_open_item(display: Client, recorded: Changes) -> None:
    shop = a_list(display, "shopping")
    [milk] = add(display, shop, {"title": "Milk", "quantity": "2 l", "steps": ["look"], "dueDate": "2026-11-25"})
    recorded()
    request: dict[str, Any] = {"title": " MILK ", "quantity": "1 l", "onDuplicate": "merge", "priority": "high"}
    more = {"notes": "organic", "store": "Aldi", "dueDate": "2026-11-24", "steps": ["look", "date"]}

    [merged, bread] = add(display, shop, request | more, {"title": "Bread", "onDuplicate": "merge"})

    assert milk["id"] == merged["id"]
    expected = {"title": "Milk", "quantity": "3 l", "priority": "high", "notes": "organic", "store": "Aldi"}
    assert expected | {"dueDate": "2026-11-24"} == {name: merged[name] for name in [*expected, "dueDate"]}
    assert ["look", "date"] == [step["title"] for step in merged["steps"]]
    assert [("Milk", "3 l"), ("Bread", None)] == sorted(titles(display, shop), key=lambda it: it[0], reverse=True)
    changed = {"listId": shop, "id": milk["id"], "done": False}
    assert [
        ("list.item.changed", changed),
        ("list.item.changed", {"listId": shop, "ids": [bread["id"]]}),
    ] == recorded()


def test_a_repeated_merge_with_its_header_merges_once(client: Client) -> None:
    shop = a_list(client, "shopping")
    add(client, shop, {"title": "Milk", "quantity": "2 l"})
    request = {"title": "Milk", "quantity": "1 l", "onDuplicate": "merge"}
    first, again = (client.post(f"/api/lists/{shop}/items", request, headers=KEY) for _ in range(2))
    assert (201, first.json()) == (again.status_code, again.json())
    assert [("Milk", "3 l")] == titles(client, shop)


def test_who_asks_is_shown_both_and_nothing_is_stored(client: Client, recorded: Changes) -> None:
    shop = a_list(client, "shopping")
    [milk] = add(client, shop, {"title": "Milk", "quantity": "2 l"})
    before = client.get(f"/api/lists/{shop}").json()
    recorded()

    requests = [{"title": "Bread"}, {"title": "milk", "quantity": "1 l", "onDuplicate": "ask"}]
    answer = client.post(f"/api/lists/{shop}/items", requests)

    body: dict[str, Any] = answer.json()
    assert (409, "on the list already: Milk", "already_on_list") == (answer.status_code, body["error"], body["code"])
    [found] = body["duplicates"]
    assert (1, milk, "3 l") == (found["at"], found["item"], found["merged"]["quantity"])
    assert before == client.get(f"/api/lists/{shop}").json()
    assert [] == recorded()
    assert 201 == client.post(f"/api/lists/{shop}/items", {"title": "Tea", "onDuplicate": "ask"}).status_code


def test_only_an_open_item_for_the_same_member_counts(client: Client, family: dict[str, Person]) -> None:
    home, other = a_list(client), a_list(client)
    ana, ben = family["Ana"].id, family["Ben"].id
    add(client, other, "Tidy up")
    [tidy, _] = add(client, home, {"title": "Tidy up", "memberId": ana}, "Sweep")
    [sweep] = [item for item in on(client, home) if item["title"] == "Sweep"]
    client.patch(f"/api/lists/{home}/items/{sweep['id']}", {"done": True})

    merge = {"onDuplicate": "merge"}
    again = add(
        client,
        home,
        {"title": "Tidy up", "memberId": ben} | merge,
        {"title": "Tidy up"} | merge,
        {"title": "Sweep"} | merge,
        {"title": "Tidy up", "memberId": ana} | merge,
    )
    assert [False, False, False, True] == [item["id"] in (tidy["id"], sweep["id"]) for item in again]


def test_an_agent_merges(call: Call, client: Client) -> None:
    shop = a_list(client, "shopping")
    add(client, shop, {"title": "Eggs", "quantity": "6"})
    eggs = {"title": "eggs", "quantity": "6", "onDuplicate": "merge"}
    found = call("add_list_items", listId=shop, items=[eggs, "Flour"])["items"]
    assert [("Eggs", "12"), ("Flour", None)] == [(it["title"], it["quantity"]) for it in found]
    assert [("Eggs", "12"), ("Flour", None)] == titles(client, shop)


@pytest.mark.parametrize(
    ("request_body", "error"),
    [
        ({"title": "Milk", "onDuplicate": "replace"}, "onDuplicate: Invalid enum value 'replace'"),
        ({"title": "Milk", "quantity": "q" * 150, "onDuplicate": "merge"}, "quantity: must have at most 200"),
        ({"title": "Milk", "eventId": "none", "onDuplicate": "merge"}, "event not found"),
    ],
)
def test_a_bad_merge_is_rejected_by_field(client: Client, request_body: dict[str, Any], error: str) -> None:
    shop = a_list(client, "shopping")
    add(client, shop, {"title": "Milk", "quantity": "x" * 100})
    answer = client.post(f"/api/lists/{shop}/items", request_body)
    assert (400, error) == (answer.status_code, answer.json()["error"].removesuffix(" characters"))
    assert [("Milk", "x" * 100)] == titles(client, shop)
