"""Journeys of a family's first photos: the wall's code, the offer, pairs in the slideshow, faces, and drawings."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.qr_codes import scan
from tests.journeys.test_photos import add
from tests.journeys.touch import Touch
from tests.photos.pictures import picture

on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
on_a_phone = pytest.mark.parametrize("screen", ["phone"], indirect=True, scope="session")
AFTERNOON = datetime(2026, 11, 20, 15, 24, tzinfo=ZoneInfo("Europe/Berlin"))
UPRIGHT = (900, 1300)


@pytest.fixture
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household without photos."""
    with serving(tmp_path_factory.mktemp("first") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": "Europe/Berlin", "themeMode": "light"})
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d", "avatar": "🦊"})
        yield mantel


@on_a_phone
def test_the_slideshow_is_offered_after_the_first_upload(
    mantel: MantelServer, page: Page, screen: str, tmp_path: Path
) -> None:
    files = []
    for color in ("teal", "tomato"):
        files.append(tmp_path / f"{color}.jpg")
        files[-1].write_bytes(picture(size=UPRIGHT, color=color))
    mantel.sign_in(page, "/photos")
    upload(page, files[0])
    question = page.get_by_role("dialog", name="Show photos on the wall?")
    question.get_by_role("button", name="Not now").tap()
    expect(question).to_be_hidden()
    assert False is mantel.call("GET", "/api/settings")["slideshow"]

    # It is not asked again, but the page says that the wall shows none.
    upload(page, files[1])
    expect(page.get_by_role("button", name="Photo of")).to_have_count(2)
    expect(question).to_be_hidden()
    page.get_by_role("button", name="Show photos").tap()
    assert_accessible(page)
    question.get_by_role("button", name="Show photos").tap()
    expect(page.get_by_text("The wall shows photos after 10 minutes without a touch")).to_be_visible()
    assert True is mantel.call("GET", "/api/settings")["slideshow"]
    expect(page.get_by_role("button", name="Show photos")).to_have_count(0)


@on_the_wall
def test_an_empty_wall_shows_a_code_and_then_pairs_with_what_the_family_wants_over_them(
    mantel: MantelServer, page: Page, screen: str
) -> None:
    page.clock.install(time=AFTERNOON)
    mantel.sign_in(page, "/photos", wall=True)
    code = page.get_by_role("img", name="Scan this with your phone to add photos")
    assert f"{mantel.url}/#/photos" == scan(code, page)
    assert_accessible(page)

    mantel.call("PATCH", "/api/settings", {"slideshow": True, "slideshowAfterMinutes": 3, "slideshowClock": False})
    for color in ("teal", "tomato", "navy"):
        add(mantel, picture(size=UPRIGHT, color=color))
    expect(page.get_by_role("button", name="Photo of")).to_have_count(3)
    page.clock.fast_forward("02:30")
    slideshow = page.get_by_role("img", name="Slideshow")
    expect(slideshow).to_have_count(0)
    page.clock.fast_forward("01:10")
    pair = slideshow.locator(".front img")
    expect(pair).to_have_count(2)
    left, right = (pair.nth(at).bounding_box() for at in (0, 1))
    assert left and right and left["y"] == right["y"] and left["x"] < right["x"]
    expect(slideshow.locator("time")).to_have_count(0)
    page.clock.fast_forward("00:31")
    expect(pair).to_have_count(1)  # the third has no partner
    mantel.call("PATCH", "/api/settings", {"slideshowClock": True})
    expect(slideshow.locator("time")).to_be_visible()

    page.clock.fast_forward("00:31")
    expect(pair).to_have_count(2)
    page.touchscreen.tap(60, 300)
    expect(slideshow).to_have_count(0)
    page.clock.fast_forward(400)  # a touch right after the one that woke the wall presses nothing
    hide = page.get_by_role("button", name="Hide this photo")
    expect(hide).to_have_count(2)
    hide.first.tap()
    expect(page.get_by_text("The slideshow leaves this photo out")).to_be_visible()
    assert 2 == len(mantel.call("GET", "/api/photos/slideshow")["photos"])


@on_a_phone
def test_a_photo_becomes_a_face_and_the_emoji_returns_when_it_is_deleted(
    mantel: MantelServer, page: Page, screen: str
) -> None:
    add(mantel, picture(size=(600, 600), color="gold"))
    mantel.sign_in(page, "/settings/members")
    ana = page.get_by_role("button", name="Ana", exact=True)
    expect(ana).to_contain_text("🦊")
    ana.tap()
    page.get_by_role("button", name="Choose a photo").tap()
    page.get_by_role("button", name="Photo of").tap()
    page.get_by_role("button", name="Save").tap()
    face = ana.locator(".avatar img")
    expect(face).to_be_visible()
    assert 0 < face.evaluate("image => image.naturalWidth")
    mantel.go(page, "/chores")
    expect(page.locator(".avatar img").first).to_be_visible()
    assert_accessible(page)

    mantel.go(page, "/photos")
    page.get_by_role("button", name="Photo of").tap()
    page.get_by_role("button", name="Delete", exact=True).tap()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    assert [None] == [each["photoId"] for each in mantel.call("GET", "/api/members")]
    undo.tap()
    mantel.go(page, "/settings/members")
    expect(face).to_be_visible()


@on_the_wall
def test_a_drawing_joins_the_photos_by_a_tap(mantel: MantelServer, page: Page, screen: str, touch: Touch) -> None:
    mantel.sign_in(page, "/paint", wall=True)
    paper = page.get_by_role("img", name="Canvas")
    box = paper.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    touch.drag((box["x"] + 60, middle), (box["x"] + box["width"] - 60, middle))
    page.get_by_role("button", name="Drawings").tap()
    page.get_by_role("button", name="to the photos").tap()
    question = page.get_by_role("dialog", name="Add this drawing to the photos?")
    expect(question).to_contain_text("A copy is sent to your family’s Mantel")
    assert 0 == mantel.call("GET", "/api/photos")["total"]
    question.get_by_role("button", name="Add to photos").tap()

    # The family's first photo: the wall may show it.
    page.get_by_role("dialog", name="Show photos on the wall?").get_by_role("button", name="Not now").tap()
    [drawing] = mantel.call("GET", "/api/photos")["photos"]
    assert drawing["width"] > drawing["height"]
    expect(page.get_by_role("listitem").locator("img")).to_have_count(1)
    page.get_by_role("button", name="Undo").tap()
    mantel.go(page, "/photos")
    expect(page.get_by_text("No photos yet")).to_be_visible()


@on_the_wall
def test_a_screen_that_may_add_no_photos_says_so(mantel: MantelServer, page: Page, screen: str, touch: Touch) -> None:
    key = mantel.call("POST", "/api/keys", {"name": "Wall", "scope": "display"})["key"]
    page.goto(f"{mantel.url}/#/enter?key={key}&wall=1")
    page.locator("#main").wait_for()
    mantel.go(page, "/paint")
    box = page.get_by_role("img", name="Canvas").bounding_box()
    assert box
    touch.drag((box["x"] + 60, box["y"] + 90), (box["x"] + 300, box["y"] + 90))
    page.get_by_role("button", name="Drawings").tap()
    page.get_by_role("button", name="to the photos").tap()
    expect(page.get_by_text("This screen may not add photos.")).to_be_visible()


def upload(page: Page, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Add photos").tap()
    chooser.value.set_files([file])
