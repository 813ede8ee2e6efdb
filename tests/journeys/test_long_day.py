"""The wall's page over a whole day: after a thousand screens and 5,760 polls it uses no more memory."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.screen_paths import screen_paths, settings_paths

WARM = 108
SCREENS = 1_000
POLLS_A_SCREEN = 6
POLL_MS = 15_000
AT_ONCE = 25
# The last screen looks the same on every day. Objects of the screen before may be freed one screen later.
STILL = ["/calendar", "/chores", "/settings/about"]

# The kinds of JavaScript objects that count. Not the engine's machine code, which grows by two megabytes in the first
# hours, and not the browser's records for DevTools.
OWN = {
    "object",
    "closure",
    "array",
    "string",
    "concatenated string",
    "sliced string",
    "number",
    "symbol",
    "regexp",
    "bigint",
}
# An effect that is never stopped or a response that is kept needs more; bounded caches fill up meanwhile.
BYTES_A_SCREEN = 100

# A clock of the page that the journey moves. Playwright's clock would add a script to the page with every step.
TIME = """(() => {
    const [real, RealDate, timers] = [setTimeout.bind(window), Date, new Map()]
    let [now, last, answers] = [RealDate.now(), 0, 0]
    const set = (every) => (work, after = 0, ...given) => {
        timers.set(++last, { work, at: now + after, given, every: every ? Math.max(after, 1) : 0 })
        return last
    }
    const clear = (id) => timers.delete(id)
    window.setTimeout = set(false)
    window.setInterval = set(true)
    window.clearTimeout = window.clearInterval = clear
    window.Date = class extends RealDate {
        constructor(...given) { given.length ? super(...given) : super(now) }
        static now() { return now }
    }
    AbortSignal.timeout = (span) => {
        const stop = new AbortController()
        window.setTimeout(() => stop.abort(), span)
        return stop.signal
    }
    const asked = window.fetch.bind(window)
    window.fetch = async (...given) => {
        if (String(given[0]).endsWith('/api/live')) throw new TypeError('no event stream')
        const answer = await asked(...given)
        if (String(given[0]).endsWith('/api/rev')) real(() => (answers += 1), 5)
        return answer
    }
    const pass = (span) => {
        const until = now + span
        for (;;) {
            let [id, next] = [0, null]
            for (const [one, timer] of timers) {
                if (timer.at <= until && (!next || timer.at < next.at)) [id, next] = [one, timer]
            }
            if (!next) break
            now = Math.max(now, next.at)
            if (next.every) next.at += next.every
            else timers.delete(id)
            next.work(...next.given)
        }
        now = until
    }
    const until = async (what, holds) => {
        const limit = performance.now() + 30_000
        do {
            if (performance.now() > limit) throw new Error(`waited in vain for ${what}`)
            await new Promise((done) => real(done, 1))
            pass(200)
        } while (!holds())
    }
    const drawn = () => document.querySelector('#main :is(h1, h2)') && !document.querySelector('.skeleton')
    window.live = async (paths, polls, span) => {
        for (const path of paths) {
            for (const name of ['pointerdown', 'pointerup']) {
                document.dispatchEvent(new PointerEvent(name, { bubbles: true }))
            }
            location.hash = path
            await until(path, drawn)
            for (let poll = 0; poll < polls; poll += 1) {
                const before = answers
                pass(span)
                await until('an answer', () => answers > before)
            }
        }
    }
})()"""


@pytest.mark.slow
@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
def test_the_page_does_not_grow_over_a_day(tmp_path: Path, page: Page, screen: str) -> None:
    missed: list[str] = []
    page.on("response", lambda answer: missed.append(answer.url) if answer.status >= 400 else None)
    page.add_init_script(TIME)
    with serving(tmp_path / "data", "--demo") as mantel:
        mantel.sign_in(page, "/", wall=True)
        visited = all_paths(mantel, page)
        live(page, visited, WARM)
        before = measure(page)
        live(page, visited, SCREENS)
        after = measure(page)

    assert missed == []
    grown = {name: after[name] - before[name] for name in after}
    sys.stdout.write(f"{before} in the morning, {grown} more in the evening\n")
    # Each screen was shown this often: a leak of one object per visit adds up to as many.
    rounds = SCREENS // len(visited)
    assert grown["documents"] == 0
    assert grown["jsEventListeners"] < rounds
    assert grown["nodes"] < rounds
    assert grown["bytes"] < SCREENS * BYTES_A_SCREEN


def all_paths(mantel: MantelServer, page: Page) -> list[str]:
    """The paths of all screens."""
    return [*screen_paths(mantel), *settings_paths(page, mantel)]


def live(page: Page, visited: list[str], screens: int) -> None:
    """Show this many screens, for a minute and a half each."""
    for start in range(0, screens, AT_ONCE):
        shown = [dated(visited, at) for at in range(start, min(start + AT_ONCE, screens))]
        page.evaluate("([paths, polls, span]) => live(paths, polls, span)", [shown, POLLS_A_SCREEN, POLL_MS])


def dated(visited: list[str], at: int) -> str:
    """A path for the nth screen; the calendar shows another month in each round."""
    path, turn = visited[at % len(visited)], at // len(visited)
    month = f"{2021 + turn // 12 % 10}-{turn % 12 + 1:02}-15"
    return f"{path}&date={month}" if path.startswith("/calendar?view") else path


def measure(page: Page) -> dict[str, int]:
    """Documents, nodes, listeners and bytes of JavaScript objects, on a screen that always looks the same."""
    page.evaluate("([paths, span]) => live(paths, 1, span)", [STILL, POLL_MS])
    tools = page.context.new_cdp_session(page)
    chunks: list[str] = []
    tools.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
    tools.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    for _ in range(3):
        tools.send("HeapProfiler.collectGarbage")
    counted = tools.send("Memory.getDOMCounters")
    tools.detach()
    return {**counted, "bytes": weight(json.loads("".join(chunks)))}


def weight(snapshot: dict[str, Any]) -> int:
    meta, nodes = snapshot["snapshot"]["meta"], snapshot["nodes"]
    width, kinds = len(meta["node_fields"]), meta["node_types"][0]
    kind, size = meta["node_fields"].index("type"), meta["node_fields"].index("self_size")
    return sum(size for kind, size in zip(nodes[kind::width], nodes[size::width], strict=True) if kinds[kind] in OWN)
