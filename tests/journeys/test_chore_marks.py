"""What the board and a child's day say about chores: waiting, sent back, in turn, late, and for later today."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import SAME_CLOCK, MantelServer, serving
from tests.journeys.viewports import in_both_schemes
from tests.morning import ZONE, at, today
from tests.waiting import until

pytestmark = pytest.mark.journey


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    """Cleo has a chore for each part of the day, one that needs a yes, and one in turn with Dan."""
    with serving(tmp_path / "data") as served:
        served.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        cleo, dan = (
            served.call("POST", "/api/members", {"name": name, "color": color})["id"]
            for name, color in (("Cleo", "#c8553d"), ("Dan", "#2f6f8f"))
        )
        chores: list[dict[str, Any]] = [
            {"title": "Make the bed", "needsApproval": True, "points": 2},
            {"title": "Pack the bag", "dayPart": "morning", "dueBy": "11:30"},
            {"title": "Feed the cat", "dayPart": "afternoon"},
            {"title": "Read", "dayPart": "evening"},
        ]
        for sort, chore in enumerate(chores):
            own = {"memberId": cleo, "rrule": "FREQ=DAILY", "dueDate": str(today()), "sort": sort}
            served.call("POST", "/api/chores", own | chore)
        walk = {"title": "Walk the dog", "share": "turn", "memberIds": [cleo, dan], "rrule": "FREQ=DAILY", "sort": 9}
        served.call("POST", "/api/chores", walk | {"dueDate": str(today())})
        water = {"title": "Water the plants", "dayPart": "evening", "dueDate": str(today())}
        served.call("POST", "/api/chores", water)
        yield served


def shared_screen(mantel: MantelServer, page: Page, path: str) -> None:
    """Sign in with a key that cannot approve."""
    key = mantel.call("POST", "/api/keys", {"name": "Wall", "scope": "display"})["key"]
    page.add_init_script(SAME_CLOCK)
    page.goto(f"{mantel.url}/#/enter?key={key}&wall=1")
    page.locator("#main").wait_for()
    mantel.go(page, path)


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("article", name=name)


@in_both_schemes
def test_the_board_follows_the_parts_of_the_day(mantel: MantelServer, page: Page) -> None:
    page.clock.install(time=at(11) + timedelta(minutes=29))
    shared_screen(mantel, page, "/board")
    cleo = card(page, "Cleo")
    expect(cleo.get_by_role("checkbox", name="Pack the bag")).to_be_visible()
    expect(cleo.get_by_role("checkbox", name=re.compile("Walk the dog.*Their turn"))).to_be_visible()
    expect(card(page, "Dan").get_by_role("checkbox")).to_have_count(0)
    expect(cleo.get_by_role("checkbox", name="Feed the cat")).to_have_count(0)
    expect(cleo.get_by_role("link", name="+2 later today")).to_be_visible()
    expect(page.get_by_role("link", name="+1 later today")).to_be_visible()

    page.clock.fast_forward("02:00")
    expect(cleo.get_by_role("checkbox", name=re.compile("Pack the bag.*Late since 11:30"))).to_be_visible()
    assert_accessible(page)
    page.clock.fast_forward("30:00")
    expect(cleo.get_by_role("checkbox", name="Feed the cat")).to_be_visible()
    cleo.get_by_role("link", name="+1 later today").tap()
    expect(page.get_by_role("heading", name="Later today")).to_be_visible()
    page.get_by_role("checkbox", name="Read").tap()
    expect(page.get_by_role("checkbox", name="Read")).to_be_checked()
    mantel.go(page, "/board")
    expect(cleo.get_by_role("link", name=re.compile("later"))).to_have_count(0)


@in_both_schemes
def test_a_tick_waits_and_comes_back_with_a_word(mantel: MantelServer, page: Page) -> None:
    cleo = mantel.call("GET", "/api/members")[0]["id"]
    shared_screen(mantel, page, f"/day/{cleo}")
    bed = page.get_by_role("checkbox", name="Make the bed")
    bed.tap()
    expect(page.get_by_role("checkbox", name=re.compile("Make the bed.*Waiting for a yes"))).to_be_visible()
    assert_accessible(page)
    mantel.go(page, "/board")
    waiting = card(page, "Cleo").get_by_role("checkbox", name=re.compile("Make the bed"))
    expect(waiting).to_have_attribute("aria-checked", "mixed")

    # The page shows the tick before the server has it.
    until(lambda: mantel.call("GET", "/api/chores/pending"), page=page)
    [tick] = mantel.call("GET", "/api/chores/pending")
    mantel.call("POST", "/api/chores/pending/reject", {"ids": [tick["id"]], "note": "The pillow too"})
    expect(card(page, "Cleo").get_by_role("checkbox", name=re.compile("Make the bed.*do it again"))).to_be_visible()
    assert_accessible(page)
    mantel.go(page, f"/day/{cleo}")
    expect(page.get_by_role("checkbox", name=re.compile("Make the bed.*do it again: The pillow too"))).to_be_visible()
    assert_accessible(page)

    bed.tap()
    expect(page.get_by_text("Waiting for a yes")).to_be_visible()
    until(lambda: mantel.call("GET", "/api/chores/pending"), page=page)
    bed.tap()
    page.get_by_role("dialog", name="Make the bed").get_by_role("button", name="Not done after all").tap()
    expect(page.get_by_text("Waiting for a yes")).to_have_count(0)
    until(lambda: mantel.call("GET", "/api/chores/pending") == [], page=page)
