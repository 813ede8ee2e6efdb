"""Journeys of what was deleted: found again in the settings and restored, on a parent's phone and on a locked wall."""

from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer
from tests.waiting import until

pytestmark = pytest.mark.journey
PIN = "4512"


@pytest.mark.parametrize("screen", ["phone"], indirect=True, scope="session")
def test_a_list_is_found_again_and_restored(mantel: MantelServer, page: Page, screen: str) -> None:
    made = mantel.call("POST", "/api/lists", {"name": "Camping", "kind": "todo"})
    [item] = mantel.call("POST", f"/api/lists/{made['id']}/items", {"title": "Tent"})
    mantel.call("DELETE", f"/api/lists/{made['id']}/items/{item['id']}")
    mantel.call("DELETE", f"/api/lists/{made['id']}")
    mantel.sign_in(page, "/lists?archived=1")

    page.get_by_role("button", name="Recently deleted").tap()
    tent = page.get_by_role("listitem").filter(has_text="Tent")
    expect(tent).to_contain_text("List item")
    expect(tent).to_contain_text("30 days left")
    assert_accessible(page)
    tent.get_by_role("button", name="Restore").tap()
    expect(page.get_by_text("“Camping”, which was deleted too")).to_be_visible()
    page.get_by_role("listitem").filter(has_text="Camping").get_by_role("button", name="Restore").tap()
    expect(page.get_by_text("“Camping” is back")).to_be_visible()
    tent.get_by_role("button", name="Restore").tap()
    expect(tent).to_have_count(0)

    assert ["Tent"] == [each["title"] for each in mantel.call("GET", f"/api/lists/{made['id']}")["items"]]


@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
def test_a_wall_asks_for_the_pin(mantel: MantelServer, page: Page, screen: str) -> None:
    made = mantel.call("POST", "/api/chores", {"title": "Bins", "points": 3})
    mantel.call("DELETE", f"/api/chores/{made['id']}")
    mantel.call("PUT", "/api/settings/pin", {"pin": PIN})
    key = mantel.call("POST", "/api/keys", {"name": "Wall", "scope": "display"})["key"]
    page.goto(f"{mantel.url}/#/enter?key={key}&wall=1")
    page.locator("#main").wait_for()
    mantel.go(page, "/settings/deleted")

    expect(page.get_by_role("heading", name="Only for parents")).to_be_visible()
    expect(page.get_by_text("Bins")).to_have_count(0)
    page.get_by_role("button", name="Unlock").tap()
    pad = page.get_by_role("dialog", name="Enter the parents’ PIN")
    for digit in PIN:
        pad.get_by_role("button", name=digit, exact=True).tap()
    pad.get_by_role("button", name="Unlock").tap()
    page.get_by_role("listitem").filter(has_text="Bins").get_by_role("button", name="Restore").tap()
    expect(page.get_by_text("“Bins” is back")).to_be_visible()

    assert "Bins" in [chore["title"] for chore in mantel.call("GET", "/api/chores")]
    mantel.call("DELETE", "/api/settings/pin")


@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
def test_what_was_deleted_just_now_leads_to_where_it_is_restored(mantel: MantelServer, page: Page, screen: str) -> None:
    calendar = mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})["id"]
    today = mantel.call("GET", "/api/board")["date"]
    soon = (date.fromisoformat(today) + timedelta(days=1)).isoformat()
    swimming = {"calendarId": calendar, "title": "Swimming", "start": today, "end": soon, "allDay": True}
    event = mantel.call("POST", "/api/events", swimming)
    mantel.sign_in(page, f"/calendar?event={event['id']}", wall=True)
    page.get_by_role("dialog", name="Swimming").get_by_role("button", name="Delete").tap()
    page.get_by_role("dialog").last.get_by_role("button", name="Delete").last.tap()
    said = page.get_by_role("status").filter(has_text="Swimming")
    expect(said.get_by_role("button", name="Undo")).to_be_visible()
    said.get_by_role("link", name="Recently deleted").tap()
    page.get_by_role("listitem").filter(has_text="Swimming").get_by_role("button", name="Restore").tap()
    expect(page.get_by_text("“Swimming” is back")).to_be_visible()
    assert "Swimming" == mantel.call("GET", f"/api/events/{event['id']}")["title"]


@pytest.mark.parametrize("screen", ["phone"], indirect=True, scope="session")
def test_an_item_and_a_list_lead_there_too_before_undo_is_over(mantel: MantelServer, page: Page, screen: str) -> None:
    made = mantel.call("POST", "/api/lists", {"name": "Picnic", "kind": "todo"})
    mantel.call("POST", f"/api/lists/{made['id']}/items", {"title": "Basket"})
    mantel.sign_in(page, f"/lists/{made['id']}")
    page.get_by_role("button", name="Open Basket").tap()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).last.tap()
    said = page.get_by_role("status").filter(has_text="Basket")
    expect(said.get_by_role("button", name="Undo")).to_be_visible()
    said.get_by_role("link", name="Recently deleted").tap()
    basket = page.get_by_role("listitem").filter(has_text="Basket")
    basket.get_by_role("button", name="Restore").tap()
    expect(page.get_by_text("“Basket” is back")).to_be_visible()

    mantel.go(page, f"/lists/{made['id']}")
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Delete list").tap()
    page.get_by_role("dialog", name="Delete “Picnic”?").get_by_role("button", name="Delete").tap()
    page.get_by_role("status").filter(has_text="Picnic").get_by_role("link", name="Recently deleted").tap()
    page.get_by_role("listitem").filter(has_text="Picnic").get_by_role("button", name="Restore").tap()
    expect(page.get_by_text("“Picnic” is back")).to_be_visible()
    until(lambda: ["Basket"] == [each["title"] for each in mantel.call("GET", f"/api/lists/{made['id']}")["items"]])
