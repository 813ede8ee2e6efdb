"""The touch interface of a busy household in a browser slowed down six times: first screen, month, tap, a line.

First screens are in German and loaded without a cache. What they requested before the browser painted first is counted,
with the bytes of files and messages as they were sent; and how much of the page moved after that, by the browser's own
layout shifts.

The budgets of month and tap were set from the click to the end of the frame that shows it. What a finger waits begins
earlier: it also holds the browser's own way from the touch to the click, and the empty frame that Chromium draws before
it lets a tool's touch through.
"""

import statistics
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from benchmarks.report import Row, report
from tests.journeys import browser
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.messages import use_language
from tests.journeys.touch import Touch, middle
from tests.journeys.viewports import SCREENS

SLOWER = 6
ROUNDS = 9
COLD_ROUNDS = 5
RESTS_MS = 80
# A path, and what is on it once it is drawn.
BOARD, CALENDAR = ("/board", ".board article"), ("/calendar?view=month", "[data-day]")
CHORE_BOARD, LISTS = ("/chores", "#main .card"), ("/lists", "#main a[href^='#/lists/']")
LANGUAGE = "de"
# After the first paint the rest of the messages and what is fetched ahead arrive.
SETTLES_MS = 3_000
# Besides the demo household: events on each day that a month shows, and chores of each day.
EVENTS_A_DAY = 8
DAYS = 42
CHORES = 40
# In the page: when the first board or month stood; to the end of an event's frame, from its first listener and from
# the finger.
WATCH = """
window.marks = {}
const drawn = (name, touched, started) => requestAnimationFrame(() => setTimeout(() => {
    (marks[name] ??= []).push([performance.now() - started, performance.now() - touched])
}))
new MutationObserver((_, watching) => {
    if (!document.querySelector('[data-day], .board article')) return
    watching.disconnect()
    drawn('ready', 0, 0)
}).observe(document, { childList: true, subtree: true })
for (const name of ['click', 'pointermove']) {
    addEventListener(name, (event) => drawn(name, event.timeStamp, performance.now()), true)
}
"""


# In the page: what was requested before the first paint, and how far the page moved after it.
SHIFTS = """
window.shifts = []
new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ startTime, value }) => [startTime, value])))
    .observe({ type: 'layout-shift', buffered: true })
"""
FIRST_PAINT = """() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0].startTime
    const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < paint)
    const all = [...performance.getEntriesByType('navigation'), ...before]
    const files = all.filter(({ name }) => !name.includes('/api/'))
    return {
        requests: all.length,
        bytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
        shift: shifts.filter(([at]) => at > paint).reduce((sum, [, value]) => sum + value, 0),
    }
}"""


class Wait(NamedTuple):
    """Milliseconds until the frame is painted: since the page handled the event, and since the touch itself."""

    handled: float
    touched: float


class Load(NamedTuple):
    """A screen that is loaded without a cache: milliseconds, requests and bytes until the first paint, later shifts."""

    ready: float
    requests: int
    bytes: int
    shift: float


def main() -> None:
    """Print medians, beside the budgets of a wall; the machine's own speed counts, so read them as a comparison."""
    path = browser.chromium() or sys.exit(f"{browser.MISSING} {browser.advice()}")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", "--demo") as mantel,
        sync_playwright() as playwright,
    ):
        fill(mantel)
        started = playwright.chromium.launch(executable_path=path, args=browser.launch_flags())
        board = [_cold(mantel, started, *BOARD) for _ in range(COLD_ROUNDS)]
        ready = [_cold(mantel, started, *CALENDAR) for _ in range(COLD_ROUNDS)]
        others = [_cold(mantel, started, *screen) for screen in (CHORE_BOARD, LISTS)]
        page = _page(mantel, started, *CALENDAR)
        month, week = _switched(page, "Month"), _switched(page, "Week")
        taps, line = _taps(mantel, page), _line(mantel, page)
        started.close()
    behind = [wait.touched for wait in line]
    report(
        f"The wall at {SLOWER}x CPU throttle, busy household",
        [
            _median("German, no cache: the board is ready", [load.ready for load in board], 1300),
            _median("the month is ready", [load.ready for load in ready], 1300),
            *_before_first_paint("board", board),
            *_before_first_paint("month", ready),
            *[
                Row(what=f"layout shift after the first paint: {name}", value=max(shifts), unit="", budget=0)
                for name, shifts in {
                    "board": [load.shift for load in board],
                    "month": [load.shift for load in ready],
                    "chores": [others[0].shift],
                    "lists": [others[1].shift],
                }.items()
            ],
            _median("month", [wait.handled for wait in month], 150),
            _median("tap to paint", [wait.handled for wait in taps], 60),
            _median("a line behind the finger", behind, 100),
            Row(what="its slowest twentieth", value=statistics.quantiles(behind, n=20)[-1], unit="ms", budget=100),
            _median("month, from the finger", [wait.touched for wait in month]),
            _median("week of the family", [wait.handled for wait in week], 150),
            _median("week, from the finger", [wait.touched for wait in week]),
            _median("tap, from the finger", [wait.touched for wait in taps]),
        ],
    )


def fill(mantel: MantelServer) -> None:
    """Add what a busy household has: a full month and a full board of chores."""
    calendar = next(found["id"] for found in mantel.call("GET", "/api/calendars") if found["kind"] == "local")
    members = [member["id"] for member in mantel.call("GET", "/api/members")]
    first = datetime.now(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0) - timedelta(days=7)
    for day in range(DAYS):
        for nth in range(EVENTS_A_DAY):
            start = first + timedelta(days=day, hours=5 + 2 * nth)
            times = {"start": start.isoformat(), "end": (start + timedelta(hours=1)).isoformat(), "allDay": False}
            who = [members[nth % len(members)]]
            mantel.call(
                "POST",
                "/api/events",
                {"calendarId": calendar, "title": f"Appointment {nth}", "memberIds": who, **times},
            )
    for nth in range(CHORES):
        who = members[nth % len(members)]
        request = {"title": f"Chore {nth}", "points": 1, "memberId": who, "rrule": "FREQ=DAILY"}
        mantel.call("POST", "/api/chores", request)


def _page(mantel: MantelServer, started: Browser, path: str, shown: str) -> Page:
    zone = mantel.call("GET", "/api/settings")["timezone"]
    page = started.new_page(**SCREENS["wall-800"], timezone_id=zone, service_workers="block")
    mantel.sign_in(page, wall=True)
    page.add_init_script(WATCH)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    mantel.go(page, path)
    page.reload()
    page.locator(shown).first.wait_for()
    return page


def _cold(mantel: MantelServer, started: Browser, path: str, shown: str) -> Load:
    """Load a screen in a browser of its own, which has no file of the page and speaks German."""
    zone = mantel.call("GET", "/api/settings")["timezone"]
    with started.new_context(
        **SCREENS["wall-800"], timezone_id=zone, locale="de-DE", service_workers="block"
    ) as context:
        page = context.new_page()
        use_language(page, LANGUAGE)
        page.add_init_script(WATCH + SHIFTS)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        mantel.sign_in(page, path, wall=True, same_clock=False)
        page.locator(shown).first.wait_for()
        page.wait_for_timeout(SETTLES_MS)
        ready = page.evaluate("marks.ready?.[0][0] ?? 0")
        return Load(ready=ready, **page.evaluate(FIRST_PAINT))


def _before_first_paint(screen: str, loads: list[Load]) -> list[Row]:
    return [
        Row(
            what=f"requests before the first paint: {screen}",
            value=statistics.median(load.requests for load in loads),
            unit="",
            budget=12,
        ),
        Row(
            what=f"files and messages in them, brotli: {screen}",
            value=statistics.median(load.bytes for load in loads) / 1000,
            unit="kB",
            budget=90,
        ),
    ]


def _marks(page: Page, name: str) -> list[Wait]:
    """What was noted since it was last asked for."""
    page.wait_for_timeout(500)
    found: list[list[float]] = page.evaluate("name => marks[name] ?? []", name)
    page.evaluate("marks = {}")
    return [Wait(*wait) for wait in found]


def _switched(page: Page, view: str) -> list[Wait]:
    found = []
    for _ in range(ROUNDS):
        _view(page, "Schedule")
        _marks(page, "click")
        _view(page, view)
        # A touch on the words makes two clicks: its own, and one on the button inside.
        found.append(max(_marks(page, "click")))
    return found


def _view(page: Page, name: str) -> None:
    _touch(page, page.get_by_role("radiogroup", name="View").get_by_text(name, exact=True))


def _touch(page: Page, target: Locator) -> None:
    """A finger rests for a moment; Playwright's own tap lifts it at once and looks for its target in the page."""
    touch = Touch(page)
    touch.down(middle(target))
    page.wait_for_timeout(RESTS_MS)
    touch.up()


def _taps(mantel: MantelServer, page: Page) -> list[Wait]:
    member = mantel.call("GET", "/api/members")[0]["id"]
    for round in range(ROUNDS):
        mantel.call(
            "POST", "/api/chores", {"title": f"Round {round}", "points": 0, "memberId": member, "rrule": "FREQ=DAILY"}
        )
    mantel.go(page, "/chores")
    found = []
    for round in range(ROUNDS):
        card = page.get_by_role("button", name=f"Round {round}").first
        card.wait_for()
        _marks(page, "click")
        _touch(page, card)
        found += _marks(page, "click")[:1]
    return found


def _line(mantel: MantelServer, page: Page) -> list[Wait]:
    mantel.go(page, "/paint")
    paper = page.get_by_role("img", name="Canvas")
    paper.wait_for()
    _marks(page, "pointermove")
    touch = Touch(page)
    x, y = middle(paper)
    touch.down((x - 250, y))
    for turn in range(6):
        touch.move((x + (250 if turn % 2 == 0 else -250), y + turn * 10), steps=40)
    touch.up()
    return _marks(page, "pointermove")


def _median(what: str, waits: list[float], budget: float | None = None) -> Row:
    return Row(what=what, value=statistics.median(waits), unit="ms", budget=budget)
