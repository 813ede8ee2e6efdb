"""Shopping mode on a phone: by aisle, without a connection, in an order that is learnt; and a hint that merges."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.camera import cameras_in_use, show_barcode
from tests.journeys.keys import type_into
from tests.journeys.list_page import (
    Seed,
    household,
    lists_on,
    open_list,
    stored,
    titles,
    wait_until_cached,
    wait_until_sent,
)
from tests.journeys.mantel_server import MantelServer
from tests.journeys.viewports import on_the_phone
from tests.waiting import until

pytestmark = [pytest.mark.journey, pytest.mark.service_worker]


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with household(tmp_path_factory.mktemp("shopping") / "data") as mantel:
        yield mantel


@pytest.fixture
def seed(mantel: MantelServer) -> Iterator[Seed]:
    with lists_on(mantel) as make:
        yield make


def aisles(page: Page) -> list[str]:
    return page.get_by_role("dialog").get_by_role("heading", level=2).all_inner_texts()


def take(page: Page, title: str) -> None:
    page.get_by_role("listitem", name=title, exact=True).locator("label").tap()
    expect(page.get_by_role("listitem", name=title, exact=True).get_by_role("checkbox")).to_be_checked()


@on_the_phone
def test_a_trip_without_a_connection_teaches_the_order_of_the_aisles(
    mantel: MantelServer, seed: Seed, page: Page
) -> None:
    shop = seed("Milk", {"title": "Apples", "quantity": "6"}, "Bread", "Soap", "A present")
    open_list(mantel, page, shop)
    wait_until_cached(page)
    page.get_by_role("button", name="Shopping mode").tap()
    dialog = page.get_by_role("dialog", name="Groceries")
    expect(dialog.get_by_role("status")).to_have_text("5 to get")
    expect(dialog.get_by_role("heading", name="Dairy and eggs")).to_be_visible()
    assert ["Fruit and vegetables", "Bakery", "Dairy and eggs", "Personal care", "Other"] == aisles(page)
    assert_accessible(page)

    page.context.set_offline(True)
    for title in ("Soap", "Milk", "Apples", "Bread"):
        take(page, title)
    expect(dialog.get_by_role("list", name="In the basket (4)")).to_be_visible()
    assert ["Other", "In the basket (4)"] == aisles(page)
    page.context.set_offline(False)
    dialog.get_by_role("button", name="Close").tap()
    wait_until_sent(page)

    assert ["Apples", "Bread", "Milk", "Soap"] == titles(mantel, shop, done=True)
    [learnt] = mantel.call("GET", f"/api/lists/{shop}")["aisleOrders"]
    assert {"store": "", "aisles": ["care", "dairy", "produce", "bakery"]} == learnt
    next_time = seed("Milk", "Apples", "Soap")
    mantel.sign_in(page, f"/shopping/{next_time}")
    expect(page.get_by_text("In the order of your last trips")).to_be_visible()
    expect(page.get_by_role("heading", name="Dairy and eggs")).to_be_visible()
    assert ["Personal care", "Dairy and eggs", "Fruit and vegetables"] == aisles(page)


@on_the_phone
def test_what_is_on_the_list_is_merged_with_one_tap(mantel: MantelServer, seed: Seed, page: Page) -> None:
    shop = seed({"title": "Milk", "quantity": "2 l"}, "Bread")
    open_list(mantel, page, shop)
    type_into(page.get_by_role("textbox", name="Add to the list"), "1 l milk, bread, tea")
    page.get_by_role("textbox", name="Add to the list").press("Enter")
    hints = page.get_by_role("status").filter(has_text="is on the list")
    expect(hints).to_contain_text("Milk is on the list: 2 l → 3 l")
    expect(hints).to_contain_text("Bread is on the list")
    assert_accessible(page)

    page.get_by_role("button", name="Merge Milk").tap()
    page.get_by_role("button", name="Add Bread again").tap()

    expect(page.get_by_role("listitem", name="Milk", exact=True)).to_contain_text("3 l")
    expect(page.get_by_text("is on the list")).to_have_count(0)
    found = until(lambda: stored(mantel, shop), lambda items: len(items) == 4 and items[0]["quantity"] == "3 l")
    assert ["Bread", "Milk", "bread", "tea"] == sorted(item["title"] for item in found)


@on_the_phone
def test_a_barcode_is_named_once_and_then_adds_by_itself(mantel: MantelServer, seed: Seed, page: Page) -> None:
    """WebAssembly reads it, under the policy that every page has."""
    shop = seed("Bread")
    open_list(mantel, page, shop)
    show_barcode(page, "4006381333931")
    page.get_by_role("button", name="Scan a barcode").tap()
    sheet = page.get_by_role("dialog", name="Scan a barcode")
    type_into(sheet.get_by_role("textbox", name="What is it?"), "Oat milk")
    sheet.get_by_role("button", name="Add", exact=True).tap()
    expect(sheet.get_by_text("“Oat milk” was added")).to_be_visible()
    assert 1 == cameras_in_use(page)
    assert_accessible(page)
    sheet.get_by_role("button", name="Close").tap()
    until(lambda: cameras_in_use(page), lambda running: running == 0)

    assert {"Bread", "Oat milk"} == {
        item["title"] for item in until(lambda: stored(mantel, shop), lambda items: len(items) == 2)
    }
    assert [{"code": "4006381333931", "title": "Oat milk"}] == mantel.call("GET", "/api/barcodes")
    page.get_by_role("button", name="Shopping mode").tap()
    page.get_by_role("button", name="Scan a barcode").tap()
    expect(sheet.get_by_text("Oat milk is on the list")).to_be_visible()


@on_the_phone
def test_a_barcode_is_read_in_a_shop_without_a_connection(mantel: MantelServer, seed: Seed, page: Page) -> None:
    """The reader was never used before on this phone."""
    shop = seed("Bread")
    mantel.call("PUT", "/api/barcodes/4006381333931", {"title": "Oat milk"})
    open_list(mantel, page, shop)
    wait_until_cached(page)
    page.get_by_role("button", name="Shopping mode").tap()
    page.context.set_offline(True)
    show_barcode(page, "4006381333931")
    page.get_by_role("button", name="Scan a barcode").tap()
    sheet = page.get_by_role("dialog", name="Scan a barcode")
    expect(sheet.get_by_text("“Oat milk” was added")).to_be_visible()
    sheet.get_by_role("button", name="Close").tap()
    page.context.set_offline(False)
    wait_until_sent(page)

    found = until(lambda: stored(mantel, shop), lambda items: len(items) == 2)
    assert ["Bread", "Oat milk"] == sorted(item["title"] for item in found)
