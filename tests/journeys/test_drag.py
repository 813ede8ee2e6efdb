"""Journeys of direct manipulation: events are moved, resized and created by touch, mouse and keys."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.feed_server import PATH, feed_server
from tests.journeys.hour_grid import draw_hours
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import EVENT_IS_LIFTED, Point, Touch, middle
from tests.journeys.viewports import every_size, on_the_phone
from tests.waiting import until

BERLIN = ZoneInfo("Europe/Berlin")
# Far from today, so that no journey depends on the current date.
MONDAY, TUESDAY, WEDNESDAY = "2031-06-02", "2031-06-03", "2031-06-04"
# A feed is read some months ahead.
SOON = (datetime.now(BERLIN) + timedelta(days=7)).date().isoformat()
# Marks an element when its scrolling has ended; a tap before that would only end it.
MARK_REST = "node => node.addEventListener('scrollend', () => { node.dataset.rests = '' }, { once: true })"
every_screen = pytest.mark.parametrize(
    "screen", ["wall-800", "wall-portrait", "tablet", "phone"], indirect=True, scope="session"
)
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def feed() -> Iterator[str]:
    """The URL of an ICS feed with one event on SOON."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//club//EN",
        "BEGIN:VEVENT",
        "UID:match",
        "SUMMARY:Club match",
        f"DTSTART:{SOON.replace('-', '')}T100000Z",
        "DURATION:PT2H",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]
    with feed_server("\r\n".join(lines)) as url:
        yield url + PATH


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory, feed: str) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("drag") / "data", ALLOW_PRIVATE_FEED_URLS="1") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": BERLIN.key, "weekStart": 1})
        mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})
        club = mantel.call("POST", "/api/calendars", {"kind": "ics", "name": "Club", "url": feed})
        mantel.call("POST", f"/api/calendars/{club['id']}/sync")
        yield mantel


@pytest.fixture
def piano(mantel: MantelServer) -> Iterator[str]:
    """The id of an event on Tuesday from 10:00 to 11:00 in Berlin."""
    yield add(mantel, "Piano", f"{TUESDAY}T08:00:00.000Z", f"{TUESDAY}T09:00:00.000Z")
    clear(mantel)


@pytest.fixture
def swimming(mantel: MantelServer) -> Iterator[str]:
    """The id of a series on three Mondays from 16:00 to 17:00 in Berlin."""
    yield add(mantel, "Swimming", f"{MONDAY}T14:00:00.000Z", f"{MONDAY}T15:00:00.000Z", rrule="FREQ=WEEKLY;COUNT=3")
    clear(mantel)


def add(mantel: MantelServer, title: str, start: str, end: str, **more: Any) -> str:
    family = next(one for one in mantel.call("GET", "/api/calendars") if one["name"] == "Family")
    event = {"calendarId": family["id"], "title": title, "start": start, "end": end, "allDay": False, **more}
    return str(mantel.call("POST", "/api/events", event)["id"])


def clear(mantel: MantelServer) -> None:
    while own := [one for one in events(mantel) if not one["readOnly"]]:
        mantel.call("DELETE", f"/api/events/{own[0]['id']}")


def starts(mantel: MantelServer, title: str) -> list[str]:
    """Month, day and hour in UTC of every occurrence."""
    return sorted(one["start"][5:13] for one in events(mantel) if one["title"] == title)


def one_on(mantel: MantelServer, date: str) -> dict[str, Any]:
    return next(one for one in events(mantel) if one["start"][:10] == date)


def events(mantel: MantelServer) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = mantel.call("GET", "/api/events?from=2031-05-01&to=2031-07-01")
    return found


def times(mantel: MantelServer, event_id: str) -> tuple[str, str]:
    event = mantel.call("GET", f"/api/events/{event_id}")
    return event["start"][:16], event["end"][:16]


def open_week(mantel: MantelServer, page: Page, screen: str, view: str = "week", date: str = TUESDAY) -> None:
    draw_hours(mantel, page)
    mantel.sign_in(page, f"/calendar?view={view}&date={date}", wall=screen.startswith("wall"))
    page.locator("[data-draggable]").wait_for()


def block(page: Page, title: str) -> Locator:
    return page.locator("[data-event]", has_text=title)


def edge_of(of: Locator) -> Point:
    """A point on the lower edge of an element."""
    x, y = middle(of)
    found = of.bounding_box()
    assert found is not None
    return x, y + found["height"] / 2 - 3


def by(page: Page, start: Point, *, days: int = 0, minutes: int = 0) -> Point:
    """The point that many days and minutes from another in a view of hours."""
    column = page.locator("[data-column]").first.bounding_box()
    assert column is not None
    return start[0] + days * column["width"], start[1] + minutes / 1440 * column["height"]


def drag(page: Page, touch: Touch, screen: str, start: Point, end: Point) -> None:
    """Drag with a held finger; on the tablet with the mouse."""
    if screen == "tablet":
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*end, steps=8)
        page.mouse.up()
    else:
        touch.drag(start, end, lifted=EVENT_IS_LIFTED)


def toast(page: Page, words: str) -> Locator:
    return page.get_by_role("status").filter(has_text=words)


@every_size
@every_screen
def test_a_drag_moves_an_event_to_another_time_and_day(
    mantel: MantelServer, page: Page, touch: Touch, screen: str, piano: str
) -> None:
    open_week(mantel, page, screen)
    start = middle(block(page, "Piano"))
    drag(page, touch, screen, start, by(page, start, days=1, minutes=90))
    expect(toast(page, "“Piano” was moved to")).to_be_visible()
    assert times(mantel, piano) == (f"{WEDNESDAY}T09:30", f"{WEDNESDAY}T10:30")
    expect(page.locator(f'[data-column="{WEDNESDAY}"]')).to_contain_text("Piano")
    expect(page.locator(".drag-layer")).to_have_count(0)
    toast(page, "“Piano” was moved to").get_by_role("button", name="Undo").click()
    expect(page.locator(f'[data-column="{TUESDAY}"]')).to_contain_text("Piano")
    until(lambda: times(mantel, piano) == (f"{TUESDAY}T08:00", f"{TUESDAY}T09:00"))


@every_size
@every_screen
def test_the_lower_edge_resizes(mantel: MantelServer, page: Page, touch: Touch, screen: str, piano: str) -> None:
    open_week(mantel, page, screen)
    edge = edge_of(block(page, "Piano"))
    drag(page, touch, screen, edge, by(page, edge, minutes=45))
    expect(toast(page, "“Piano” is now")).to_be_visible()
    assert times(mantel, piano) == (f"{TUESDAY}T08:00", f"{TUESDAY}T09:45")


@every_size
@every_screen
def test_a_drag_over_empty_time_opens_the_form_with_this_time(
    mantel: MantelServer, page: Page, touch: Touch, screen: str, piano: str
) -> None:
    open_week(mantel, page, screen)
    under = by(page, middle(block(page, "Piano")), days=1, minutes=37)
    drag(page, touch, screen, under, by(page, under, minutes=75))
    expect(page.get_by_role("heading", name="New event")).to_be_visible()
    assert re.search(rf"at={WEDNESDAY}T11%3A00&until={WEDNESDAY}T12%3A30", page.url)


@on_the_wall
def test_escape_and_leaving_the_calendar_change_nothing(
    mantel: MantelServer, page: Page, touch: Touch, screen: str, piano: str
) -> None:
    open_week(mantel, page, screen)
    start = middle(block(page, "Piano"))
    touch.hold(start, EVENT_IS_LIFTED)
    touch.move(by(page, start, days=2))
    expect(page.locator(".drag-box")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".drag-layer")).to_have_count(0)
    touch.up()

    touch.hold(start, EVENT_IS_LIFTED)
    touch.move(by(page, start, days=2))
    touch.move((30, 400))
    expect(page.locator(".drag-layer.out")).to_have_count(1)
    touch.up()
    expect(page.locator(".drag-layer")).to_have_count(0)

    # A second finger cancels too.
    touch.hold(start, EVENT_IS_LIFTED)
    touch.move(by(page, start, days=2))
    touch.down((600, 600), 1)
    expect(page.locator(".drag-layer")).to_have_count(0)
    touch.lift_all()
    assert times(mantel, piano) == (f"{TUESDAY}T08:00", f"{TUESDAY}T09:00")
    assert f"date={TUESDAY}" in page.url and "event=" not in page.url


@on_the_wall
def test_a_short_touch_still_scrolls_opens_and_changes_the_week(
    mantel: MantelServer, page: Page, touch: Touch, screen: str, piano: str
) -> None:
    open_week(mantel, page, screen)
    hours = page.get_by_role("region", name="Calendar")
    # With one event there is nothing to scroll before the empty hours are shown.
    hours.get_by_role("button", name=re.compile("^Show 12:00")).tap()
    expect(hours.get_by_role("button", name=re.compile("^Show"))).to_have_count(0)
    hours.evaluate("node => { node.scrollTop = 300 }")
    start = middle(block(page, "Piano"))
    before = hours.evaluate("node => node.scrollTop")
    hours.evaluate(MARK_REST)
    touch.drag(start, (start[0], start[1] - 150))
    expect(hours).to_have_attribute("data-rests", "")
    assert hours.evaluate("node => node.scrollTop") > before + 50
    block(page, "Piano").tap()
    expect(page.get_by_role("heading", name="Piano")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Piano")).to_have_count(0)
    start = middle(block(page, "Piano"))
    touch.drag(start, (start[0] + 300, start[1]))
    page.wait_for_url(re.compile(r"date=2031-05-2\d"))
    assert times(mantel, piano) == (f"{TUESDAY}T08:00", f"{TUESDAY}T09:00")


@on_the_wall
def test_an_event_of_a_feed_does_not_lift(mantel: MantelServer, page: Page, touch: Touch, screen: str) -> None:
    open_week(mantel, page, screen, date=SOON)
    start = middle(block(page, "Club match"))
    touch.down(start)
    expect(toast(page, "“Club match” cannot be moved here")).to_be_visible()
    touch.move(by(page, start, minutes=60))
    expect(page.locator(".drag-layer")).to_have_count(0)
    touch.up()


@on_the_wall
def test_in_a_month_an_event_moves_to_another_day_and_keeps_its_time(
    mantel: MantelServer, page: Page, touch: Touch, screen: str, piano: str
) -> None:
    open_week(mantel, page, screen, "month")
    touch.drag(middle(block(page, "Piano")), middle(page.locator('[data-day="2031-06-12"]')), lifted=EVENT_IS_LIFTED)
    expect(toast(page, "“Piano” was moved to")).to_be_visible()
    assert times(mantel, piano) == ("2031-06-12T08:00", "2031-06-12T09:00")


@on_the_wall
def test_keys_move_and_resize(mantel: MantelServer, page: Page, screen: str, piano: str) -> None:
    open_week(mantel, page, screen)
    block(page, "Piano").focus()
    page.keyboard.down("Alt")
    for key in ("ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator(".drag-label")).to_contain_text("Wed")
    page.keyboard.up("Alt")
    expect(toast(page, "“Piano” was moved to")).to_be_visible()
    assert times(mantel, piano) == (f"{WEDNESDAY}T08:30", f"{WEDNESDAY}T09:30")
    expect(block(page, "Piano")).to_be_focused()
    page.keyboard.press("Alt+Shift+ArrowDown")
    expect(toast(page, "“Piano” is now")).to_be_visible()
    assert times(mantel, piano) == (f"{WEDNESDAY}T08:30", f"{WEDNESDAY}T09:45")
    page.keyboard.down("Alt")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    page.keyboard.up("Alt")
    expect(page.locator(".drag-layer")).to_have_count(0)
    assert times(mantel, piano) == (f"{WEDNESDAY}T08:30", f"{WEDNESDAY}T09:45")


@on_the_wall
def test_a_repeating_event_asks_which_dates_move(
    mantel: MantelServer, page: Page, touch: Touch, screen: str, swimming: str
) -> None:
    open_week(mantel, page, screen, date=MONDAY)
    start = middle(block(page, "Swimming"))
    touch.drag(start, by(page, start, days=1), lifted=EVENT_IS_LIFTED)
    page.get_by_role("dialog").get_by_role("button", name="Cancel").tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(f'[data-column="{MONDAY}"]')).to_contain_text("Swimming")
    assert starts(mantel, "Swimming") == ["06-02T14", "06-09T14", "06-16T14"]

    touch.drag(start, by(page, start, days=1), lifted=EVENT_IS_LIFTED)
    page.get_by_role("button", name="This event").tap()
    expect(toast(page, "“Swimming” was moved to")).to_be_visible()
    assert starts(mantel, "Swimming") == ["06-03T14", "06-09T14", "06-16T14"]
    mantel.go(page, "/calendar?view=week&date=2031-06-09")
    start = middle(page.locator('[data-column="2031-06-09"] [data-event]'))
    touch.drag(start, by(page, start, days=2, minutes=-60), lifted=EVENT_IS_LIFTED)
    page.get_by_role("button", name="This and following events").tap()
    expect(toast(page, "its following dates were moved")).to_be_visible()
    assert starts(mantel, "Swimming") == ["06-03T14", "06-11T13", "06-18T13"]
    following = page.locator('[data-column="2031-06-11"] [data-event]')
    # The rest of the series is a series of its own.
    expect(following).to_have_attribute("data-event", one_on(mantel, "2031-06-11")["id"])
    start = middle(following)
    touch.drag(start, by(page, start, days=-1), lifted=EVENT_IS_LIFTED)
    page.get_by_role("button", name="All events").tap()
    expect(toast(page, "All dates of “Swimming” were moved")).to_be_visible()
    assert starts(mantel, "Swimming")[1:] == ["06-10T13", "06-17T13"]
    toast(page, "All dates of “Swimming” were moved").get_by_role("button", name="Undo").last.tap()
    until(lambda: starts(mantel, "Swimming") == ["06-03T14", "06-11T13", "06-18T13"])


def test_a_move_without_a_connection_waits_and_can_be_taken_back(
    mantel: MantelServer, page: Page, touch: Touch, screen: str, piano: str
) -> None:
    open_week(mantel, page, screen)
    start = middle(block(page, "Piano"))
    page.context.set_offline(True)
    touch.drag(start, by(page, start, days=1), lifted=EVENT_IS_LIFTED)
    wednesday = page.locator(f'[data-column="{WEDNESDAY}"]')
    expect(wednesday).to_contain_text("Piano")
    toast(page, "“Piano” was moved to").get_by_role("button", name="Undo").tap()
    expect(wednesday).not_to_contain_text("Piano")
    touch.drag(start, by(page, start, days=1, minutes=60), lifted=EVENT_IS_LIFTED)
    expect(wednesday).to_contain_text("Piano")
    assert times(mantel, piano) == (f"{TUESDAY}T08:00", f"{TUESDAY}T09:00")
    page.context.set_offline(False)
    page.wait_for_function("async () => (await (await fetch('/api/health')).json()) && true")
    until(lambda: times(mantel, piano) == (f"{WEDNESDAY}T09:00", f"{WEDNESDAY}T10:00"))
    expect(wednesday).to_contain_text("Piano")


@on_the_phone
def test_on_a_phone_an_event_of_the_list_moves_to_a_day_above(
    mantel: MantelServer, page: Page, touch: Touch, screen: str, piano: str
) -> None:
    open_week(mantel, page, screen, "month")
    target = middle(page.locator('[data-day="2031-06-12"]'))
    touch.drag(middle(block(page, "Piano")), target, lifted=EVENT_IS_LIFTED)
    expect(toast(page, "“Piano” was moved to")).to_be_visible()
    assert times(mantel, piano) == ("2031-06-12T08:00", "2031-06-12T09:00")
