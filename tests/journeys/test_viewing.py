"""The wall asks how large it is and from where it is read, and its text becomes large enough."""

import json
import math
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Page, expect

from kiosk.page_requests import Handler, Request
from tests.journeys.accessibility import assert_accessible
from tests.journeys.kiosk_bridge import kiosk_for
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Touch, middle
from tests.morning import at
from tests.waiting import until

QUESTION = "Can everybody read this from where they stand?"
TITLE = "Violin lesson"
SHEET = "Size and distance"
MM_PER_INCH = 25.4
ARC_MINUTE = math.radians(1 / 60)
# The height of a capital letter in the font of an element, in pixels.
CAPITAL = """element => {
  const pen = document.createElement('canvas').getContext('2d')
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
  return pen.measureText('H').actualBoundingBoxAscent
}"""


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """The demo family, in which somebody has a lesson now."""
    with serving(tmp_path_factory.mktemp("viewing") / "data", "--demo=family") as mantel:
        member = mantel.call("GET", "/api/members")[0]["id"]
        calendar = next(each["id"] for each in mantel.call("GET", "/api/calendars") if each["kind"] == "local")
        times = {"start": at(0, 0).isoformat(), "end": at(23, 59).isoformat(), "allDay": False}
        lesson = {"calendarId": calendar, "title": TITLE, "memberIds": [member], **times}
        mantel.call("POST", "/api/events", lesson)
        yield mantel


def tap(touch: Touch, page: Page, name: str, role: str = "button") -> None:
    """With a finger that is put down and lifted."""
    found = page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
    found.scroll_into_view_if_needed()
    touch.down(middle(found))
    touch.up()


def choose(touch: Touch, page: Page, text: str) -> None:
    touch.down(middle(page.get_by_role("dialog", name=SHEET).get_by_text(text, exact=True)))
    touch.up()


def stored(page: Page) -> dict[str, float]:
    found: dict[str, float] = json.loads(page.evaluate("localStorage.getItem('mantel.viewing')"))
    return found


def arc_minutes(page: Page, inches: float, distance_mm: float) -> float:
    """How high a capital letter of the lesson's title is seen on a wall of 1920 by 1080."""
    page.evaluate("document.fonts.ready")
    title = page.locator("#main").get_by_text(TITLE).filter(visible=True).first
    expect(title).to_be_visible()
    pixels = title.evaluate(CAPITAL)
    mm = pixels * inches * MM_PER_INCH / math.hypot(1920, 1080)
    return float(mm / distance_mm / ARC_MINUTE)


def test_the_wall_asks_once_and_its_text_becomes_large_enough(mantel: MantelServer, page: Page, touch: Touch) -> None:
    mantel.sign_in(page, "/board", wall=True, asked=False)
    expect(page.get_by_text(QUESTION)).to_be_visible()
    assert_accessible(page)
    tap(touch, page, "Set the size")
    choose(touch, page, "24″")
    choose(touch, page, "Across the room")
    expect(page.get_by_role("radio", name="Across the room")).to_be_checked()
    assert_accessible(page)
    tap(touch, page, "Done")
    expect(page.get_by_role("dialog", name=SHEET)).to_be_hidden()
    expect(page.get_by_text(QUESTION)).to_be_hidden()
    assert {"inches": 24, "distanceMm": 3000} == stored(page)

    assert arc_minutes(page, 24, 3000) >= 7
    mantel.go(page, "/calendar?view=month")
    assert arc_minutes(page, 24, 3000) >= 5
    # The household's small text is not smaller than what the wall needs.
    mantel.call("PATCH", "/api/settings", {"textScale": "s"})
    page.locator("html[data-scale=s]").wait_for(state="attached")
    assert arc_minutes(page, 24, 3000) >= 5
    mantel.call("PATCH", "/api/settings", {"textScale": "m"})

    page.reload()
    page.locator("html[data-wake]").wait_for(state="attached")
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--text-size')").startswith("1.3")
    expect(page.get_by_text(QUESTION)).to_be_hidden()
    mantel.go(page, "/settings/device")
    page.get_by_role("button", name="Use the usual size").tap()
    assert "1" == until(lambda: page.evaluate("document.documentElement.style.getPropertyValue('--text-size')"))


def test_the_usual_size_may_be_right(mantel: MantelServer, page: Page, touch: Touch) -> None:
    mantel.sign_in(page, "/board", wall=True, asked=False)
    tap(touch, page, "It is fine")
    expect(page.get_by_text(QUESTION)).to_be_hidden()
    page.reload()
    page.locator("html[data-wake]").wait_for(state="attached")
    expect(page.get_by_text(QUESTION)).to_be_hidden()


def test_a_kiosk_knows_the_size_of_its_screen(mantel: MantelServer, page: Page, touch: Touch) -> None:
    async def screen(_: Request) -> dict[str, int]:
        return {"widthMm": 527, "heightMm": 296}

    handlers: Mapping[str, Handler] = {"screen": screen}
    with kiosk_for(page, handlers):
        mantel.sign_in(page, "/board", wall=True, asked=False)
        tap(touch, page, "Set the size")
        expect(page.get_by_text("The screen itself says 23.8 inches.")).to_be_visible()
        choose(touch, page, "In the hall")
        tap(touch, page, "Done")
        assert {"inches": 23.8, "distanceMm": 2000} == stored(page)
