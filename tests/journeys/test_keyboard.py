"""Journeys of the wall's on-screen keyboard."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Touch, middle
from tests.journeys.viewports import every_size, on_the_phone

on_both_walls = pytest.mark.parametrize("screen", ["wall-800", "wall-1080"], indirect=True, scope="session")
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("keyboard") / "data") as mantel:
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        yield mantel


def keyboard(page: Page) -> Locator:
    return page.locator(".keyboard")


def write(page: Page, text: str) -> None:
    for letter in text:
        name = "Space" if letter == " " else letter
        keyboard(page).get_by_role("button", name=name, exact=True).tap()


def field(mantel: MantelServer, page: Page) -> Locator:
    """The first field of a new chore, focused by touch."""
    mantel.sign_in(page, "/chores?chore=new", wall=True)
    title = page.get_by_role("textbox", name="Chore")
    title.tap()
    keyboard(page).wait_for()
    return title


@every_size
@on_both_walls
def test_text_is_typed_corrected_and_deleted(mantel: MantelServer, page: Page, screen: str, touch: Touch) -> None:
    title = field(mantel, page)
    keys = keyboard(page)
    # A sentence starts with a capital automatically; then the keys are lower case.
    write(page, "Feed the cat")
    expect(title).to_have_value("Feed the cat")
    page.keyboard.press("Home")
    write(page, "x")
    expect(title).to_have_value("xFeed the cat")
    keys.get_by_role("button", name="Undo").tap()
    expect(title).to_have_value("Feed the cat")

    page.keyboard.press("End")
    touch.down(middle(keys.get_by_role("button", name="Backspace")))
    expect(title).to_have_value("")
    touch.up()
    keys.get_by_role("button", name="?123").tap()
    write(page, "50%")
    keys.get_by_role("button", name="Emoji").tap()
    write(page, "🎉")
    expect(title).to_have_value("50%🎉")
    keys.get_by_role("button", name="Backspace").tap()
    expect(title).to_have_value("50%")
    assert_accessible(page)

    # The sheet and the field are above the keyboard.
    box, top = title.bounding_box(), keys.bounding_box()
    assert box is not None and top is not None
    assert box["y"] + box["height"] <= top["y"]
    keys.get_by_role("button", name="Done").tap()
    expect(keys).to_have_count(0)


@on_the_wall
def test_holding_a_key_offers_accents(mantel: MantelServer, page: Page, screen: str, touch: Touch) -> None:
    title = field(mantel, page)
    keys = keyboard(page)
    keys.get_by_role("button", name="Shift").tap()
    touch.down(middle(keys.get_by_role("button", name="e", exact=True)))
    accent = keys.get_by_role("group", name="Variants of e").get_by_role("button", name="é")
    accent.wait_for()
    touch.move(middle(accent))
    touch.up()
    expect(title).to_have_value("é")
    # Lifting on the key keeps the accents open; pressing shift twice locks capitals.
    for _ in range(2):
        keys.get_by_role("button", name="Shift").tap()
    touch.down(middle(keys.get_by_role("button", name="O", exact=True)))
    keys.get_by_role("group", name="Variants of o").wait_for()
    touch.up()
    keys.get_by_role("button", name="Ö", exact=True).tap()
    write(page, "LA")
    expect(title).to_have_value("éÖLA")


@on_the_phone
def test_a_phone_uses_its_own_keyboard(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, "/chores?chore=new")
    page.get_by_role("textbox", name="Chore").tap()
    expect(page.get_by_role("textbox", name="Chore")).to_be_focused()
    expect(keyboard(page)).to_have_count(0)
