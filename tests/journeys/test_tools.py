"""The helpers of the journeys on a test page: viewports, schemes, touch, accessibility."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.journeys.accessibility import assert_accessible
from tests.journeys.touch import Touch, middle
from tests.journeys.viewports import SCREENS, in_both_schemes, layout, on_every_screen

pytestmark = pytest.mark.journey

PAGE = """<!doctype html><html lang="en"><title>Test</title>
<meta name="viewport" content="width=device-width"><style>body { touch-action: none; height: 100vh }</style>
<button style="position: absolute; left: 100px; top: 60px; width: 80px; height: 40px">Here</button><script>
seen = [];
for (const kind of ['touchstart', 'touchmove', 'touchend'])
    addEventListener(kind, event => seen.push([kind, event.isTrusted, [...event.touches].map(
        touch => [touch.identifier, Math.round(touch.clientX), Math.round(touch.clientY)])]), { passive: true });
</script>"""


@pytest.fixture
def surface(page: Page) -> Page:
    page.set_content(PAGE)
    return page


def seen(surface: Page) -> list[Any]:
    events: list[Any] = surface.evaluate("seen")
    return events


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


def test_a_drag_sends_trusted_events_from_start_to_end(surface: Page, touch: Touch) -> None:
    touch.drag(middle(surface.get_by_role("button")), (400, 300))
    events = seen(surface)
    assert ["touchstart", True, [[0, 140, 80]]] == events[0]
    assert ["touchmove", True, [[0, 400, 300]]] == events[-2]
    assert ["touchend", True, []] == events[-1]


def test_one_of_two_fingers_can_be_lifted(surface: Page, touch: Touch) -> None:
    touch.down((200, 200), 0)
    touch.down((300, 200), 1)
    touch.up(0)
    assert ["touchend", True, [[1, 300, 200]]] == seen(surface)[-1]
    touch.move((320, 240), 1, steps=1)
    touch.up(1)
    assert [["touchmove", True, [[1, 320, 240]]], ["touchend", True, []]] == seen(surface)[-2:]


def test_a_pinch_moves_and_turns_two_fingers(surface: Page, touch: Touch) -> None:
    touch.pinch((600, 400), 100, 300, turn=90)
    moves = [touches for kind, _, touches in seen(surface) if kind == "touchmove"]
    assert [[0, 600, 550], [1, 600, 250]] == moves[-1]
    assert ["touchend", True, []] == seen(surface)[-1]


@pytest.mark.parametrize("lifted", [True, False])
def test_fingers_that_are_still_down_are_lifted(surface: Page, lifted: bool) -> None:
    touch = Touch(surface)
    touch.down((200, 200))
    if lifted:
        touch.up()
    touch.lift_all()
    assert 1 == [kind for kind, *_ in seen(surface)].count("touchend")


def test_an_accessible_page_passes(surface: Page) -> None:
    assert_accessible(surface)


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
