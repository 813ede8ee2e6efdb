"""Suggestions: which recipe, and why."""

from datetime import date, timedelta

import pytest

from appliance.meals.models import StoredMeal
from appliance.meals.suggestions import for_days
from appliance.recipes.models import Rating, RecipeSummary

MONDAY = date(2026, 11, 23)


def recipe(title: str, stars: int | None = None, tags: str = "", cooked: int | None = None) -> RecipeSummary:
    """`cooked` is how many days before Monday."""
    return RecipeSummary(
        id=title,
        title=title,
        photo_id=None,
        portions=4,
        prep_minutes=None,
        cook_minutes=None,
        tags=tuple(tags.split()),
        source_url=None,
        created_at="",
        updated_at="",
        ratings=(Rating(member_id="ana", stars=stars),) if stars else (),
        last_cooked_on=MONDAY - timedelta(days=cooked) if cooked else None,
        times_cooked=0,
    )


def meal(title: str, day: int) -> StoredMeal:
    return StoredMeal(
        id=title,
        date=MONDAY + timedelta(days=day),
        slot="dinner",
        kind="recipe",
        title=title,
        recipe_id=title,
        portions=4,
        time=None,
        eater_ids=[],
        cook_ids=[],
        note=None,
        repeat_id=None,
        photo_id=None,
        prep_minutes=None,
        cook_minutes=None,
        on_list=0,
        created_at="",
        updated_at="",
    )


# Recipes, meals of the plan, and what is suggested for Monday and Tuesday.
CASES = [
    ("the better rated one comes first", [recipe("A", 3), recipe("B", 5)], [], "B A"),
    ("of equals the first by title", [recipe("B"), recipe("A")], [], "A B"),
    ("two months without it are worth two stars", [recipe("A", 5, cooked=11), recipe("B", 4, cooked=75)], [], "B A"),
    ("none within ten days", [recipe("A", 5, cooked=5), recipe("B", 1)], [], "B"),
    ("none that is planned soon", [recipe("A", 5), recipe("B", 1)], [meal("A", 5)], "B"),
    (
        "a tag of the day before costs a star",
        [recipe("A", 5, "pasta"), recipe("B", 5, "pasta"), recipe("C", 5)],
        [],
        "A C",
    ),
    ("a day with a meal gets none", [recipe("A")], [meal("X", 0)], "- A"),
    ("nothing without recipes", [], [], ""),
]


@pytest.mark.parametrize(("rule", "recipes", "meals", "expected"), CASES, ids=[case[0] for case in CASES])
def test_what_is_suggested(rule: str, recipes: list[RecipeSummary], meals: list[StoredMeal], expected: str) -> None:
    planned = {each.recipe_id: [each.date] for each in meals if each.recipe_id}
    found = for_days(recipes, planned, meals, [MONDAY, MONDAY + timedelta(days=1)], "dinner", frozenset())
    by_day = {each.date: each.title for each in found}
    wanted = dict(zip([MONDAY, MONDAY + timedelta(days=1)], expected.split(), strict=False))
    assert {day: title for day, title in wanted.items() if title != "-"} == by_day


def test_a_suggestion_says_why_and_can_be_turned_down() -> None:
    recipes = [recipe("Soup", 5, "soup", cooked=40), recipe("Stew", 3)]
    [soup] = for_days(recipes, {}, [], [MONDAY], "dinner", frozenset())
    assert [("rated", 5.0), ("not_had_for", None)] == [(reason.code, reason.stars) for reason in soup.reasons]
    assert 40 == soup.reasons[1].days

    [stew] = for_days(recipes, {}, [], [MONDAY], "dinner", frozenset({"Soup"}))
    assert ("Stew", "never_had") == (stew.title, stew.reasons[-1].code)
