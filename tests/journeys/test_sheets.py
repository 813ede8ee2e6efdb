"""Journeys of the sheets that edit rewards, the family goal, days away and people."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.browser import PLAIN_HOST
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.morning import ZONE, today
from tests.waiting import until

pytestmark = pytest.mark.journey
on_the_phone = pytest.mark.parametrize("screen", ["phone"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("sheets") / "data", host=PLAIN_HOST) as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key})
        mantel.call("POST", "/api/members", {"name": "Ida", "color": "#c8553d"})
        yield mantel


def sheet(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=name, exact=True)


@on_the_phone
def test_a_reward_is_added_changed_and_removed(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/settings/rewards")
    page.get_by_role("button", name="Add a reward").tap()
    form = sheet(page, "Add a reward")
    expect(form.get_by_label("Name")).to_be_focused()
    form.get_by_role("button", name="Save").tap()
    expect(form.get_by_text("Enter a name.")).to_be_visible()
    type_into(form.get_by_label("Name"), "Pizza night")
    expect(form.get_by_text("Enter a name.")).to_be_hidden()
    form.get_by_role("button", name="Save").tap()
    expect(form).to_be_hidden()

    page.get_by_role("button", name=re.compile("^Pizza night")).tap()
    form = sheet(page, "Pizza night")
    type_into(form.get_by_label("Name"), "Pizza and a film")
    page.keyboard.press("Enter")
    expect(form).to_be_hidden()
    assert ["Pizza and a film"] == [reward["name"] for reward in mantel.call("GET", "/api/rewards")]

    page.get_by_role("button", name=re.compile("^Pizza and a film")).tap()
    sheet(page, "Pizza and a film").get_by_role("button", name="Remove").tap()
    question = page.get_by_role("dialog", name="Remove Pizza and a film?")
    question.get_by_role("button", name="Cancel").tap()
    expect(sheet(page, "Pizza and a film")).to_be_visible()
    sheet(page, "Pizza and a film").get_by_role("button", name="Remove").tap()
    question.get_by_role("button", name="Remove").tap()
    expect(page.get_by_text("“Pizza and a film” was removed")).to_be_visible()
    expect(sheet(page, "Pizza and a film")).to_be_hidden()
    assert [] == mantel.call("GET", "/api/rewards")


@on_the_phone
def test_the_family_goal_is_set_and_its_removal_is_undone(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/settings/rewards")
    page.get_by_role("button", name="Set a family goal").tap()
    form = sheet(page, "Family goal")
    type_into(form.get_by_label("What for?"), "A day at the sea")
    form.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("A day at the sea")).to_be_visible()

    page.get_by_role("button", name="Change").tap()
    sheet(page, "Family goal").get_by_role("button", name="Remove the goal").tap()
    expect(page.get_by_text("The family goal was removed")).to_be_visible()
    expect(page.get_by_text("A day at the sea")).to_be_hidden()
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_text("A day at the sea")).to_be_visible()


@on_the_phone
def test_days_away_are_entered_and_deleted(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/settings/members")
    page.get_by_role("button", name="Add days away").tap()
    form = sheet(page, "Add days away")
    form.get_by_role("button", name="Ida").tap()
    type_into(form.get_by_label("Note"), "School trip")
    form.get_by_role("button", name="Save").tap()
    expect(form).to_be_hidden()
    stored = mantel.call("GET", "/api/away")
    assert [(str(today()), str(today()), "School trip")] == [(one["from"], one["until"], one["note"]) for one in stored]

    page.get_by_role("button", name=re.compile("School trip")).tap()
    sheet(page, "Days away").get_by_role("button", name="Delete").tap()
    page.get_by_role("dialog", name="Delete these days away?").get_by_role("button", name="Delete").tap()
    expect(page.get_by_text("The days away were deleted")).to_be_visible()
    until(lambda: [] == mantel.call("GET", "/api/away"), page=page)


@on_the_phone
def test_a_person_that_the_server_rejects_keeps_what_was_typed(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/settings/members")
    page.get_by_role("button", name="Add member").tap()
    form = page.get_by_role("dialog").last
    type_into(form.get_by_label("Name"), "Theo")
    page.route("**/api/members", lambda route: route.fulfill(status=400, json={"error": "nothing more fits in here"}))
    form.get_by_role("button", name="Save").tap()
    expect(form.get_by_role("alert")).to_have_text("Nothing more fits in here.")
    expect(form.get_by_label("Name")).to_have_value("Theo")
    page.unroute("**/api/members")
    form.get_by_role("button", name="Save").tap()
    expect(form).to_be_hidden()
    assert ["Ida", "Theo"] == [member["name"] for member in mantel.call("GET", "/api/members")]


def test_text_selected_beyond_the_edge_of_a_sheet_does_not_close_it(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/settings/rewards")
    page.get_by_role("button", name="Add a reward").tap()
    form = sheet(page, "Add a reward")
    heading = form.get_by_role("heading", name="Add a reward").bounding_box()
    assert heading is not None
    page.mouse.move(heading["x"] + 40, heading["y"] + heading["height"] / 2)
    page.mouse.down()
    page.mouse.move(40, heading["y"], steps=5)
    page.mouse.up()
    # Later than a click that was sent to the sheet.
    type_into(form.get_by_label("Name"), "P")
    form.get_by_label("Name").press("Backspace")
    expect(form).to_be_visible()
    page.mouse.click(40, heading["y"])
    expect(form).to_be_hidden()
