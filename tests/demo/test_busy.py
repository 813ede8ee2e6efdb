from appliance.app import Application
from appliance.demo.busy import create_busy_demo
from tests.client import Loop
from tests.demo.test_family import owner


def test_the_busy_household_has_seven_people_and_forty_events_a_week(application: Application, loop: Loop) -> None:
    create_busy_demo(application)
    client = owner(application, loop)

    people = client.get("/api/members").json()
    assert 7 == len(people)
    for first, after in (("2026-11-09", "2026-11-16"), ("2026-11-16", "2026-11-23"), ("2026-11-23", "2026-11-30")):
        week = client.get(f"/api/events?from={first}&to={after}").json()
        assert 40 <= len(week) <= 60
    week = client.get("/api/events?from=2026-11-16&to=2026-11-23").json()
    assert 3 <= len([each for each in week if each["rrule"] is None])
    assert any(not event["memberIds"] for event in week)
    assert any(7 == len(event["memberIds"]) for event in week)


def test_everybody_has_twelve_chores_some_of_them_done(application: Application, loop: Loop) -> None:
    create_busy_demo(application)
    client = owner(application, loop)

    day = client.get("/api/chores/day?date=2026-11-20").json()
    for person in client.get("/api/members").json():
        assert 12 == len([chore for chore in day if chore["memberId"] == person["id"]])
    assert {True, False} == {chore["completed"] for chore in day}
    assert 4 == len(client.get("/api/lists").json())
    assert all(each["streak"] >= 2 for each in client.get("/api/leaderboard?period=month").json())


def test_it_has_dinner_and_recipes_with_titles_that_are_hard_to_draw(application: Application, loop: Loop) -> None:
    create_busy_demo(application)
    client = owner(application, loop)

    meals = client.get("/api/meals?start=2026-11-15&end=2026-11-26").json()
    assert ["breakfast", "lunch", "dinner"] == client.get("/api/settings").json()["mealSlots"]
    assert {"recipe", "text", "restaurant", "nothing"} == {meal["kind"] for meal in meals}
    assert 2 == len([meal for meal in meals if (meal["date"], meal["slot"]) == ("2026-11-20", "dinner")])
    assert any(len(meal["title"]) > 90 for meal in meals)
    recipes = client.get("/api/recipes").json()
    assert 5 == len(recipes) and all(recipe["ratings"] for recipe in recipes)


def test_a_second_start_of_the_busy_household_adds_nothing(application: Application) -> None:
    create_busy_demo(application)
    before = application.database.rev
    create_busy_demo(application)
    assert before == application.database.rev
