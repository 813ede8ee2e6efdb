"""From a recipe to dinner on Thursday, to the shop and back."""

from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer
from tests.journeys.touch import Touch, middle
from tests.journeys.viewports import on_the_phone
from tests.morning import today
from tests.waiting import until

pytestmark = pytest.mark.journey
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
LASAGNE = {
    "title": "Lasagne with spinach and a very long name that no week may cut",
    "portions": 4,
    "prepMinutes": 30,
    "cookMinutes": 40,
    "ingredients": [{"name": "Minced meat", "amount": 500, "unit": "g"}, {"name": "Onions", "amount": 2}],
}


def week() -> tuple[str, str]:
    """Thursday and Friday of this week."""
    thursday = today() + timedelta(days=3 - today().weekday())
    return str(thursday), str(thursday + timedelta(days=1))


def planned(mantel: MantelServer) -> list[tuple[str, str]]:
    first, last = today() - timedelta(days=7), today() + timedelta(days=14)
    meals: list[dict[str, Any]] = mantel.call("GET", f"/api/meals?start={first}&end={last}")
    return [(meal["date"], meal["title"]) for meal in meals]


def place(page: Page, day: str, slot: str = "dinner") -> Any:
    return page.locator(f'[data-day="{day}"][data-slot="{slot}"]')


@pytest.fixture
def groceries(mantel: MantelServer) -> Any:
    """A shopping list and a recipe, and nothing planned."""
    mantel.call("PATCH", "/api/settings", {"language": "en", "weekStart": 1})
    recipe = mantel.call("POST", "/api/recipes", LASAGNE)["id"]
    list_id = mantel.call("POST", "/api/lists", {"name": "Groceries", "kind": "shopping"})["id"]
    yield list_id
    first, last = today() - timedelta(days=7), today() + timedelta(days=60)
    for meal in mantel.call("GET", f"/api/meals?start={first}&end={last}"):
        mantel.call("DELETE", f"/api/meals/{meal['id']}")
    mantel.call("DELETE", f"/api/lists/{list_id}")
    mantel.call("DELETE", f"/api/recipes/{recipe}")


@on_the_wall
def test_a_recipe_becomes_dinner_on_thursday_and_goes_to_the_shop_and_back(
    mantel: MantelServer, groceries: str, page: Page, touch: Touch
) -> None:
    thursday, friday = week()
    mantel.sign_in(page, f"/meals?from={thursday}", wall=True)
    place(page, thursday).get_by_role("button").tap()
    sheet = page.get_by_role("dialog", name="New meal")
    sheet.get_by_role("button", name="Recipe:").tap()
    type_into(page.get_by_role("textbox", name="Search recipes"), "lasa")
    sheet.get_by_role("button", name=str(LASAGNE["title"])).tap()
    sheet.get_by_role("button", name="Save").tap()
    card = place(page, thursday).get_by_role("button", name="Lasagne")
    expect(card).to_contain_text(str(LASAGNE["title"]))
    expect(card).to_contain_text("Start by")
    assert_accessible(page)

    page.get_by_role("button", name="To the list").tap()
    shop = page.get_by_role("dialog", name="Ingredients to the list")
    expect(shop).to_contain_text("500 g")
    shop.get_by_role("button", name="Always at home: Onions").tap()
    expect(shop.get_by_role("checkbox", name="Onions")).not_to_be_checked()
    # A tap on the day chooses none of its meals, then all of them.
    day = shop.get_by_role("button", name="Thu", exact=True)
    day.tap()
    expect(shop.get_by_role("button", name="Lasagne", pressed=False)).to_be_visible()
    expect(shop.get_by_role("button", name="Add 0 things")).to_be_disabled()
    day.tap()
    expect(shop.get_by_role("button", name="Lasagne", pressed=True)).to_be_visible()
    shop.get_by_role("button", name="Add 1 thing").tap()
    items = until(lambda: mantel.call("GET", f"/api/lists/{groceries}")["items"])
    assert [("Minced meat", "500 g")] == [(item["title"], item["quantity"]) for item in items]

    # A finger moves it to Friday, and what it needs is asked about.
    touch.drag(middle(card), middle(place(page, friday)), lifted="[data-lifted]")
    question = page.get_by_role("dialog", name="1 thing is on a list")
    question.get_by_role("button", name="Take off the list").tap()
    until(lambda: mantel.call("GET", f"/api/lists/{groceries}")["items"] == [])
    assert [(friday, LASAGNE["title"])] == planned(mantel)

    # A tap opens it; only Delete deletes, and that can be undone.
    place(page, friday).get_by_role("button", name="Lasagne").tap()
    page.get_by_role("dialog").get_by_role("button", name="Delete").tap()
    expect(place(page, friday).get_by_role("button", name="Lasagne")).to_have_count(0)
    deleted = page.locator(".toast", has_text=f"“{LASAGNE['title']}” deleted")
    deleted.get_by_role("button", name="Undo").tap()
    expect(place(page, friday).get_by_role("button", name="Lasagne")).to_be_visible()
    mantel.call("DELETE", "/api/pantry?title=Onions")


@on_the_phone
def test_the_week_is_filled_with_what_the_family_has_not_had_and_leftovers_are_typed(
    mantel: MantelServer, groceries: str, page: Page
) -> None:
    next_monday = today() + timedelta(days=7 - today().weekday())
    mantel.sign_in(page, f"/meals?from={next_monday}")
    place(page, str(next_monday), "lunch").get_by_role("button").tap()
    sheet = page.get_by_role("dialog", name="New meal")
    sheet.get_by_text("Text", exact=True).tap()
    type_into(sheet.get_by_role("textbox", name="Title"), "Leftovers")
    sheet.get_by_role("button", name="Save").tap()
    expect(place(page, str(next_monday), "lunch")).to_contain_text("Leftovers")

    page.get_by_role("button", name="Fill the week").tap()
    fill = page.get_by_role("dialog", name="Fill the week")
    expect(fill).to_contain_text("never had yet")
    fill.get_by_role("button", name="Plan 1 meal").tap()
    expect(place(page, str(next_monday))).to_contain_text("no week may cut")
    assert [(str(next_monday), "Leftovers"), (str(next_monday), LASAGNE["title"])] == planned(mantel)


@on_the_wall
def test_a_meal_asks_about_what_is_on_the_list_now(mantel: MantelServer, groceries: str, page: Page) -> None:
    """Another device takes its things off the list while the meal is open."""
    thursday, _ = week()
    recipe = mantel.call("GET", "/api/recipes")[0]["id"]
    [meal] = mantel.call("POST", "/api/meals", {"date": thursday, "slot": "dinner", "recipeId": recipe})
    mantel.call("POST", "/api/meals/send", {"listId": groceries, "mealIds": [meal["id"]]})
    mantel.sign_in(page, f"/meals?from={thursday}", wall=True)
    place(page, thursday).get_by_role("button", name="Lasagne").tap()
    sheet = page.get_by_role("dialog")
    take = sheet.get_by_role("button", name="Take 2 things off the list")
    expect(take).to_be_visible()
    mantel.call("POST", f"/api/meals/{meal['id']}/take-back")
    expect(take).to_have_count(0)
    sheet.get_by_role("button", name="Delete").tap()
    expect(place(page, thursday).get_by_role("button", name="Lasagne")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)
    until(lambda: planned(mantel) == [], page=page)


@on_the_wall
def test_a_week_is_copied_two_days_change_places_and_a_meal_repeats(
    mantel: MantelServer, groceries: str, page: Page
) -> None:
    thursday, friday = week()
    before = str(today() - timedelta(days=today().weekday() + 4))
    mantel.call("POST", "/api/meals", {"date": before, "slot": "dinner", "title": "Trattoria", "kind": "restaurant"})
    mantel.sign_in(page, f"/meals?from={thursday}", wall=True)
    page.get_by_role("button", name="Copy last week").tap()
    expect(place(page, thursday)).to_contain_text("Trattoria")
    expect(place(page, thursday)).to_contain_text("🍴")

    page.locator("section", has=place(page, thursday)).get_by_role("button", name="Swap").tap()
    page.get_by_role("dialog").get_by_role("button", name="Friday").tap()
    expect(place(page, friday)).to_contain_text("Trattoria")
    expect(place(page, thursday)).not_to_contain_text("Trattoria")

    place(page, friday).get_by_role("button", name="Trattoria").tap()
    sheet = page.get_by_role("dialog", name="Trattoria")
    sheet.get_by_role("switch", name="Every week").tap()
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet).to_have_count(0)
    page.get_by_role("button", name="Later").tap()
    expect(place(page, str(today() - timedelta(days=today().weekday() - 11)))).to_contain_text("Trattoria")


@on_the_wall
def test_a_suggestion_is_turned_down_and_the_plan_is_set(mantel: MantelServer, groceries: str, page: Page) -> None:
    soup = mantel.call("POST", "/api/recipes", {"title": "Soup"})["id"]
    mantel.sign_in(page, "/meals", wall=True)
    page.get_by_role("button", name="Fill the week").tap()
    fill = page.get_by_role("dialog", name="Fill the week")
    expect(fill).to_contain_text("Soup")
    fill.get_by_role("button", name="Not “Soup”").tap()
    expect(fill).not_to_contain_text("Soup")
    expect(fill).to_contain_text(str(LASAGNE["title"]))
    fill.get_by_role("button", name="Cancel").tap()
    mantel.call("DELETE", f"/api/recipes/{soup}")

    days = page.locator("section[aria-label]", has=page.locator("[data-slot]"))
    page.get_by_role("button", name="Meal settings").tap()
    settings = page.get_by_role("dialog", name="Meal settings")
    settings.get_by_text("Next seven days").tap()
    settings.get_by_role("button", name="Lunch", exact=True).tap()
    settings.get_by_role("button", name="Close").tap()
    expect(days.first.locator(f'[data-day="{today()}"]').first).to_be_visible()
    stored = until(lambda: mantel.call("GET", "/api/settings"), lambda now: now["mealWeek"] == "rolling")
    assert "dinner" in stored["mealSlots"]
    mantel.call("PATCH", "/api/settings", {"mealWeek": "fixed", "mealSlots": ["dinner"]})
