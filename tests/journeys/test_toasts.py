"""A message covers nothing that can be tapped, and what is under its text can still be touched."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Touch, middle
from tests.journeys.viewports import every_size, on_every_screen
from tests.morning import ZONE, at, today
from tests.waiting import until

# What can be tapped and is under the message, or under one that is not in its own room.
COVERED = """() => {
  const region = document.querySelector('[popover][role=status]:popover-open')
  const message = region.getBoundingClientRect()
  const tapped = 'a[href], button, input, label, [role=button], [role=checkbox]'
  return [...document.querySelectorAll(tapped)].flatMap((element) => {
    if (region.contains(element) || !element.checkVisibility({ visibilityProperty: true })) return []
    const { left, right, top, bottom, width } = element.getBoundingClientRect()
    let [from, to] = [top, bottom]
    for (let at = element.parentElement; at; at = at.parentElement)
      if (getComputedStyle(at).overflowY !== 'visible') {
        const edge = at.getBoundingClientRect()
        from = Math.max(from, edge.top)
        to = Math.min(to, edge.bottom)
      }
    const over = width && right > message.left && left < message.right && to > message.top + 1 && from < message.bottom
    return over && to > from ? [element.innerText || element.ariaLabel] : []
  })
}"""


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household whose day fills the screen."""
    with serving(tmp_path_factory.mktemp("toasts") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key})
        ana = mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})["id"]
        calendar = mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})["id"]
        for number in range(16):
            start = at(10) + timedelta(minutes=30 * number)
            times = {"start": start.isoformat(), "end": (start + timedelta(minutes=30)).isoformat(), "allDay": False}
            event = {"calendarId": calendar, "title": f"Lesson {number}", "memberIds": [ana], **times}
            mantel.call("POST", "/api/events", event)
        yield mantel


@every_size
@on_every_screen
def test_a_message_covers_nothing_that_can_be_tapped(
    mantel: MantelServer, page: Page, touch: Touch, screen: str
) -> None:
    mantel.sign_in(page, f"/calendar?view=schedule&date={today()}", wall=screen != "phone")
    page.locator("#main .view").get_by_text("Lesson 2", exact=True).tap()
    sheet = page.get_by_role("dialog", name="Lesson 2")
    sheet.get_by_role("button", name="Delete").tap()
    page.get_by_role("dialog", name="Delete “Lesson 2”?").get_by_role("button", name="Delete").tap()
    undo = page.get_by_role("status").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    assert [] == until(lambda: page.evaluate(COVERED), lambda covered: not covered, page=page)
    box = page.locator("[popover][role=status]:popover-open").bounding_box()
    window = page.viewport_size
    assert box
    assert window
    assert 0 <= box["x"]
    assert box["x"] + box["width"] <= window["width"]
    assert 0 <= box["y"]
    assert box["y"] + box["height"] <= window["height"]

    touch.down(middle(undo))
    touch.up()
    expect(page.locator("#main .view").get_by_text("Lesson 2", exact=True)).to_be_visible()
    until(lambda: "Lesson 2" in {event["title"] for event in events(mantel)}, page=page)


def events(mantel: MantelServer) -> list[dict[str, str]]:
    found: list[dict[str, str]] = mantel.call(
        "GET", f"/api/events?from={today() - timedelta(1)}&to={today() + timedelta(2)}"
    )
    return found
