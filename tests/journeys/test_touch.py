"""What a finger feels: things sink under it, and rise when it is lifted."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.fingers import Fingers, middle
from tests.journeys.stage import Stage, serving

SUNK = re.compile(r"^0\.9\d*$")


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with serving(tmp_path_factory.mktemp("touch") / "data") as stage:
        stage.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        stage.call("POST", "/api/chores", {"title": "Dishes", "points": 0, "rrule": "FREQ=DAILY"})
        for name in ("Groceries", "Hardware"):
            stage.call("POST", "/api/lists", {"name": name, "kind": "shopping"})
        yield stage


@pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
def test_what_is_pressed_sinks_until_it_is_let_go(stage: Stage, page: Page, screen: str) -> None:
    page.emulate_media(reduced_motion="no-preference")
    stage.enter(page, "/lists", wall=screen != "phone")
    card = page.get_by_role("link", name="Groceries")
    other = page.get_by_role("link", name="Hardware")
    fingers = Fingers(page)

    fingers.down(middle(card))
    expect(card).to_have_css("scale", SUNK)
    # A second hand on the glass neither sinks anything nor keeps down what the first one pressed.
    fingers.down(middle(other), 1)
    expect(card).to_have_css("scale", SUNK)
    expect(other).to_have_css("scale", "none")
    fingers.lift_all()
    expect(card).to_have_css("scale", "none")


@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
def test_nothing_moves_for_those_who_asked_for_stillness(stage: Stage, page: Page, screen: str) -> None:
    stage.enter(page, "/chores", wall=True)
    card = page.get_by_role("button", name="Dishes")
    fingers = Fingers(page)
    fingers.down(middle(card))
    # Longer than it takes to sink.
    page.wait_for_timeout(300)
    expect(card).to_have_css("scale", "none")
    fingers.up()
    expect(card).to_have_attribute("aria-pressed", "true")
