"""Steps over REST: each call answers the whole item, with what the step did to it."""

from typing import Any

import pytest

from tests.client import Client
from tests.lists.fixtures import NOW, Changes, a_list, add, on

MINE = "11111111-1111-4111-8111-111111111111"


@pytest.fixture
def cake(client: Client) -> dict[str, Any]:
    """An item with two open steps."""
    return add(client, a_list(client), {"title": "Cake", "steps": ["bake", "ice"]})[0]


def path(item: dict[str, Any], step: int | None = None) -> str:
    steps = f"/api/lists/{item['listId']}/items/{item['id']}/steps"
    return steps if step is None else f"{steps}/{item['steps'][step]['id']}"


def change_of(item: dict[str, Any], **more: object) -> tuple[str, dict[str, Any]]:
    return ("list.item.changed", {"listId": item["listId"], "id": item["id"], **more})


def test_a_step_is_added_at_the_end(client: Client, cake: dict[str, Any], recorded: Changes) -> None:
    recorded()
    answer = client.post(path(cake), {"title": " eat "})
    assert 200 == answer.status_code
    assert ["bake", "ice", "eat"] == [step["title"] for step in answer.json()["steps"]]
    assert [0, 1, 2] == [step["sort"] for step in answer.json()["steps"]]
    assert (0, 3) == (answer.json()["stepsDone"], answer.json()["stepsTotal"])
    assert [answer.json() | {"noteCount": 0}] == on(client, cake["listId"])
    assert [change_of(cake)] == recorded()


def test_the_last_ticked_step_completes_the_item_without_a_member(
    client: Client, cake: dict[str, Any], recorded: Changes
) -> None:
    recorded()
    first = client.patch(path(cake, 1), {"done": True}).json()
    assert (False, None, 1) == (first["done"], first["doneAt"], first["stepsDone"])
    second = client.patch(path(cake, 0), {"done": True}).json()
    assert (True, NOW, None, 2) == (second["done"], second["doneAt"], second["doneBy"], second["stepsDone"])
    opened = client.patch(path(cake, 0), {"done": False}).json()
    assert (False, None, 1) == (opened["done"], opened["doneAt"], opened["stepsDone"])
    assert [change_of(cake, done=False), change_of(cake, done=True), change_of(cake, done=False)] == recorded()


def test_a_step_added_to_a_done_item_opens_it(client: Client, cake: dict[str, Any]) -> None:
    client.patch(f"/api/lists/{cake['listId']}/items/{cake['id']}", {"done": True})
    opened = client.post(path(cake), {"title": "eat"}).json()
    assert (False, None, [True, True, False]) == (
        opened["done"],
        opened["doneAt"],
        [step["done"] for step in opened["steps"]],
    )


def test_removing_the_open_step_completes_the_item(client: Client, cake: dict[str, Any], recorded: Changes) -> None:
    client.patch(path(cake, 0), {"done": True})
    recorded()
    answer = client.delete(path(cake, 1))
    assert (200, True, NOW) == (answer.status_code, answer.json()["done"], answer.json()["doneAt"])
    assert ["bake"] == [step["title"] for step in answer.json()["steps"]]
    assert [change_of(cake)] == recorded()

    last = client.delete(path(cake, 0)).json()
    assert (True, []) == (last["done"], last["steps"])


def test_a_step_is_renamed_and_moved(client: Client, cake: dict[str, Any], recorded: Changes) -> None:
    recorded()
    renamed = client.patch(path(cake, 0), {"title": " bake it ", "sort": 7}).json()
    assert [("ice", 1), ("bake it", 7)] == [(step["title"], step["sort"]) for step in renamed["steps"]]
    assert [change_of(cake, done=False)] == recorded()


def test_steps_are_put_in_order(client: Client, cake: dict[str, Any], recorded: Changes) -> None:
    other = add(client, cake["listId"], {"title": "Tea", "steps": ["boil"]})[0]
    recorded()
    bake, ice = (step["id"] for step in cake["steps"])
    answer = client.post(f"{path(cake)}/reorder", {"stepIds": [ice, other["steps"][0]["id"], "nothing", bake]})
    assert (200, [(ice, 0), (bake, 3)]) == (
        answer.status_code,
        [(step["id"], step["sort"]) for step in answer.json()["steps"]],
    )
    assert other["steps"] == on(client, cake["listId"])[1]["steps"]
    assert [change_of(cake)] == recorded()


def test_a_step_with_the_clients_own_id_may_be_sent_again(
    client: Client, cake: dict[str, Any], recorded: Changes
) -> None:
    added = client.post(path(cake), {"title": "eat", "id": MINE}).json()
    assert MINE == added["steps"][2]["id"]
    recorded()
    assert added == client.post(path(cake), {"title": "eat", "id": MINE}).json()
    assert [] == recorded()

    other = add(client, cake["listId"], "Tea")[0]
    answer = client.post(path(other), {"title": "eat", "id": MINE})
    assert (409, {"error": "this step id is in use on another item"}) == (answer.status_code, answer.json())


def test_an_item_has_at_most_a_hundred_steps(client: Client, recorded: Changes) -> None:
    full = add(client, a_list(client), {"title": "Cake", "steps": ["stir"] * 100})[0]
    recorded()
    answer = client.post(path(full), {"title": "stir"})
    assert (400, "title: an item has at most 100 steps") == (answer.status_code, answer.json()["error"])
    assert 100 == on(client, full["listId"])[0]["stepsTotal"]
    assert [] == recorded()


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "title: is required"),
        ({"title": " "}, "title: must not be empty"),
        ({"title": "x" * 501}, "title: must have at most 500 characters"),
        ({"title": 1}, "title: Expected `str`, got `int`"),
    ],
)
def test_a_bad_step_is_rejected_by_field(
    client: Client, cake: dict[str, Any], recorded: Changes, body: object, error: str
) -> None:
    recorded()
    answer = client.post(path(cake), body)
    assert (400, error) == (answer.status_code, answer.json()["error"])
    if body:
        answer = client.patch(path(cake, 0), body)
        assert (400, error) == (answer.status_code, answer.json()["error"])
    assert [cake | {"noteCount": 0}] == on(client, cake["listId"])
    assert [] == recorded()
