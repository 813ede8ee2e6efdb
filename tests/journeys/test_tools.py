"""The journeys' own tools on a page made for them: screens, schemes, touch, and the accessibility gate."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.journeys.accessibility import assert_accessible
from tests.journeys.touch import Touch, middle
from tests.journeys.viewports import SCREENS, in_both_schemes, on_every_screen

pytestmark = pytest.mark.journey

GLASS = """<!doctype html><html lang="en"><title>Glass</title>
<meta name="viewport" content="width=device-width"><style>body { touch-action: none; height: 100vh }</style>
<button style="position: absolute; left: 100px; top: 60px; width: 80px; height: 40px">Here</button><script>
seen = [];
for (const kind of ['touchstart', 'touchmove', 'touchend'])
    addEventListener(kind, event => seen.push([kind, event.isTrusted, [...event.touches].map(
        touch => [touch.identifier, Math.round(touch.clientX), Math.round(touch.clientY)])]), { passive: true });
</script>"""


@pytest.fixture
def glass(page: Page) -> Page:
    page.set_content(GLASS)
    return page


def seen(glass: Page) -> list[Any]:
    events: list[Any] = glass.evaluate("seen")
    return events


@on_every_screen
def test_a_screen_is_as_large_and_as_fine_as_its_name_says(glass: Page, screen: str) -> None:
    wanted = SCREENS[screen]
    measured = glass.evaluate("[innerWidth, innerHeight, devicePixelRatio, matchMedia('(pointer: coarse)').matches]")
    size = wanted["viewport"]
    assert [size["width"], size["height"], wanted.get("device_scale_factor", 1), True] == measured


@in_both_schemes
def test_a_scheme_is_what_the_page_prefers(glass: Page, scheme: str) -> None:
    assert glass.evaluate(f"matchMedia('(prefers-color-scheme: {scheme})').matches")
    assert glass.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")


def test_a_drag_goes_from_start_to_end_under_one_trusted_finger(glass: Page, touch: Touch) -> None:
    touch.drag(middle(glass.get_by_role("button")), (400, 300))
    events = seen(glass)
    assert ["touchstart", True, [[0, 140, 80]]] == events[0]
    assert ["touchmove", True, [[0, 400, 300]]] == events[-2]
    assert ["touchend", True, []] == events[-1]


def test_one_of_two_fingers_can_be_lifted(glass: Page, touch: Touch) -> None:
    touch.down((200, 200), 0)
    touch.down((300, 200), 1)
    touch.up(0)
    assert ["touchend", True, [[1, 300, 200]]] == seen(glass)[-1]
    touch.move((320, 240), 1, steps=1)
    touch.up(1)
    assert [["touchmove", True, [[1, 320, 240]]], ["touchend", True, []]] == seen(glass)[-2:]


def test_a_pinch_spreads_and_turns_two_fingers(glass: Page, touch: Touch) -> None:
    touch.pinch((600, 400), 100, 300, turn=90)
    moves = [touches for kind, _, touches in seen(glass) if kind == "touchmove"]
    assert [[0, 600, 550], [1, 600, 250]] == moves[-1]
    assert ["touchend", True, []] == seen(glass)[-1]


@pytest.mark.parametrize("lifted", [True, False])
def test_fingers_left_on_the_glass_are_lifted(glass: Page, lifted: bool) -> None:
    hand = Touch(glass)
    hand.down((200, 200))
    if lifted:
        hand.up()
    hand.lift_all()
    assert 1 == [kind for kind, *_ in seen(glass)].count("touchend")


def test_an_accessible_page_passes(glass: Page) -> None:
    assert_accessible(glass)


def test_a_fault_is_told_with_its_rule_and_its_place(glass: Page) -> None:
    glass.evaluate("document.body.insertAdjacentHTML('beforeend', '<input id=\"mute\">')")
    with pytest.raises(AssertionError, match=r"(?s)1 accessibility errors.*label \(critical\) #mute: "):
        assert_accessible(glass)


def test_a_strict_page_lets_the_gate_in(page: Page) -> None:
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
