"""Journey of a chore that goes round: the dog's walk, three children, one of them away."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.morning import ZONE, today

pytestmark = pytest.mark.journey

CHILDREN = ("Cleo", "Dan", "Eva")
DAYS = 14
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A mother and three children. Dan is away from the fourth day to the ninth."""
    with serving(tmp_path_factory.mktemp("mantel") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key})
        for name, color in zip(("Ana", *CHILDREN), ("#c8553d", "#7b5ea7", "#3e8e5a", "#2f6f8f"), strict=True):
            mantel.call("POST", "/api/members", {"name": name, "color": color})
        yield mantel


@on_the_wall
def test_the_dogs_walk_goes_round_for_two_weeks(mantel: MantelServer, page: Page, screen: str) -> None:
    ids = {each["name"]: each["id"] for each in mantel.call("GET", "/api/members")}
    first, last = (str(today() + timedelta(days=days)) for days in (3, 8))
    mantel.call("POST", "/api/away", {"memberId": ids["Dan"], "from": first, "until": last})
    mantel.sign_in(page, "/chores", wall=True)
    page.get_by_role("button", name="New chore").tap()
    sheet = page.get_by_role("dialog")
    type_into(sheet.get_by_label("Chore", exact=True), "Walk the dog")
    sheet.get_by_role("button", name="Several", exact=True).tap()
    sheet.get_by_text("Take turns", exact=True).tap()
    for place, name in enumerate(CHILDREN, start=1):
        sheet.get_by_role("button", name=name, exact=True).tap()
        expect(sheet.get_by_role("button", name=f"{place}. {name}")).to_be_visible()
    assert_accessible(page)
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet).to_be_hidden()

    for days, name in enumerate(expected()):
        mantel.go(page, f"/chores?date={today() + timedelta(days=days)}")
        mine = page.get_by_role("region", name=name, exact=True)
        expect(mine.get_by_role("button", name=re.compile("Walk the dog"))).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("Walk the dog"))).to_have_count(1)


def expected() -> list[str]:
    """Whose turn each day is: the next child's who is not away."""
    turns: list[str] = []
    order = list(CHILDREN)
    for day in range(DAYS):
        child = next(each for each in order if each != "Dan" or not 3 <= day <= 8)
        turns.append(child)
        place = order.index(child) + 1
        order = order[place:] + order[:place]
    return turns
