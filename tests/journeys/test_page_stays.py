"""Nothing moves by itself: once a screen has painted, what comes later has its room already."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.messages import use_language
from tests.journeys.viewports import ALL
from tests.journeys.waiting import settled

pytestmark = pytest.mark.journey

PATHS = ("/board", "/calendar?view=month", "/chores", "/lists")
# A hundredth of what browsers call a good score: the last letters of a line, when the font arrives.
UNSEEN = 0.001
WATCH = """
window.shifts = []
new PerformanceObserver((list) => shifts.push(...list.getEntries()))
    .observe({ type: 'layout-shift', buffered: true })
"""
# The score of each shift after the first paint, and what moved, from where to where.
SHIFTS = """() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0].startTime
    const corner = ({ x, y }) => `${Math.round(x)},${Math.round(y)}`
    const moved = ({ node, previousRect, currentRect }) =>
        `${(node?.parentElement?.outerHTML ?? '').slice(0, 80)} ${corner(previousRect)} to ${corner(currentRect)}`
    return shifts
        .filter(({ startTime }) => startTime > painted)
        .map(({ value, sources }) => [value, sources.map(moved)])
}"""


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("page-stays") / "data", "--demo", "--no-photos") as mantel:
        yield mantel


@pytest.mark.parametrize("screen", ["wall-1080", "wall-800", "phone"])
def test_a_cold_screen_does_not_move_after_its_first_paint(mantel: MantelServer, browser: Browser, screen: str) -> None:
    """In German, which has the longest words."""
    zone = mantel.call("GET", "/api/settings")["timezone"]
    moved: dict[str, Any] = {}
    for path in PATHS:
        with browser.new_context(**ALL[screen], timezone_id=zone, locale="de-DE", service_workers="block") as context:
            page = context.new_page()
            use_language(page, "de")
            page.add_init_script(WATCH)
            mantel.sign_in(page, path, wall=screen.startswith("wall"))
            page.locator("#main :is(h1, h2)").first.wait_for()
            settled(page)
            shifts = page.evaluate(SHIFTS)
            if sum(score for score, _ in shifts) > UNSEEN:
                moved[path] = shifts
    assert {} == moved
