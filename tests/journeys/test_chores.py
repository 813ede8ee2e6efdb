"""Journeys of chores: ticking, checklists, who did it, the leaderboard, editing."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.browser import PLAIN_HOST
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Touch, middle
from tests.journeys.viewports import every_size, in_both_schemes
from tests.morning import ZONE, today
from tests.waiting import until

pytestmark = pytest.mark.journey

SUNDAY, MONDAY = 0, 1
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household with Ben, who has no chores."""
    with serving(tmp_path_factory.mktemp("mantel") / "data", host=PLAIN_HOST) as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "weekStart": week_start(), "themeMode": "auto"})
        mantel.call("POST", "/api/members", {"name": "Ben", "color": "#2f6f8f"})
        yield mantel


@pytest.fixture
def ana(mantel: MantelServer) -> Iterator[dict[str, Any]]:
    """Ana completed both chores on the last two days; the routine has a checklist since today."""
    ana: dict[str, Any] = mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d", "sort": -1})
    routine = mantel.call("POST", "/api/lists", {"name": "Routine", "kind": "reusable"})
    mantel.call("POST", f"/api/lists/{routine['id']}/items", [{"title": "Brush teeth"}, {"title": "Pack the bag"}])
    daily = {"memberId": ana["id"], "rrule": "FREQ=DAILY", "dueDate": back(2)}
    for title, points in (("Feed the fish", 5), ("Morning routine", 10)):
        one = mantel.call("POST", "/api/chores", {"title": title, "points": points, "emoji": "🐠", **daily})
        for day in (back(2), back(1)):
            mantel.call("POST", f"/api/chores/{one['id']}/complete", {"date": day})
    mantel.call("PATCH", f"/api/chores/{one['id']}", {"listId": routine["id"]})
    table = {"title": "Set the table", "points": 2, "rrule": "FREQ=DAILY"}
    mantel.call("POST", "/api/chores", table)
    yield ana
    for chore in mantel.call("GET", "/api/chores"):
        mantel.call("DELETE", f"/api/chores/{chore['id']}")
    mantel.call("DELETE", f"/api/lists/{routine['id']}")
    mantel.call("DELETE", f"/api/members/{ana['id']}")


def week_start() -> int:
    """The first day of the household's week, Sunday or Monday: not today, so that yesterday is in this week."""
    return SUNDAY if today().isoweekday() == MONDAY else MONDAY


def back(days: int) -> str:
    return (today() - timedelta(days=days)).isoformat()


def chore(mantel: MantelServer, title: str) -> dict[str, Any]:
    """A chore of today from the API."""
    chores: list[dict[str, Any]] = mantel.call("GET", f"/api/chores/day?date={today()}")
    return next(one for one in chores if one["title"] == title)


def column(page: Page, name: str, screen: str) -> Locator:
    if screen == "phone":
        page.get_by_role("button", name=name, exact=True).tap()
    return page.get_by_role("region", name=name, exact=True)


def card(within: Page | Locator, title: str) -> Locator:
    return within.get_by_role("button", name=re.compile(title))


def expect_label(within: Locator, words: str) -> None:
    expect(within.get_by_role("link", name=re.compile(words))).to_be_visible()


@on_wall_and_phone
def test_ticked_chores_are_still_ticked_after_a_reload(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    mantel.sign_in(page, "/chores", wall=screen != "phone")
    hers = column(page, "Ana", screen)
    expect_label(hers, "Ana: 0 of 2 done, 0 points today, 2 days in a row, First place this week")

    card(hers, "Feed the fish").tap()
    expect(card(hers, "Feed the fish")).to_have_attribute("aria-pressed", "true")
    expect_label(hers, "Ana: 1 of 2 done, 5 points today")

    card(hers, "Morning routine").tap()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_text("2 items left")).to_be_visible()
    expect(sheet.get_by_role("button", name="Done!")).to_have_count(0)
    sheet.get_by_role("button", name="Brush teeth").tap()
    expect(sheet.get_by_text("1 item left")).to_be_visible()
    sheet.get_by_role("button", name="Pack the bag").tap()
    sheet.get_by_role("button", name="Done!").tap()
    expect_label(hers, "Ana: 2 of 2 done, 15 points today, 3 days in a row")

    until(lambda: chore(mantel, "Morning routine")["completed"], page=page)
    page.reload()
    hers = column(page, "Ana", screen)
    expect_label(hers, "Ana: 2 of 2 done, 15 points today, 3 days in a row")
    assert 0 == chore(mantel, "Morning routine")["checklist"]["done"], "the routine is ready for tomorrow"


@on_the_wall
def test_a_checklist_changed_on_another_screen_blocks_the_tick(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    checklist = chore(mantel, "Morning routine")["listId"]
    items = mantel.call("GET", f"/api/lists/{checklist}")["items"]
    for item in items:
        mantel.call("PATCH", f"/api/lists/{checklist}/items/{item['id']}", {"done": True})
    mantel.sign_in(page, "/chores", wall=True)
    expect(card(page, "Morning routine")).not_to_contain_text("of 2")

    def late(route: Route) -> None:
        mantel.call("PATCH", f"/api/lists/{checklist}/items/{items[0]['id']}", {"done": False})
        route.continue_()

    page.route("**/complete", late)
    card(page, "Morning routine").tap()
    expect(page.get_by_role("dialog").get_by_text("1 item left")).to_be_visible()
    assert not chore(mantel, "Morning routine")["completed"]


@on_the_wall
def test_an_item_added_on_the_checklist_belongs_to_the_child(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    mantel.sign_in(page, "/chores", wall=True)
    card(page, "Morning routine").tap()
    sheet = page.get_by_role("dialog")
    type_into(sheet.get_by_label("Add a step"), "Comb hair")
    sheet.get_by_role("button", name="Add", exact=True).tap()
    expect(sheet.get_by_text("3 items left")).to_be_visible()
    until(lambda: 3 == chore(mantel, "Morning routine")["checklist"]["total"], page=page)
    items = mantel.call("GET", f"/api/lists/{chore(mantel, 'Morning routine')['listId']}")["items"]
    assert {"Comb hair": ana["id"]} == {item["title"]: item["memberId"] for item in items if item["memberId"]}


@on_wall_and_phone
def test_unticking_asks_first(mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]) -> None:
    fish = chore(mantel, "Feed the fish")["id"]
    mantel.call("POST", f"/api/chores/{fish}/complete", {"date": str(today())})
    mantel.sign_in(page, "/chores", wall=screen != "phone")
    hers = column(page, "Ana", screen)
    card(hers, "Feed the fish").tap()
    page.get_by_role("button", name="Keep it done").tap()
    expect_label(hers, "1 of 2 done, 5 points today")
    card(hers, "Feed the fish").tap()
    page.get_by_role("button", name="Mark as not done").tap()
    expect_label(hers, "0 of 2 done, 0 points today")
    until(lambda: not chore(mantel, "Feed the fish")["completed"], page=page)


@on_the_wall
def test_the_selected_member_gets_the_points_of_a_chore_for_anyone(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    mantel.sign_in(page, "/chores", wall=True)
    card(page, "Set the table").tap()
    faces = page.get_by_role("dialog", name="Who did it?")
    faces.get_by_role("button", name="Ana").tap()
    expect_label(page.get_by_role("region", name="Ana"), "2 points today")
    until(lambda: ana["id"] == chore(mantel, "Set the table")["completedBy"], page=page)

    card(page, "Set the table").tap()
    faces.get_by_role("button", name="Ben").tap()
    expect_label(page.get_by_role("region", name="Ben"), "2 points today")
    card(page, "Set the table").tap()
    faces.get_by_role("button", name="Not done").tap()
    expect(card(page, "Set the table")).to_have_attribute("aria-pressed", "false")


@on_the_wall
def test_ticks_without_a_connection_are_sent_later(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    mantel.sign_in(page, "/chores", wall=True)
    expect(card(page, "Feed the fish")).to_be_visible()
    page.context.set_offline(True)
    card(page, "Feed the fish").tap()
    expect(card(page, "Feed the fish")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("status").get_by_text("1 change waiting to be sent")).to_be_visible()
    assert not chore(mantel, "Feed the fish")["completed"]
    page.context.set_offline(False)
    until(lambda: chore(mantel, "Feed the fish")["completed"], page=page)
    expect(page.get_by_text("waiting to be sent")).to_have_count(0)


@on_the_wall
def test_a_tick_from_an_old_page_says_who_did_it(
    mantel: MantelServer, page: Page, second_phone: Page, screen: str, ana: dict[str, Any]
) -> None:
    for each in (page, second_phone):
        mantel.sign_in(each, "/chores", wall=True)
        card(each, "Set the table").wait_for()
    # It hears of nothing that others change. Without a service worker it has to load all of its files before.
    second_phone.locator("html[data-loaded=all]").wait_for(state="attached")
    second_phone.context.set_offline(True)
    card(page, "Set the table").tap()
    page.get_by_role("dialog", name="Who did it?").get_by_role("button", name="Ana").tap()
    until(lambda: chore(mantel, "Set the table")["completedBy"] == ana["id"], page=page)
    expect(card(second_phone, "Set the table")).to_have_attribute("aria-pressed", "false")

    card(second_phone, "Set the table").tap()
    second_phone.get_by_role("dialog", name="Who did it?").get_by_role("button", name="Ben").tap()
    second_phone.context.set_offline(False)

    expect(second_phone.get_by_text("already done by Ana")).to_be_visible()
    assert ana["id"] == chore(mantel, "Set the table")["completedBy"]


@on_wall_and_phone
def test_who_did_it_is_answered_without_a_connection(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    mantel.sign_in(page, "/chores", wall=screen != "phone")
    anyone = column(page, "Anyone", screen)
    card(anyone, "Set the table").wait_for()
    # On plain http the page has no service worker: the open page has loaded all of its files.
    page.locator("html[data-loaded=all]").wait_for(state="attached")
    page.context.set_offline(True)

    card(anyone, "Set the table").tap()
    page.get_by_role("dialog", name="Who did it?").get_by_role("button", name="Ana").tap()
    expect(card(anyone, "Set the table")).to_have_attribute("aria-pressed", "true")
    page.context.set_offline(False)
    until(lambda: chore(mantel, "Set the table")["completedBy"] == ana["id"], page=page)


@on_wall_and_phone
def test_a_device_whose_clock_is_a_day_behind_shows_the_day_of_the_server(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    page.clock.install(time=datetime.now(ZONE) - timedelta(days=1))
    mantel.sign_in(page, "/chores", wall=screen != "phone", same_clock=False)
    expect(page.get_by_role("status").get_by_text("This device’s clock says")).to_be_visible()
    expect(page.get_by_role("heading", name="Chores", exact=True)).to_be_visible()

    hers = column(page, "Ana", screen)
    card(hers, "Feed the fish").tap()
    expect_label(hers, "Ana: 1 of 2 done, 5 points today")
    # Of today, so that it earns all of its points.
    until(lambda: chore(mantel, "Feed the fish")["completed"], page=page)
    assert 5 == next(one["pointsToday"] for one in mantel.call("GET", "/api/members") if one["id"] == ana["id"])


@pytest.mark.parametrize("kind", ["js", "css"])
@on_the_wall
def test_a_part_of_the_page_that_cannot_be_loaded_is_named(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any], kind: str
) -> None:
    page.route(f"**/assets/ChoreDialogs*.{kind}", lambda route: route.abort())
    mantel.sign_in(page, "/chores", wall=True)
    expect(page.get_by_text("could not be loaded")).to_have_count(0)
    card(page, "Set the table").tap()
    expect(page.get_by_text("Part of this page could not be loaded.").first).to_be_visible()
    expect(page.get_by_role("button", name="Reload")).to_be_visible()


@on_wall_and_phone
def test_a_chore_is_created_and_opened_again(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    mantel.sign_in(page, "/chores", wall=screen != "phone")
    page.get_by_role("button", name="New chore").tap()
    sheet = page.get_by_role("dialog", name="New chore")
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet.get_by_role("alert")).to_contain_text("Enter what to do")
    type_into(sheet.get_by_label("Chore", exact=True), "Water the plants")
    sheet.get_by_role("button", name="Increase Points").tap()
    sheet.get_by_role("button", name="Ana").tap()
    sheet.get_by_text("Weekly", exact=True).tap()
    for day in ("Monday", "Thursday"):
        sheet.get_by_role("button", name=day).tap()
    sheet.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("dialog", name="New chore")).to_have_count(0)
    written = next(one for one in mantel.call("GET", "/api/chores") if one["title"] == "Water the plants")
    expected = {"memberId": ana["id"], "points": 2, "rrule": "FREQ=WEEKLY;BYDAY=MO,TH", "dueDate": None, "listId": None}
    assert expected == {name: written[name] for name in expected}


@on_the_wall
def test_editing_by_press_and_hold_keeps_a_custom_rule(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any], touch: Touch
) -> None:
    rule = "FREQ=DAILY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12"
    fish = chore(mantel, "Feed the fish")
    mantel.call("PATCH", f"/api/chores/{fish['id']}", {"rrule": rule})
    mantel.sign_in(page, "/chores", wall=True)
    at = middle(card(page, "Feed the fish"))
    touch.hold(at, "dialog[open]")
    touch.up()
    page.get_by_role("dialog", name="Feed the fish").get_by_role("button", name="Edit chore").tap()
    sheet = page.get_by_role("dialog", name="Edit chore")
    expect(sheet.get_by_text(f"Custom rule: {rule}. The rule is kept")).to_be_visible()
    sheet.get_by_role("button", name="Increase Points").tap()
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet).to_have_count(0)
    changed = chore(mantel, "Feed the fish")
    assert (6, rule, False) == (changed["points"], changed["rrule"], changed["completed"])


@on_the_wall
def test_deleting_asks_first_because_points_are_removed(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    mantel.sign_in(page, "/chores", wall=True)
    page.get_by_role("button", name="Edit").tap()
    page.get_by_role("button", name="Change: Feed the fish").tap()
    question = page.get_by_role("dialog", name="Delete “Feed the fish”?")
    page.get_by_role("button", name="Delete").tap()
    expect(question.get_by_text("points are taken away: Ana 6 points.")).to_be_visible()
    question.get_by_role("button", name="Cancel").tap()
    expect(question).to_be_hidden()
    mantel.call("PATCH", "/api/settings", {"keepPointsOfDeletedChores": True})
    page.get_by_role("button", name="Delete").tap()
    expect(question.get_by_text("The points earned with it stay: Ana 6 points.")).to_be_visible()
    question.get_by_role("button", name="Delete").tap()
    expect(page.get_by_role("button", name="Change: Feed the fish")).to_have_count(0)
    assert ["Morning routine", "Set the table"] == [one["title"] for one in mantel.call("GET", "/api/chores")]


@on_the_wall
def test_the_leaderboard_shows_the_leader_and_can_be_switched_off(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    mantel.sign_in(page, "/chores", wall=True)
    page.get_by_role("button", name="Leaderboard").tap()
    board = page.get_by_role("dialog", name="Leaderboard")
    board.get_by_text("Today", exact=True).tap()
    expect(board.get_by_text("No points yet")).to_be_visible()
    board.get_by_text("Month", exact=True).tap()
    # Two days ago may be in another week or month: only the order is certain.
    expect(board.get_by_role("listitem")).to_have_count(2)
    board.get_by_text("Week", exact=True).tap()
    expect(board.get_by_role("listitem").first).to_contain_text("Ana")
    page.keyboard.press("Escape")
    mantel.call("PATCH", "/api/settings", {"leaderboardEnabled": False})
    page.reload()
    expect_label(page.get_by_role("region", name="Ana"), "2 days in a row$")
    expect(page.get_by_role("button", name="Leaderboard")).to_have_count(0)
    mantel.call("PATCH", "/api/settings", {"leaderboardEnabled": True})


@every_size
@in_both_schemes
@on_wall_and_phone
def test_chores_are_accessible(mantel: MantelServer, page: Page, screen: str, scheme: str, ana: dict[str, Any]) -> None:
    routine = chore(mantel, "Morning routine")["id"]
    views = {
        "": "Feed the fish",
        f"date={back(1)}": "Feed the fish",
        "show=leaders": "Leaderboard",
        "show=all": "All chores",
        f"points={ana['id']}": "Ana’s points",
        f"steps={routine}": "Brush teeth",
        f"chore={routine}": "Edit chore",
        "chore=new": "New chore",
    }
    mantel.sign_in(page, "/chores", wall=screen != "phone")
    for query, words in views.items():
        mantel.go(page, f"/chores?{query}")
        expect(page.get_by_text(words).first).to_be_visible()
        assert_accessible(page)


@on_wall_and_phone
def test_a_family_without_chores_gets_suggestions(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, "/chores", wall=screen != "phone")
    expect(page.get_by_role("heading", name="What needs doing at home?")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Ben").tap()
    page.get_by_role("button", name=re.compile("Set the table")).tap()
    expect(card(column(page, "Ben", screen), "Set the table")).to_be_visible()
    only = mantel.call("GET", "/api/chores")
    assert [("Set the table", "FREQ=DAILY")] == [(one["title"], one["rrule"]) for one in only]
    mantel.call("DELETE", f"/api/chores/{only[0]['id']}")
