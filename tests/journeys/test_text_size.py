"""Text of twice the size, chosen in Settings, loses nothing: it wraps or scrolls, and every control can be reached."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.messages import TAGS
from tests.journeys.screen_paths import screen_paths, visit
from tests.journeys.viewports import every_size, layout, on_every_screen
from tests.journeys.waiting import settled
from tests.waiting import until

SETTINGS = ("/settings/look", "/settings/members", "/settings/calendars", "/settings/keys", "/settings/device")

# What is outside the viewport and cannot be scrolled to, and text that its own button or link cuts off.
LOST = """() => {
  const scrolls = (node, axis) => /auto|scroll/.test(getComputedStyle(node)['overflow' + axis])
  const clips = (node, axis) => getComputedStyle(node)['overflow' + axis] !== 'visible'
  const name = (node) => (node.getAttribute('aria-label') || node.innerText || node.className).trim().slice(0, 40)
  const found = []
  const across = document.documentElement.scrollWidth
  if (across > innerWidth + 1) found.push(`the page is ${across} wide`)
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  for (const node of top.querySelectorAll('button, a[href], [role=button], label')) {
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    // A sticker may stand over the edge of its page.
    if (node.closest('.skip, .visually-hidden, [aria-hidden=true], .scrapbook .page')) continue
    const box = node.getBoundingClientRect()
    if (!box.width || !box.height) continue
    for (const [axis, start, end, size] of [['X', 'left', 'right', innerWidth], ['Y', 'top', 'bottom', innerHeight]]) {
      let from = 0, to = size, hidden = false
      for (let at = node.parentElement; at; at = at.parentElement) {
        // The calendar's head follows the hours below it.
        if (scrolls(at, axis) || at.matches('.grid > .head')) { hidden = true; break }
        if (at !== document.body && at !== document.documentElement && clips(at, axis)) {
          const edge = at.getBoundingClientRect()
          from = Math.max(from, edge[start])
          to = Math.min(to, edge[end])
        }
        if (getComputedStyle(at).position === 'fixed') break
      }
      if (!hidden && (box[start] < from - 2 || box[end] > to + 2))
        found.push(`${name(node)}: ${axis} ${[box[start], box[end]].map(Math.round)} in ${[from, to].map(Math.round)}`)
    }
    // The size of an event in the day and the week is its duration; the schedule and the event itself show it whole.
    if (node.closest('.grid [data-event], [data-day]')) continue
    const range = document.createRange()
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode
      const inside = text.parentElement
      if (!/[\\p{L}\\p{N}]/u.test(text.data) || inside.closest('.visually-hidden, svg, b')) continue
      const style = getComputedStyle(inside)
      if (!inside.checkVisibility({ visibilityProperty: true }) || style.clipPath !== 'none') continue
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') continue
      range.selectNodeContents(text)
      const words = range.getBoundingClientRect()
      const frame = node.matches('label') ? (node.closest('[role=radiogroup]') ?? node).getBoundingClientRect() : box
      const wide = words.left < frame.left - 2 || words.right > frame.right + 2
      const high = words.top < frame.top - 4 || words.bottom > frame.bottom + 4
      if (wide || high) found.push(`"${text.data.trim()}" leaves ${name(node)} ${wide ? 'sideways' : 'up or down'}`)
    }
  }
  return found
}"""


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("text") / "data", "--demo=family") as mantel:
        yield mantel


def choose_twice_the_size(mantel: MantelServer, page: Page) -> None:
    """In Settings, as a person does."""
    visit(page, mantel, "/settings/look")
    sizes = page.get_by_role("radiogroup", name="Text size on this device")
    sizes.get_by_text("200%").tap()
    expect(sizes.get_by_role("radio", name="200%")).to_be_checked()


def heights(page: Page) -> list[float]:
    """The heights of a text of the preview and of one beside it."""
    return [height(page.get_by_text(text, exact=True)) for text in ("Feed the cat", "Theme")]


def height(of: Locator) -> float:
    box = of.bounding_box()
    assert box
    return box["height"]


def are_twice(now: list[float], before: list[float]) -> bool:
    return all(abs(large - 2 * small) < 3 for small, large in zip(before, now, strict=True))


@on_every_screen
def test_a_size_is_shown_at_once_and_stays_on_this_device(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, "/settings/look", wall=screen != "phone")
    preview = page.get_by_role("figure", name="Preview")
    expect(preview).to_be_visible()
    page.evaluate("document.fonts.ready")
    before = heights(page)
    choose_twice_the_size(mantel, page)
    after = until(lambda: heights(page), lambda now: are_twice(now, before), page=page)
    assert are_twice(after, before)
    assert "m" == mantel.call("GET", "/api/settings")["textScale"]

    page.reload()
    expect(page.get_by_role("radio", name="200%")).to_be_checked()
    assert until(lambda: heights(page), lambda now: now == after, page=page) == after
    page.get_by_text("100%", exact=True).tap()
    expect(page.get_by_role("radio", name="100%")).to_be_checked()
    assert until(lambda: heights(page), lambda now: now == before, page=page) == before


@layout
@on_every_screen
def test_twice_the_size_loses_nothing(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, wall=screen != "phone")
    choose_twice_the_size(mantel, page)
    lost = {}
    for path in [*screen_paths(mantel), "/rewards", "/settings", *SETTINGS]:
        visit(page, mantel, path)
        page.evaluate("document.fonts.ready")
        if found := until(lambda: page.evaluate(LOST), lambda found: not found, page=page):
            lost[path] = found
    assert not lost


# Entries of the navigation that are not wholly in the window, that are too small, or whose word is cut.
OUTSIDE = """() => [...document.querySelectorAll('nav > a, nav > button')].flatMap((entry) => {
  const { left, top, right, bottom } = entry.getBoundingClientRect()
  const inside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
  const word = entry.querySelector('.word')
  const range = document.createRange()
  range.selectNodeContents(word)
  const text = range.getBoundingClientRect()
  const whole = text.left >= -1 && text.right <= innerWidth + 1 && text.bottom <= innerHeight + 1
  const large = right - left >= 44 && bottom - top >= 44
  const said = [inside || 'outside', whole || 'cut', large || 'small'].filter((one) => one !== true)
  return said.length ? [`${word.innerText}: ${said} ${[left, top, right, bottom].map(Math.round)}`] : []
})"""


@every_size
@pytest.mark.parametrize("screen", ["wall-1080", "phone"], indirect=True, scope="session")
def test_every_entry_of_the_navigation_is_reached_with_large_text(
    mantel: MantelServer, page: Page, screen: str
) -> None:
    """In every language, with the household's largest text and that of the device."""
    sizes = [("1", "xl", "de"), ("2", "m", "de"), *(("2", "xl", tag) for tag in TAGS)]
    mantel.sign_in(page, "/chores", wall=screen != "phone")
    found: dict[tuple[str, ...], Any] = {}
    try:
        for size, scale, tag in sizes:
            mantel.call("PATCH", "/api/settings", {"textScale": scale})
            stored = {"textSize": size, "language": tag}
            page.evaluate("all => Object.entries(all).map(([n, v]) => localStorage.setItem(`mantel.${n}`, v))", stored)
            page.reload()
            page.locator(f"html[data-scale={scale}]").wait_for(state="attached")
            page.evaluate("document.fonts.ready")
            settled(page)
            if outside := until(lambda: page.evaluate(OUTSIDE), lambda outside: not outside, page=page):
                found[(size, scale, tag)] = outside
            more = page.locator("nav > button[aria-haspopup=dialog]").last
            if not more.count():
                continue
            more.tap()
            menu = page.locator("nav [popover]:popover-open")
            for link in menu.locator("a").all():
                link.scroll_into_view_if_needed()
                box = link.bounding_box()
                assert box
                width, height = page.evaluate("[innerWidth, innerHeight]")
                right, bottom = box["x"] + box["width"], box["y"] + box["height"]
                if box["x"] < 0 or box["y"] < 0 or right > width + 1 or bottom > height + 1:
                    found[(size, scale, tag, link.inner_text())] = box
            menu.locator("a[href='#/settings']").tap()
            page.locator("#main a[href='#/settings/look']").first.wait_for()
            mantel.go(page, "/chores")
    finally:
        mantel.call("PATCH", "/api/settings", {"textScale": "m"})
    assert not found


# Words of an element that stand on two lines.
SPLIT = """it => {
  const walker = document.createTreeWalker(it, NodeFilter.SHOW_TEXT), split = [], range = document.createRange()
  while (walker.nextNode())
    for (const { 0: word, index } of walker.currentNode.data.matchAll(/\\S+/g)) {
      range.setStart(walker.currentNode, index)
      range.setEnd(walker.currentNode, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) split.push(word)
    }
  return split
}"""


@on_every_screen
def test_twice_the_size_leaves_the_paper_and_the_words_whole(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, wall=screen != "phone")
    choose_twice_the_size(mantel, page)
    visit(page, mantel, "/paint")
    paper, room = page.locator(".stage canvas").first, page.locator("#main")
    until(lambda: height(paper) > 0.4 * height(room), page=page)

    heading = page.locator("#main h1")
    for one in mantel.call("GET", "/api/lists"):
        visit(page, mantel, f"/lists/{one['id']}")
        expect(heading).to_have_text(one["name"])
        assert [] == until(lambda: heading.evaluate(SPLIT), lambda split: not split, page=page)


@pytest.mark.parametrize("size", ["1", "1.25"])
def test_a_long_word_stays_in_the_side_column(mantel: MantelServer, page: Page, size: str) -> None:
    added = mantel.call("POST", "/api/members", {"name": "Donaudampfschifffahrtskapitänin", "color": "#2f6f8f"})["id"]
    try:
        page.add_init_script(f"localStorage.setItem('mantel.textSize', '{size}')")
        page.set_viewport_size({"width": 1920, "height": 1080})
        mantel.sign_in(page, "/lists", wall=True)
        side = page.get_by_role("complementary")
        expect(side).to_contain_text("Donaudampfschifffahrtskapitänin")
        until(lambda: side.evaluate("it => it.scrollWidth <= it.clientWidth"), page=page)
    finally:
        mantel.call("DELETE", f"/api/members/{added}")
