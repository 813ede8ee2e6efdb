"""What would pass unnoticed if it failed: the sizes and colour schemes of the journeys, and the accessibility check."""

import pytest
from playwright.sync_api import Page

from tests.journeys.accessibility import assert_accessible
from tests.journeys.viewports import SCREENS, in_both_schemes, layout, on_every_screen

pytestmark = pytest.mark.journey

PAGE = """<!doctype html><html lang="en"><title>Test</title><meta name="viewport" content="width=device-width">
<button>Here</button>"""


@pytest.fixture
def surface(page: Page) -> Page:
    page.set_content(PAGE)
    return page


@layout
@on_every_screen
def test_a_viewport_has_its_size_and_resolution(surface: Page, screen: str) -> None:
    wanted = SCREENS[screen]
    measured = surface.evaluate("[innerWidth, innerHeight, devicePixelRatio, matchMedia('(pointer: coarse)').matches]")
    size = wanted["viewport"]
    assert [size["width"], size["height"], wanted.get("device_scale_factor", 1), True] == measured


@layout
@in_both_schemes
def test_a_scheme_is_the_preferred_one_of_the_page(surface: Page, scheme: str) -> None:
    assert surface.evaluate(f"matchMedia('(prefers-color-scheme: {scheme})').matches")
    assert surface.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")


def test_an_error_names_its_rule_and_element(surface: Page) -> None:
    surface.evaluate("document.body.insertAdjacentHTML('beforeend', '<input id=\"mute\">')")
    with pytest.raises(AssertionError, match=r"(?s)1 accessibility errors.*label \(critical\) #mute: "):
        assert_accessible(surface)


def test_a_page_with_a_strict_content_policy_can_be_checked(page: Page) -> None:
    page.route(
        "**/*",
        lambda route: route.fulfill(
            body="<!doctype html><html lang=en><title>Strict</title><button></button>",
            headers={"Content-Type": "text/html", "Content-Security-Policy": "default-src 'self'"},
        ),
    )
    page.goto("http://strict.test/")
    with pytest.raises(AssertionError, match="button-name"):
        assert_accessible(page)
