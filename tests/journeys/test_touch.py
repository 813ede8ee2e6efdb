"""Press feedback: elements shrink while they are pressed."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Touch, middle

PRESSED = re.compile(r"^0\.9\d*$")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("touch") / "data") as mantel:
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        mantel.call("POST", "/api/chores", {"title": "Dishes", "points": 0, "rrule": "FREQ=DAILY"})
        for name in ("Groceries", "Hardware"):
            mantel.call("POST", "/api/lists", {"name": name, "kind": "shopping"})
        yield mantel


@pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
def test_a_pressed_element_shrinks_until_it_is_released(mantel: MantelServer, page: Page, screen: str) -> None:
    page.emulate_media(reduced_motion="no-preference")
    # Sent by the part of the page that also follows presses, which is loaded after the first picture.
    with page.expect_request("**/api/home/standing"):
        mantel.sign_in(page, "/lists", wall=screen != "phone")
    card = page.get_by_role("link", name="Groceries")
    other = page.get_by_role("link", name="Hardware")
    touch = Touch(page)

    touch.down(middle(card))
    expect(card).to_have_css("scale", PRESSED)
    # A second finger neither presses an element nor keeps the first one pressed.
    touch.down(middle(other), 1)
    expect(card).to_have_css("scale", PRESSED)
    expect(other).to_have_css("scale", "none")
    touch.lift_all()
    expect(card).to_have_css("scale", "none")


@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
def test_with_reduced_motion_nothing_moves(mantel: MantelServer, page: Page, screen: str) -> None:
    page.clock.install()
    mantel.sign_in(page, "/chores", wall=True)
    card = page.get_by_role("button", name="Dishes")
    touch = Touch(page)
    touch.down(middle(card))
    # Longer than the animation.
    page.clock.fast_forward(300)
    expect(card).to_have_css("scale", "none")
    touch.up()
    expect(card).to_have_attribute("aria-pressed", "true")
