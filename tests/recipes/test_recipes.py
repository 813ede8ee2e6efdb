"""Recipes over REST: what is stored, ratings, days on which they were cooked, deletions, and the JSON-LD."""

from datetime import date, timedelta
from typing import Any

import pytest

from appliance.app import Application
from appliance.people.models import Person
from appliance.recipes import queries
from appliance.recipes.models import MAX_COOKED
from tests.client import Changes, Client
from tests.fakes import FakeClock
from tests.recipes.conftest import LASAGNE, Add

ID = "0b0f1f5e-8c1e-4d53-9a43-3d2a9f3a2f10"
TODAY = "2026-11-20"


def test_a_recipe_with_every_property(client: Client, display: Client, recorded: Changes) -> None:
    recorded()
    answer = display.post("/api/recipes", LASAGNE | {"id": ID})

    made = answer.json()
    assert 201 == answer.status_code, answer.text
    assert LASAGNE | {"id": ID, "ratings": [], "cookedOn": []} == {
        name: value for name, value in made.items() if name not in ("createdAt", "updatedAt")
    }
    assert [("recipe.changed", {"id": ID})] == recorded()
    assert made == client.post("/api/recipes", LASAGNE | {"id": ID}).json()
    assert made == client.get(f"/api/recipes/{ID}").json()
    assert [ID] == [each["id"] for each in client.get("/api/recipes").json()]


def test_the_list_has_no_steps_but_says_when_it_was_cooked(client: Client, add: Add) -> None:
    recipe = add()
    for day in ("2026-11-01", "2026-11-12"):
        client.post(f"/api/recipes/{recipe['id']}/cooked", {"date": day})

    [listed] = client.get("/api/recipes").json()

    assert ("2026-11-12", 2) == (listed["lastCookedOn"], listed["timesCooked"])
    assert not listed.keys() & {"ingredients", "steps", "cookedOn"}


def test_texts_are_stored_without_blanks_and_tags_once(add: Add) -> None:
    recipe = add(
        title=" Soup ",
        tags=["Quick", " quick ", " "],
        ingredients=[{"name": " leek ", "unit": " ", "note": ""}],
        steps=[{"text": " Cook. "}],
        sourceUrl="",
    )
    assert ("Soup", ["Quick"], None) == (recipe["title"], recipe["tags"], recipe["sourceUrl"])
    assert [{"name": "leek", "amount": None, "amountTo": None, "unit": None, "note": None}] == recipe["ingredients"]
    assert "Cook." == recipe["steps"][0]["text"]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"title": " "}, "title: must not be empty"),
        ({"portions": 0}, "portions"),
        ({"portions": 101}, "portions"),
        ({"ingredients": [{"name": "x"}, {"name": " "}]}, "ingredients.1.name: must not be empty"),
        ({"ingredients": [{"name": "x", "amount": 2, "amountTo": 2}]}, "ingredients.0.amountTo: must be more"),
        ({"ingredients": [{"name": "x", "amountTo": 2}]}, "ingredients.0.amountTo: must be more"),
        ({"ingredients": [{"name": "x", "amount": -1}]}, "ingredients.0.amount"),
        ({"steps": [{"text": "\n"}]}, "steps.0.text: must not be empty"),
        ({"steps": [{"text": "x", "timerSeconds": 0}]}, "steps.0.timerSeconds"),
        ({"sourceUrl": "javascript:alert(1)"}, "sourceUrl: must be a web address"),
        ({"sourceUrl": "https://["}, "sourceUrl: must be a web address"),
        ({"tags": ["x" * 51]}, "tags.0"),
    ],
)
def test_what_is_no_recipe(client: Client, add: Add, change: dict[str, Any], error: str) -> None:
    recipe = add()
    for answer in (
        client.post("/api/recipes", LASAGNE | change),
        client.patch(f"/api/recipes/{recipe['id']}", change),
    ):
        assert 400 == answer.status_code, answer.text
        assert answer.json()["error"].startswith(error)


def test_a_change_keeps_what_it_does_not_name(client: Client, add: Add, clock: FakeClock, recorded: Changes) -> None:
    recipe = add()
    clock.turn(minutes=1)
    recorded()

    changed = client.patch(f"/api/recipes/{recipe['id']}", {"portions": 4, "photoId": None}).json()

    later = {"updatedAt": changed["updatedAt"]}
    assert recipe | {"portions": 4, "photoId": None} | later == changed
    assert recipe["updatedAt"] < changed["updatedAt"]
    assert [("recipe.changed", {"id": recipe["id"]})] == recorded()


def test_members_rate_a_recipe(client: Client, display: Client, add: Add, family: dict[str, Person]) -> None:
    recipe = add()
    path = f"/api/recipes/{recipe['id']}/ratings"
    cleo = family["Cleo"].id

    display.put(f"{path}/{family['Dan'].id}", {"stars": 3})
    display.put(f"{path}/{cleo}", {"stars": 5})
    rated = display.put(f"{path}/{cleo}", {"stars": 4}).json()

    assert {cleo: 4, family["Dan"].id: 3} == {each["memberId"]: each["stars"] for each in rated["ratings"]}
    assert 1 == len(display.put(f"{path}/{cleo}", {"stars": None}).json()["ratings"])
    assert 404 == display.put(f"{path}/nobody", {"stars": 1}).status_code
    assert 400 == display.put(f"{path}/{cleo}", {"stars": 6}).status_code
    client.delete(f"/api/members/{family['Dan'].id}")
    assert [] == client.get(f"/api/recipes/{recipe['id']}").json()["ratings"]


def test_a_day_counts_once(client: Client, add: Add) -> None:
    path = f"/api/recipes/{add()['id']}/cooked"
    assert [TODAY] == client.post(path, {}).json()["cookedOn"]
    assert [TODAY] == client.post(path, {"date": TODAY}).json()["cookedOn"]
    assert 400 == client.post(path, {"date": "2026-11-22"}).status_code
    assert [TODAY, "2026-11-19"] == client.post(path, {"date": "2026-11-19"}).json()["cookedOn"]
    assert ["2026-11-19"] == client.delete(f"{path}/{TODAY}").json()["cookedOn"]
    assert 400 == client.delete(f"{path}/yesterday").status_code


def test_of_the_days_the_newest_are_kept(client: Client, application: Application, add: Add) -> None:
    recipe_id = add()["id"]
    days = [date(2026, 11, 20) - timedelta(days=number) for number in range(MAX_COOKED + 3)]
    application.database.write_now(queries.put_cooked, recipe_id, days, MAX_COOKED)
    assert [str(day) for day in days[:MAX_COOKED]] == client.get(f"/api/recipes/{recipe_id}").json()["cookedOn"]


def test_a_deleted_recipe_comes_back(client: Client, add: Add, family: dict[str, Person]) -> None:
    recipe = add()
    path = f"/api/recipes/{recipe['id']}"
    client.put(f"{path}/ratings/{family['Cleo'].id}", {"stars": 5})
    rated = client.post(f"{path}/cooked", {"date": TODAY}).json()

    assert 200 == client.delete(path).status_code
    assert (404, []) == (client.get(path).status_code, client.get("/api/recipes").json())
    assert [] == client.get("/api/search?q=lasagne").json()["recipes"]
    [found] = client.get("/api/deleted").json()["deleted"]
    assert ("recipe", recipe["title"]) == (found["kind"], found["title"])
    assert 200 == client.post(f"/api/deleted/{found['id']}/restore").status_code
    assert rated == client.get(path).json()
    assert [recipe["id"]] == [each["id"] for each in client.get("/api/search?q=lasagne").json()["recipes"]]


@pytest.mark.parametrize("words", ["lasag", "oven", "beef", "minced lasagne"])
def test_it_is_found_by_title_tag_and_ingredient(client: Client, add: Add, words: str) -> None:
    recipe = add()
    found = client.get(f"/api/search?q={words}").json()
    assert [recipe["id"]] == [each["id"] for each in found["recipes"]]
    client.patch(f"/api/recipes/{recipe['id']}", {"title": "Soup", "tags": [], "ingredients": []})
    assert [] == client.get(f"/api/search?q={words}").json()["recipes"]


def test_an_emoji_is_found_in_the_title(client: Client, add: Add) -> None:
    add(title="🍕 night")
    assert ["🍕 night"] == [each["title"] for each in client.get("/api/search?q=🍕").json()["recipes"]]


def test_as_schema_org(client: Client, add: Add, family: dict[str, Person]) -> None:
    recipe = add()
    client.put(f"/api/recipes/{recipe['id']}/ratings/{family['Cleo'].id}", {"stars": 4})

    exported = client.get(f"/api/recipes/{recipe['id']}/export").json()

    assert {
        "@context": "https://schema.org",
        "@type": "Recipe",
        "name": "Lasagne",
        "recipeYield": "6",
        "recipeIngredient": ["500 g minced beef", "1-2 onions (chopped)", "salt"],
        "recipeInstructions": [
            {"@type": "HowToStep", "text": "Take the meat out of the freezer."},
            {"@type": "HowToStep", "text": "Bake for 45 minutes."},
        ],
        "prepTime": "PT30M",
        "cookTime": "PT45M",
        "totalTime": "PT75M",
        "keywords": "pasta, oven",
        "isBasedOn": "https://example.org/lasagne",
        "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.0, "ratingCount": 1},
        "dateCreated": recipe["createdAt"],
        "dateModified": recipe["updatedAt"],
    } == exported
    every = client.get("/api/recipes/export")
    assert [exported] == every.json()
    assert 'attachment; filename="recipes.json"' == every.headers["content-disposition"]


def test_the_household_has_a_limit(application: Application, client: Client, add: Add) -> None:
    add()
    full = "UPDATE table_sizes SET entries = 3000 WHERE name = 'recipes'"
    application.database.write_now(lambda tx: tx.run(full))
    answer = client.post("/api/recipes", LASAGNE)
    assert 409 == answer.status_code
    assert "limit_reached" == answer.json()["code"]
