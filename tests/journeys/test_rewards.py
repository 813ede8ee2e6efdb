"""Rewards on the screens of a large family: a parent redeems one, and takes it back."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import on_the_phone
from tests.morning import ZONE, today

# In how many places of a line a text is drawn.
RECTS = """(element, text) => {
  const range = document.createRange(), node = [...element.childNodes].find((one) => one.data?.includes(text))
  range.setStart(node, node.data.indexOf(text))
  range.setEnd(node, node.data.indexOf(text) + text.length)
  return range.getClientRects().length
}"""
NAMES = ("Ida", "Maximilian-Alexander von Hohenstein", "نور")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """Three people, of whom the first has points for the only reward."""
    with serving(tmp_path_factory.mktemp("rewards") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        for name in NAMES:
            mantel.call("POST", "/api/members", {"name": name, "color": "#8e5bd6"})
        mantel.call("POST", "/api/points/awards", {"memberId": member(mantel, "Ida")["id"], "points": 20})
        mantel.call("POST", "/api/rewards", {"name": "Waffles", "emoji": "🧇", "price": 15})
        yield mantel


def member(mantel: MantelServer, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in mantel.call("GET", "/api/members") if each["name"] == name)
    return found


def balance(mantel: MantelServer) -> int:
    points: int = mantel.call("GET", f"/api/members/{member(mantel, 'Ida')['id']}/points")["balance"]
    return points


def toast(page: Page) -> Locator:
    return page.get_by_role("status").filter(has=page.get_by_role("button", name="Undo"))


@on_the_phone
def test_a_parent_redeems_a_reward_and_takes_it_back(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, f"/rewards/{member(mantel, 'Ida')['id']}")
    page.get_by_role("button", name="Redeem", exact=True).tap()
    dialog = page.get_by_role("dialog", name="Waffles?")
    expect(dialog.get_by_role("button", name=NAMES[1])).to_be_visible()
    assert dialog.evaluate("it => it.scrollWidth <= it.clientWidth")

    dialog.get_by_role("button", name="Redeem for 15").tap()
    page.get_by_role("dialog", name="Waffles for Ida!").get_by_role("button", name="Great").tap()
    expect(toast(page)).to_contain_text("Waffles for Ida!")
    assert 5 == balance(mantel)
    above, navigation = toast(page).locator(".toast").bounding_box(), page.locator("nav").first.bounding_box()
    assert above and navigation
    assert above["y"] + above["height"] <= navigation["y"]

    toast(page).get_by_role("button", name="Undo").tap()
    expect(page.locator(".balance")).to_contain_text("20")
    assert 20 == balance(mantel)


@on_the_phone
def test_a_name_from_right_to_left_leaves_the_points_beside_it(mantel: MantelServer, page: Page, screen: str) -> None:
    noor = member(mantel, "نور")["id"]
    mantel.call("PATCH", f"/api/members/{noor}", {"needsApproval": True})
    dishes = {"title": "Dishes", "memberId": noor, "points": 5, "dueDate": str(today())}
    chore = mantel.call("POST", "/api/chores", dishes)["id"]
    wall = mantel.call("POST", "/api/keys", {"name": "Wall", "scope": "display"})["key"]
    of_wall = {"Authorization": f"Bearer {wall}"}
    httpx.post(f"{mantel.url}/api/chores/{chore}/complete", json={"date": str(today())}, headers=of_wall)

    mantel.sign_in(page, "/chores?show=pending")
    about = page.get_by_role("dialog", name="Waiting for a yes").locator("small")
    expect(about).to_contain_text("5 points")
    assert 1 == about.evaluate(RECTS, "5 points")


def test_a_week_that_cannot_be_loaded_says_so(mantel: MantelServer, page: Page) -> None:
    page.route("**/api/weekly-summary*", lambda route: route.abort())
    mantel.sign_in(page, "/rewards/week")
    again = page.locator("#main").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute("**/api/weekly-summary*")
    again.tap()
    expect(page.get_by_text("0 chores done")).to_be_visible()
