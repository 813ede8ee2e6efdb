"""What a finger feels: things sink under it, and rise when it is lifted."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Touch, middle

SUNK = re.compile(r"^0\.9\d*$")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("touch") / "data") as mantel:
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        mantel.call("POST", "/api/chores", {"title": "Dishes", "points": 0, "rrule": "FREQ=DAILY"})
        for name in ("Groceries", "Hardware"):
            mantel.call("POST", "/api/lists", {"name": name, "kind": "shopping"})
        yield mantel


@pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
def test_what_is_pressed_sinks_until_it_is_let_go(mantel: MantelServer, page: Page, screen: str) -> None:
    page.emulate_media(reduced_motion="no-preference")
    mantel.sign_in(page, "/lists", wall=screen != "phone")
    card = page.get_by_role("link", name="Groceries")
    other = page.get_by_role("link", name="Hardware")
    touch = Touch(page)

    touch.down(middle(card))
    expect(card).to_have_css("scale", SUNK)
    # A second hand on the glass neither sinks anything nor keeps down what the first one pressed.
    touch.down(middle(other), 1)
    expect(card).to_have_css("scale", SUNK)
    expect(other).to_have_css("scale", "none")
    touch.lift_all()
    expect(card).to_have_css("scale", "none")


@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
def test_nothing_moves_for_those_who_asked_for_stillness(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, "/chores", wall=True)
    card = page.get_by_role("button", name="Dishes")
    touch = Touch(page)
    touch.down(middle(card))
    # Longer than it takes to sink.
    page.wait_for_timeout(300)
    expect(card).to_have_css("scale", "none")
    touch.up()
    expect(card).to_have_attribute("aria-pressed", "true")
