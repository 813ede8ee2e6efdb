"""Journeys of lists: reordering by touch and keyboard, sheets, undo, accessibility."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.list_page import (
    Seed,
    add,
    box,
    open_list,
    rows,
    stored,
    tick,
    titles,
    wait_order,
)
from tests.journeys.mantel_server import MantelServer
from tests.journeys.touch import Touch, middle
from tests.journeys.viewports import every_size, in_both_schemes, on_the_phone
from tests.morning import today
from tests.waiting import until

pytestmark = pytest.mark.journey

on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@on_wall_and_phone
def test_dragging_the_handle_moves_a_row(
    mantel: MantelServer, seed: Seed, page: Page, screen: str, touch: Touch
) -> None:
    shop = seed("Milk", "Eggs", "Bread", "Soap")
    open_list(mantel, page, shop, wall=screen != "phone")
    grip = page.get_by_role("button", name="Move Soap")
    end = middle(page.get_by_role("button", name="Move Milk"))

    touch.drag(middle(grip), (end[0], end[1] - 12))

    expect(rows(page, "Groceries").first).to_have_attribute("aria-label", "Soap")
    assert ["Soap", "Milk", "Eggs", "Bread"] == wait_order(mantel, shop, first="Soap")


@on_the_wall
def test_a_finger_moves_a_row_from_the_last_column_to_the_first(
    mantel: MantelServer, seed: Seed, page: Page, screen: str, touch: Touch
) -> None:
    camp = seed(*(f"Thing {number:02}" for number in range(24)), name="Camping")
    open_list(mantel, page, camp, wall=True)
    first, last = (page.get_by_role("button", name=f"Move Thing {number}") for number in ("00", "23"))
    assert middle(first)[0] < middle(last)[0]

    touch.drag(middle(last), middle(first))

    expect(rows(page, "Camping").first).to_have_attribute("aria-label", "Thing 23")
    moved = until(lambda: [item["title"] for item in stored(mantel, camp)], lambda now: now[0] == "Thing 23")
    assert ["Thing 00", "Thing 22"] == [moved[1], moved[23]]

    last.focus()
    for key in ("Enter", *["ArrowDown"] * 23, "Enter"):
        page.keyboard.press(key)
    expect(rows(page, "Camping").last).to_have_attribute("aria-label", "Thing 23")
    expect(last).to_be_focused()
    assert "Thing 00" == wait_order(mantel, camp, first="Thing 00")[0]


@on_wall_and_phone
def test_arrow_keys_move_a_row(mantel: MantelServer, seed: Seed, page: Page, screen: str) -> None:
    shop = seed("Milk", "Eggs", "Bread")
    open_list(mantel, page, shop, wall=screen != "phone")
    page.get_by_role("button", name="Move Milk").focus()
    for key in ("Enter", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(rows(page, "Groceries").last).to_have_attribute("aria-label", "Milk")
    assert ["Eggs", "Bread", "Milk"] == wait_order(mantel, shop, first="Eggs")


@on_wall_and_phone
def test_moving_a_row_to_another_group_changes_its_group(
    mantel: MantelServer, seed: Seed, page: Page, screen: str, touch: Touch
) -> None:
    shop = seed(
        {"title": "Milk", "category": "Dairy"},
        {"title": "Soap", "category": "Household"},
        {"title": "Sponge", "category": "Household"},
        groupBy="category",
    )
    open_list(mantel, page, shop, wall=screen != "phone")
    grip = page.get_by_role("button", name="Move Milk")
    touch.drag(middle(grip), middle(page.get_by_role("button", name="Move Sponge")))
    expect(rows(page, "Household")).to_have_count(3)
    filed = until(
        lambda: {item["category"] for item in stored(mantel, shop)}, lambda categories: categories == {"Household"}
    )
    assert {"Household"} == filed


@on_the_phone
def test_only_a_manual_order_has_handles(mantel: MantelServer, seed: Seed, page: Page) -> None:
    shop = seed("Milk", "Apples", sortBy="alpha")
    open_list(mantel, page, shop)
    expect(rows(page, "Groceries").first).to_have_attribute("aria-label", "Apples")
    expect(page.get_by_role("button", name="Move Milk")).to_have_count(0)
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Sort by: Name").tap()
    page.get_by_role("option", name="Manual").tap()
    page.keyboard.press("Escape")
    expect(rows(page, "Groceries").first).to_have_attribute("aria-label", "Milk")
    expect(page.get_by_role("button", name="Move Milk")).to_be_visible()


@on_the_phone
def test_clearing_and_deleting_can_be_undone(mantel: MantelServer, seed: Seed, page: Page) -> None:
    shop = seed("Milk", "Eggs", {"title": "Cake", "steps": ["Bake", "Eat"]})
    cake_id = next(one["id"] for one in stored(mantel, shop) if one["title"] == "Cake")
    mantel.call("POST", "/api/notes", {"target": f"list_item:{cake_id}", "body": "With cherries"})
    cake = next(one for one in stored(mantel, shop) if one["id"] == cake_id)
    open_list(mantel, page, shop)
    tick(page, "Milk")
    page.get_by_role("button", name="Clear done items").tap()
    expect(page.get_by_role("listitem", name="Milk", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Undo").tap()
    expect(box(page, "Milk")).to_be_checked()

    page.get_by_role("button", name="Open Cake").tap()
    expect(page.get_by_role("dialog").get_by_text("With cherries")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).last.tap()
    expect(page.get_by_role("listitem", name="Cake", exact=True)).to_have_count(0)
    deleted = page.locator(".toast", has_text="“Cake” was deleted")
    deleted.get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("listitem", name="Cake", exact=True)).to_be_visible()
    assert [cake] == [one for one in stored(mantel, shop) if one["title"] == "Cake"]
    assert 3 == len(stored(mantel, shop))


@on_the_phone
def test_an_item_ticked_after_clearing_stays(mantel: MantelServer, seed: Seed, page: Page) -> None:
    shop = seed("Milk", "Eggs")
    open_list(mantel, page, shop)
    tick(page, "Milk")
    page.get_by_role("button", name="Clear done items").tap()
    tick(page, "Eggs")
    assert ["Eggs"] == until(lambda: titles(mantel, shop, done=True), lambda found: found == ["Eggs"])
    assert [] == titles(mantel, shop, done=False)
    expect(rows(page, "Done (1)")).to_have_count(1)


@on_the_phone
def test_an_item_is_edited_on_its_sheet(mantel: MantelServer, seed: Seed, page: Page) -> None:
    home = mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Home"})["id"]
    tomorrow = today() + timedelta(days=1)
    times = {"start": tomorrow.isoformat(), "end": (tomorrow + timedelta(days=1)).isoformat(), "allDay": True}
    party = mantel.call("POST", "/api/events", {"calendarId": home, "title": "Party", **times})["id"]
    todo = seed("Cake", name="Weekend", kind="todo")
    open_list(mantel, page, todo)
    page.get_by_role("button", name="Open Cake").tap()
    sheet = page.get_by_role("dialog", name="Cake", exact=True)
    sheet.get_by_role("button", name="Ana").first.tap()
    sheet.get_by_role("button", name="Urgent").tap()
    sheet.get_by_role("button", name="Tomorrow").tap()
    for step in ("Bake", "Decorate"):
        type_into(sheet.get_by_role("textbox", name="Add a step"), step)
        sheet.get_by_role("textbox", name="Add a step").press("Enter")
    type_into(sheet.get_by_role("textbox", name="Description"), "The one with cherries")
    sheet.get_by_text("More", exact=True).tap()
    sheet.get_by_role("button", name="Event").tap()
    page.get_by_role("option", name="Party").tap()
    type_into(sheet.get_by_role("textbox", name="Write a note"), "Who brings candles?")
    sheet.get_by_role("button", name="Ben").last.tap()
    sheet.get_by_role("button", name="Send").tap()
    expect(sheet.get_by_text("Who brings candles?")).to_be_visible()
    sheet.get_by_role("checkbox", name="Bake").tap()
    sheet.get_by_role("checkbox", name="Decorate").tap()
    expect(sheet.get_by_role("checkbox", name=re.compile("Done"))).to_be_checked()
    sheet.get_by_role("button", name="Done", exact=True).tap()

    cake = until(lambda: stored(mantel, todo)[0], lambda item: item["done"] and item["noteCount"] == 1)
    people = {one["name"]: one["id"] for one in mantel.call("GET", "/api/members")}
    wanted = {
        "memberId": people["Ana"],
        "priority": "urgent",
        "dueDate": tomorrow.isoformat(),
        "eventId": party,
        "notes": "The one with cherries",
        "done": True,
        "stepsDone": 2,
        "stepsTotal": 2,
        "noteCount": 1,
    }
    assert wanted == {name: cake[name] for name in wanted}
    assert [people["Ben"]] == [
        note["memberId"] for note in mantel.call("GET", f"/api/notes?target=list_item:{cake['id']}")
    ]


@on_the_phone
def test_an_item_comes_again_some_days_after_it_was_done(mantel: MantelServer, seed: Seed, page: Page) -> None:
    todo = seed("Descale the kettle", name="Home", kind="todo")
    open_list(mantel, page, todo)
    page.get_by_role("button", name="Open Descale the kettle").tap()
    sheet = page.get_by_role("dialog", name="Descale the kettle", exact=True)
    sheet.get_by_role("button", name="Repeat").tap()
    page.get_by_role("option", name="After the last time").tap()
    until(lambda: stored(mantel, todo)[0]["afterDays"] == 3)
    sheet.get_by_role("button", name="Repeat").tap()
    page.get_by_role("option", name="Weekly").tap()
    until(lambda: stored(mantel, todo)[0]["rrule"] is not None)
    assert stored(mantel, todo)[0]["afterDays"] is None


@on_the_phone
@pytest.mark.parametrize("grammar", ["late", "broken", "never"])
def test_items_are_separate_when_the_grammar_comes_late_or_never(
    mantel: MantelServer, seed: Seed, page: Page, grammar: str
) -> None:
    requests: list[Route] = []
    page.route("**/assets/en-*.js", lambda route: requests.append(route))
    camp = seed(name="Holiday")
    open_list(mantel, page, camp, settles=False)

    add(page, "Tent\n2 towels")
    until(lambda: requests, page=page)
    for request in requests:
        if grammar == "late":
            request.continue_()
        elif grammar == "broken":
            request.abort()

    expect(rows(page, "Holiday")).to_have_count(2)
    added = until(lambda: stored(mantel, camp), lambda items: len(items) == 2)
    assert [("Tent", None), ("towels", "2") if grammar == "late" else ("2 towels", None)] == [
        (item["title"], item["quantity"]) for item in added
    ]


@on_the_phone
def test_a_list_is_created_archived_and_restored(mantel: MantelServer, seed: Seed, page: Page) -> None:
    seed("Milk", name="Old shop")
    mantel.sign_in(page, "/lists")
    page.get_by_role("button", name="New list").tap()
    type_into(page.get_by_role("textbox", name="Name"), "Holiday")
    page.get_by_role("radiogroup", name="Kind of list").get_by_text("Reusable", exact=True).tap()
    page.get_by_role("button", name="Create list").tap()
    add(page, "Tent\n2 towels")
    expect(rows(page, "Holiday")).to_have_count(2)
    tick(page, "Tent")
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Untick all").last.tap()
    expect(box(page, "Tent")).not_to_be_checked()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Archive").tap()
    expect(page.get_by_role("link", name="Old shop")).to_be_visible()
    expect(page.get_by_role("link", name="Holiday")).to_have_count(0)
    page.get_by_role("button", name="Archived lists").tap()
    page.get_by_role("link", name="Holiday").tap()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Restore").tap()
    page.get_by_role("link", name="Holiday").tap()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Delete list").tap()
    page.get_by_role("dialog", name="Delete “Holiday”?").get_by_role("button", name="Delete").tap()
    expect(page.get_by_role("link", name="Holiday")).to_have_count(0)
    names = until(
        lambda: [one["name"] for one in mantel.call("GET", "/api/lists")], lambda names: "Holiday" not in names
    )
    assert "Holiday" not in names


@every_size
@on_wall_and_phone
@in_both_schemes
def test_every_view_is_accessible(mantel: MantelServer, seed: Seed, page: Page, screen: str) -> None:
    shop = seed(
        {"title": "Milk", "quantity": "2 l", "category": "Dairy", "priority": "urgent", "dueDate": "2026-01-02"},
        {"title": "Cake", "steps": ["Bake", "Eat"], "store": "Bakery", "priority": "low"},
        "Soap",
        groupBy="category",
    )
    cake = next(one for one in stored(mantel, shop) if one["title"] == "Cake")
    mantel.call("POST", "/api/notes", {"target": f"list_item:{cake['id']}", "body": "With cherries"})
    open_list(mantel, page, shop, wall=screen != "phone")
    page.get_by_role("button", name="Move Milk").wait_for()
    tick(page, "Soap")
    page.get_by_role("button", name="Steps of Cake").tap()
    assert_accessible(page)
    page.get_by_role("button", name="Open Cake").tap()
    page.get_by_role("dialog").get_by_text("With cherries").wait_for()
    assert_accessible(page)
    page.keyboard.press("Escape")
    mantel.go(page, "/lists")
    page.get_by_role("link", name="Groceries").wait_for()
    assert_accessible(page)
