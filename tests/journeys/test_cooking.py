"""From the address of a recipe to dinner on Thursday, to the shop and back, and to the stove."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.calendar.sync.web import serving as site
from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.morning import ZONE, today
from tests.waiting import until

pytestmark = pytest.mark.journey
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
PAGE = """<html><head><script type="application/ld+json">{"@context": "https://schema.org", "@type": "Recipe",
"name": "Leek soup", "recipeYield": "4", "prepTime": "PT10M", "cookTime": "PT20M",
"recipeIngredient": ["3 leeks", "500 g potatoes"],
"recipeInstructions": [{"@type": "HowToStep", "text": "Cut the leeks."},
{"@type": "HowToStep", "text": "Simmer for 20 minutes."}]}</script></head><body>Soup</body></html>"""


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    folder = tmp_path_factory.mktemp("cooking") / "data"
    with serving(folder, ALLOW_PRIVATE_FEED_URLS="1") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "language": "en", "weekStart": 1})
        mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})
        mantel.call("POST", "/api/lists", {"name": "Groceries", "kind": "shopping"})
        yield mantel


def meals(mantel: MantelServer) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = mantel.call("GET", f"/api/meals?start={today()}&end={today() + timedelta(days=14)}")
    return found


@on_the_wall
def test_an_address_becomes_dinner_goes_to_the_shop_and_back_and_is_cooked(
    mantel: MantelServer, page: Page, second_phone: Page
) -> None:
    with site() as web:
        web.body = PAGE.encode()
        mantel.sign_in(page, "/recipes", wall=True)
        page.get_by_role("button", name="Import a recipe").tap()
        sheet = page.get_by_role("dialog", name="Import")
        type_into(sheet.get_by_role("textbox", name="Address of the recipe"), web.url)
        sheet.get_by_role("button", name="Preview").tap()
        # A process of its own reads it, which imports what it needs first.
        expect(sheet).to_contain_text("Simmer for 20 minutes.", timeout=60_000)
        sheet.get_by_role("button", name="Save").tap()
    page.get_by_role("link", name="Leek soup").tap()

    page.get_by_role("button", name="Add to a day").tap()
    sheet = page.get_by_role("dialog", name="New meal")
    expect(sheet).to_contain_text("Leek soup")
    sheet.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("“Leek soup” is on")).to_be_visible()
    [planned] = until(lambda: meals(mantel))
    assert ("Leek soup", str(today()), "dinner", 4) == tuple(
        planned[key] for key in ("title", "date", "slot", "portions")
    )

    groceries = mantel.call("GET", "/api/lists")[0]["id"]
    page.evaluate("location.hash = '#/meals'")
    page.get_by_role("button", name="To the list").tap()
    page.get_by_role("dialog", name="Ingredients to the list").get_by_role("button", name="Add 2 things").tap()
    bought = until(lambda: mantel.call("GET", f"/api/lists/{groceries}")["items"])
    assert [("leeks", "3"), ("potatoes", "500 g")] == [(item["title"], item["quantity"]) for item in bought]
    page.locator(f'[data-meal="{planned["id"]}"]').tap()
    page.get_by_role("dialog").get_by_role("button", name="Take 2 things off the list").tap()
    until(lambda: mantel.call("GET", f"/api/lists/{groceries}")["items"] == [])

    page.evaluate(f"location.hash = '#/recipes/{planned['recipeId']}'")
    page.get_by_role("button", name="Cook", exact=True).tap()
    expect(page.get_by_text("Step 1 of 2")).to_be_visible()
    page.get_by_role("button", name="Next step").tap()
    expect(page.get_by_text("Simmer for 20 minutes.")).to_be_visible()
    page.get_by_role("button", name="Start the timer").tap()
    mantel.sign_in(second_phone, "/lists")
    strip = second_phone.get_by_role("list", name="Timers")
    expect(strip).to_contain_text("Leek soup")
    assert_accessible(page)
    strip.get_by_role("button", name="Stop the timer “Leek soup”").tap()
    expect(page.get_by_role("button", name="Start the timer")).to_be_visible()
    assert [] == mantel.call("GET", "/api/timers")

    page.get_by_role("button", name="Ready to eat").tap()
    expect(page.get_by_role("button", name="Not cooked today")).to_be_visible()


@on_the_wall
def test_cooking_outlasts_the_idle_reset_and_a_timer_rings_until_it_is_stopped(
    mantel: MantelServer, page: Page
) -> None:
    recipe = {"title": "Eggs", "steps": [{"text": "Boil.", "timerSeconds": 300}]}
    eggs = mantel.call("POST", "/api/recipes", recipe)["id"]
    page.clock.install()
    mantel.sign_in(page, f"/cook/{eggs}", wall=True)
    page.get_by_role("button", name="Start the timer").tap()
    strip = page.get_by_role("list", name="Timers")
    expect(strip).to_contain_text("Eggs")
    page.clock.fast_forward("05:05")
    expect(strip).to_contain_text("Time is up")
    expect(page.get_by_text("Step 1 of 1")).to_be_visible()
    strip.get_by_role("button", name="Stop").tap()
    expect(strip).to_have_count(0)


@on_the_wall
def test_a_typed_line_plans_dinner(mantel: MantelServer, page: Page) -> None:
    mantel.sign_in(page, "/calendar?view=month", wall=True)
    page.get_by_role("button", name="Quick add").tap()
    sheet = page.get_by_role("dialog", name="Quick add")
    expect(sheet.get_by_label("In one line")).to_be_focused()
    page.keyboard.type("Pizza for dinner tomorrow")
    expect(sheet.get_by_role("button", name="Meals: Dinner")).to_be_visible()
    sheet.get_by_role("button", name="Add", exact=True).tap()
    [pizza] = until(lambda: [meal for meal in meals(mantel) if meal["title"] == "Pizza"], page=page)
    assert (str(today() + timedelta(days=1)), "dinner") == (pizza["date"], pizza["slot"])
    expect(sheet).to_have_count(0)
    expect(page.get_by_text("“Pizza” is on")).to_be_visible()
