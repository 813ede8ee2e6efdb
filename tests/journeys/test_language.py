"""Screens in another language: no English is left, and nothing depends on the direction of writing."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, TimeoutError, expect

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.messages import FOR_TESTS, LONG, RIGHT_TO_LEFT, TAGS, messages, use_language
from tests.journeys.screen_paths import screen_paths, settings_paths, visit
from tests.journeys.viewports import on_the_phone
from tests.waiting import until

# The longest words, the most plural forms, and texts longer than any. The others run with the slow tests.
ALWAYS = ("de", "pl", LONG)
LANGUAGES = [*(tag for tag in TAGS if tag != "en"), LONG]
# The line of a coming event on the board has no room for this; it has for "tomorrow" of each real language.
LONG_TOMORROW = "cut on the wall: Ţöɱöŕŕöŵ lore · "
PHONE = {"width": 390, "height": 844}
# The texts that a person sees or hears: those of elements without children, and the names of fields and buttons.
SHOWN = """() => [...document.querySelectorAll('body *')].flatMap(one => [
  one.children.length ? '' : one.textContent,
  one.getAttribute('aria-label'), one.getAttribute('placeholder'), one.getAttribute('title'),
]).filter(Boolean).map(text => text.trim())"""

# Texts of the UI that their button, link, tab or heading is too narrow or too low for. Names and titles, which people
# write, may be shortened.
CUT = """() => {
  const controls = document.querySelectorAll('button, a, summary, label, legend, nav span, h1, h2, h3, [role=tab]')
  const isCut = (one) => {
    const style = getComputedStyle(one)
    if (style.clipPath !== 'none' || one.querySelector('.visually-hidden')) return false
    const hidden = style.overflowX !== 'visible'
    return (hidden && one.scrollWidth > one.clientWidth + 1) || (hidden && one.scrollHeight > one.clientHeight + 3)
  }
  const own = (one) => [...one.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim())
  const found = []
  for (const control of controls) {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const box = control.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) continue
    for (const one of [control, ...control.querySelectorAll('*')]) {
      const texts = own(one)
      if (!texts.length || one.closest('[dir=auto], bdi, .visually-hidden, svg')) continue
      if (!/\\p{L}/u.test(one.textContent) || getComputedStyle(one).clipPath !== 'none') continue
      const range = document.createRange()
      const outside = texts.some((text) => {
        range.selectNodeContents(text)
        const drawn = range.getBoundingClientRect()
        return drawn.width > 1 && (drawn.right > box.right + 1 || drawn.left < box.left - 1)
      })
      if (outside || isCut(one)) found.push(one.textContent.trim())
    }
  }
  return [...new Set(found)]
}"""

# Texts of which not the end but the beginning is cut, as of a title in another direction than its line.
CUT_AT_ITS_START = """() => {
  const found = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const first = text.data.search(/\\p{L}/u)
    const parent = text.parentElement
    if (first < 0 || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (parent.closest('.visually-hidden')) continue
    // The browser does not see that ar-XB is written from right to left.
    if (text.data.includes('\\u202e') && parent.closest('[dir=auto]')) continue
    let clip = parent
    while (clip && getComputedStyle(clip).overflowX === 'visible') clip = clip.parentElement
    if (!clip || !['hidden', 'clip'].includes(getComputedStyle(clip).overflowX)) continue
    range.setStart(text, first)
    range.setEnd(text, first + 1)
    const letter = range.getBoundingClientRect()
    const box = clip.getBoundingClientRect()
    const middle = (letter.left + letter.right) / 2
    range.selectNodeContents(text)
    const whole = range.getBoundingClientRect()
    // What reaches in by less than a pixel is not seen, as of a day that is scrolled away.
    if (letter.top >= box.bottom - 2 || whole.right < box.left + 1 || whole.left > box.right - 1) continue
    if (middle < box.left || middle > box.right) found.push(text.data.trim())
  }
  return [...new Set(found)]
}"""

# Titles of several lines whose ellipsis is not seen: Chromium adds it after the words of the last line. Those in the
# other direction end at the edge of their box.
WITHOUT_ELLIPSIS = """() => [...document.querySelectorAll('main *')].filter((one) => {
  const style = getComputedStyle(one)
  const title = one.matches('[dir=auto]') ? one : one.querySelector('[dir=auto]')
  return title && style.webkitLineClamp !== 'none' && style.whiteSpace !== 'nowrap' && style.overflowX !== 'visible'
    && getComputedStyle(title).direction === 'ltr' && getComputedStyle(title).display !== 'inline'
}).map((one) => one.textContent.trim())"""

# By how many pixels the page is wider than the window.
BEYOND = "document.scrollingElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("language") / "data", "--demo") as mantel:
        yield mantel


@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
@pytest.mark.parametrize(
    "tag", [tag if tag in ALWAYS else pytest.param(tag, marks=pytest.mark.slow) for tag in LANGUAGES]
)
def test_texts_fit_and_are_in_the_language(mantel: MantelServer, page: Page, tag: str) -> None:
    """On the smallest wall and on a phone. In en-XA all messages have accents."""
    assert faults(mantel, page, tag, "wall", "phone") == {}


@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
@pytest.mark.parametrize("size", ["phone", pytest.param("wall", marks=pytest.mark.slow)])
def test_texts_fit_from_right_to_left(mantel: MantelServer, page: Page, size: str) -> None:
    assert faults(mantel, page, RIGHT_TO_LEFT, size) == {}


def faults(mantel: MantelServer, page: Page, tag: str, *sizes: str) -> dict[str, list[str]]:
    """The texts of each screen that are in English, or cut on one of the sizes."""
    own = set() if tag in FOR_TESTS else set(texts(messages(tag)))
    english = {text for text in texts(messages("en")) if re.search("[a-z]{4}", text)}
    english -= {*own, *texts(mantel.call("GET", "/api/export"))}
    wall = page.viewport_size
    assert wall is not None
    in_language(page, mantel, tag)
    wrong: dict[str, list[str]] = {}
    for path in [*screen_paths(mantel), *settings_paths(page, mantel)]:
        found: set[str] = set()
        for size in sizes:
            page.set_viewport_size(wall if size == "wall" else PHONE)  # type: ignore[arg-type]
            if size == sizes[0]:
                visit(page, mantel, path)
                found |= {f"English: {text}" for text in set(page.evaluate(SHOWN)) & english}
            expect(page.locator("#main :is(h1, h2)").first).to_be_visible()
            found |= {f"cut on the {size}: {text}" for text in staying(page, CUT)}
            found |= {f"beginning cut on the {size}: {text}" for text in staying(page, CUT_AT_ITS_START)}
        if found := {each for each in found if not each.startswith(LONG_TOMORROW)}:
            wrong[path] = sorted(found)
    return wrong


@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
def test_settings_say_which_share_of_a_language_is_translated(
    mantel: MantelServer, browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    """As in a build whose Polish files lack some messages."""
    context = browser.new_context(**{**browser_context_args, "service_workers": "block"})
    context.route("**/assets/*.js", at_87_percent)
    with context:
        page = context.new_page()
        mantel.call("PATCH", "/api/settings", {"language": "pl"})
        in_language(page, mantel, "pl")
        visit(page, mantel, "/settings/household")
        expect(page.get_by_text(messages("pl")["language"]["partly"].replace("{share}", "87%"))).to_be_visible()
    mantel.call("PATCH", "/api/settings", {"language": "auto"})


def at_87_percent(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=re.sub(r"\bpl:100\b", "pl:87", answer.text()))


@on_the_phone
def test_a_language_from_right_to_left_turns_the_page(mantel: MantelServer, page: Page) -> None:
    in_language(page, mantel, RIGHT_TO_LEFT)
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    for path in ("/calendar?view=month", "/chores", "/lists", "/settings"):
        visit(page, mantel, path)
        width = until(lambda: page.evaluate(BEYOND), lambda width: width <= 0, page=page)
        assert width <= 0, path


@pytest.mark.parametrize("screen", ["wall-1080", "wall-portrait"], indirect=True, scope="session")
@pytest.mark.parametrize("path", ["/board", "/calendar?view=week"])
def test_titles_from_left_to_right_keep_their_ellipsis_on_a_page_from_right_to_left(
    mantel: MantelServer, page: Page, path: str
) -> None:
    in_language(page, mantel, RIGHT_TO_LEFT)
    visit(page, mantel, path)
    expect(page.locator("main [dir=auto]").first).to_be_visible()
    assert until(lambda: page.evaluate(WITHOUT_ELLIPSIS), lambda found: not found, page=page) == []


def staying(page: Page, cut: str) -> list[str]:
    """The texts that stay cut; while the layout follows another size they may be for a moment."""
    try:
        page.wait_for_function(f"() => ({cut})().length === 0", timeout=3_000)
    except TimeoutError:
        return list(page.evaluate(cut))
    return []


def in_language(page: Page, mantel: MantelServer, tag: str) -> None:
    """Sign in on a device that has chosen a language."""
    use_language(page, tag)
    mantel.sign_in(page)


def texts(tree: Any) -> Iterator[str]:
    """All texts in a tree of JSON."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict | list):
        for each in tree.values() if isinstance(tree, dict) else tree:
            yield from texts(each)
