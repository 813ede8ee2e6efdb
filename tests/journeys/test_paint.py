"""Journeys of Paint: drawings stay in the browser and survive reloads."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Point, Touch
from tests.journeys.viewports import every_size, in_both_schemes
from tests.waiting import until

on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
RED, WHITE = [229, 56, 59], [255, 255, 255]
MOST, DEPTH = 50, 20

# In the browser: the picture of the canvas below the one of the current stroke.
PICTURE = "document.querySelector('canvas').toDataURL()"
COLOUR = """([x, y]) => {
    const canvas = document.querySelector('canvas')
    const point = [x * canvas.width, y * canvas.height].map(Math.floor)
    return [...canvas.getContext('2d').getImageData(...point, 1, 1).data].slice(0, 3)
}"""
OPEN = "new Promise((done, no) => { const open = indexedDB.open('mantel'); open.onsuccess = () => done(open.result) })"
STORED = f"{OPEN}.then(db => new Promise(done => {{ \
    const all = db.transaction('drawings').objectStore('drawings').getAll(); \
    all.onsuccess = () => {{ db.close(); done(all.result) }} }}))"
MARKS = f"{OPEN}.then(db => new Promise(done => {{ \
    const all = db.transaction('strokes').objectStore('strokes').count(); \
    all.onsuccess = () => {{ db.close(); done(all.result) }} }}))"
FILL = f"count => {OPEN}.then(db => new Promise(done => {{ \
    const work = db.transaction('drawings', 'readwrite'); \
    for (let n = 0; n < count; n++) work.objectStore('drawings').put( \
        {{ id: `old-${{n}}`, name: `Old ${{n}}`, at: n, width: 1440, height: 1080, thumb: 'data:,' }}); \
    work.oncomplete = () => {{ db.close(); done() }} }}))"


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """Ana has unlocked the space and the animal stickers, Ben the animals."""
    with serving(tmp_path_factory.mktemp("paint") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"themeMode": "auto", "stickerPriceScale": 0})
        ana = mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        mantel.call("POST", "/api/members", {"name": "Ben", "color": "#2f6f8f"})
        mantel.call("POST", "/api/stickers/packs/space/buy", {"memberId": ana["id"]})
        yield mantel


def paint(mantel: MantelServer, page: Page, screen: str = "wall-800") -> None:
    """Open Paint with an empty sheet."""
    mantel.sign_in(page, "/paint", wall=screen != "phone")
    paper(page).wait_for()


def paper(page: Page) -> Locator:
    return page.get_by_role("img", name="Canvas")


def at(page: Page, x: float, y: float) -> Point:
    """A point of the window, from fractions of the sheet."""
    box = paper(page).bounding_box()
    assert box is not None
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def dot(page: Page, touch: Touch, number: int) -> None:
    touch.down(at(page, *position_of(number)))
    touch.up()


def position_of(number: int) -> Point:
    """The position of the nth dot, in rows of ten."""
    return 0.08 + number % 10 * 0.09, 0.08 + number // 10 * 0.09


def colour(page: Page, x: float, y: float) -> list[int]:
    found: list[int] = page.evaluate(COLOUR, [x, y])
    return found


def wait_for_colour(page: Page, expected: list[int], x: float, y: float) -> None:
    assert expected == until(lambda: colour(page, x, y), lambda found: found == expected, page=page)


def dots(page: Page, count: int) -> list[bool]:
    return [colour(page, *position_of(number)) == RED for number in range(count)]


def picture(page: Page) -> str:
    return str(page.evaluate(PICTURE))


def stored(page: Page) -> list[dict[str, Any]]:
    drawings: list[dict[str, Any]] = page.evaluate(STORED)
    return drawings


@every_size
@on_wall_and_phone
def test_a_stroke_is_drawn_and_stored_on_the_device_only(
    mantel: MantelServer, page: Page, screen: str, touch: Touch
) -> None:
    paint(mantel, page, screen)
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request))
    touch.drag(at(page, 0.2, 0.2), at(page, 0.8, 0.2))
    wait_for_colour(page, RED, 0.5, 0.2)
    # Two children paint at the same time.
    for finger, y in ((0, 0.4), (1, 0.6)):
        touch.down(at(page, 0.2, y), finger)
    for finger, y in ((0, 0.4), (1, 0.6)):
        touch.move(at(page, 0.8, y), finger)
    # The second finger is still down when the page is closed.
    touch.up(0)
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    touch.lift_all()
    for y in (0.4, 0.6):
        wait_for_colour(page, RED, 0.5, y)
    before = picture(page)

    page.reload()
    paper(page).wait_for()
    assert [before] == [until(lambda: picture(page), lambda now: now == before)]
    assert 1 == len(stored(page))
    # The page reports its connection kind without a body; nothing else leaves the device.
    written = {request.url for request in sent if request.method != "GET"}
    assert written <= {f"{mantel.url}/api/home/standing"}
    asked = [request.url.partition("#")[0] for request in sent]
    assert [] == [url for url in asked if ("draw" in url or "paint" in url) and f"{mantel.url}/assets/" not in url]


@on_the_wall
def test_twenty_strokes_can_be_undone(mantel: MantelServer, page: Page, screen: str, touch: Touch) -> None:
    paint(mantel, page)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    for number in range(DEPTH + 5):
        dot(page, touch, number)
    assert [True] * (DEPTH + 5) == dots(page, DEPTH + 5)
    for _ in range(DEPTH):
        undo.tap()
    expect(undo).to_be_disabled()
    assert [True] * 5 + [False] * DEPTH == dots(page, DEPTH + 5)
    page.reload()
    paper(page).wait_for()
    assert [True] * 5 + [False] * DEPTH == until(lambda: dots(page, DEPTH + 5), lambda found: found[4])


@on_the_wall
def test_a_hundred_strokes_survive_a_reload(mantel: MantelServer, page: Page, screen: str, touch: Touch) -> None:
    paint(mantel, page)
    for number in range(100):
        dot(page, touch, number)
    before = picture(page)
    assert [True] * 100 == dots(page, 100)
    # Older strokes are merged into a picture; few single strokes are stored.
    assert until(lambda: int(page.evaluate(MARKS)), lambda left: left <= 60) <= 60
    page.reload()
    paper(page).wait_for()
    assert [before] == [until(lambda: picture(page), lambda now: now == before)]
    page.get_by_role("button", name="Undo").tap()
    assert [True] * 99 + [False] == until(lambda: dots(page, 100), lambda found: not found[99])


@on_the_wall
def test_clearing_can_be_undone(mantel: MantelServer, page: Page, screen: str, touch: Touch) -> None:
    paint(mantel, page)
    dot(page, touch, 0)
    page.get_by_role("radio", name="Very thick brush").check(force=True)
    page.get_by_role("button", name="Eraser").tap()
    touch.drag(at(page, 0.05, 0.08), at(page, 0.2, 0.08))
    wait_for_colour(page, WHITE, *position_of(0))
    # The click comes a moment after the tap.
    page.get_by_role("button", name="Undo").tap()
    wait_for_colour(page, RED, *position_of(0))
    page.get_by_role("button", name="Clear").tap()
    wait_for_colour(page, WHITE, *position_of(0))
    page.get_by_role("status").get_by_role("button", name="Undo").tap()
    wait_for_colour(page, RED, *position_of(0))


@on_wall_and_phone
def test_only_unlocked_stickers_are_offered(mantel: MantelServer, page: Page, screen: str, touch: Touch) -> None:
    paint(mantel, page, screen)
    page.get_by_role("button", name="Stickers").tap()
    tray = page.get_by_role("dialog", name="Stickers")
    expect(tray.get_by_role("heading")).to_have_text(["Animals", "Space"])
    tray.get_by_role("button", name="Ben").tap()
    expect(tray.get_by_role("heading")).to_have_text(["Animals"])
    tray.get_by_role("button", name="Use 🐸").tap()
    expect(tray).to_be_hidden()
    touch.down(at(page, 0.5, 0.5))
    touch.move(at(page, 0.6, 0.5))
    touch.up()
    until(lambda: colour(page, 0.6, 0.5), lambda found: found[1] > found[0] and found[1] > found[2], page=page)
    assert WHITE == colour(page, 0.1, 0.1)


@on_wall_and_phone
def test_a_drawing_is_named_downloaded_deleted_and_restored(
    mantel: MantelServer, page: Page, screen: str, touch: Touch, tmp_path: Path
) -> None:
    paint(mantel, page, screen)
    dot(page, touch, 0)
    page.get_by_role("button", name="New").tap()
    expect(page.get_by_role("button", name="New")).to_be_disabled()
    dot(page, touch, 7)
    page.get_by_role("button", name="Drawings").tap()
    pictures = page.get_by_role("listitem")
    expect(pictures).to_have_count(2)
    pictures.first.get_by_role("button", name="Rename").tap()
    type_into(page.get_by_role("textbox", name="Name"), "A dot")
    page.get_by_role("button", name="Save").tap()
    expect(pictures.first).to_contain_text("A dot")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download A dot").tap()
    assert "A dot.png" == download.value.suggested_filename
    download.value.save_as(tmp_path / "dot.png")
    assert b"\x89PNG" == (tmp_path / "dot.png").read_bytes()[:4]

    page.get_by_role("button", name="Delete A dot").tap()
    expect(pictures).to_have_count(1)
    page.get_by_role("status").get_by_role("button", name="Undo").tap()
    expect(pictures.first).to_contain_text("A dot")
    page.get_by_role("button", name="Open A dot").tap()
    paper(page).wait_for()
    assert until(lambda: colour(page, *position_of(7)), lambda found: found == RED) == RED


@on_the_wall
def test_a_full_gallery_stores_no_new_drawing(mantel: MantelServer, page: Page, screen: str, touch: Touch) -> None:
    paint(mantel, page)
    dot(page, touch, 0)
    until(lambda: stored(page), lambda found: bool(found))
    page.evaluate(FILL, MOST - 1)
    page.get_by_role("button", name="New").tap()
    dot(page, touch, 1)
    expect(page.get_by_text("This screen stores up to 50 drawings.")).to_be_visible()
    assert MOST == len(stored(page))

    # A stored drawing can still be edited, and the new one is stored once there is space.
    page.get_by_role("button", name="Drawings").tap()
    page.get_by_role("button", name="Delete Old 3", exact=True).tap()
    expect(page.get_by_role("listitem")).to_have_count(MOST - 1)
    page.go_back()
    paper(page).wait_for()
    assert RED == until(lambda: colour(page, *position_of(1)), lambda found: found == RED)
    dot(page, touch, 2)
    expect(page.get_by_text("This screen stores up to 50 drawings")).to_be_hidden()
    assert MOST == len(until(lambda: stored(page), lambda found: len(found) == MOST))
    page.get_by_role("button", name="New").tap()
    dot(page, touch, 5)
    expect(page.get_by_text("This screen stores up to 50 drawings.")).to_be_visible()
    page.get_by_role("button", name="Drawings").tap()
    page.get_by_role("button", name="Open Old 9", exact=True).tap()
    paper(page).wait_for()
    expect(page.get_by_text("This screen stores up to 50 drawings")).to_be_hidden()
    dot(page, touch, 6)
    page.reload()
    paper(page).wait_for()
    assert RED == until(lambda: colour(page, *position_of(6)), lambda found: found == RED)


@on_the_wall
def test_the_idle_reset_after_ten_minutes_loses_no_stroke(
    mantel: MantelServer, page: Page, screen: str, touch: Touch
) -> None:
    page.clock.install()
    paint(mantel, page)
    dot(page, touch, 3)
    page.clock.fast_forward("09:50")
    expect(paper(page)).to_be_visible()
    page.clock.fast_forward("00:20")
    expect(page.get_by_role("link", name="Today")).to_have_attribute("aria-current", "page")
    mantel.go(page, "/paint")
    paper(page).wait_for()
    assert RED == until(lambda: colour(page, *position_of(3)), lambda found: found == RED)


@every_size
@on_wall_and_phone
@in_both_schemes
def test_paint_is_accessible(mantel: MantelServer, page: Page, screen: str, touch: Touch) -> None:
    paint(mantel, page, screen)
    assert_accessible(page)
    dot(page, touch, 0)
    page.get_by_role("button", name="Stickers").tap()
    page.get_by_role("button", name="Use 🐸").wait_for()
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Drawings").tap()
    expect(page.get_by_role("listitem")).to_have_count(1)
    assert_accessible(page)
