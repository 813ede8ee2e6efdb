"""Screens in another language: no English is left, and nothing depends on the direction of writing."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.screen_paths import screen_paths, settings_paths, visit
from tests.journeys.viewports import on_the_phone

FOLDER = Path(__file__).parents[2] / "appliance/ui/src/words"
WORDS = FOLDER / "en.json"
# The longest words, and the most plural forms. The others run with the slow tests.
ALWAYS = ("de", "pl")
LANGUAGES = sorted(file.stem for file in FOLDER.glob("*.json") if file != WORDS)
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


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("language") / "data", "--demo") as mantel:
        yield mantel


@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
def test_every_text_of_every_screen_comes_from_the_file_of_words(mantel: MantelServer, page: Page) -> None:
    english = {text for text in texts(json.loads(WORDS.read_text("utf-8"))) if re.search("[a-z]{4}", text)}
    english -= set(texts(mantel.call("GET", "/api/export")))
    in_language(page, mantel, "en-XA")
    left: dict[str, list[str]] = {}
    for path in [*screen_paths(mantel), *settings_paths(page, mantel)]:
        visit(page, mantel, path)
        found = set(page.evaluate(SHOWN)) & english
        if found:
            left[path] = sorted(found)
    assert left == {}


@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
@pytest.mark.parametrize(
    "tag", [tag if tag in ALWAYS else pytest.param(tag, marks=pytest.mark.slow) for tag in LANGUAGES]
)
def test_texts_fit_and_are_in_the_language(mantel: MantelServer, page: Page, tag: str) -> None:
    """On the smallest wall and on a phone."""
    words = json.loads((FOLDER / f"{tag}.json").read_text("utf-8"))
    english = {text for text in texts(json.loads(WORDS.read_text("utf-8"))) if re.search("[a-z]{4}", text)}
    english -= {*texts(words), *texts(mantel.call("GET", "/api/export"))}
    wall = page.viewport_size
    assert wall is not None
    in_language(page, mantel, tag)
    wrong: dict[str, list[str]] = {}
    for path in [*screen_paths(mantel), *settings_paths(page, mantel)]:
        page.set_viewport_size(wall)
        visit(page, mantel, path)
        found = {f"English: {text}" for text in set(page.evaluate(SHOWN)) & english}
        found |= {f"cut on the wall: {text}" for text in cut(page)}
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        expect(page.locator("#main :is(h1, h2)").first).to_be_visible()
        found |= {f"cut on the phone: {text}" for text in cut(page)}
        if found:
            wrong[path] = sorted(found)
    assert wrong == {}


@on_the_phone
def test_a_language_from_right_to_left_turns_the_page(mantel: MantelServer, page: Page) -> None:
    in_language(page, mantel, "ar-XB")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    for path in ("/calendar?view=month", "/chores", "/lists", "/settings"):
        visit(page, mantel, path)
        width = page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
        assert width <= 0, path


def cut(page: Page) -> list[str]:
    """The texts that stay cut; while the layout follows another size they may be for a moment."""
    try:
        page.wait_for_function(f"() => ({CUT})().length === 0", timeout=3_000)
    except TimeoutError:
        return list(page.evaluate(CUT))
    return []


def in_language(page: Page, mantel: MantelServer, tag: str) -> None:
    """Sign in on a device that has chosen a language."""
    page.add_init_script(f"localStorage.setItem('mantel.language', {json.dumps(tag)})")
    mantel.sign_in(page)


def texts(tree: Any) -> Iterator[str]:
    """All texts in a tree of JSON."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict | list):
        for each in tree.values() if isinstance(tree, dict) else tree:
            yield from texts(each)
