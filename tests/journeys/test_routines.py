"""A child's morning routine, by touch alone and without reading: one picture at a time."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.browser import PLAIN_HOST
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import every_size, in_both_schemes
from tests.morning import ZONE, today
from tests.waiting import until

pytestmark = pytest.mark.journey

STEPS: list[dict[str, Any]] = [
    {"title": "Get dressed", "emoji": "👕"},
    {"title": "Brush teeth", "emoji": "🪥", "timerSeconds": 120},
    {"title": "Put on shoes", "emoji": "👟"},
]
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("mantel") / "data", host=PLAIN_HOST) as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        yield mantel


@pytest.fixture
def theo(mantel: MantelServer) -> Iterator[dict[str, Any]]:
    """Theo, four years old, with a morning routine."""
    theo: dict[str, Any] = mantel.call("POST", "/api/members", {"name": "Theo", "color": "#2f6f8f"})
    body = {"title": "Morning", "emoji": "🌅", "memberId": theo["id"], "points": 3, "rrule": "FREQ=DAILY"}
    made = mantel.call("POST", "/api/chores", body | {"dueDate": str(today()), "steps": STEPS, "dayPart": "morning"})
    yield theo | {"routine": made["id"]}
    mantel.call("DELETE", f"/api/chores/{made['id']}")
    mantel.call("DELETE", f"/api/members/{theo['id']}")


def routine(mantel: MantelServer) -> dict[str, Any]:
    found: dict[str, Any] = mantel.call("GET", f"/api/chores/day?date={today()}")[0]
    return found


@on_wall_and_phone
def test_a_child_does_the_morning_routine_card_by_card(
    mantel: MantelServer, page: Page, screen: str, theo: dict[str, Any]
) -> None:
    mantel.sign_in(page, f"/day/{theo['id']}", wall=screen != "phone")
    # The largest target of the page is the routine's picture.
    page.locator("a.routine").tap()

    card = page.locator("button.card")
    for step in STEPS:
        expect(card).to_contain_text(step["emoji"])
        box = card.bounding_box()
        assert box and box["width"] >= 250 and box["height"] >= 200
        card.tap()
    expect(card).to_contain_text("🌟")
    expect(page.locator(".path li.done")).to_have_count(len(STEPS))

    card.tap()
    expect(page.locator("a.routine")).to_have_count(0)
    until(lambda: routine(mantel)["completed"], page=page)
    assert [True] * 3 == [step["done"] for step in routine(mantel)["steps"]]


@on_wall_and_phone
def test_a_routine_finished_without_a_connection_is_done_on_the_board(
    mantel: MantelServer, page: Page, screen: str, theo: dict[str, Any]
) -> None:
    # The Today of a phone lists the chores of its person.
    page.add_init_script(f"localStorage.setItem('mantel.person', '{theo['id']}')")
    mantel.sign_in(page, "/board", wall=screen != "phone", asked=screen != "phone")
    page.locator("html[data-loaded=all]").wait_for(state="attached")
    page.get_by_role("link", name="Morning").tap()
    page.locator("button.card").wait_for()
    page.context.set_offline(True)
    for _ in STEPS[1:]:
        page.locator("button.card").tap()
    page.go_back()
    expect(page.get_by_role("link", name="Morning")).to_contain_text("2 of 3 steps")

    page.get_by_role("link", name="Morning").tap()
    page.locator("button.card").tap()
    expect(page.locator("button.card")).to_contain_text("🌟")
    page.locator("button.card").tap()
    done = page.get_by_role("link", name="Morning")
    expect(done).to_contain_text("Done")
    expect(done).not_to_contain_text("of 3 steps")
    page.context.set_offline(False)
    until(lambda: routine(mantel)["completed"], page=page)


@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
def test_the_arrow_opens_the_step_before(mantel: MantelServer, page: Page, screen: str, theo: dict[str, Any]) -> None:
    mantel.sign_in(page, f"/routine/{theo['routine']}?member={theo['id']}", wall=True)
    card = page.locator("button.card")
    card.tap()
    expect(card).to_contain_text("🪥")
    page.get_by_role("button", name="Start the timer").tap()
    # Each second is shown for a second only.
    expect(page.get_by_role("img", name=re.compile("^1:[0-5][0-9]$"))).to_be_visible()
    page.get_by_role("button", name="Back to the step before").tap()
    expect(card).to_contain_text("👕")


@every_size
@in_both_schemes
@on_wall_and_phone
def test_a_routine_is_accessible(
    mantel: MantelServer, page: Page, screen: str, scheme: str, theo: dict[str, Any]
) -> None:
    mantel.sign_in(page, f"/routine/{theo['routine']}?member={theo['id']}", wall=screen != "phone")
    expect(page.locator("button.card")).to_be_visible()
    assert_accessible(page)
