"""A phone that is held sideways: nothing is under its notch or its rounded corners."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.messages import use_language
from tests.journeys.screen_paths import visit
from tests.journeys.viewports import ALL
from tests.waiting import until

pytestmark = pytest.mark.journey

SIZES = {"sideways": (844, 390), "upright": (390, 844)}
INSETS = {
    "sideways": {"left": 47, "right": 47, "bottom": 21, "top": 0},
    "upright": {"left": 0, "right": 0, "bottom": 34, "top": 47},
}
# Controls of the page, or of the dialog above it, that reach into an edge and are not scrolled there.
COVERED = """edges => {
  const top = [...document.querySelectorAll('dialog[open], [popover]:popover-open')].at(-1) ?? document
  const scrolled = (node, axis, size) => {
    for (let at = node.parentElement; at; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at)['overflow' + axis]) && at['scroll' + size] > at['client' + size] + 1)
        return true
    return false
  }
  return [...top.querySelectorAll('a[href], button, input, h1, h2, label')].flatMap((node) => {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.closest('.skip, .visually-hidden')) return []
    const box = node.getBoundingClientRect()
    if (!box.width || box.right < 0 || box.left > innerWidth) return []
    const aside = box.left < edges.left - 1 || box.right > innerWidth - edges.right + 1
    const beyond = box.top < edges.top - 1 || box.bottom > innerHeight - edges.bottom + 1
    const name = (node.getAttribute('aria-label') || node.innerText || node.tagName).trim().slice(0, 30)
    const covered = (aside && !scrolled(node, 'X', 'Width')) || (beyond && !scrolled(node, 'Y', 'Height'))
    return covered ? [`${name}: ${[box.left, box.top, box.right, box.bottom]}`] : []
  })
}"""


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("notch") / "data", "--demo=family") as mantel:
        yield mantel


@pytest.fixture(params=[("sideways", "en"), ("sideways", "ar-XB"), ("upright", "en")], ids="-".join)
def phone(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[Page, dict[str, int]]]:
    """A phone with a notch, and what it takes of each edge in pixels; from left to right and from right to left."""
    held_so, language = request.param
    width, height = SIZES[held_so]
    held: dict[str, Any] = {**ALL["phone"], "viewport": {"width": width, "height": height}}
    with browser.new_context(**held, reduced_motion="reduce", service_workers="block") as context:
        page = context.new_page()
        use_language(page, language)
        edges = INSETS[held_so]
        devtools = context.new_cdp_session(page)
        devtools.send("Emulation.setSafeAreaInsetsOverride", {"insets": edges})
        yield page, edges


def covered(page: Page, edges: dict[str, int]) -> list[str]:
    return until(lambda: page.evaluate(COVERED, edges), lambda found: not found, page=page)


def test_no_control_is_under_the_notch(mantel: MantelServer, phone: tuple[Page, dict[str, int]]) -> None:
    page, edges = phone
    mantel.sign_in(page)
    found = {}
    for path in ("/board", "/calendar", "/settings", "/chores?chore=new"):
        visit(page, mantel, path)
        if under := covered(page, edges):
            found[path] = under
    assert {} == found


def test_sign_in_and_messages_keep_clear(mantel: MantelServer, phone: tuple[Page, dict[str, int]]) -> None:
    page, edges = phone
    page.goto(mantel.url)
    expect(page.get_by_role("button").first).to_be_visible()
    assert [] == covered(page, edges)
