"""Touch input for a page: trusted touch events through DevTools, with one or two fingers."""

import math
from collections.abc import Iterator, Mapping

from playwright.sync_api import Locator, Page

from tests.journeys.waiting import settled

Point = tuple[float, float]
# What says that the finger holds something: an event of a calendar, a row of a list that scrolls.
EVENT_IS_LIFTED = "html[data-dragging]"
ROW_IS_LIFTED = "#dnd-action-dragged-el"


class Touch:
    """Fingers are numbered from 0. Points are CSS pixels from the top left of the window."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._devtools = page.context.new_cdp_session(page)
        self._down: dict[int, Point] = {}

    def down(self, at: Point, finger: int = 0) -> None:
        self._down[finger] = at
        self._dispatch("touchStart", self._down)

    def move(self, to: Point, finger: int = 0, *, steps: int = 8) -> None:
        """Move there in steps: a drag is recognised by the moves between its ends."""
        for point in between(self._down[finger], to, steps):
            self._down[finger] = point
            self._dispatch("touchMove", self._down)

    def up(self, finger: int = 0) -> None:
        self._dispatch("touchEnd", {finger: self._down.pop(finger)})

    def hold(self, at: Point, lifted: str) -> None:
        """Hold one finger until the page shows what it lifts."""
        self.down(at)
        self._page.locator(lifted).wait_for(state="attached")

    def drag(self, start: Point, end: Point, *, lifted: str | None = None) -> None:
        """Drag with one finger: what must be lifted first, is `lifted` until the page has dropped it."""
        if lifted is None:
            self.down(start)
        else:
            self.hold(start, lifted)
        self.move(end)
        self.up()
        if lifted is not None:
            self._page.locator(lifted).wait_for(state="detached")

    def pinch(self, around: Point, before: float, after: float, *, turn: float = 0) -> None:
        """Move two fingers from `before` to `after` pixels apart, turned by `turn` degrees clockwise."""
        steps = 12
        for finger in (0, 1):
            self.down(beside(around, before, 0, finger), finger)
        for step in range(1, steps + 1):
            apart = before + (after - before) * step / steps
            for finger in (0, 1):
                self._down[finger] = beside(around, apart, turn * step / steps, finger)
            self._dispatch("touchMove", self._down)
        self.lift_all()

    def lift_all(self) -> None:
        if self._down:
            self._down.clear()
            self._dispatch("touchEnd", {})

    def _dispatch(self, kind: str, fingers: Mapping[int, Point]) -> None:
        """A `touchEnd` lifts the fingers it contains, or all when it contains none."""
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in fingers.items()]
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(of: Locator) -> Point:
    """The centre of an element, scrolled into view, where it stays."""
    settled(of.page)
    of.scroll_into_view_if_needed()
    box = of.bounding_box()
    assert box is not None, f"{of} is not visible"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def between(start: Point, end: Point, steps: int) -> Iterator[Point]:
    for step in range(1, steps + 1):
        share = step / steps
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def beside(around: Point, apart: float, degrees: float, finger: int) -> Point:
    """The position of one of two fingers `apart` pixels apart."""
    angle = math.radians(degrees + 180 * finger)
    return around[0] + math.cos(angle) * apart / 2, around[1] + math.sin(angle) * apart / 2
