"""The touch interface on a processor six times slower: first screen, month, tap, a line under the finger.

Told twice: by the work of the page's main thread, six times, and its waits as they are here; and by the clock under
Chromium's own throttle of six. The throttle makes work dearer than it says, and how much differs: see the last row.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from benchmarks.harness import table
from benchmarks.trace import Stretch, traced
from tests.journeys import browser
from tests.journeys.fingers import Fingers, middle
from tests.journeys.screens import SCREENS
from tests.journeys.stage import Stage, serving

SLOWER = 6
ROUNDS = 9
RESTS_MS = 80
# In the page: from its beginning to the first month, and from each event to the end of the frame that shows its effect.
WATCH = """
const begins = (name, since) => performance.mark(`${name} begins`, { startTime: since })
const ends = (name) => requestAnimationFrame(() => setTimeout(() => performance.mark(`${name} ends`)))
new MutationObserver((_, watching) => {
    if (!document.querySelector('[data-day]')) return
    watching.disconnect()
    begins('ready', 0)
    ends('ready')
}).observe(document, { childList: true, subtree: true })
for (const name of ['click', 'pointermove']) addEventListener(name, (event) => {
    begins(name, event.timeStamp)
    ends(name)
}, true)
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
        _open(stage, page)
        month = _month(started, page)
        taps = _taps(stage, started, page, "Sweep")
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        throttled = _taps(stage, started, page, "Water")
        stage.go(page, "/calendar")
        throttled_month = _month(started, page)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 1})
        line = sorted(one.slower(SLOWER) for one in _line(stage, started, page))
        started.close()
    table(
        f"The wall with a processor {SLOWER}x slower, demo household",
        [
            ("ready", _ms(ready), "1500 ms"),
            ("month", _ms(month), "200 ms"),
            ("tap to paint", _ms(taps), "100 ms"),
            ("a line behind the finger", f"{statistics.median(line):.0f} ms", "100 ms"),
            ("the slowest twentieth of it", f"{statistics.quantiles(line, n=20)[-1]:.0f} ms", "100 ms"),
            ("month by Chromium's throttle", f"{_wall(throttled_month):.0f} ms", "200 ms"),
            ("tap by Chromium's throttle", f"{_wall(throttled):.0f} ms", "100 ms"),
            (f"work of a tap at a throttle of {SLOWER}", f"{_work(throttled) / _work(taps):.1f}x", ""),
        ],
    )


def _page(stage: Stage, started: Browser) -> Page:
    page = started.new_page(**SCREENS["wall-800"], service_workers="block")
    stage.enter(page, wall=True)
    page.add_init_script(WATCH)
    return page


def _open(stage: Stage, page: Page) -> None:
    page.goto(stage.url)
    _reload(page)


def _reload(page: Page) -> None:
    page.reload()
    page.locator("[data-day]").first.wait_for()
    page.wait_for_timeout(500)


def _ready(stage: Stage, started: Browser) -> Stretch:
    page = _page(stage, started)
    _open(stage, page)
    with traced(started, page) as trace:
        _reload(page)
    page.close()
    return trace.stretches("ready")[0]


def _month(started: Browser, page: Page) -> list[Stretch]:
    found = []
    for _ in range(ROUNDS):
        _view(page, "Schedule")
        page.wait_for_timeout(500)
        with traced(started, page) as trace:
            _view(page, "Month")
            page.wait_for_timeout(500)
        # A touch on the words makes two clicks: its own, and one on the button inside.
        found.append(max(trace.stretches("click")))
    return found


def _view(page: Page, name: str) -> None:
    _touch(page, page.get_by_role("radiogroup", name="View").get_by_text(name, exact=True))


def _touch(page: Page, target: Locator) -> None:
    """A finger rests for a moment; Playwright's own tap lifts it at once and looks for its target in the page."""
    fingers = Fingers(page)
    fingers.down(middle(target))
    page.wait_for_timeout(RESTS_MS)
    fingers.up()


def _taps(stage: Stage, started: Browser, page: Page, title: str) -> list[Stretch]:
    member = stage.call("GET", "/api/members")[0]["id"]
    for round in range(ROUNDS):
        stage.call(
            "POST", "/api/chores", {"title": f"{title} {round}", "points": 0, "memberId": member, "rrule": "FREQ=DAILY"}
        )
    stage.go(page, "/chores")
    found = []
    for round in range(ROUNDS):
        card = page.get_by_role("button", name=f"{title} {round}").first
        card.wait_for()
        page.wait_for_timeout(500)
        with traced(started, page) as trace:
            _touch(page, card)
            page.wait_for_timeout(500)
        found += trace.stretches("click")[:1]
    return found


def _line(stage: Stage, started: Browser, page: Page) -> list[Stretch]:
    stage.go(page, "/paint")
    paper = page.get_by_role("img", name="Paper to paint on")
    paper.wait_for()
    fingers = Fingers(page)
    x, y = middle(paper)
    with traced(started, page) as trace:
        fingers.down((x - 250, y))
        for turn in range(6):
            fingers.move((x + (250 if turn % 2 == 0 else -250), y + turn * 10), steps=40)
        fingers.up()
        page.wait_for_timeout(500)
    return trace.stretches("pointermove")


def _ms(found: list[Stretch]) -> str:
    return f"{statistics.median(one.slower(SLOWER) for one in found):.0f} ms"


def _work(found: list[Stretch]) -> float:
    return statistics.median(one.processor for one in found)


def _wall(found: list[Stretch]) -> float:
    return statistics.median(one.wall for one in found)
