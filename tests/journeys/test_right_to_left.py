"""A page that is written from right to left: what moves by touch or keys goes where the finger and the arrow point."""

import re
from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.journeys.hour_grid import draw_hours
from tests.journeys.list_page import wait_order
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.messages import RIGHT_TO_LEFT, use_language
from tests.journeys.touch import EVENT_IS_LIFTED, Point, Touch, middle
from tests.journeys.viewports import every_size
from tests.waiting import until

BERLIN = ZoneInfo("Europe/Berlin")
TUESDAY, WEDNESDAY, THURSDAY = "2031-06-03", "2031-06-04", "2031-06-05"
PHONE_MONTHS = ("month", "2031-07-03", "2031-05-03")
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("right-to-left") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": BERLIN.key, "weekStart": 1})
        mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})
        yield mantel


@pytest.fixture
def piano(mantel: MantelServer) -> Iterator[str]:
    """The id of an event on Tuesday from 10:00 to 11:00 in Berlin."""
    times = {"start": f"{TUESDAY}T08:00:00.000Z", "end": f"{TUESDAY}T09:00:00.000Z", "allDay": False}
    family = mantel.call("GET", "/api/calendars")[0]["id"]
    event = mantel.call("POST", "/api/events", {"calendarId": family, "title": "Piano", **times})["id"]
    yield event
    mantel.call("DELETE", f"/api/events/{event}")


@pytest.fixture
def shop(mantel: MantelServer) -> Iterator[str]:
    request = {"name": "Groceries", "kind": "shopping", "groupBy": "none"}
    made = mantel.call("POST", "/api/lists", request)["id"]
    mantel.call("POST", f"/api/lists/{made}/items", [{"title": title} for title in ("Milk", "Eggs", "Soap")])
    yield made
    mantel.call("DELETE", f"/api/lists/{made}")


@every_size
@on_wall_and_phone
def test_fingers_and_keys_move_an_event_in_a_week(
    mantel: MantelServer, page: Page, touch: Touch, screen: str, piano: str
) -> None:
    open_calendar(mantel, page, screen, "week")
    tuesday, wednesday, thursday = (box(column(page, day))["x"] for day in (TUESDAY, WEDNESDAY, THURSDAY))
    assert tuesday > wednesday > thursday

    # To the next day, which is on the left, and 90 minutes later.
    start = middle(block(page))
    touch.drag(start, by(page, start, days=1, minutes=90), lifted=EVENT_IS_LIFTED)
    expect(column(page, WEDNESDAY).locator("[data-event]")).to_be_visible()
    wait_times(mantel, piano, (f"{WEDNESDAY}T09:30", f"{WEDNESDAY}T10:30"))

    # While it is held, it is drawn in the column under the finger.
    start = middle(block(page))
    touch.hold(start, EVENT_IS_LIFTED)
    touch.move(by(page, start, days=-1))
    held = {**box(column(page, TUESDAY)), "y": box(block(page))["y"], "height": box(block(page))["height"]}
    # Drawn with the next frame.
    until(lambda: box(page.locator(".drag-box")) == pytest.approx(held, abs=4), page=page)
    touch.up()
    expect(column(page, TUESDAY).locator("[data-event]")).to_be_visible()
    wait_times(mantel, piano, (f"{TUESDAY}T09:30", f"{TUESDAY}T10:30"))

    # Its lower edge.
    x, y = middle(block(page))
    edge = (x, y + box(block(page))["height"] / 2 - 3)
    touch.drag(edge, by(page, edge, minutes=45), lifted=EVENT_IS_LIFTED)
    expect(page.locator(".drag-layer")).to_have_count(0)
    wait_times(mantel, piano, (f"{TUESDAY}T09:30", f"{TUESDAY}T11:15"))

    # The left arrow points to the next day.
    block(page).focus()
    page.keyboard.down("Alt")
    for key in ("ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
    page.keyboard.up("Alt")
    expect(column(page, WEDNESDAY).locator("[data-event]")).to_be_visible()
    wait_times(mantel, piano, (f"{WEDNESDAY}T09:45", f"{WEDNESDAY}T11:30"))

    # Over empty time, within the hours that are not folded.
    under = by(page, middle(block(page)), days=-1, minutes=-23)
    touch.drag(under, by(page, under, minutes=75), lifted=EVENT_IS_LIFTED)
    page.wait_for_url(re.compile(rf"event=new&.*at={TUESDAY}T12%3A00&until={TUESDAY}T13%3A30"))


@every_size
@on_wall_and_phone
def test_a_swipe_to_the_right_and_the_left_arrow_show_what_comes_next(
    mantel: MantelServer, page: Page, touch: Touch, screen: str
) -> None:
    """A week that is wider than the phone scrolls instead."""
    view, after, before = ("week", "2031-06-10", "2031-05-27") if screen != "phone" else PHONE_MONTHS
    open_calendar(mantel, page, screen, view)
    x, y = middle(page.locator("[data-draggable]"))
    touch.drag((x - 70, y), (x + 70, y))
    page.wait_for_function("date => location.hash.includes(date)", arg=f"date={after}")
    for _ in range(2):
        touch.drag((x + 70, y), (x - 70, y))
    page.wait_for_function("date => location.hash.includes(date)", arg=f"date={before}")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("date => location.hash.includes(date)", arg=f"date={after}")


@every_size
@on_wall_and_phone
def test_in_a_month_an_event_moves_to_the_day_under_the_finger(
    mantel: MantelServer, page: Page, touch: Touch, screen: str, piano: str
) -> None:
    open_calendar(mantel, page, screen, "month")
    day = page.locator(f'[data-day="{TUESDAY}"]')
    assert box(page.locator(f'[data-day="{WEDNESDAY}"]'))["x"] < box(day)["x"]
    touch.drag(middle(block(page)), middle(page.locator('[data-day="2031-06-12"]')), lifted=EVENT_IS_LIFTED)
    expect(page.locator(".drag-layer")).to_have_count(0)
    wait_times(mantel, piano, ("2031-06-12T08:00", "2031-06-12T09:00"))

    day.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(f'[data-day="{WEDNESDAY}"]')).to_be_focused()


@every_size
@on_wall_and_phone
def test_the_arrows_of_the_fields_for_date_and_time(mantel: MantelServer, page: Page, screen: str) -> None:
    use_language(page, RIGHT_TO_LEFT)
    mantel.sign_in(page, f"/calendar?event=new&at={TUESDAY}T10:00&until={TUESDAY}T11:00", wall=screen != "phone")
    date, time = (page.locator(f"dialog {name}").first for name in (".trigger", ".time"))
    date.tap()
    page.locator(f'dialog [data-day="{TUESDAY}"]').focus()
    page.keyboard.press("ArrowLeft")
    chosen = page.locator(f'dialog [data-day="{WEDNESDAY}"]')
    expect(chosen).to_be_focused()
    page.keyboard.press("Enter")
    time.tap()
    chosen = page.locator("[role=option][aria-selected=true]")
    chosen.focus()
    page.keyboard.press("ArrowLeft")
    expect(chosen.locator("+ [role=option]")).to_be_focused()


@every_size
@on_wall_and_phone
def test_a_row_of_a_list_moves_by_its_handle(
    mantel: MantelServer, page: Page, touch: Touch, screen: str, shop: str
) -> None:
    use_language(page, RIGHT_TO_LEFT)
    mantel.sign_in(page, f"/lists/{shop}", wall=screen != "phone")
    grip, first = (
        page.get_by_role("listitem", name=title, exact=True).get_by_role("button", name=re.compile("Move"))
        for title in ("Soap", "Milk")
    )
    # Handles are at the end of the line, which is on the left.
    assert middle(grip)[0] < box(page.locator("#main"))["width"] / 2
    end = middle(first)
    touch.drag(middle(grip), (end[0], end[1] - 12))
    assert ["Soap", "Milk", "Eggs"] == wait_order(mantel, shop, first="Soap")
    for key in ("Enter", "ArrowDown", "ArrowDown", "Enter"):
        grip.press(key)
    assert ["Milk", "Eggs", "Soap"] == wait_order(mantel, shop, first="Milk")


def open_calendar(mantel: MantelServer, page: Page, screen: str, view: str) -> None:
    use_language(page, RIGHT_TO_LEFT)
    draw_hours(mantel, page)
    mantel.sign_in(page, f"/calendar?view={view}&date={TUESDAY}", wall=screen.startswith("wall"))
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    page.locator("[data-draggable]").wait_for()


def block(page: Page) -> Locator:
    return page.locator("[data-event]", has_text="Piano")


def column(page: Page, day: str) -> Locator:
    return page.locator(f'[data-column="{day}"]')


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found is not None
    return found


def by(page: Page, start: Point, *, days: int = 0, minutes: int = 0) -> Point:
    """The point that many days onwards, which is to the left, and minutes from another in a view of hours."""
    found = box(page.locator("[data-column]").first)
    return start[0] - days * found["width"], start[1] + minutes / 1440 * found["height"]


def wait_times(mantel: MantelServer, event_id: str, expected: tuple[str, str]) -> None:
    """Wait until the server has the start and end of an event, in UTC."""

    def times() -> tuple[str, str]:
        event: dict[str, Any] = mantel.call("GET", f"/api/events/{event_id}")
        return event["start"][:16], event["end"][:16]

    assert expected == until(times, lambda now: now == expected)
