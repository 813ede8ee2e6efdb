"""Journeys of chores that were missed, that are done in two parts of the day, and that a parent does for a child."""

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
def cleo(mantel: MantelServer) -> Iterator[dict[str, Any]]:
    """Cleo did not take her books to the library the day before yesterday; she feeds the cat twice a day."""
    cleo: dict[str, Any] = mantel.call("POST", "/api/members", {"name": "Cleo", "color": "#c8553d"})
    missed = {"dueDate": str(today() - timedelta(days=2)), "emoji": "📚", "points": 4}
    mantel.call("POST", "/api/chores", {"title": "Library books", "memberId": cleo["id"], **missed})
    twice = {"rrule": "FREQ=DAILY", "dueDate": str(today()), "dayParts": ["morning", "evening"], "points": 2}
    mantel.call("POST", "/api/chores", {"title": "Feed the cat", "emoji": "🐈", "memberId": cleo["id"], **twice})
    yield cleo
    empty(mantel)


def balance(mantel: MantelServer) -> int:
    return int(mantel.call("GET", "/api/members")[0]["balance"])


def shown(mantel: MantelServer) -> list[tuple[str, bool, bool]]:
    """Title, done and done without points of today's chores."""
    found = mantel.call("GET", f"/api/chores/day?date={today()}")
    return [(each["title"], each["completed"], each["withoutPoints"]) for each in found]


@on_the_wall
def test_on_the_wall_what_was_missed_is_let_go_and_done_after_all(
    mantel: MantelServer, page: Page, screen: str, cleo: dict[str, Any], touch: Touch
) -> None:
    mantel.sign_in(page, "/", wall=True)
    books = page.get_by_role("checkbox", name="Library books")
    expect(books).to_contain_text("Late since")
    touch.hold(middle(books), "dialog[open]")
    touch.up()
    menu = page.get_by_role("dialog", name="Library books")
    assert_accessible(page)
    menu.get_by_role("button", name="Let it go").tap()
    expect(books).to_have_count(0)
    page.get_by_role("button", name="Undo").tap()
    expect(books).to_have_count(1)
    books.tap()
    until(lambda: balance(mantel) == 2)


@on_the_wall
def test_on_the_wall_what_was_missed_is_moved_to_tomorrow(
    mantel: MantelServer, page: Page, screen: str, cleo: dict[str, Any], touch: Touch
) -> None:
    mantel.sign_in(page, "/", wall=True)
    books = page.get_by_role("checkbox", name="Library books")
    touch.hold(middle(books), "dialog[open]")
    touch.up()
    page.get_by_role("dialog", name="Library books").get_by_role("button", name="Tomorrow instead").tap()
    expect(books).to_have_count(0)
    tomorrow = today() + timedelta(days=1)
    until(lambda: "Library books" in {each["title"] for each in mantel.call("GET", f"/api/chores/day?date={tomorrow}")})
    page.get_by_role("button", name="Undo").tap()
    expect(books).to_contain_text("Late since")

    touch.hold(middle(books), "dialog[open]")
    touch.up()
    page.get_by_role("dialog", name="Library books").get_by_role("button", name="Skip this one").tap()
    expect(books).to_have_count(0)
    until(lambda: "Library books" not in {title for title, *_ in shown(mantel)})


@on_the_wall
def test_a_parent_does_it_for_a_child(
    mantel: MantelServer, page: Page, screen: str, cleo: dict[str, Any], touch: Touch
) -> None:
    mantel.sign_in(page, "/chores", wall=True)
    cards = page.get_by_role("button", name="Feed the cat")
    expect(cards).to_have_count(2)
    morning = page.get_by_role("button", name="Morning")
    touch.hold(middle(morning), "dialog[open]")
    touch.up()
    page.get_by_role("dialog", name="Feed the cat").get_by_role("button", name="I did it for Cleo").tap()
    expect(morning).to_contain_text("Done without points")
    until(lambda: ("Feed the cat", True, True) in shown(mantel))
    assert (0, ("Feed the cat", False, False)) == (balance(mantel), shown(mantel)[-1])
    page.get_by_role("button", name="Undo").tap()
    until(lambda: not any(done for _, done, _ in shown(mantel)))
    page.get_by_role("button", name="Evening").tap()
    until(lambda: balance(mantel) == 2)
    expect(morning).not_to_contain_text("Done without points")


@on_the_phone
def test_on_a_phone_without_a_connection_each_part_has_its_tick(
    mantel: MantelServer, page: Page, screen: str, cleo: dict[str, Any]
) -> None:
    mantel.sign_in(page, f"/day/{cleo['id']}")
    books = page.get_by_role("checkbox", name="Library books")
    cat = page.get_by_role("checkbox", name="Feed the cat")
    expect(cat).to_have_count(2)
    page.context.set_offline(True)
    books.tap()
    page.get_by_role("checkbox", name="Morning").tap()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(2)
    page.context.set_offline(False)
    until(lambda: balance(mantel) == 4)
    assert [True, True, False] == [done for _, done, _ in shown(mantel)]
