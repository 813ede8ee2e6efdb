"""Journeys of the sticker shop and the scrapbook."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Touch, middle
from tests.journeys.viewports import every_size, in_both_schemes
from tests.morning import ZONE, today
from tests.waiting import until

pytestmark = pytest.mark.journey

on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("mantel") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        yield mantel


@pytest.fixture
def ana(mantel: MantelServer) -> Iterator[dict[str, Any]]:
    """Ana has earned 18 points."""
    ana: dict[str, Any] = mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
    chore = mantel.call("POST", "/api/chores", {"title": "Tidy up", "points": 18, "memberId": ana["id"]})
    mantel.call("POST", f"/api/chores/{chore['id']}/complete", {"date": str(today())})
    yield ana
    mantel.call("DELETE", f"/api/chores/{chore['id']}")
    mantel.call("DELETE", f"/api/members/{ana['id']}")


def on_the_page(mantel: MantelServer, ana: dict[str, Any]) -> list[dict[str, Any]]:
    placements: list[dict[str, Any]] = mantel.call("GET", f"/api/stickers/scrapbook/{ana['id']}")
    return placements


def place(mantel: MantelServer, ana: dict[str, Any], sticker: str, **lie: float) -> dict[str, Any]:
    placed: dict[str, Any] = mantel.call("POST", f"/api/stickers/scrapbook/{ana['id']}", {"sticker": sticker, **lie})
    return placed


def where(page: Page, sticker: Locator) -> tuple[float, float]:
    """The centre of a sticker as fractions of the page."""
    box = page.get_by_role("group", name="sticker page").bounding_box()
    x, y = middle(sticker)
    assert box is not None
    return (x - box["x"]) / box["width"], (y - box["y"]) / box["height"]


@on_wall_and_phone
def test_a_pack_is_bought_and_a_sticker_placed_and_turned(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any], touch: Touch
) -> None:
    mantel.sign_in(page, f"/stickers/{ana['id']}/shop", wall=screen != "phone")
    expect(page.get_by_text("2 more needed").first).to_be_visible()
    sweets = page.get_by_role("listitem").filter(has_text="Sweets")
    sweets.get_by_role("button", name="Buy for 15 points").tap()
    page.get_by_role("dialog").get_by_role("button", name="Buy").tap()
    page.get_by_role("dialog", name="Ana got Sweets!").get_by_role("button", name="Use stickers").tap()
    page.get_by_role("button", name="Place 🍩").tap()
    donut = page.get_by_role("button", name="Sticker 🍩")
    expect(donut).to_have_attribute("aria-pressed", "true")

    x, y = middle(donut)
    touch.drag((x, y), (x - 40, y - 30))
    touch.pinch(middle(donut), 40, 80, turn=45)
    expect(donut).to_have_attribute("aria-pressed", "true")
    until(lambda: on_the_page(mantel, ana)[0]["rotation"] > 40, page=page)
    [placed] = on_the_page(mantel, ana)
    assert pytest.approx(3, rel=0.1) == placed["scale"]
    assert pytest.approx(45, abs=3) == placed["rotation"]
    drawn = pytest.approx((placed["x"], placed["y"]), abs=0.02)
    assert drawn == until(lambda: where(page, donut), lambda found: found == drawn, page=page)
    assert 3 == mantel.call("GET", f"/api/members/{ana['id']}/points")["balance"]

    page.reload()
    assert drawn == until(lambda: where(page, donut), lambda found: found == drawn, page=page)
    assert placed == on_the_page(mantel, ana)[0]


@on_wall_and_phone
def test_every_change_of_a_sticker_has_a_button(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    place(mantel, ana, "🐱", x=0.7, y=0.3)
    dog = place(mantel, ana, "🐶", x=0.3, y=0.6)
    top = place(mantel, ana, "🐰", x=0.7, y=0.75)
    mantel.sign_in(page, f"/stickers/{ana['id']}", wall=screen != "phone")
    page.get_by_role("button", name="Sticker 🐶").tap()
    for name in (
        "Make bigger",
        "Make bigger",
        "Make smaller",
        "Rotate left",
        "Rotate right",
        "Rotate right",
        "Bring to front",
    ):
        page.get_by_role("button", name=name, exact=True).tap()
    until(lambda: on_the_page(mantel, ana)[-1]["id"] == dog["id"], page=page)
    moved = on_the_page(mantel, ana)[-1]
    assert pytest.approx(1.2) == moved["scale"]
    assert (15, top["z"] + 1) == (moved["rotation"], moved["z"])

    page.get_by_role("button", name="Remove").tap()
    expect(page.get_by_role("button", name="Sticker 🐶")).to_have_count(0)
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("button", name="Sticker 🐶")).to_be_visible()
    until(lambda: "🐶" in [one["sticker"] for one in on_the_page(mantel, ana)], page=page)
    again = next(one for one in on_the_page(mantel, ana) if one["sticker"] == "🐶")
    same = ("x", "y", "scale", "rotation", "z")
    assert [moved[name] for name in same] == [again[name] for name in same]


@on_the_wall
def test_a_sticker_is_moved_with_the_keyboard(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    place(mantel, ana, "🐸")
    mantel.sign_in(page, f"/stickers/{ana['id']}", wall=True)
    page.get_by_role("button", name="Sticker 🐸").focus()
    for key in ("ArrowLeft", "ArrowDown", "ArrowDown", "]", "+"):
        page.keyboard.press(key)
    until(lambda: on_the_page(mantel, ana)[0]["scale"] > 1, page=page)
    [frog] = on_the_page(mantel, ana)
    assert pytest.approx([0.48, 0.54, 15, 1.2]) == [frog[name] for name in ("x", "y", "rotation", "scale")]
    page.keyboard.press("Delete")
    expect(page.get_by_text("Tap a sticker to add it to the page")).to_be_visible()


@on_the_wall
def test_a_closed_shop_sells_nothing_and_the_scrapbook_still_works(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    mantel.call("PATCH", "/api/settings", {"stickersEnabled": False})
    mantel.sign_in(page, f"/stickers/{ana['id']}/shop", wall=True)
    expect(page.get_by_text("The sticker shop is off.")).to_be_visible()
    expect(page.get_by_role("listitem")).to_have_count(8)
    expect(page.get_by_role("button", name="Buy")).to_have_count(0)
    page.get_by_text("Page", exact=True).tap()
    page.get_by_role("button", name="Place 🐔").tap()
    expect(page.get_by_role("button", name="Sticker 🐔")).to_be_visible()
    mantel.call("PATCH", "/api/settings", {"stickersEnabled": True})


@on_the_wall
def test_points_spent_on_another_screen_are_explained(
    mantel: MantelServer, page: Page, screen: str, ana: dict[str, Any]
) -> None:
    mantel.sign_in(page, f"/stickers/{ana['id']}/shop", wall=True)
    sweets = page.get_by_role("listitem").filter(has_text="Sweets")
    sweets.get_by_role("button", name="Buy for 15 points").tap()
    mantel.call("POST", "/api/stickers/packs/sports/buy", {"memberId": ana["id"]})
    page.get_by_role("dialog").get_by_role("button", name="Buy").tap()
    expect(page.get_by_text("Not enough points: the price is 15, the balance is 3.")).to_be_visible()


@every_size
@in_both_schemes
@on_wall_and_phone
def test_stickers_are_accessible(
    mantel: MantelServer, page: Page, screen: str, scheme: str, ana: dict[str, Any]
) -> None:
    place(mantel, ana, "🐱", x=0.7, y=0.3, scale=2)
    place(mantel, ana, "🐶", x=0.2, y=0.6, scale=0.3)
    mantel.sign_in(page, f"/stickers/{ana['id']}", wall=screen != "phone")
    expect(page.get_by_role("button", name="Place 🐔")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Sticker 🐱").tap()
    assert_accessible(page)
    mantel.go(page, f"/stickers/{ana['id']}/shop")
    expect(page.get_by_role("listitem")).to_have_count(8)
    assert_accessible(page)
    page.get_by_role("button", name="Buy for 15 points").first.tap()
    page.get_by_role("dialog").get_by_role("button", name="Buy").tap()
    expect(page.get_by_role("dialog", name="Ana got Sweets!")).to_be_visible()
    assert_accessible(page)
