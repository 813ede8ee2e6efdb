"""From the plan to a shopping list and back."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.client import Client
from tests.meals.conftest import Cook, Plan

THURSDAY, FRIDAY = "2026-11-26", "2026-11-27"
# The fixture `on_list`: the quantities by title.
OnList = Callable[[], dict[str, str | None]]


@pytest.fixture
def groceries(client: Client) -> str:
    client.patch("/api/settings", {"language": "en"})
    return str(client.post("/api/lists", {"name": "Groceries", "kind": "shopping"}).json()["id"])


@pytest.fixture
def on_list(client: Client, groceries: str) -> OnList:
    return lambda: {item["title"]: item["quantity"] for item in client.get(f"/api/lists/{groceries}").json()["items"]}


@pytest.fixture
def meals(cook: Cook, plan: Plan, groceries: str) -> list[str]:
    """Lasagne on Thursday and soup on Friday, which is for twice as many."""
    lasagne = cook("Lasagne", "500 g Minced meat; 2 Onions; Salt; 1 kg Tomatoes")
    soup = cook("Soup", "3 onions; 250 g Tomatoes; Salt")
    return [plan(THURSDAY, recipeId=lasagne.id)["id"], plan(FRIDAY, recipeId=soup.id, portions=8)["id"]]


def needs(client: Client, meals: list[str]) -> dict[str, tuple[str | None, bool, bool]]:
    answer = client.get(f"/api/meals/ingredients?meals={','.join(meals)}").json()
    return {line["title"]: (line["quantity"], line["inPantry"], line["sent"]) for line in answer}


def send(client: Client, list_id: str, meals: list[str], **more: Any) -> dict[str, Any]:
    answer = client.post("/api/meals/send", {"listId": list_id, "mealIds": meals} | more)
    assert 200 == answer.status_code, answer.text
    sent: dict[str, Any] = answer.json()
    return sent


def test_ingredients_are_added_up_and_the_pantry_is_marked(client: Client, meals: list[str]) -> None:
    client.post("/api/pantry", {"title": "salt "})
    assert {
        "Minced meat": ("500 g", False, False),
        "Onions": ("8", False, False),
        "Salt": (None, True, False),
        "Tomatoes": ("1.5 kg", False, False),
    } == needs(client, meals)
    client.delete("/api/pantry?title=SALT")
    assert (404, []) == (client.delete("/api/pantry?title=salt").status_code, client.get("/api/pantry").json())


def test_sending_twice_adds_nothing_twice(client: Client, groceries: str, meals: list[str], on_list: OnList) -> None:
    client.post("/api/pantry", {"title": "Salt"})
    client.post(f"/api/lists/{groceries}/items", {"title": "onions", "quantity": "1"})
    first, second = send(client, groceries, meals[:1]), send(client, groceries, meals[:1])
    assert (["Minced meat", "Onions", "Tomatoes"], 1, []) == (first["names"], first["merged"], second["names"])
    assert {"onions": "3", "Minced meat": "500 g", "Tomatoes": "1 kg"} == on_list()

    # The soup's amounts join those of the lasagne. What is bought and cleared away is not sent again.
    send(client, groceries, meals)
    assert {"onions": "9", "Minced meat": "500 g", "Tomatoes": "1.5 kg"} == on_list()
    for item in client.get(f"/api/lists/{groceries}").json()["items"]:
        client.patch(f"/api/lists/{groceries}/items/{item['id']}", {"done": True})
    client.post(f"/api/lists/{groceries}/clear-completed")
    assert ([], {}) == (send(client, groceries, meals)["names"], on_list())
    assert (None, True, False) == needs(client, meals)["Salt"]
    # What somebody chooses is sent, even from the pantry.
    assert ["Salt"] == send(client, groceries, meals, names=["salt"])["names"]


def test_a_meal_takes_its_items_back(client: Client, groceries: str, meals: list[str], on_list: OnList) -> None:
    client.post(f"/api/lists/{groceries}/items", {"title": "Onions", "quantity": "1"})
    send(client, groceries, meals)
    assert 4 == client.get(f"/api/meals/{meals[0]}").json()["onList"]

    back = client.post(f"/api/meals/{meals[0]}/take-back").json()
    assert (1, 2, groceries) == (back["removed"], back["changed"], back["listId"])
    assert {"Onions": "7", "Salt": None, "Tomatoes": "0.5 kg"} == on_list()
    # Nothing is taken twice; then the soup's go too, and what somebody else wrote stays.
    assert [] == client.post(f"/api/meals/{meals[0]}/take-back").json()["names"]
    client.post(f"/api/meals/{meals[1]}/take-back")
    assert {"Onions": "1"} == on_list()
    # Taken back, they can be sent again.
    send(client, groceries, meals)
    assert {"Onions": "9", "Minced meat": "500 g", "Salt": None, "Tomatoes": "1.5 kg"} == on_list()


def test_meals_that_were_copied_or_repeat_reach_the_list(
    client: Client, cook: Cook, plan: Plan, groceries: str, on_list: OnList
) -> None:
    lasagne = plan(THURSDAY, recipeId=cook("Lasagne", "500 g Minced meat").id)
    send(client, groceries, [lasagne["id"]])
    [copied] = client.post("/api/meals/copy", {"from": "2026-11-23", "to": "2026-11-30"}).json()
    client.post(f"/api/meals/{copied['id']}/repeat", {"until": "2026-12-10"})
    _, repeated = client.get("/api/meals?start=2026-12-01&end=2026-12-31").json()
    assert ("2026-12-10", "Lasagne") == (repeated["date"], repeated["title"])

    assert {"Minced meat": ("1000 g", False, False)} == needs(client, [copied["id"], repeated["id"]])
    send(client, groceries, [copied["id"], repeated["id"]])
    assert {"Minced meat": "1500 g"} == on_list()


def test_what_is_bought_stays(client: Client, groceries: str, meals: list[str], on_list: OnList) -> None:
    send(client, groceries, meals[:1])
    [meat] = [item for item in client.get(f"/api/lists/{groceries}").json()["items"] if item["title"] == "Minced meat"]
    client.patch(f"/api/lists/{groceries}/items/{meat['id']}", {"done": True})
    client.post(f"/api/meals/{meals[0]}/take-back")
    assert {"Minced meat": "500 g"} == on_list()


def test_store_and_aisle_are_remembered(client: Client, groceries: str, meals: list[str]) -> None:
    item = client.post(f"/api/lists/{groceries}/items", {"title": "Minced meat", "store": "Rewe", "category": "Meat"})
    client.delete(f"/api/lists/{groceries}/items/{item.json()[0]['id']}")
    client.post(f"/api/lists/{groceries}/items", {"title": "minced meat", "store": "Rewe", "category": "Meat"})
    send(client, groceries, meals, names=["Minced meat", "Tomatoes"])
    found = {
        one["title"]: (one["store"], one["category"]) for one in client.get(f"/api/lists/{groceries}").json()["items"]
    }
    assert {"minced meat": ("Rewe", "Meat"), "Tomatoes": (None, None)} == found


def test_an_unknown_list_is_named(client: Client, meals: list[str]) -> None:
    answer = client.post("/api/meals/send", {"listId": "gone", "mealIds": meals})
    assert (400, "listId: list not found") == (answer.status_code, answer.json()["error"])
