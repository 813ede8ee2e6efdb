"""Journeys of photos: adding on a phone, the slideshow of a wall that nobody touches, and its memory over a day."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx
import pytest
from playwright.sync_api import CDPSession, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import KEY, MantelServer, serving
from tests.photos.pictures import picture

on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
on_a_phone = pytest.mark.parametrize("screen", ["phone"], indirect=True, scope="session")
BERLIN = ZoneInfo("Europe/Berlin")
AFTERNOON = datetime(2026, 11, 20, 15, 24, tzinfo=BERLIN)
COLORS = ["teal", "indianred", "slateblue", "olive", "tomato", "navy"]
MEGABYTE = 1_000_000
FRONT = "document.querySelector('.slideshow .front img')?.src"


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household with six photos, which a wall shows after two minutes."""
    with serving(tmp_path_factory.mktemp("photos") / "data") as mantel:
        chosen = {"slideshow": True, "slideshowAfterMinutes": 2, "slideshowSeconds": 10}
        mantel.call("PATCH", "/api/settings", {"timezone": "Europe/Berlin", "themeMode": "light", **chosen})
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        for color in COLORS:
            add(mantel, picture(size=(1600, 1000), color=color))
        yield mantel


def add(mantel: MantelServer, content: bytes) -> str:
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "image/jpeg"}
    answer = httpx.post(f"{mantel.url}/api/photos", content=content, headers=headers, timeout=60)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@on_a_phone
def test_a_phone_adds_photos_hides_one_and_takes_a_deletion_back(
    mantel: MantelServer, page: Page, screen: str, tmp_path: Path
) -> None:
    (tmp_path / "beach.jpg").write_bytes(picture(size=(900, 700), color="gold"))
    (tmp_path / "letter.jpg").write_bytes(b"no picture")
    mantel.sign_in(page, "/photos")
    photos = page.get_by_role("button", name="Photo of")
    expect(photos).to_have_count(len(COLORS))
    assert_accessible(page)

    page.get_by_role("button", name="New album").tap()
    type_into(page.get_by_role("textbox", name="Name of the album"), "Summer")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="Summer")).to_be_visible()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Add photos").tap()
    chooser.value.set_files([tmp_path / "beach.jpg", tmp_path / "letter.jpg"])
    expect(page.get_by_role("status").filter(has_text="1 photo was not added")).to_be_visible()
    expect(page.get_by_text("is not a JPEG, PNG, WebP or HEIC picture")).to_be_visible()
    expect(photos).to_have_count(1)

    photos.tap()
    page.get_by_role("button", name="Hide this photo").tap()
    expect(photos.get_by_role("img", name="Not in the slideshow")).to_be_visible()
    photos.tap()
    page.get_by_role("button", name="Delete", exact=True).tap()
    expect(photos).to_have_count(0)
    # That the photo was hidden can be undone too.
    deleted = page.locator(".toast", has_text="The photo was deleted")
    deleted.get_by_role("button", name="Undo").tap()
    expect(photos).to_have_count(1)


@on_the_wall
def test_a_wall_that_nobody_touches_shows_photos_and_a_tap_goes_home(
    mantel: MantelServer, page: Page, screen: str
) -> None:
    page.clock.install(time=AFTERNOON)
    mantel.sign_in(page, "/lists", wall=True)
    page.get_by_role("heading", name="Lists", exact=True).wait_for()

    expect(page.locator("html")).to_have_attribute("data-wake", "awake")
    page.clock.fast_forward("02:05")
    slideshow = page.get_by_role("img", name="Slideshow")
    expect(slideshow).to_be_visible()
    expect(slideshow.locator(".front img")).to_be_visible()
    expect(slideshow.get_by_text("Friday")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-wake", "awake")
    first = slideshow.locator(".front img").get_attribute("src")
    page.clock.fast_forward("00:11")
    expect(slideshow.locator(f'.front img[src="{first}"]')).to_have_count(0)
    assert page.locator("img").count() <= 2

    page.touchscreen.tap(60, 300)
    expect(slideshow).to_have_count(0)
    expect(page.get_by_role("link", name="Today")).to_have_attribute("aria-current", "page")

    page.clock.fast_forward(400)  # a touch right after the one that woke the wall presses nothing
    page.get_by_role("button", name="Hide this photo").tap()
    expect(page.get_by_text("The slideshow leaves this photo out")).to_be_visible()
    assert len(COLORS) - 1 <= len(mantel.call("GET", "/api/photos/slideshow")["photos"]) <= len(COLORS)


def begin_the_slideshow(mantel: MantelServer, page: Page) -> None:
    page.clock.install(time=AFTERNOON)
    mantel.sign_in(page, "/board", wall=True)
    page.get_by_role("article", name="Ana").wait_for()
    page.clock.fast_forward("02:05")
    expect(page.get_by_role("img", name="Slideshow").locator(".front img")).to_be_visible()


@on_the_wall
def test_the_slideshow_goes_on_without_the_server(mantel: MantelServer, page: Page, screen: str) -> None:
    begin_the_slideshow(mantel, page)
    turn(page, len(COLORS), 10)
    page.context.set_offline(True)
    for _ in range(3):
        before = page.evaluate(FRONT)
        page.clock.fast_forward("00:11")
        page.wait_for_function(f"before => {FRONT} && {FRONT} !== before", arg=before)
    page.clock.fast_forward("01:00")
    expect(page.get_by_role("img", name="Slideshow").locator("time")).to_have_text(re.compile("^(15|3):[23]"))
    page.context.set_offline(False)


@on_the_wall
def test_pictures_move_slowly_or_not_at_all(mantel: MantelServer, page: Page, screen: str) -> None:
    page.emulate_media(reduced_motion="no-preference")
    begin_the_slideshow(mantel, page)
    movement = "getComputedStyle(document.querySelector('.slideshow .front img')).animationName"
    assert re.search("nearer|farther", page.evaluate(movement))

    page.emulate_media(reduced_motion="reduce")
    assert "none" == page.evaluate(movement)
    page.emulate_media(reduced_motion="no-preference")
    assert "none" != page.evaluate(movement)

    mantel.call("PATCH", "/api/settings", {"slideshowMotion": "still"})
    try:
        page.clock.fast_forward("00:20")
        page.wait_for_function(f"() => {movement} === 'none'")
    finally:
        mantel.call("PATCH", "/api/settings", {"slideshowMotion": "moving"})


@on_the_wall
@pytest.mark.parametrize(("pictures", "seconds"), [(150, 10), pytest.param(24 * 60, 60, marks=pytest.mark.slow)])
def test_the_slideshow_does_not_grow(
    mantel: MantelServer, page: Page, screen: str, pictures: int, seconds: int
) -> None:
    """One node or listener too many for each picture is more than the bounds allow."""
    mantel.call("PATCH", "/api/settings", {"slideshowSeconds": seconds})
    begin_the_slideshow(mantel, page)
    count_pictures(page)
    devtools = page.context.new_cdp_session(page)
    devtools.send("HeapProfiler.enable")
    turn(page, 30, seconds)  # everything that is kept once is there
    before = memory(devtools)

    turn(page, pictures, seconds)

    after = memory(devtools)
    shown = page.evaluate("shownPictures")
    # Some turns of the clock come while a picture is still being read.
    assert shown["made"] > pictures // 2
    assert shown["made"] - shown["given back"] <= 2
    assert page.locator("img").count() <= 2
    assert after["Nodes"] <= before["Nodes"] + 100, (before, after)
    assert after["JSEventListeners"] <= before["JSEventListeners"] + 20, (before, after)
    assert after["JSHeapUsedSize"] <= before["JSHeapUsedSize"] + 2 * MEGABYTE, (before, after)


def count_pictures(page: Page) -> None:
    """Count the pictures that are held in memory for the page: `shownPictures`."""
    page.evaluate(
        """() => {
          window.shownPictures = { made: 0, 'given back': 0 }
          const { createObjectURL, revokeObjectURL } = URL
          URL.createObjectURL = (blob) => (shownPictures.made++, createObjectURL.call(URL, blob))
          URL.revokeObjectURL = (url) => (shownPictures['given back']++, revokeObjectURL.call(URL, url))
        }"""
    )


def turn(page: Page, pictures: int, seconds: int) -> None:
    """Let the time of so many pictures pass, `seconds` for each, after the one before was shown."""
    for _ in range(pictures):
        before = page.evaluate(FRONT)
        page.clock.fast_forward(seconds * 1000)
        # When the time passes while a picture is being decoded, the next one comes a little later.
        with suppress(PlaywrightTimeout):
            page.wait_for_function(f"before => {FRONT} !== before", arg=before, timeout=2_000, polling=5)


def memory(devtools: CDPSession) -> dict[str, float]:
    devtools.send("HeapProfiler.collectGarbage")
    devtools.send("Performance.enable")
    return {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
