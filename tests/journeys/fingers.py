"""Real fingers for a page: touches that the browser itself trusts, one or two at a time."""

import math
from collections.abc import Iterator, Mapping

from playwright.sync_api import Locator, Page

Point = tuple[float, float]


class Fingers:
    """Fingers are numbered from 0. Points are CSS pixels from the top left of the window."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._glass = page.context.new_cdp_session(page)
        self._down: dict[int, Point] = {}

    def down(self, at: Point, finger: int = 0) -> None:
        self._down[finger] = at
        self._tell("touchStart", self._down)

    def move(self, to: Point, finger: int = 0, *, steps: int = 8) -> None:
        """Glide there: a drag is recognised by the moves between its ends."""
        for point in between(self._down[finger], to, steps):
            self._down[finger] = point
            self._tell("touchMove", self._down)

    def up(self, finger: int = 0) -> None:
        self._tell("touchEnd", {finger: self._down.pop(finger)})

    def drag(self, start: Point, end: Point, *, hold: int = 0) -> None:
        """One finger from start to end, after resting `hold` milliseconds on the start."""
        self.down(start)
        self._page.wait_for_timeout(hold)
        self.move(end)
        self.up()

    def pinch(self, around: Point, before: float, after: float, *, turn: float = 0) -> None:
        """Two fingers, `before` pixels apart, end `after` pixels apart and turned by `turn` degrees clockwise."""
        steps = 12
        for finger in (0, 1):
            self.down(beside(around, before, 0, finger), finger)
        for step in range(1, steps + 1):
            apart = before + (after - before) * step / steps
            for finger in (0, 1):
                self._down[finger] = beside(around, apart, turn * step / steps, finger)
            self._tell("touchMove", self._down)
        self.lift_all()

    def lift_all(self) -> None:
        if self._down:
            self._down.clear()
            self._tell("touchEnd", {})

    def _tell(self, kind: str, fingers: Mapping[int, Point]) -> None:
        """An end lifts the fingers it names, or all of them when it names none."""
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in fingers.items()]
        self._glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(of: Locator) -> Point:
    """The middle of an element that is on the screen, as it lies now."""
    of.scroll_into_view_if_needed()
    box = of.bounding_box()
    assert box is not None, f"{of} is not on the screen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def between(start: Point, end: Point, steps: int) -> Iterator[Point]:
    for step in range(1, steps + 1):
        share = step / steps
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def beside(around: Point, apart: float, degrees: float, finger: int) -> Point:
    angle = math.radians(degrees + 180 * finger)
    return around[0] + math.cos(angle) * apart / 2, around[1] + math.sin(angle) * apart / 2
