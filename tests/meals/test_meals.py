"""The plan through the API: plan, change, move, swap, copy, repeat."""

from typing import Any

import pytest

from appliance.app import Application
from appliance.kernel.database.database import Database
from appliance.meals.jobs import MealsJob
from appliance.people import actions as people
from appliance.recipes import actions as recipes
from appliance.recipes.models import RecipePatch, RecipeStep
from tests.client import Changes, Client, Loop
from tests.fakes import FakeClock
from tests.meals.conftest import Cook, Plan, Planned

THURSDAY, FRIDAY = "2026-11-26", "2026-11-27"


def test_a_meal_keeps_its_own_copy_of_the_recipe(client: Client, database: Database, cook: Cook, plan: Plan) -> None:
    lasagne = cook("Lasagne", "500 g minced meat", prep_minutes=30, cook_minutes=40, portions=6)
    meal = plan(THURSDAY, recipeId=lasagne.id)
    assert ("recipe", "Lasagne", 6, "18:30", "17:20") == tuple(
        meal[name] for name in ("kind", "title", "portions", "serveAt", "startBy")
    )

    database.write_now(recipes.edit, lasagne.id, RecipePatch(title="Lasagne al forno", cook_minutes=90))
    kept = client.get(f"/api/meals/{meal['id']}").json()
    assert ("Lasagne", 40, "minced meat") == (
        kept["title"],
        kept["recipe"]["cookMinutes"],
        kept["recipe"]["ingredients"][0]["name"],
    )
    new = client.patch(f"/api/meals/{meal['id']}", {"recipeId": lasagne.id}).json()
    assert ("Lasagne al forno", "16:30") == (new["title"], new["startBy"])

    database.write_now(recipes.remove, lasagne.id)
    assert 200 == client.patch(f"/api/meals/{meal['id']}", {"date": FRIDAY}).status_code
    assert "Lasagne al forno" == client.get(f"/api/meals/{meal['id']}").json()["recipe"]["title"]


def test_a_meal_is_planned_changed_moved_and_deleted(
    client: Client, plan: Plan, planned: Planned, ids: dict[str, str], recorded: Changes
) -> None:
    meal = plan(THURSDAY, " Leftovers ", eaterIds=[ids["Ana"], "gone"], cookIds=[ids["Ben"]], time="19:00")
    assert ("text", "Leftovers", [ids["Ana"]], [ids["Ben"]], "19:00", None) == tuple(
        meal[name] for name in ("kind", "title", "eaterIds", "cookIds", "serveAt", "startBy")
    )
    moved = client.patch(f"/api/meals/{meal['id']}", {"date": FRIDAY, "slot": "lunch", "time": None}).json()
    assert (FRIDAY, "lunch", "12:30") == (moved["date"], moved["slot"], moved["serveAt"])
    assert {FRIDAY: ["Leftovers"]} == planned()

    client.delete(f"/api/meals/{meal['id']}")
    assert {} == planned()
    changed = [data for topic, data in recorded() if topic == "meal.changed"]
    assert [[THURSDAY], [THURSDAY, FRIDAY], [FRIDAY]] == [data["dates"] for data in changed]


def test_a_deleted_meal_comes_back_by_its_own_copy(client: Client, cook: Cook, plan: Plan, database: Database) -> None:
    soup = cook("Soup", "2 onions")
    meal = plan(THURSDAY, recipeId=soup.id)
    whole = client.get(f"/api/meals/{meal['id']}").json()
    client.delete(f"/api/meals/{meal['id']}")
    database.write_now(recipes.remove, soup.id)

    for _ in range(2):
        client.post("/api/meals", whole)
    again = client.get(f"/api/meals/{meal['id']}").json()
    same = ("id", "title", "date", "slot", "portions", "recipe", "recipeId", "kind")
    assert [whole[name] for name in same] == [again[name] for name in same]


@pytest.mark.parametrize(
    ("request_body", "words"),
    [
        ({"title": " "}, "title: must not be empty"),
        ({"title": "x", "date": "2036-12-01"}, "date: must be within ten years of today"),
        ({"title": "x", "slot": "brunch"}, "slot: Invalid enum value 'brunch'"),
        ({"recipeId": "gone"}, "recipeId: recipe not found"),
        ({"kind": "recipe", "title": "x"}, "recipeId: is required for a recipe"),
        ({"title": "x", "time": "7"}, "time: must be HH:MM"),
        ({"title": "x", "portions": 0}, "portions: Expected `int` >= 1"),
    ],
)
def test_bad_input_names_its_field(client: Client, request_body: dict[str, Any], words: str) -> None:
    answer = client.post("/api/meals", {"date": THURSDAY, "slot": "dinner"} | request_body)
    assert (400, words) == (answer.status_code, answer.json()["error"])
    assert 404 == client.delete("/api/meals/gone").status_code
    assert 400 == client.get("/api/meals?start=2026-11-02&end=2026-11-01").status_code
    assert 400 == client.get("/api/meals?start=2026-01-02&end=2026-11-01").status_code


def test_nothing_is_a_meal_too_and_a_place_is_bounded(client: Client, plan: Plan) -> None:
    assert "" == plan(THURSDAY, kind="nothing")["title"]
    for number in range(9):
        plan(THURSDAY, f"Dish {number}")
    full = client.post("/api/meals", {"date": THURSDAY, "slot": "dinner", "title": "One more"})
    assert (409, "limit_reached") == (full.status_code, full.json()["code"])


def test_two_days_change_places_once(client: Client, plan: Plan, planned: Planned) -> None:
    plan(THURSDAY, "Soup"), plan(FRIDAY, "Pizza"), plan(FRIDAY, "Toast", slot="lunch")
    key = {"Idempotency-Key": "3f0d6c0e-0000-4000-8000-000000000007"}
    for _ in range(2):
        client.post("/api/meals/swap", {"first": THURSDAY, "second": FRIDAY, "slot": "dinner"}, headers=key)
    assert {THURSDAY: ["Pizza"], FRIDAY: ["Soup", "Toast"]} == planned()
    client.post("/api/meals/swap", {"first": THURSDAY, "second": FRIDAY})
    assert {THURSDAY: ["Soup", "Toast"], FRIDAY: ["Pizza"]} == planned()


def test_a_week_is_copied_to_its_empty_places_once(client: Client, plan: Plan, planned: Planned, cook: Cook) -> None:
    plan("2026-11-16", recipeId=cook("Soup", "2 onions").id), plan("2026-11-17", "Pizza")
    plan("2026-11-24", "Guests")
    counts = [len(client.post("/api/meals/copy", {"from": "2026-11-16", "to": "2026-11-23"}).json()) for _ in range(2)]
    assert [1, 0] == counts
    assert ["Soup"] == planned()["2026-11-23"]
    assert ["Guests"] == planned()["2026-11-24"]


def test_a_meal_repeats_and_each_date_is_its_own(
    client: Client, plan: Plan, planned: Planned, application: Application, clock: FakeClock, loop: Loop
) -> None:
    pizza = plan(FRIDAY, "Pizza")
    assert client.post(f"/api/meals/{pizza['id']}/repeat", {}).json()["repeatId"]
    fridays = [
        "2026-11-27",
        "2026-12-04",
        "2026-12-11",
        "2026-12-18",
        "2026-12-25",
        "2027-01-01",
        "2027-01-08",
        "2027-01-15",
    ]
    assert fridays == list(planned())

    # One is deleted, one is moved: neither comes again.
    meals = client.get("/api/meals?start=2026-12-01&end=2026-12-31").json()
    client.delete(f"/api/meals/{meals[0]['id']}")
    client.patch(f"/api/meals/{meals[1]['id']}", {"date": "2026-12-12"})
    clock.turn(days=7)
    loop.run(MealsJob().run(application.database, clock.now()))
    after = [day for day in fridays if day not in ("2026-12-04", "2026-12-11")]
    assert sorted([*after, "2026-12-12", "2027-01-22"]) == list(planned())

    client.delete(f"/api/meals/{meals[2]['id']}/repeat")
    assert ["2026-11-27", "2026-12-12", "2026-12-18"] == list(planned())
    assert 400 == client.delete(f"/api/meals/{meals[2]['id']}/repeat").status_code


def test_deleting_a_member_takes_them_from_meals(
    client: Client, plan: Plan, ids: dict[str, str], database: Database
) -> None:
    meal = plan(THURSDAY, "Soup", eaterIds=[ids["Ana"], ids["Ben"]], cookIds=[ids["Ana"]])
    database.write_now(people.remove, ids["Ana"])
    left = client.get(f"/api/meals/{meal['id']}").json()
    assert ([ids["Ben"]], []) == (left["eaterIds"], left["cookIds"])


def test_suggestions_store_nothing(client: Client, cook: Cook, planned: Planned) -> None:
    soup = cook("Soup", steps=(RecipeStep(text="Cook."),))
    url = f"/api/meals/suggestions?start={THURSDAY}&end={FRIDAY}"
    [suggestion] = client.get(url).json()
    assert (THURSDAY, soup.id, [{"code": "never_had"}]) == (
        suggestion["date"],
        suggestion["recipeId"],
        suggestion["reasons"],
    )
    assert [] == client.get(f"{url}&without={soup.id}").json()
    assert {} == planned()
