"""Journeys of single dates of chores: skipped and moved from the board, the chores and the day, and taken back."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.chore_household import a_household, empty
from tests.journeys.mantel_server import MantelServer
from tests.journeys.touch import Touch, middle
from tests.journeys.viewports import on_the_phone
from tests.morning import today
from tests.waiting import until

pytestmark = pytest.mark.journey

on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with a_household(tmp_path_factory.mktemp("mantel")) as mantel:
        yield mantel


@pytest.fixture
def ana(mantel: MantelServer) -> Iterator[dict[str, Any]]:
    """Ana takes out the bins today; the dog is her turn, and then Ben's."""
    ana: dict[str, Any] = mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
    ben = mantel.call("POST", "/api/members", {"name": "Ben", "color": "#2f6f8f"})
    once_a_week = {"rrule": "FREQ=WEEKLY", "dueDate": str(today()), "emoji": "🗑️"}
    mantel.call("POST", "/api/chores", {"title": "Bins", "memberId": ana["id"], **once_a_week})
    turns = {"memberIds": [ana["id"], ben["id"]], "share": "turn", "rrule": "FREQ=DAILY", "dueDate": str(today())}
    mantel.call("POST", "/api/chores", {"title": "Dog", "emoji": "🐕", **turns})
    yield ana
    empty(mantel)


def due(mantel: MantelServer, days: int) -> list[str]:
    """The chores of a day, by title."""
    day = today() + timedelta(days=days)
    return [each["title"] for each in mantel.call("GET", f"/api/chores/day?date={day}")]


@on_the_wall
def test_on_the_wall_bins_go_to_tomorrow_and_come_back(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any], touch: Touch
) -> None:
    mantel.sign_in(page, "/", wall=True)
    bins = page.get_by_role("checkbox", name="Bins")
    touch.hold(middle(bins), "dialog[open]")
    touch.up()
    menu = page.get_by_role("dialog", name="Bins")
    expect(menu.get_by_role("button", name="Not today")).to_be_visible()
    assert_accessible(page)
    menu.get_by_role("button", name="Tomorrow instead").tap()
    expect(bins).to_have_count(0)
    until(lambda: due(mantel, 0) == ["Dog"])
    assert ["Bins", "Dog"] == sorted(due(mantel, 1))

    page.get_by_role("button", name="Undo").tap()
    expect(bins).to_have_count(1)
    until(lambda: sorted(due(mantel, 0)) == ["Bins", "Dog"])


@on_the_wall
def test_among_the_chores_a_turn_is_passed_on(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any], touch: Touch
) -> None:
    mantel.sign_in(page, "/chores", wall=True)
    dog = page.get_by_role("button", name="Dog")
    touch.hold(middle(dog), "dialog[open]")
    touch.up()
    menu = page.get_by_role("dialog", name="Dog")
    expect(menu.get_by_text("It stays Ana’s turn")).to_be_visible()
    menu.get_by_role("button", name="pass the turn on").tap()
    expect(dog).to_have_count(0)
    until(lambda: due(mantel, 0) == ["Bins"])
    tomorrow = mantel.call("GET", f"/api/chores/day?date={today() + timedelta(days=1)}")
    assert [False] == [each["memberId"] == ana["id"] for each in tomorrow if each["title"] == "Dog"]


@on_the_phone
def test_on_a_phone_without_a_connection_a_chore_is_not_for_today(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    mantel.sign_in(page, f"/day/{ana['id']}")
    bins = page.get_by_role("checkbox", name="Bins")
    expect(bins).to_be_visible()
    page.get_by_role("button", name="More for “Bins”").tap()
    expect(page.get_by_role("dialog", name="Bins")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("dialog", name="Bins").get_by_role("button", name="Not today").tap()
    expect(bins).to_have_count(0)
    page.get_by_role("button", name="Undo").tap()
    expect(bins).to_have_count(1)

    page.get_by_role("button", name="More for “Bins”").tap()
    page.get_by_role("dialog", name="Bins").get_by_role("button", name="Not today").tap()
    page.context.set_offline(False)
    until(lambda: due(mantel, 0) == ["Dog"])
    page.get_by_role("button", name="Undo").tap()
    expect(bins).to_have_count(1)
    until(lambda: sorted(due(mantel, 0)) == ["Bins", "Dog"])
