"""The touch interface in a browser slowed down six times: first screen, month, tap, a line under the finger."""

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from benchmarks.harness import table
from tests.journeys import browser
from tests.journeys.fingers import Fingers, middle
from tests.journeys.screens import SCREENS
from tests.journeys.stage import Stage, serving

SLOWER = 6
ROUNDS = 7
RESTS_MS = 80
# In the page: when the first month stood, and from each event to the end of the frame that shows its effect.
WATCH = """
window.marks = {}
const told = (name, since) => (marks[name] ??= []).push(performance.now() - since)
const drawn = (name, since) => requestAnimationFrame(() => setTimeout(() => told(name, since)))
new MutationObserver((_, watching) => {
    if (!document.querySelector('[data-day]')) return
    watching.disconnect()
    drawn('ready', 0)
}).observe(document, { childList: true, subtree: true })
for (const name of ['click', 'pointermove']) addEventListener(name, (event) => drawn(name, event.timeStamp), true)
"""


def main() -> None:
    """Print medians, beside the budgets of a wall; the machine's own speed counts, so read them as a comparison."""
    path = browser.chromium() or sys.exit(f"{browser.MISSING} {browser.advice()}")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "house", "--demo") as stage,
        sync_playwright() as playwright,
    ):
        started = playwright.chromium.launch(executable_path=path, args=browser.launch_flags())
        ready = [_ready(stage, started) for _ in range(ROUNDS)]
        page = _page(stage, started)
        rows = [
            ("ready", _ms(ready), "1500 ms"),
            ("month", _ms(_month(page)), "200 ms"),
            ("tap to paint", _ms(_taps(stage, page)), "100 ms"),
            ("a line behind the finger", _ms(_line(stage, page)), "100 ms"),
            ("the slowest twentieth of it", f"{_slowest(page):.0f} ms", "100 ms"),
        ]
        started.close()
    table(f"The wall at {SLOWER}x CPU throttle, demo household", rows)


def _page(stage: Stage, started: Browser) -> Page:
    page = started.new_page(**SCREENS["wall-800"], service_workers="block")
    stage.enter(page, wall=True)
    page.add_init_script(WATCH)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(stage.url)
    page.reload()
    page.locator("[data-day]").first.wait_for()
    return page


def _ready(stage: Stage, started: Browser) -> float:
    page = _page(stage, started)
    page.wait_for_timeout(500)
    found: float = page.evaluate("marks.ready[0]")
    page.close()
    return found


def _marks(page: Page, name: str) -> list[float]:
    page.wait_for_timeout(500)
    found: list[float] = page.evaluate("name => marks[name] ?? []", name)
    page.evaluate("marks = {}")
    return found


def _month(page: Page) -> list[float]:
    found = []
    for _ in range(ROUNDS):
        _view(page, "Schedule")
        _marks(page, "click")
        _view(page, "Month")
        # A touch on the words makes two clicks: its own, and one on the button inside.
        found.append(max(_marks(page, "click")))
    return found


def _view(page: Page, name: str) -> None:
    _touch(page, page.get_by_role("radiogroup", name="View").get_by_text(name, exact=True))


def _touch(page: Page, target: Locator) -> None:
    """A finger rests for a moment; Playwright's own tap lifts it at once and looks for its target in the page."""
    fingers = Fingers(page)
    fingers.down(middle(target))
    page.wait_for_timeout(RESTS_MS)
    fingers.up()


def _taps(stage: Stage, page: Page) -> list[float]:
    member = stage.call("GET", "/api/members")[0]["id"]
    for round in range(ROUNDS):
        stage.call(
            "POST", "/api/chores", {"title": f"Round {round}", "points": 0, "memberId": member, "rrule": "FREQ=DAILY"}
        )
    stage.go(page, "/chores")
    found = []
    for round in range(ROUNDS):
        card = page.get_by_role("button", name=f"Round {round}").first
        card.wait_for()
        _marks(page, "click")
        _touch(page, card)
        found += _marks(page, "click")[:1]
    return found


def _line(stage: Stage, page: Page) -> list[float]:
    stage.go(page, "/paint")
    paper = page.get_by_role("img", name="Paper to paint on")
    paper.wait_for()
    _marks(page, "pointermove")
    fingers = Fingers(page)
    x, y = middle(paper)
    fingers.down((x - 250, y))
    for turn in range(6):
        fingers.move((x + (250 if turn % 2 == 0 else -250), y + turn * 10), steps=40)
    fingers.up()
    page.wait_for_timeout(500)
    found: list[float] = page.evaluate("marks.pointermove")
    return found


def _slowest(page: Page) -> float:
    found: list[float] = page.evaluate("marks.pointermove")
    return statistics.quantiles(found, n=20)[-1]


def _ms(found: list[Any]) -> str:
    return f"{statistics.median(found):.0f} ms"
