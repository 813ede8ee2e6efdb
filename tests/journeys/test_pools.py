"""Two children pay one reward together, at the wall."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving
from tests.morning import ZONE
from tests.waiting import until

pytestmark = pytest.mark.journey
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """Ida and Theo have eight points each; a boat costs ten."""
    with serving(tmp_path_factory.mktemp("pools") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        for name, color in (("Ida", "#8e5bd6"), ("Theo", "#3f8f5a")):
            mantel.call("POST", "/api/members", {"name": name, "color": color})
        ids = [each["id"] for each in mantel.call("GET", "/api/members")]
        mantel.call("POST", "/api/points/awards", {"memberIds": ids, "points": 8})
        mantel.call("POST", "/api/rewards", {"name": "Boat", "emoji": "⛵", "price": 10})
        yield mantel


def give(page: Page, name: str, points: int) -> None:
    page.get_by_role("button", name="Give points to Boat").tap()
    dialog = page.get_by_role("dialog", name="Give points to Boat")
    dialog.get_by_role("button", name=name).tap()
    button = dialog.get_by_role("button", name=f"Give {points} points")
    for _ in range(8 - points if name == "Ida" else 0):
        dialog.get_by_role("button", name="Decrease How many points?").tap()
    button.tap()
    expect(dialog).to_be_hidden()


def members(mantel: MantelServer) -> dict[str, Any]:
    return {each["name"]: each for each in mantel.call("GET", "/api/members")}


@on_the_wall
def test_two_children_give_take_back_and_redeem_a_reward_together(mantel: MantelServer, page: Page) -> None:
    mantel.sign_in(page, f"/rewards/{members(mantel)['Ida']['id']}", wall=True)
    give(page, "Ida", 6)
    expect(page.get_by_text("6 of 10 points together")).to_be_visible()
    expect(page.get_by_text("Ida gave 6 points to Boat")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Ida: 6 points").tap()
    expect(page.get_by_text("6 of 10 points together")).to_be_hidden()
    until(lambda: members(mantel)["Ida"]["balance"], lambda balance: balance == 8)
    expect(page.get_by_text("8 points to spend")).to_be_attached()

    give(page, "Ida", 6)
    give(page, "Theo", 4)

    expect(page.get_by_text("Boat for all of you!")).to_be_visible()
    [redeemed] = mantel.call("GET", "/api/rewards/redemptions")
    assert [6, 4] == [share["points"] for share in redeemed["shares"]]
    assert {"Ida": 2, "Theo": 4} == {name: one["balance"] for name, one in members(mantel).items()}
    expect(page.get_by_role("region", name="Redeemed")).to_contain_text("Boat")
