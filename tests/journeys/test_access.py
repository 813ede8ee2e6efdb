"""Accessibility of all screens: axe-core, keyboard only, reduced motion."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.accessibility import assert_accessible, assert_accessible_in_both_schemes
from tests.journeys.list_page import titles, wait_stored
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.screen_paths import screen_paths, settings_paths, visit
from tests.journeys.viewports import in_both_schemes, layout

on_three_sizes = pytest.mark.parametrize("screen", ["wall-1080", "tablet", "phone"], indirect=True, scope="session")
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
MAX_TABS = 120


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """The demo household; its colour scheme follows the device."""
    with serving(tmp_path_factory.mktemp("access") / "data", "--demo") as mantel:
        mantel.call("PATCH", "/api/settings", {"themeMode": "auto"})
        yield mantel


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until the element has the focus."""
    wanted.first.wait_for()
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        if wanted.first.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"{wanted} cannot be reached with the keyboard")


@layout
@on_three_sizes
def test_axe_finds_nothing_on_any_screen(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, wall=screen.startswith("wall"))
    for path in [*screen_paths(mantel), *settings_paths(page, mantel)]:
        visit(page, mantel, path)
        assert_accessible_in_both_schemes(page)


@on_three_sizes
@in_both_schemes
def test_axe_finds_nothing_on_what_waits_and_whose_turn_it_is(mantel: MantelServer, page: Page, screen: str) -> None:
    turn = next(each["id"] for each in mantel.call("GET", "/api/chores") if each["share"] == "turn")
    mantel.sign_in(page, "/chores?show=pending", wall=screen.startswith("wall"))
    expect(page.get_by_role("dialog", name="Waiting for a yes").get_by_role("listitem").first).to_be_visible()
    assert_accessible(page)
    mantel.go(page, f"/chores?chore={turn}")
    turns = page.get_by_role("dialog", name="Edit chore").get_by_role("group", name="Whose turn")
    turns.get_by_role("button").first.tap()
    expect(turns.get_by_role("group", name="Swap with")).to_be_visible()
    assert_accessible(page)


@on_the_wall
def test_a_chore_is_ticked_with_the_keyboard(mantel: MantelServer, page: Page, screen: str) -> None:
    member = mantel.call("GET", "/api/members")[0]["id"]
    chore = mantel.call(
        "POST", "/api/chores", {"title": "Open the windows", "points": 0, "memberId": member, "rrule": "FREQ=DAILY"}
    )
    mantel.sign_in(page, "/chores")
    card = page.get_by_role("button", name="Open the windows").first
    tab_to(page, card)
    page.keyboard.press("Enter")
    expect(card).to_have_attribute("aria-pressed", "true")
    # With reduced motion there are no animations.
    assert [] == page.evaluate("document.getAnimations().map(one => one.animationName ?? 'transition')")
    page.keyboard.press("Enter")
    expect(card).to_have_attribute("aria-pressed", "false")
    mantel.call("DELETE", f"/api/chores/{chore['id']}")


@on_the_wall
def test_items_are_added_and_ticked_with_the_keyboard(mantel: MantelServer, page: Page, screen: str) -> None:
    made = mantel.call("POST", "/api/lists", {"name": "Boat", "kind": "shopping", "groupBy": "none"})["id"]
    mantel.sign_in(page, f"/lists/{made}")
    tab_to(page, page.get_by_role("textbox", name="Add to the list"))
    page.keyboard.type("rope")
    page.keyboard.press("Enter")
    box = page.get_by_role("listitem", name="rope", exact=True).get_by_role("checkbox").first
    tab_to(page, box)
    page.keyboard.press("Space")
    expect(page.get_by_text("Done").first).to_be_visible()
    assert ["rope"] == wait_stored(mantel, made, done=True, count=1)
    assert [] == titles(mantel, made, done=False)
    page.reload()
    expect(page.get_by_text("Done").first).to_be_visible()


@on_the_wall
def test_an_event_is_created_with_the_keyboard(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, "/calendar?view=schedule")
    tab_to(page, page.get_by_role("button", name="Add", exact=True))
    page.keyboard.press("Enter")
    sheet = page.locator("dialog[open]")
    title = sheet.get_by_role("textbox").first
    tab_to(page, title)
    page.keyboard.type("Regatta by keyboard")
    tab_to(page, sheet.get_by_role("button", name="Save"))
    page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    expect(page.get_by_text("Regatta by keyboard").first).to_be_visible()
