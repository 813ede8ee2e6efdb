"""`itemIds` of clear-completed and reset: a request that arrives late keeps what others have ticked meanwhile."""

from typing import Any

import pytest

from tests.client import Client
from tests.lists.fixtures import a_list, add, on


def ticked_list(client: Client, kind: str = "todo", *more: dict[str, Any]) -> tuple[str, list[str]]:
    """A list on which Milk, Eggs and Bread are ticked; its id and those of the items."""
    list_id = a_list(client, kind)
    ids = [each["id"] for each in add(client, list_id, "Milk", "Eggs", "Bread", *more)]
    for item_id in ids[:3]:
        client.patch(f"/api/lists/{list_id}/items/{item_id}", {"done": True})
    return list_id, ids


def shown(client: Client, list_id: str) -> list[str]:
    return [f"({each['title']})" if each["done"] else each["title"] for each in on(client, list_id)]


def test_clearing_removes_only_the_named_items_that_are_still_ticked(client: Client) -> None:
    list_id, (milk, eggs, _) = ticked_list(client)
    client.patch(f"/api/lists/{list_id}/items/{eggs}", {"done": False})

    answer = client.post(f"/api/lists/{list_id}/clear-completed", {"itemIds": [milk, eggs, "unknown"]})

    assert (200, {"deleted": 1}) == (answer.status_code, answer.json())
    assert ["Eggs", "(Bread)"] == shown(client, list_id)


def test_resetting_unticks_only_the_named_items_and_their_steps(client: Client) -> None:
    list_id, (milk, eggs, bread, cake) = ticked_list(client, "reusable", {"title": "Cake", "steps": ["Mix", "Bake"]})
    mix = on(client, list_id)[3]["steps"][0]["id"]
    client.patch(f"/api/lists/{list_id}/items/{cake}/steps/{mix}", {"done": True})

    answer = client.post(f"/api/lists/{list_id}/reset", {"itemIds": [milk, cake, "unknown"]})

    assert (200, {"reset": 1}) == (answer.status_code, answer.json())
    assert ["Milk", "(Eggs)", "(Bread)", "Cake"] == shown(client, list_id)
    assert 0 == on(client, list_id)[3]["stepsDone"]

    client.patch(f"/api/lists/{list_id}/items/{cake}/steps/{mix}", {"done": True})
    client.post(f"/api/lists/{list_id}/reset", {"itemIds": [eggs, bread]})
    assert ["Milk", "Eggs", "Bread", "Cake"] == shown(client, list_id)
    assert 1 == on(client, list_id)[3]["stepsDone"]


def test_items_of_another_list_are_ignored(client: Client) -> None:
    (first, _), (second, ids) = ticked_list(client), ticked_list(client)
    assert {"deleted": 0} == client.post(f"/api/lists/{first}/clear-completed", {"itemIds": ids}).json()
    assert {"reset": 0} == client.post(f"/api/lists/{first}/reset", {"itemIds": ids}).json()
    assert ["(Milk)", "(Eggs)", "(Bread)"] == shown(client, first) == shown(client, second)


@pytest.mark.parametrize("body", [None, {}, {"itemIds": None}, {"other": 1}])
def test_without_ids_a_request_applies_to_the_whole_list(client: Client, body: Any) -> None:
    for path, key in (("clear-completed", "deleted"), ("reset", "reset")):
        list_id, _ = ticked_list(client)
        answer = client.post(f"/api/lists/{list_id}/{path}", body)
        assert (200, {key: 3}) == (answer.status_code, answer.json())


@pytest.mark.parametrize("path", ["clear-completed", "reset"])
def test_an_empty_body_of_any_type_applies_to_the_whole_list(client: Client, path: str) -> None:
    for headers in ({}, {"Content-Type": "application/json"}, {"Content-Type": "text/plain"}):
        list_id, _ = ticked_list(client)
        assert 200 == client.post(f"/api/lists/{list_id}/{path}", headers=headers).status_code
        assert [] == [each for each in on(client, list_id) if each["done"]]


def test_no_ids_apply_to_no_item(client: Client) -> None:
    list_id, _ = ticked_list(client)
    assert {"deleted": 0} == client.post(f"/api/lists/{list_id}/clear-completed", {"itemIds": []}).json()
    assert {"reset": 0} == client.post(f"/api/lists/{list_id}/reset", {"itemIds": []}).json()
    assert ["(Milk)", "(Eggs)", "(Bread)"] == shown(client, list_id)


@pytest.mark.parametrize("path", ["clear-completed", "reset"])
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"itemIds": "milk"}, "itemIds"),
        ({"itemIds": [1]}, "itemIds.0"),
        ({"itemIds": {"a": "b"}}, "itemIds"),
        ({"itemIds": ["x"] * 10_001}, "itemIds"),
        (["milk"], "request"),
        ("milk", "request"),
    ],
)
def test_a_bad_body_is_named_and_changes_nothing(client: Client, path: str, body: Any, field: str) -> None:
    list_id, _ = ticked_list(client)
    answer = client.post(f"/api/lists/{list_id}/{path}", body)
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(f"{field}: "), answer.text
    assert ["(Milk)", "(Eggs)", "(Bread)"] == shown(client, list_id)


def test_a_replayed_clear_with_ids_answers_the_first_result(client: Client) -> None:
    list_id, (milk, eggs, _) = ticked_list(client)
    key = {"Idempotency-Key": "91b9a3d4-5ad0-4f8c-9a3e-2f6c6a2f0f11"}
    path = f"/api/lists/{list_id}/clear-completed"
    first, second = (client.post(path, {"itemIds": [milk]}, headers=key) for _ in range(2))
    assert [(200, {"deleted": 1})] * 2 == [(each.status_code, each.json()) for each in (first, second)]
    assert 409 == client.post(path, {"itemIds": [eggs]}, headers=key).status_code
    assert ["(Eggs)", "(Bread)"] == shown(client, list_id)


def test_the_body_is_described_as_optional(client: Client) -> None:
    document = client.get("/openapi.json").json()
    for path in ("clear-completed", "reset"):
        body = document["paths"][f"/api/lists/{{list_id}}/{path}"]["post"]["requestBody"]
        assert body["required"] is False, body
        assert "SomeItems" in str(body["content"]["application/json"]["schema"])
    assert "itemIds" in document["components"]["schemas"]["SomeItems"]["properties"]
