"""Arranging the board by touch and by keys: move, resize, remove, add, undo and reset, for this screen alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys import board_household
from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Point, Touch, middle
from tests.journeys.viewports import ALL
from tests.waiting import until

ARRANGING = "[role=dialog] [data-widget]"


@pytest.fixture(scope="module")
def household(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("layout") / "data") as mantel:
        board_household.populate(mantel, 4, busy=True)
        yield mantel


@pytest.fixture
def mantel(household: MantelServer) -> MantelServer:
    """The household with no arrangement."""
    for orientation in ("landscape", "portrait"):
        household.call("DELETE", f"/api/board/layouts/{orientation}")
    return household


def tile(page: Page, widget: str) -> Locator:
    return page.locator(f"[data-widget={widget}]")


def drag(touch: Touch, start: Point, end: Point) -> None:
    touch.down(start)
    touch.move(end)
    touch.lift_all()


def stored(mantel: MantelServer, orientation: str) -> dict[str, tuple[int, int, int, int]]:
    """Where this screen's widgets are."""
    widgets: list[dict[str, Any]] = mantel.call("GET", "/api/board/layouts")[orientation] or []
    return {each["id"]: (each["x"], each["y"], each["width"], each["height"]) for each in widgets}


def becomes(mantel: MantelServer, page: Page, orientation: str, **places: tuple[int, int, int, int] | None) -> None:
    """Wait until the server has these places."""
    until(
        lambda: stored(mantel, orientation),
        lambda found: all(found.get(name) == place for name, place in places.items()),
        page=page,
    )


@pytest.mark.parametrize(("size", "orientation"), [("wall-800", "landscape"), ("wall-portrait", "portrait")])
def test_the_board_is_arranged_by_touch(mantel: MantelServer, page: Page, size: str, orientation: str) -> None:
    page.clock.install(time=board_household.today() + board_household.NOON)
    page.set_viewport_size(ALL[size]["viewport"])
    mantel.sign_in(page, "/board", wall=True)
    touch = Touch(page)
    expect(page.get_by_role("article")).to_have_count(4)

    # A press on an event that is held opens no event.
    touch.down(middle(page.get_by_role("article").first.get_by_role("button").first))
    page.clock.run_for(600)
    page.locator(ARRANGING).first.wait_for()
    touch.lift_all()
    expect(page.get_by_role("dialog")).to_have_count(1)
    assert_accessible(page)

    page.get_by_role("button", name="Layouts").tap()
    page.get_by_role("button", name="For 4 people").tap()
    until(lambda: stored(mantel, orientation), page=page)
    before = stored(mantel, orientation)

    drag(touch, middle(tile(page, "today")), middle(tile(page, "lists")))
    becomes(mantel, page, orientation, today=before["lists"], lists=before["today"])
    page.get_by_role("button", name="Undo").tap()
    becomes(mantel, page, orientation, **before)

    x, y, width, height = before["people"]
    corner = page.locator(".tile", has=tile(page, "people")).locator(".corner")
    box, start = tile(page, "people").bounding_box(), middle(corner)
    assert box
    drag(touch, start, (start[0], start[1] + box["height"] / height * 1.1))
    becomes(mantel, page, orientation, people=(x, y, width, height + 1))

    tile(page, "notes").tap()
    expect(tile(page, "notes")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Remove: ").tap()
    becomes(mantel, page, orientation, notes=None)
    page.get_by_role("button", name="Add a card").tap()
    page.get_by_role("button", name="Countdowns").tap()
    expect(tile(page, "countdowns")).to_be_visible()
    until(lambda: "countdowns" in stored(mantel, orientation), page=page)

    page.get_by_role("button", name="Reset").tap()
    until(lambda: stored(mantel, orientation) == {}, page=page)
    page.get_by_role("button", name="Done").tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("region", name="For everyone")).to_be_visible()


def test_keys_arrange_it_too_and_other_pages_of_this_screen_follow(mantel: MantelServer, page: Page) -> None:
    page.set_viewport_size(ALL["wall-1080"]["viewport"])
    mantel.sign_in(page, "/board", wall=True)
    page.get_by_role("button", name="Arrange the board").press("Enter")
    expect(page.locator("[data-widget]:focus")).to_be_visible()
    tile(page, "notes").press("ArrowLeft")
    notes = stored_place(mantel, page, "notes")
    tile(page, "notes").press("Shift+ArrowUp")
    becomes(mantel, page, "landscape", notes=(*notes[:3], notes[3] - 1))
    tile(page, "notes").press("Delete")
    becomes(mantel, page, "landscape", notes=None)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    mantel.call(
        "PUT",
        "/api/board/layouts/landscape",
        {
            "widgets": [
                {"id": "clock", "kind": "clock", "x": 0, "y": 0, "width": 12, "height": 2},
                {"id": "leaders", "kind": "leaders", "x": 0, "y": 2, "width": 12, "height": 14},
                {"id": "week", "kind": "week", "x": 12, "y": 0, "width": 12, "height": 16},
            ]
        },
    )
    expect(page.get_by_role("region", name="Leaderboard")).to_contain_text("Ana")
    expect(page.get_by_role("region", name="Seven days")).to_contain_text("Soccer practice")
    expect(page.get_by_role("article")).to_have_count(0)
    # Adding is always there.
    page.get_by_role("button", name="Add", exact=True).tap()
    expect(page.get_by_role("dialog", name="Quick add")).to_be_visible()


def stored_place(mantel: MantelServer, page: Page, widget: str) -> tuple[int, int, int, int]:
    until(lambda: widget in stored(mantel, "landscape"), page=page)
    return stored(mantel, "landscape")[widget]
