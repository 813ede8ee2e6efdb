"""What tests of meals share: a recipe, a meal, and what is planned."""

from collections.abc import Callable
from typing import Any

import pytest

from appliance.kernel.database.database import Database
from appliance.recipes import actions as recipes
from appliance.recipes.models import Ingredient, NewRecipe, Recipe
from tests.client import Client

# `cook("Lasagne", "500 g minced meat; 2 onions; salt")`, with more fields of a recipe.
Cook = Callable[..., Recipe]
# `plan("2026-11-26", "Lasagne")`, with more properties of the request; the slot is dinner.
Plan = Callable[..., dict[str, Any]]
# The fixture `planned`: the titles of the dinners by date.
Planned = Callable[[], dict[str, list[str]]]


@pytest.fixture
def cook(database: Database) -> Cook:
    def added(title: str, ingredients: str = "", **more: Any) -> Recipe:
        listed = tuple(_ingredient(each.strip()) for each in ingredients.split(";") if each.strip())
        return database.write_now(recipes.add, NewRecipe(title=title, ingredients=listed, **more))

    return added


@pytest.fixture
def plan(client: Client) -> Plan:
    def created(day: str, title: str | None = None, **more: Any) -> dict[str, Any]:
        answer = client.post("/api/meals", {"date": day, "slot": "dinner", "title": title} | more)
        assert 201 == answer.status_code, answer.text
        meal: dict[str, Any] = answer.json()[0]
        return meal

    return created


@pytest.fixture
def planned(client: Client) -> Planned:
    def titles() -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for meal in client.get("/api/meals?start=2026-11-01&end=2027-01-31").json():
            found.setdefault(meal["date"], []).append(meal["title"])
        return found

    return titles


def _ingredient(text: str) -> Ingredient:
    first, _, rest = text.partition(" ")
    if not first[0].isdigit():
        return Ingredient(name=text)
    unit, _, name = rest.partition(" ")
    if unit not in ("g", "kg", "l"):
        return Ingredient(name=rest, amount=float(first))
    return Ingredient(name=name, amount=float(first), unit=unit)
